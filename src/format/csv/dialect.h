#pragma once

#include <cstdint>
#include <string>

namespace stoa::csv {

/// How a text is cut into rows and fields. Zero means that there is no such character.
///
/// The grammar: a row ends at \n, \r\n or \r; a field ends at the delimiter or with its row. A field whose
/// first byte is the quote is quoted: delimiters and line ends are part of it until the closing quote.
/// Inside, two quotes (when escape == quote) or escape and any byte stand for one byte. A quote anywhere else
/// is a plain byte; so is what follows the closing quote, which is an error in strict mode. A row that begins
/// with the comment character is skipped to its line's end. A blank line
/// is skipped unless keeps_blank_lines is set.
struct Dialect {
  char delimiter = ',';
  char quote = '"';
  char escape = '"';
  char comment = 0;
  bool keeps_blank_lines = false;  ///< where rows have one column: a blank line is a NULL
  bool strict = false;

  bool doubles_quotes() const noexcept { return escape == quote || escape == 0; }
  friend bool operator==(const Dialect&, const Dialect&) = default;
};

/// "delimiter ';', quote '"', escape '"'" for messages.
std::string describe(const Dialect& dialect);

constexpr bool is_line_end(char c) noexcept {
  return c == '\n' || c == '\r';
}

}  // namespace stoa::csv
