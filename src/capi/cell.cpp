#include "capi/cell.h"

#include "base/error.h"
#include "types/text_view.h"

namespace stoa::capi {

namespace {

[[noreturn]] void raise_mismatch(const ColumnVector& vector, std::string_view wanted) {
  throw Error(sqlstate::kDatatypeMismatch,
              "the value is of type " + vector.type().to_string() + ", not " + std::string(wanted))
      .with_hint("read it as text, or cast the column in the query");
}

const ColumnVector& entries(const ColumnVector& vector) {
  return vector.is_dictionary() ? vector.dictionary() : vector;
}

}  // namespace

bool boolean_cell(const ColumnVector& vector, size_t row) {
  if (vector.type().id() != TypeId::kBoolean) {
    raise_mismatch(vector, "boolean");
  }
  return entries(vector).values<uint8_t>()[vector.position(row)] != 0;
}

int64_t integer_cell(const ColumnVector& vector, size_t row) {
  const LogicalType& type = vector.type();
  const bool is_readable = type.is_integer() || type.is_temporal() || type.id() == TypeId::kBoolean;
  if (!is_readable) {
    raise_mismatch(vector, "an integer");
  }
  if (type.physical() == PhysicalType::kInt64) {
    return entries(vector).values<int64_t>()[vector.position(row)];
  }
  if (type.physical() == PhysicalType::kInt32) {
    return entries(vector).values<int32_t>()[vector.position(row)];
  }
  const Int128 stored = vector.value(row).as_integer();
  const auto narrow = static_cast<int64_t>(stored);
  if (narrow != stored) {
    throw Error(sqlstate::kNumericOutOfRange,
                "the value " + vector.value(row).to_string() + " needs more than 64 bits")
        .with_hint("read it as text");
  }
  return narrow;
}

double number_cell(const ColumnVector& vector, size_t row) {
  const LogicalType& type = vector.type();
  if (type.id() == TypeId::kDouble) {
    return entries(vector).values<double>()[vector.position(row)];
  }
  if (!type.is_numeric()) {
    raise_mismatch(vector, "a number");
  }
  return cast_value(vector.value(row), TypeId::kDouble).as_double();
}

std::string text_cell(const ColumnVector& vector, size_t row) {
  if (vector.type().is_text_like()) {
    return std::string(bytes_cell(vector, row));
  }
  return vector.value(row).to_string();
}

std::string_view bytes_cell(const ColumnVector& vector, size_t row) {
  if (!vector.type().is_text_like()) {
    raise_mismatch(vector, "text");
  }
  return entries(vector).values<TextView>()[vector.position(row)].view();
}

}  // namespace stoa::capi
