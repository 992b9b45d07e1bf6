#include "types/value.h"

#include <cmath>

#include "base/assert.h"
#include "types/decimal.h"
#include "types/exact_compare.h"

namespace stoa {

struct Value::Elements {
  std::vector<Value> values;
};

namespace {

/// Types whose values are held as Int128 (the header's invariant).
bool is_wide(const LogicalType& type) {
  return type.physical() == PhysicalType::kInt128 || type.physical() == PhysicalType::kUint64;
}

int sign_of(int order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int compare_lists(const std::vector<Value>& a, const std::vector<Value>& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].is_null() || b[i].is_null()) {
      if (a[i].is_null() != b[i].is_null()) {
        return a[i].is_null() ? 1 : -1;
      }
      continue;
    }
    if (const int order = compare_values(a[i], b[i]); order != 0) {
      return order;
    }
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

/// Numbers of different types, exactly.
int compare_numbers(const Value& a, const Value& b) {
  const LogicalType& x = a.type();
  const LogicalType& y = b.type();
  if (x.is_floating() && y.is_floating()) {
    return compare_doubles(a.as_double(), b.as_double());
  }
  if (y.is_floating()) {
    return compare_decimal_double(a.as_integer(), x.scale(), b.as_double());
  }
  if (x.is_floating()) {
    return -compare_decimal_double(b.as_integer(), y.scale(), a.as_double());
  }
  return compare_decimals(a.as_integer(), x.scale(), b.as_integer(), y.scale());
}

bool same_double(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

bool same_interval(const Interval& a, const Interval& b) {
  return a.months == b.months && a.days == b.days && a.micros == b.micros;
}

}  // namespace

Value Value::decimal(Int128 unscaled, uint8_t precision, uint8_t scale) {
  return from_integer(LogicalType::decimal(precision, scale), unscaled);
}

Value Value::from_integer(LogicalType type, Int128 stored) {
  if (is_wide(type)) {
    return {std::move(type), stored};
  }
  return {std::move(type), static_cast<int64_t>(stored)};
}

Value Value::list(LogicalType list_type, std::vector<Value> elements) {
  return {std::move(list_type), std::make_shared<const Elements>(Elements{std::move(elements)})};
}

Int128 Value::as_integer() const {
  if (const auto* narrow = std::get_if<int64_t>(&data_)) {
    return *narrow;
  }
  return std::get<Int128>(data_);
}

const std::vector<Value>& Value::as_list() const {
  return std::get<std::shared_ptr<const Elements>>(data_)->values;
}

bool operator==(const Value& a, const Value& b) {
  if (a.type_ != b.type_ || a.data_.index() != b.data_.index()) {
    return false;
  }
  if (const auto* number = std::get_if<double>(&a.data_)) {
    return same_double(*number, b.as_double());
  }
  if (const auto* interval = std::get_if<Interval>(&a.data_)) {
    return same_interval(*interval, b.as_interval());
  }
  if (std::holds_alternative<std::shared_ptr<const Value::Elements>>(a.data_)) {
    return a.as_list() == b.as_list();
  }
  return a.data_ == b.data_;
}

int compare_values(const Value& a, const Value& b) {
  STOA_ASSERT(!a.is_null() && !b.is_null());
  switch (a.type().physical()) {
    case PhysicalType::kText: return sign_of(a.as_text().compare(b.as_text()));
    case PhysicalType::kInterval:
      return compare_int128(a.as_interval().length_us(), b.as_interval().length_us());
    case PhysicalType::kNested: return compare_lists(a.as_list(), b.as_list());
    default: break;
  }
  if (a.type().is_numeric()) {
    return compare_numbers(a, b);
  }
  return compare_int128(a.as_integer(), b.as_integer());
}

}  // namespace stoa
