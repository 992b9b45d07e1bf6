#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/csv/dialect.h"
#include "format/csv/field.h"
#include "format/csv/options.h"

namespace stoa::csv {

/// A text cut into rows by the grammar of dialect.h, any number of fields each; a byte at a time.
struct SplitText {
  std::vector<FieldSpan> fields;
  std::vector<uint32_t> row_ends;    ///< fields before a row's end
  std::vector<uint32_t> row_begins;  ///< bytes before a row
  size_t well_quoted_count = 0;      ///< fields that end with their closing quote
  size_t badly_quoted_count = 0;     ///< fields with text behind it
  bool is_unterminated = false;      ///< the last field's closing quote is missing

  size_t row_count() const noexcept { return row_ends.size(); }
  size_t first_field(size_t row) const noexcept { return row == 0 ? 0 : row_ends[row - 1]; }
  size_t field_count(size_t row) const noexcept { return row_ends[row] - first_field(row); }
};

/// `keeps_blank_lines`: as rows of one empty field. Not `is_whole`: the text goes on, a last row without line
/// end is left out.
SplitText split_text(std::string_view text, const Dialect& dialect, bool keeps_blank_lines, bool is_whole);

/// What was found out about a text's form.
struct Form {
  Dialect dialect;
  size_t column_count = 1;
  size_t rows_begin = 0;  ///< byte where the first row (a header, perhaps) begins
};

/// Finds delimiter, quote, escape, columns, and a preamble of lines without the delimiter; what the options
/// say is kept. `text` is the beginning of a file (all of it when `is_whole`). Never fails: text that has no
/// form is one column of lines.
Form sniff(std::string_view text, bool is_whole, const Options& options);

}  // namespace stoa::csv
