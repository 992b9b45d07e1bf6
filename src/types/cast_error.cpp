// What casts say when they fail: PostgreSQL's words and codes, the value at fault at the end.
#include "base/error.h"
#include "types/cast.h"
#include "types/datetime_text.h"
#include "types/number_text.h"
#include "types/utf8.h"

namespace stoa {
namespace {

constexpr size_t kShownCharactersMax = 100;

/// A text for a message: in quotes, and not all of a long one.
std::string shown(std::string_view text) {
  const size_t size = bytes_of_characters(text, kShownCharactersMax);
  return size == text.size() ? "\"" + std::string(text) + "\""
                             : "\"" + std::string(text.substr(0, size)) + "...\"";
}

/// The verdict of the parser that refused `text`.
ParseStatus judge(std::string_view text, const LogicalType& target) {
  int32_t days = 0;
  int64_t micros = 0;
  Interval interval;
  switch (target.id()) {
    case TypeId::kDate: return read_date(text, days);
    case TypeId::kTime: return read_time(text, micros);
    case TypeId::kTimestamp: return read_timestamp(text, false, micros);
    case TypeId::kTimestamptz: return read_timestamp(text, true, micros);
    case TypeId::kInterval: return read_interval(text, interval);
    default: break;
  }
  const bool is_number = target.is_integer() ? looks_like_integer(text) : looks_like_number(text);
  return target.is_numeric() && is_number ? ParseStatus::kOutOfRange : ParseStatus::kMalformed;
}

[[noreturn]] void raise_malformed(std::string_view text, const LogicalType& target) {
  if (target.id() == TypeId::kEnum) {
    raise(sqlstate::kInvalidTextRepresentation,
          "invalid input value for enum " + target.to_string() + ": " + shown(text));
  }
  if (target.id() == TypeId::kBytea && text.starts_with("\\x")) {
    raise(sqlstate::kInvalidParameterValue, "invalid hexadecimal data: " + shown(text));
  }
  const bool is_temporal = target.is_temporal() || target.id() == TypeId::kInterval;
  raise(is_temporal ? sqlstate::kInvalidDatetimeFormat : sqlstate::kInvalidTextRepresentation,
        "invalid input syntax for type " + target.to_string() + ": " + shown(text));
}

}  // namespace

void raise_bad_text(std::string_view text, const LogicalType& target) {
  if (judge(text, target) != ParseStatus::kOutOfRange) {
    raise_malformed(text, target);
  }
  if (target.id() == TypeId::kInterval) {
    raise(sqlstate::kIntervalOverflow, "interval field value out of range: " + shown(text));
  }
  if (target.is_temporal()) {
    raise(sqlstate::kDatetimeOverflow, "date/time field value out of range: " + shown(text));
  }
  raise(sqlstate::kNumericOutOfRange,
        "value " + shown(text) + " is out of range for type " + target.to_string());
}

void raise_out_of_range(const Value& value, const LogicalType& target) {
  const bool is_temporal = target.is_temporal();
  raise(is_temporal ? sqlstate::kDatetimeOverflow : sqlstate::kNumericOutOfRange,
        "value " + value.to_string() + " is out of range for type " + target.to_string());
}

void raise_no_cast(const LogicalType& from, const LogicalType& to) {
  raise(sqlstate::kCannotCoerce, "cannot cast type " + from.to_string() + " to " + to.to_string());
}

void raise_too_long(const LogicalType& target) {
  raise(sqlstate::kStringTooLong, "value too long for type " + target.to_string());
}

}  // namespace stoa
