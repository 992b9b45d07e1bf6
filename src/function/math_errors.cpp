#include "function/math_errors.h"

#include <string>

#include "base/error.h"

namespace stoa {

void raise_division_by_zero() {
  raise(sqlstate::kDivisionByZero, "division by zero");
}

void raise_number_out_of_range(const char* type_name) {
  raise(sqlstate::kNumericOutOfRange, std::string(type_name) + " out of range");
}

void raise_double_overflow() {
  raise(sqlstate::kNumericOutOfRange, "value out of range: overflow");
}

void raise_double_underflow() {
  raise(sqlstate::kNumericOutOfRange, "value out of range: underflow");
}

void raise_decimal_overflow() {
  throw Error(sqlstate::kNumericOutOfRange, "decimal out of range")
      .with_hint("The result has more than the 38 digits that DECIMAL holds; cast to DOUBLE PRECISION.");
}

void raise_date_out_of_range() {
  raise(sqlstate::kDatetimeOverflow, "date out of range");
}

void raise_timestamp_out_of_range() {
  raise(sqlstate::kDatetimeOverflow, "timestamp out of range");
}

void raise_interval_out_of_range() {
  raise(sqlstate::kDatetimeOverflow, "interval out of range");
}

}  // namespace stoa
