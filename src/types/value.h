#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/int128.h"
#include "types/interval.h"
#include "types/logical_type.h"

namespace stoa {

/// One value with its type, owning its bytes: literals, parameters, statistics, settings. Not for hot loops.
///
/// Invariant: a non-null value's alternative is the one of its physical type (booleans and integers up to 64
/// bits are held as int64_t, UBIGINT and HUGEINT, UUID and wide decimals as Int128, REAL and DOUBLE as
/// double).
class Value {
 public:
  /// NULL of a type.
  Value() = default;
  explicit Value(LogicalType type) : type_(std::move(type)) {}

  static Value null(LogicalType type = TypeId::kNull) { return Value(std::move(type)); }
  static Value boolean(bool value) { return Value(TypeId::kBoolean, int64_t{value}); }
  static Value integer(int32_t value) { return Value(TypeId::kInteger, int64_t{value}); }
  static Value bigint(int64_t value) { return Value(TypeId::kBigint, value); }
  static Value hugeint(Int128 value) { return Value(TypeId::kHugeint, value); }
  static Value real(float value) { return Value(TypeId::kReal, double{value}); }
  static Value double_precision(double value) { return Value(TypeId::kDouble, value); }
  static Value text(std::string value) { return Value(TypeId::kText, std::move(value)); }
  static Value bytea(std::string value) { return Value(TypeId::kBytea, std::move(value)); }
  static Value interval(Interval value) { return Value(TypeId::kInterval, value); }
  /// `unscaled` / 10^scale.
  static Value decimal(Int128 unscaled, uint8_t precision, uint8_t scale);
  static Value date(int32_t days) { return Value(TypeId::kDate, int64_t{days}); }
  static Value time(int64_t micros) { return Value(TypeId::kTime, micros); }
  static Value timestamp(int64_t micros) { return Value(TypeId::kTimestamp, micros); }
  static Value timestamptz(int64_t micros) { return Value(TypeId::kTimestamptz, micros); }
  static Value uuid(Int128 stored) { return Value(TypeId::kUuid, stored); }
  /// Any integer-backed type (booleans, integers, decimals, temporal types, UUID, enum) from its stored
  /// integer.
  static Value from_integer(LogicalType type, Int128 stored);
  static Value from_double(LogicalType type, double value) { return Value(std::move(type), value); }
  static Value from_bytes(LogicalType type, std::string bytes) {
    return Value(std::move(type), std::move(bytes));
  }
  static Value list(LogicalType list_type, std::vector<Value> elements);

  const LogicalType& type() const noexcept { return type_; }
  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(data_); }

  // Reading; the caller knows the type and that the value is not NULL.
  bool as_boolean() const { return std::get<int64_t>(data_) != 0; }
  /// The stored integer of any integer-backed type.
  Int128 as_integer() const;
  int64_t as_int64() const { return static_cast<int64_t>(as_integer()); }
  double as_double() const { return std::get<double>(data_); }
  const std::string& as_text() const { return std::get<std::string>(data_); }
  Interval as_interval() const { return std::get<Interval>(data_); }
  const std::vector<Value>& as_list() const;

  /// PostgreSQL's text form; "NULL" for NULL.
  std::string to_string() const;
  /// A SQL literal that gives this value back, e.g. `DATE '2024-01-01'`.
  std::string to_sql() const;

  /// Equality for plans and tests: same type and value, NULL equal to NULL, NaN equal to NaN.
  friend bool operator==(const Value& a, const Value& b);

 private:
  struct Elements;
  using Data = std::variant<std::monostate, int64_t, Int128, double, std::string, Interval,
                            std::shared_ptr<const Elements>>;
  Value(LogicalType type, Data data) : type_(std::move(type)), data_(std::move(data)) {}

  LogicalType type_;
  Data data_;
};

/// Total order within one type, as ORDER BY has it: NaN above all numbers, -0 equal to 0, text by bytes.
/// NULLs are the caller's business. Negative, zero, positive.
int compare_values(const Value& a, const Value& b);

/// Casts as SQL's explicit CAST does; raises 22P02, 22003, 22007, 22008 or 42846. NULL stays NULL.
Value cast_value(const Value& value, const LogicalType& target);
/// The same with a false return where cast_value would raise.
[[nodiscard]] bool try_cast_value(const Value& value, const LogicalType& target, Value& result);

}  // namespace stoa
