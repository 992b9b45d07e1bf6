#pragma once

#include <cstdint>
#include <string_view>

#include "types/interval.h"
#include "types/timestamp.h"

/// Calendar arithmetic with PostgreSQL's rules. Timestamps here are TIMESTAMP, or TIMESTAMPTZ seen in UTC.
/// Pure functions; never throw; a false return means out of range (22008) and leaves the result alone.
/// Infinite dates and timestamps stay infinite where that makes sense.
namespace stoa {

enum class DatePart : uint8_t {
  kMicrosecond,  ///< seconds and fraction, in microseconds
  kMillisecond,  ///< the same in milliseconds, with fraction
  kSecond,       ///< with fraction
  kMinute,
  kHour,
  kDay,
  kWeek,  ///< ISO 8601
  kMonth,
  kQuarter,
  kYear,  ///< -1 is 1 BC; there is no year 0
  kDecade,
  kCentury,
  kMillennium,
  kDayOfWeek,     ///< 0 is Sunday
  kIsoDayOfWeek,  ///< 1 is Monday, 7 Sunday
  kDayOfYear,
  kIsoYear,
  kEpoch,   ///< seconds since 1970, with fraction
  kJulian,  ///< Julian day, with fraction
  kTimezone,
  kTimezoneHour,
  kTimezoneMinute,
};

/// year, years, y, mon, mons, dow, isodow, ...: any case; PostgreSQL's names and plurals.
[[nodiscard]] bool date_part_from_name(std::string_view name, DatePart& part) noexcept;
std::string_view date_part_name(DatePart part) noexcept;
/// Parts with a fraction: second, millisecond, epoch, julian. All others are whole numbers.
bool has_fraction(DatePart part) noexcept;

/// The part of a finite value times 10^6, exactly (EXTRACT gives it as decimal). An integer part is that /
/// 10^6.
int64_t extract_scaled(DatePart part, int64_t timestamp) noexcept;
int64_t extract_date_scaled(DatePart part, int32_t days) noexcept;
/// Fields as PostgreSQL reads them off; false for parts that an interval or a time doesn't have (week, dow,
/// ...).
[[nodiscard]] bool extract_interval_scaled(DatePart part, const Interval& interval, int64_t& result) noexcept;
[[nodiscard]] bool extract_time_scaled(DatePart part, int64_t time, int64_t& result) noexcept;
/// Whole parts of a finite date: the core of EXTRACT(YEAR FROM date) and the like.
int64_t extract_date_whole(DatePart part, int32_t days) noexcept;
int64_t extract_whole(DatePart part, int64_t timestamp) noexcept;

struct IsoWeek {
  int32_t year;
  int32_t week;         ///< 1 to 53
  int32_t day_of_week;  ///< 1 is Monday
};
IsoWeek iso_week_from_days(int32_t days) noexcept;
constexpr int day_of_week(int32_t days) {  // 0 is Sunday; 1970-01-01 was a Thursday
  const int64_t shifted = (int64_t{days} + 4) % 7;
  return static_cast<int>(shifted < 0 ? shifted + 7 : shifted);
}
int day_of_year(int32_t days) noexcept;

/// Cut to the start of a unit. False for units that can't be truncated to (dow, epoch, ...).
[[nodiscard]] bool truncate_timestamp(DatePart unit, int64_t timestamp, int64_t& result) noexcept;
[[nodiscard]] bool truncate_interval(DatePart unit, const Interval& interval, Interval& result) noexcept;
/// The start of the bin of width `stride` (no months, > 0) that holds `timestamp`; bins are aligned to
/// `origin`.
[[nodiscard]] bool bin_timestamp(const Interval& stride, int64_t timestamp, int64_t origin,
                                 int64_t& result) noexcept;

/// Months clip to the month's end (Jan 31 + 1 month = Feb 28), then days, then microseconds.
[[nodiscard]] bool add_interval(int64_t timestamp, const Interval& interval, int64_t& result) noexcept;
[[nodiscard]] bool subtract_interval(int64_t timestamp, const Interval& interval, int64_t& result) noexcept;
[[nodiscard]] bool add_months(int32_t days, int64_t months, int32_t& result) noexcept;
[[nodiscard]] bool add_days(int32_t days, int64_t count, int32_t& result) noexcept;
/// TIME + INTERVAL: wraps around midnight, ignores months and days.
int64_t add_interval_to_time(int64_t time, const Interval& interval) noexcept;

/// a - b as days and a time, as PostgreSQL's timestamp - timestamp. Both finite.
[[nodiscard]] bool subtract_timestamps(int64_t a, int64_t b, Interval& result) noexcept;
/// AGE(a, b): years, months, days and time between, by calendar. Both finite.
[[nodiscard]] bool age_between(int64_t a, int64_t b, Interval& result) noexcept;
/// How many boundaries of `unit` lie between a and b (b - a): the usual DATE_DIFF. False for unsuitable
/// units.
[[nodiscard]] bool count_boundaries(DatePart unit, int64_t a, int64_t b, int64_t& result) noexcept;

}  // namespace stoa
