#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/csv/column_convert.h"
#include "format/csv/dialect.h"
#include "format/csv/field.h"
#include "format/csv/options.h"
#include "types/logical_type.h"

namespace stoa::csv {

/// The narrowest type that every value of a set may be: of the candidates (value_text.h) that all of them
/// share. BOOLEAN, BIGINT, HUGEINT, DOUBLE, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TEXT in this order; TEXT for
/// no value at all.
class TypeInference {
 public:
  TypeInference(size_t column_count, const Dialect& dialect, const Options& options);

  /// Takes rows of fields into account.
  void add(const FieldSpan* fields, size_t row_count, const char* data);
  /// What the values of a column may all be; kMayBeAnything where there was none.
  uint32_t candidates(size_t column) const noexcept { return candidates_[column]; }
  LogicalType type(size_t column) const;
  size_t row_count() const noexcept { return row_count_; }

  /// What one field may be; kMayBeAnything for NULL and, as far as it isn't text, for an empty one.
  uint32_t candidates_of_field(const FieldSpan& field, const char* data);

 private:
  size_t column_count_;
  Dialect dialect_;
  NullRule nulls_;
  bool decimal_comma_;
  std::vector<uint32_t> candidates_;
  size_t row_count_ = 0;
  std::string storage_;
  std::string number_;
};

}  // namespace stoa::csv
