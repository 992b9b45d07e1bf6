#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "types/calendar.h"

namespace stoa {

/// A timestamp taken apart, for formats.
struct DateTimeFields {
  CivilDate date;
  int32_t days = 0;
  int64_t time_micros = 0;

  /// `timestamp` is finite.
  explicit DateTimeFields(int64_t timestamp) {
    const DayAndTime split = split_timestamp(timestamp);
    days = split.days;
    time_micros = split.micros;
    date = civil_from_days(days);
  }
  int hour() const { return static_cast<int>(time_micros / kMicrosPerHour); }
  int hour12() const { return hour() % 12 == 0 ? 12 : hour() % 12; }
  int minute() const { return static_cast<int>(time_micros / kMicrosPerMinute % 60); }
  int second() const { return static_cast<int>(time_micros / kMicrosPerSecond % 60); }
  int64_t micros() const { return time_micros % kMicrosPerSecond; }
  /// 1 is 1 AD, -1 is 1 BC.
  int64_t year() const { return date.year > 0 ? date.year : int64_t{date.year} - 1; }
};

/// What reading a formatted date has found so far.
struct ParsedDateTime {
  std::optional<int64_t> year;
  int64_t month = 1;
  int64_t day = 1;
  std::optional<int64_t> day_of_year;
  std::optional<int64_t> julian_day;
  std::optional<int64_t> epoch_seconds;
  std::optional<int64_t> iso_year;
  std::optional<int64_t> iso_week;
  std::optional<int64_t> iso_day;
  bool is_bc = false;
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  int64_t micros = 0;
  std::optional<int64_t> second_of_day;
  std::optional<bool> is_afternoon;
  int64_t zone_offset_seconds = 0;

  /// The moment; raises 22008 naming `text` when there is no such one.
  int64_t to_timestamp(std::string_view text) const;
  int32_t to_date(std::string_view text) const;
};

/// Reads a number of at most `digits_max` digits at `place`, blanks before it skipped; false when there is
/// none.
bool read_digits(std::string_view text, size_t& place, size_t digits_max, int64_t& number);

}  // namespace stoa
