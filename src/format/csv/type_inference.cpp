#include "format/csv/type_inference.h"

#include <algorithm>

#include "format/csv/value_text.h"

namespace stoa::csv {

TypeInference::TypeInference(size_t column_count, const Dialect& dialect, const Options& options)
    : column_count_(column_count),
      dialect_(dialect),
      nulls_(options),
      decimal_comma_(options.decimal_comma),
      candidates_(column_count, kMayBeAnything) {
  storage_.reserve(64);
  number_.reserve(128);
}

uint32_t TypeInference::candidates_of_field(const FieldSpan& field, const char* data) {
  std::string_view value = field_value(field, data, dialect_, storage_);
  if (field.kind() == FieldKind::kEncoded) storage_.reserve(storage_.size() + 64);
  if (field.kind() == FieldKind::kEncoded) value = storage_;
  if (nulls_.is_null(field.kind(), value, false)) return kMayBeAnything;
  if (!decimal_comma_ || value.find(',') == std::string_view::npos || value.size() > 64)
    return candidates_of(value);
  number_.assign(value);
  std::replace(number_.begin(), number_.end(), ',', '.');
  return candidates_of(number_) & (kMayBeDouble | kMayBeText);
}

void TypeInference::add(const FieldSpan* fields, size_t row_count, const char* data) {
  for (size_t column = 0; column < column_count_; ++column) {
    uint32_t& candidates = candidates_[column];
    for (size_t row = 0; row < row_count && candidates != kMayBeText; ++row) {
      candidates &= candidates_of_field(fields[row * column_count_ + column], data);
    }
  }
  row_count_ += row_count;
}

LogicalType TypeInference::type(size_t column) const {
  const uint32_t candidates = candidates_[column];
  if (candidates == kMayBeAnything) return TypeId::kText;
  if ((candidates & kMayBeBoolean) != 0) return TypeId::kBoolean;
  if ((candidates & kMayBeBigint) != 0) return TypeId::kBigint;
  if ((candidates & kMayBeHugeint) != 0) return TypeId::kHugeint;
  if ((candidates & kMayBeDouble) != 0) return TypeId::kDouble;
  if ((candidates & kMayBeDate) != 0) return TypeId::kDate;
  if ((candidates & kMayBeTime) != 0) return TypeId::kTime;
  if ((candidates & kMayBeTimestamp) != 0) return TypeId::kTimestamp;
  if ((candidates & kMayBeTimestamptz) != 0) return TypeId::kTimestamptz;
  return TypeId::kText;
}

}  // namespace stoa::csv
