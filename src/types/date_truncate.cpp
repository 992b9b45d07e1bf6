// Cutting timestamps and intervals down to a unit.
#include <algorithm>

#include "types/calendar.h"

namespace stoa {
namespace {

int64_t floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Units of a fixed length up to the day, or 0.
int64_t unit_micros(DatePart unit) {
  switch (unit) {
    case DatePart::kMicrosecond: return 1;
    case DatePart::kMillisecond: return 1000;
    case DatePart::kSecond: return kMicrosPerSecond;
    case DatePart::kMinute: return kMicrosPerMinute;
    case DatePart::kHour: return kMicrosPerHour;
    case DatePart::kDay: return kMicrosPerDay;
    default: return 0;
  }
}

/// The first year of the decade, century or millennium; centuries begin with their year 1.
int64_t first_year(DatePart unit, int64_t year) {
  switch (unit) {
    case DatePart::kDecade: return floor_divide(year, 10) * 10;
    case DatePart::kCentury: return floor_divide(year - 1, 100) * 100 + 1;
    case DatePart::kMillennium: return floor_divide(year - 1, 1000) * 1000 + 1;
    default: return year;
  }
}

bool first_day(DatePart unit, int32_t days, int64_t& result) {
  const CivilDate date = civil_from_days(days);
  switch (unit) {
    case DatePart::kWeek: result = int64_t{days} - (day_of_week(days) + 6) % 7; return true;
    case DatePart::kMonth: result = days_from_civil(date.year, date.month, 1); return true;
    case DatePart::kQuarter:
      result = days_from_civil(date.year, (date.month - 1) / 3 * 3 + 1, 1);
      return true;
    case DatePart::kYear:
    case DatePart::kDecade:
    case DatePart::kCentury:
    case DatePart::kMillennium: result = days_from_civil(first_year(unit, date.year), 1, 1); return true;
    default: return false;
  }
}

/// Numbers the spans of a unit since some origin, for counting boundaries.
int64_t span_number(DatePart unit, int64_t timestamp) {
  if (const int64_t length = unit_micros(unit); length != 0) {
    return floor_divide(timestamp, length);
  }
  const int32_t days = split_timestamp(timestamp).days;
  const CivilDate date = civil_from_days(days);
  switch (unit) {
    case DatePart::kWeek: return floor_divide(int64_t{days} + 3, 7);  // 1969-12-29 was a Monday
    case DatePart::kMonth: return int64_t{date.year} * 12 + date.month;
    case DatePart::kQuarter: return int64_t{date.year} * 4 + (date.month - 1) / 3;
    case DatePart::kDecade: return floor_divide(date.year, 10);
    case DatePart::kCentury: return floor_divide(int64_t{date.year} - 1, 100);
    case DatePart::kMillennium: return floor_divide(int64_t{date.year} - 1, 1000);
    case DatePart::kIsoYear: return iso_week_from_days(days).year;
    default: return date.year;
  }
}

bool has_spans(DatePart unit) {
  return unit_micros(unit) != 0 || (unit >= DatePart::kWeek && unit <= DatePart::kMillennium) ||
         unit == DatePart::kIsoYear;
}

}  // namespace

bool truncate_timestamp(DatePart unit, int64_t timestamp, int64_t& result) noexcept {
  if (!has_spans(unit) || unit == DatePart::kIsoYear) {
    return false;
  }
  if (!is_finite_timestamp(timestamp)) {
    result = timestamp;
    return true;
  }
  if (const int64_t length = unit_micros(unit); length != 0) {
    const int64_t rest = timestamp % length;
    result = timestamp - (rest < 0 ? rest + length : rest);
    return true;
  }
  int64_t days = 0;
  return first_day(unit, split_timestamp(timestamp).days, days) && make_timestamp(days, 0, result);
}

bool truncate_interval(DatePart unit, const Interval& interval, Interval& result) noexcept {
  Interval cut = interval;
  switch (unit) {
    case DatePart::kMillennium: cut = {interval.months / 12000 * 12000, 0, 0}; break;
    case DatePart::kCentury: cut = {interval.months / 1200 * 1200, 0, 0}; break;
    case DatePart::kDecade: cut = {interval.months / 120 * 120, 0, 0}; break;
    case DatePart::kYear: cut = {interval.months / 12 * 12, 0, 0}; break;
    case DatePart::kQuarter: cut = {interval.months / 3 * 3, 0, 0}; break;
    case DatePart::kMonth: cut = {interval.months, 0, 0}; break;
    case DatePart::kDay: cut.micros = 0; break;
    default: {
      const int64_t length = unit_micros(unit);
      if (length == 0) {
        return false;
      }
      cut.micros -= cut.micros % length;
    }
  }
  result = cut;
  return true;
}

bool bin_timestamp(const Interval& stride, int64_t timestamp, int64_t origin, int64_t& result) noexcept {
  if (stride.months != 0) {
    return false;
  }
  if (!is_finite_timestamp(timestamp)) {
    result = timestamp;
    return true;
  }
  const Int128 width = stride.length_us();
  if (width <= 0 || !is_finite_timestamp(origin)) {
    return false;
  }
  const Int128 distance = static_cast<Int128>(timestamp) - origin;
  const Int128 rest = distance % width;
  const Int128 start = timestamp - (rest < 0 ? rest + width : rest);
  if (start < kTimestampMin || start > kTimestampMax) {
    return false;
  }
  result = static_cast<int64_t>(start);
  return true;
}

bool count_boundaries(DatePart unit, int64_t a, int64_t b, int64_t& result) noexcept {
  if (!has_spans(unit) || !is_finite_timestamp(a) || !is_finite_timestamp(b)) {
    return false;
  }
  const Int128 count = static_cast<Int128>(span_number(unit, b)) - span_number(unit, a);
  if (count > INT64_MAX || count < INT64_MIN) {
    return false;
  }
  result = static_cast<int64_t>(count);
  return true;
}

}  // namespace stoa
