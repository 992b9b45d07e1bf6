#include "function/datetime_fields.h"

#include "base/error.h"

namespace stoa {

namespace {

[[noreturn]] void raise_no_such_date(std::string_view text) {
  raise(sqlstate::kDatetimeOverflow, "date/time field value out of range: \"" + std::string(text) + "\"");
}

int32_t day_of_iso_week(int64_t year, int64_t week, int64_t day, std::string_view text) {
  // January 4th is always in week 1.
  const int64_t fourth = days_from_civil(year, 1, 4);
  const int64_t monday = fourth - (day_of_week(static_cast<int32_t>(fourth)) + 6) % 7;
  const int64_t days = monday + (week - 1) * 7 + day - 1;
  if (week < 1 || week > 53 || day < 1 || day > 7) {
    raise_no_such_date(text);
  }
  return static_cast<int32_t>(days);
}

}  // namespace

int32_t ParsedDateTime::to_date(std::string_view text) const {
  int32_t days = 0;
  if (julian_day.has_value()) {
    if (*julian_day < 0 || *julian_day > int64_t{kDateMax} + kJulianDayOfEpoch) {
      raise_no_such_date(text);
    }
    return static_cast<int32_t>(*julian_day - kJulianDayOfEpoch);
  }
  if (iso_week.has_value()) {
    return day_of_iso_week(iso_year.value_or(year.value_or(1)), *iso_week, iso_day.value_or(1), text);
  }
  int64_t calendar_year = year.value_or(iso_year.value_or(is_bc ? 1 : 1));
  if (is_bc) {
    calendar_year = 1 - calendar_year;
  }
  if (year.has_value() && !is_bc && *year < 0) {
    calendar_year = *year + 1;
  }
  if (day_of_year.has_value()) {
    const int64_t length = is_leap_year(calendar_year) ? 366 : 365;
    if (*day_of_year < 1 || *day_of_year > length || !make_date(calendar_year, 1, 1, days)) {
      raise_no_such_date(text);
    }
    return days + static_cast<int32_t>(*day_of_year - 1);
  }
  if (!make_date(calendar_year, month, day, days)) {
    raise_no_such_date(text);
  }
  return days;
}

int64_t ParsedDateTime::to_timestamp(std::string_view text) const {
  if (epoch_seconds.has_value()) {
    return *epoch_seconds * kMicrosPerSecond + micros;
  }
  int64_t hours = hour;
  if (is_afternoon.has_value()) {
    if (hours < 1 || hours > 12) {
      throw Error(sqlstate::kInvalidDatetimeFormat,
                  "hour \"" + std::to_string(hours) + "\" is invalid for the 12-hour clock")
          .with_hint("Use the 24-hour clock, or give an hour between 1 and 12.");
    }
    hours = hours % 12 + (*is_afternoon ? 12 : 0);
  }
  if (hours > 24 || minute > 59 || second > 60) {
    raise_no_such_date(text);
  }
  int64_t time = (hours * 3600 + minute * 60 + second) * kMicrosPerSecond + micros;
  if (second_of_day.has_value()) {
    time = *second_of_day * kMicrosPerSecond + micros;
  }
  time -= zone_offset_seconds * kMicrosPerSecond;
  int64_t result = 0;
  if (!make_timestamp(to_date(text), time, result)) {
    raise_no_such_date(text);
  }
  return result;
}

bool read_digits(std::string_view text, size_t& place, size_t digits_max, int64_t& number) {
  size_t at = place;
  while (at < text.size() && text[at] == ' ') {
    ++at;
  }
  const size_t begin = at;
  int64_t value = 0;
  while (at < text.size() && at - begin < digits_max && text[at] >= '0' && text[at] <= '9') {
    value = value * 10 + (text[at++] - '0');
  }
  if (at == begin) {
    return false;
  }
  place = at;
  number = value;
  return true;
}

}  // namespace stoa
