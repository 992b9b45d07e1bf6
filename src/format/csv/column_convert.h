#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "column/column_vector.h"
#include "format/csv/block.h"
#include "format/csv/dialect.h"
#include "format/csv/field.h"
#include "format/csv/options.h"

namespace stoa::csv {

/// One column's fields: every `stride`-th of a row indexer's.
struct FieldColumn {
  const FieldSpan* first;
  size_t stride;
  size_t row_count;
  const FieldSpan& operator[](size_t row) const noexcept { return first[row * stride]; }
};

/// Which fields are NULL.
class NullRule {
 public:
  explicit NullRule(const Options& options);
  /// `value` is the field's value. What isn't text is NULL when empty, quoted or not.
  bool is_null(FieldKind kind, std::string_view value, bool is_text) const noexcept {
    if (is_plain_)
      return kind == FieldKind::kMissing || (value.empty() && (kind == FieldKind::kPlain || !is_text));
    return is_listed(kind, value, is_text);
  }

 private:
  bool is_listed(FieldKind kind, std::string_view value, bool is_text) const noexcept;
  bool is_plain_;  // exactly the unquoted empty field is NULL
  bool quoted_;
  std::vector<std::string> texts_;
};

/// Turns one column's fields into a vector. Immutable: thread-safe.
class ColumnConverter {
 public:
  /// An inferred type takes only what type detection takes for it (value_text.h); a given one everything that
  /// a cast takes. `is_latin1`: bytes are characters.
  ColumnConverter(const LogicalType& type, bool is_inferred, const Dialect& dialect, const Options& options,
                  bool is_latin1);

  /// The vector may point into the block. Rows that don't fit are appended to `bad_rows` (ascending) and are
  /// NULL.
  ColumnVector convert(const FieldColumn& fields, const Block& block, std::vector<uint32_t>& bad_rows) const;

  const LogicalType& type() const noexcept { return type_; }
  bool is_inferred() const noexcept { return is_inferred_; }

 private:
  struct Job;
  ColumnVector convert_text(const FieldColumn& fields, const Block& block) const;
  ColumnVector convert_by_cast(const FieldColumn& fields, const Block& block,
                               std::vector<uint32_t>& bad_rows) const;
  void convert_number(Job& job) const;
  void convert_temporal(Job& job) const;
  std::string_view with_point(std::string_view text, std::string& storage) const;

  LogicalType type_;
  bool is_inferred_;
  Dialect dialect_;
  NullRule nulls_;
  bool decimal_comma_;
  bool is_latin1_;
};

/// Latin-1 as UTF-8.
void append_latin1(std::string_view text, std::string& utf8);

}  // namespace stoa::csv
