// Casts of single values; column/cast.cpp has the loops over vectors that must agree with them.
#include "types/cast.h"

#include <cmath>

#include "base/error.h"
#include "types/bytea.h"
#include "types/date.h"
#include "types/decimal.h"
#include "types/interval_text.h"
#include "types/json_text.h"
#include "types/number_text.h"
#include "types/timestamp.h"
#include "types/utf8.h"
#include "types/uuid.h"

namespace stoa {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo127 = kTwoTo63 * kTwoTo63 * 2;

template <class T, class Parser>
bool parse_integer(std::string_view text, Parser parse, Int128& result) {
  T value{};
  if (!parse(text, value)) {
    return false;
  }
  result = static_cast<Int128>(value);
  return true;
}

bool text_to_integer(std::string_view text, TypeId id, Int128& result) {
  switch (id) {
    case TypeId::kTinyint: return parse_integer<int8_t>(text, parse_int8, result);
    case TypeId::kSmallint: return parse_integer<int16_t>(text, parse_int16, result);
    case TypeId::kInteger: return parse_integer<int32_t>(text, parse_int32, result);
    case TypeId::kBigint: return parse_integer<int64_t>(text, parse_int64, result);
    case TypeId::kUtinyint: return parse_integer<uint8_t>(text, parse_uint8, result);
    case TypeId::kUsmallint: return parse_integer<uint16_t>(text, parse_uint16, result);
    case TypeId::kUinteger: return parse_integer<uint32_t>(text, parse_uint32, result);
    case TypeId::kUbigint: return parse_integer<uint64_t>(text, parse_uint64, result);
    default: return parse_int128(text, result);
  }
}

bool text_to_temporal(std::string_view text, TypeId id, Int128& result) {
  switch (id) {
    case TypeId::kDate: return parse_integer<int32_t>(text, parse_date, result);
    case TypeId::kTime: return parse_integer<int64_t>(text, parse_time, result);
    case TypeId::kTimestamp: return parse_integer<int64_t>(text, parse_timestamp, result);
    default: return parse_integer<int64_t>(text, parse_timestamptz, result);
  }
}

/// Everything that is stored as an integer.
bool text_to_stored(std::string_view text, const LogicalType& target, Int128& result) {
  if (target.is_integer()) {
    return text_to_integer(text, target.id(), result);
  }
  if (target.is_temporal()) {
    return text_to_temporal(text, target.id(), result);
  }
  switch (target.id()) {
    case TypeId::kDecimal: return parse_decimal(text, target.precision(), target.scale(), result);
    case TypeId::kBoolean: return parse_integer<bool>(text, parse_boolean, result);
    case TypeId::kUuid: return parse_uuid(text, result);
    default: return false;
  }
}

bool text_to_floating(std::string_view text, TypeId id, double& result) {
  if (id == TypeId::kDouble) {
    return parse_double(text, result);
  }
  float narrow = 0;
  if (!parse_float(text, narrow)) {
    return false;
  }
  result = static_cast<double>(narrow);
  return true;
}

bool cast_text(std::string_view text, const LogicalType& target, Value& result) {
  if (target.is_floating()) {
    double value = 0;
    if (!text_to_floating(text, target.id(), value)) {
      return false;
    }
    result = Value::from_double(target, value);
    return true;
  }
  Interval interval;
  std::string bytes;
  uint32_t code = 0;
  Int128 stored = 0;
  switch (target.id()) {
    case TypeId::kInterval:
      if (!parse_interval(text, interval)) {
        return false;
      }
      result = Value::interval(interval);
      return true;
    case TypeId::kBytea:
      if (!parse_bytea(text, bytes)) {
        return false;
      }
      result = Value::bytea(std::move(bytes));
      return true;
    case TypeId::kJson:
      if (!is_valid_json(text)) {
        return false;
      }
      result = Value::from_bytes(target, std::string(text));
      return true;
    case TypeId::kEnum:
      if (!find_label(target, text, code)) {
        return false;
      }
      result = Value::from_integer(target, code);
      return true;
    default:
      if (!text_to_stored(text, target, stored)) {
        return false;
      }
      result = Value::from_integer(target, stored);
      return true;
  }
}

Value to_text(const Value& value, const LogicalType& target) {
  std::string text = value.to_string();
  if (value.type().is_fixed_char() && !target.is_fixed_char()) {
    text.resize(text.find_last_not_of(' ') + 1);
  }
  std::string storage;
  const std::string_view fitted = fit_text(text, target, storage);
  return Value::from_bytes(target, std::string(fitted));
}

bool to_integer(const Value& value, const LogicalType& target, Value& result) {
  Int128 number = 0;
  if (value.type().is_floating()) {
    if (!double_to_int128(value.as_double(), number)) {
      return false;
    }
  } else if (value.type().is_decimal()) {
    if (!rescale_decimal(value.as_integer(), value.type().scale(), 0, kDecimalDigitsMax, number)) {
      return false;
    }
  } else {
    number = value.as_integer();
  }
  if (!fits_integer(number, target.id())) {
    return false;
  }
  result = Value::from_integer(target, number);
  return true;
}

bool to_decimal(const Value& value, const LogicalType& target, Value& result) {
  Int128 number = 0;
  const unsigned precision = target.precision();
  const unsigned scale = target.scale();
  bool fits = false;
  if (value.type().id() == TypeId::kReal) {
    fits = float_to_decimal(static_cast<float>(value.as_double()), precision, scale, number);
  } else if (value.type().is_floating()) {
    fits = double_to_decimal(value.as_double(), precision, scale, number);
  } else {
    fits = rescale_decimal(value.as_integer(), value.type().scale(), scale, precision, number);
  }
  if (fits) {
    result = Value::from_integer(target, number);
  }
  return fits;
}

bool to_floating(const Value& value, const LogicalType& target, Value& result) {
  double number = 0;
  const bool is_real = target.id() == TypeId::kReal;
  if (value.type().is_floating()) {
    float narrow = 0;
    number = value.as_double();
    if (is_real && !double_to_float(number, narrow)) {
      return false;
    }
    if (is_real) {
      number = static_cast<double>(narrow);
    }
  } else if (is_real) {
    number = static_cast<double>(decimal_to_float(value.as_integer(), value.type().scale()));
  } else {
    number = decimal_to_double(value.as_integer(), value.type().scale());
  }
  result = Value::from_double(target, number);
  return true;
}

bool to_temporal(const Value& value, const LogicalType& target, Value& result) {
  int64_t stored = 0;
  if (value.type().id() == TypeId::kInterval) {
    stored = interval_to_time(value.as_interval());
  } else if (!cast_temporal(value.as_int64(), value.type().id(), target.id(), stored)) {
    return false;
  }
  result = Value::from_integer(target, stored);
  return true;
}

bool cast_list(const Value& value, const LogicalType& target, Value& result) {
  std::vector<Value> elements;
  elements.reserve(value.as_list().size());
  for (const Value& element : value.as_list()) {
    Value cast;
    if (!try_cast_value(element, target.fields()[0].type, cast)) {
      return false;
    }
    elements.push_back(std::move(cast));
  }
  result = Value::list(target, std::move(elements));
  return true;
}

/// The value cast, where cast_kind has said that there is a cast; false when this value doesn't convert.
bool convert(const Value& value, const LogicalType& target, Value& result) {
  const LogicalType& from = value.type();
  if (target.is_text()) {
    result = to_text(value, target);
    return true;
  }
  if (from.is_text()) {
    return cast_text(value.as_text(), target, result);
  }
  if (target.is_decimal()) {
    return to_decimal(value, target, result);
  }
  if (target.is_integer()) {
    return to_integer(value, target, result);
  }
  if (target.is_floating()) {
    return to_floating(value, target, result);
  }
  if (target.is_temporal()) {
    return to_temporal(value, target, result);
  }
  if (target.id() == TypeId::kBoolean) {
    result = Value::boolean(value.as_integer() != 0);
    return true;
  }
  if (target.id() == TypeId::kInterval) {
    result = Value::interval({0, 0, value.as_int64()});
    return true;
  }
  return target.id() == TypeId::kList && cast_list(value, target, result);
}

}  // namespace

bool double_to_int64(double value, int64_t& result) noexcept {
  const double rounded = std::rint(value);
  if (!(rounded >= -kTwoTo63 && rounded < kTwoTo63)) {
    return false;
  }
  result = static_cast<int64_t>(rounded);
  return true;
}

bool double_to_int128(double value, Int128& result) noexcept {
  const double rounded = std::rint(value);
  if (!(rounded >= -kTwoTo127 && rounded < kTwoTo127)) {
    return false;
  }
  result = static_cast<Int128>(rounded);
  return true;
}

bool double_to_float(double value, float& result) noexcept {
  // The largest double that rounds to a finite float lies half a step above the largest float.
  constexpr double kOverflow = 3.4028235677973366e38;
  if (std::fabs(value) >= kOverflow && std::isfinite(value)) {
    return false;
  }
  const auto narrow = static_cast<float>(value);
  if (narrow == 0 && value != 0) {
    return false;
  }
  result = narrow;
  return true;
}

bool cast_temporal(int64_t stored, TypeId from, TypeId to, int64_t& result) noexcept {
  if (from == TypeId::kDate) {
    return date_to_timestamp(static_cast<int32_t>(stored), result);
  }
  if (to == TypeId::kDate) {
    result = timestamp_to_date(stored);
    return true;
  }
  if (to == TypeId::kTime) {
    if (!is_finite_timestamp(stored)) {
      return false;
    }
    result = split_timestamp(stored).micros;
    return true;
  }
  result = stored;  // TIMESTAMP and TIMESTAMPTZ are the same in UTC
  return true;
}

int64_t interval_to_time(const Interval& interval) noexcept {
  const int64_t rest = interval.micros % kMicrosPerDay;
  return rest < 0 ? rest + kMicrosPerDay : rest;
}

std::string_view fit_text(std::string_view text, const LogicalType& target, std::string& storage) {
  const size_t length = target.length();
  if (length == 0 || (text.size() <= length && !target.is_fixed_char())) {
    return text;
  }
  const size_t kept = bytes_of_characters(text, length);
  if (kept < text.size() || !target.is_fixed_char()) {
    return text.substr(0, kept);
  }
  const size_t characters = count_characters(text);
  if (characters == length) {
    return text;
  }
  storage.assign(text);
  storage.append(length - characters, ' ');
  return storage;
}

bool fit_text_exactly(std::string_view text, const LogicalType& target, std::string& storage,
                      std::string_view& result) {
  result = fit_text(text, target, storage);
  if (result.size() >= text.size()) {
    return true;
  }
  return text.find_first_not_of(' ', result.size()) == std::string_view::npos;
}

bool find_label(const LogicalType& enumeration, std::string_view label, uint32_t& code) noexcept {
  const auto& labels = enumeration.fields();
  for (size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].name != label) {
      continue;
    }
    code = static_cast<uint32_t>(i);
    return true;
  }
  return false;
}

bool try_cast_value(const Value& value, const LogicalType& target, Value& result) {
  if (cast_kind(value.type(), target) == CastKind::kNone) {
    return false;
  }
  if (value.is_null()) {
    result = Value::null(target);
    return true;
  }
  if (value.type() == target) {
    result = value;
    return true;
  }
  return convert(value, target, result);
}

Value cast_value(const Value& value, const LogicalType& target) {
  Value result;
  if (try_cast_value(value, target, result)) {
    return result;
  }
  if (cast_kind(value.type(), target) == CastKind::kNone) {
    raise_no_cast(value.type(), target);
  }
  if (value.type().is_text()) {
    raise_bad_text(value.as_text(), target);
  }
  raise_out_of_range(value, target);
}

Value assign_value(const Value& value, const LogicalType& target) {
  if (target.is_text() && target.length() != 0 && !value.is_null()) {
    const Value text = cast_value(value, TypeId::kText);
    std::string storage;
    std::string_view fitted;
    if (!fit_text_exactly(text.as_text(), target, storage, fitted)) {
      raise_too_long(target);
    }
    return Value::from_bytes(target, std::string(fitted));
  }
  return cast_value(value, target);
}

}  // namespace stoa
