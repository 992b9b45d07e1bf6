#include "types/calendar.h"

#include <algorithm>

#include "types/interval_text.h"

namespace stoa {
namespace {

struct PartName {
  std::string_view name;
  DatePart part;
};

constexpr PartName kPartNames[] = {{"microseconds", DatePart::kMicrosecond},
                                   {"microsecond", DatePart::kMicrosecond},
                                   {"us", DatePart::kMicrosecond},
                                   {"usec", DatePart::kMicrosecond},
                                   {"usecs", DatePart::kMicrosecond},
                                   {"useconds", DatePart::kMicrosecond},
                                   {"microsecon", DatePart::kMicrosecond},
                                   {"milliseconds", DatePart::kMillisecond},
                                   {"millisecond", DatePart::kMillisecond},
                                   {"ms", DatePart::kMillisecond},
                                   {"msec", DatePart::kMillisecond},
                                   {"msecs", DatePart::kMillisecond},
                                   {"mseconds", DatePart::kMillisecond},
                                   {"second", DatePart::kSecond},
                                   {"seconds", DatePart::kSecond},
                                   {"s", DatePart::kSecond},
                                   {"sec", DatePart::kSecond},
                                   {"secs", DatePart::kSecond},
                                   {"minute", DatePart::kMinute},
                                   {"minutes", DatePart::kMinute},
                                   {"m", DatePart::kMinute},
                                   {"min", DatePart::kMinute},
                                   {"mins", DatePart::kMinute},
                                   {"hour", DatePart::kHour},
                                   {"hours", DatePart::kHour},
                                   {"h", DatePart::kHour},
                                   {"hr", DatePart::kHour},
                                   {"hrs", DatePart::kHour},
                                   {"day", DatePart::kDay},
                                   {"days", DatePart::kDay},
                                   {"d", DatePart::kDay},
                                   {"dayofmonth", DatePart::kDay},
                                   {"week", DatePart::kWeek},
                                   {"weeks", DatePart::kWeek},
                                   {"w", DatePart::kWeek},
                                   {"weekofyear", DatePart::kWeek},
                                   {"month", DatePart::kMonth},
                                   {"months", DatePart::kMonth},
                                   {"mon", DatePart::kMonth},
                                   {"mons", DatePart::kMonth},
                                   {"quarter", DatePart::kQuarter},
                                   {"quarters", DatePart::kQuarter},
                                   {"qtr", DatePart::kQuarter},
                                   {"year", DatePart::kYear},
                                   {"years", DatePart::kYear},
                                   {"y", DatePart::kYear},
                                   {"yr", DatePart::kYear},
                                   {"yrs", DatePart::kYear},
                                   {"decade", DatePart::kDecade},
                                   {"decades", DatePart::kDecade},
                                   {"dec", DatePart::kDecade},
                                   {"decs", DatePart::kDecade},
                                   {"century", DatePart::kCentury},
                                   {"centuries", DatePart::kCentury},
                                   {"c", DatePart::kCentury},
                                   {"cent", DatePart::kCentury},
                                   {"millennium", DatePart::kMillennium},
                                   {"millennia", DatePart::kMillennium},
                                   {"millenium", DatePart::kMillennium},
                                   {"mil", DatePart::kMillennium},
                                   {"mils", DatePart::kMillennium},
                                   {"dow", DatePart::kDayOfWeek},
                                   {"dayofweek", DatePart::kDayOfWeek},
                                   {"weekday", DatePart::kDayOfWeek},
                                   {"isodow", DatePart::kIsoDayOfWeek},
                                   {"doy", DatePart::kDayOfYear},
                                   {"dayofyear", DatePart::kDayOfYear},
                                   {"isoyear", DatePart::kIsoYear},
                                   {"epoch", DatePart::kEpoch},
                                   {"julian", DatePart::kJulian},
                                   {"timezone", DatePart::kTimezone},
                                   {"timezone_hour", DatePart::kTimezoneHour},
                                   {"timezone_h", DatePart::kTimezoneHour},
                                   {"timezone_minute", DatePart::kTimezoneMinute},
                                   {"timezone_m", DatePart::kTimezoneMinute}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

int64_t floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// PostgreSQL counts years without a zero: 1 BC is -1.
int64_t shown_year(int64_t year) {
  return year > 0 ? year : year - 1;
}

/// The century and millennium of year 2001 are 21 and 3; before Christ they count down from -1.
int64_t shown_period(int64_t year, int64_t length) {
  return year > 0 ? (year + length - 1) / length : -((length - 1 - (year - 1)) / length);
}

int64_t time_part(DatePart part, int64_t micros) {
  switch (part) {
    case DatePart::kMicrosecond: return micros % kMicrosPerMinute;
    case DatePart::kMillisecond: return micros % kMicrosPerMinute / 1000;
    case DatePart::kSecond: return micros % kMicrosPerMinute / kMicrosPerSecond;
    case DatePart::kMinute: return micros % kMicrosPerHour / kMicrosPerMinute;
    default: return micros / kMicrosPerHour;
  }
}

bool is_time_part(DatePart part) {
  return part <= DatePart::kSecond || part == DatePart::kMinute || part == DatePart::kHour;
}

constexpr int64_t kScale = 1'000'000;

int64_t time_part_scaled(DatePart part, int64_t micros) {
  switch (part) {
    case DatePart::kMillisecond: return micros % kMicrosPerMinute * 1000;
    case DatePart::kSecond: return micros % kMicrosPerMinute;
    default: return time_part(part, micros) * kScale;
  }
}

int64_t julian_scaled(int32_t days, int64_t micros) {
  // Microseconds of a day as millionths of a day, to the nearest.
  constexpr int64_t kMicrosPerMillionth = kMicrosPerDay / kScale;
  return (int64_t{days} + kJulianDayOfEpoch) * kScale +
         (micros + kMicrosPerMillionth / 2) / kMicrosPerMillionth;
}

}  // namespace

bool date_part_from_name(std::string_view name, DatePart& part) noexcept {
  const auto* found = std::ranges::find_if(
      kPartNames, [&](const PartName& entry) { return std::ranges::equal(entry.name, name, {}, {}, lower); });
  if (found == std::end(kPartNames)) {
    return false;
  }
  part = found->part;
  return true;
}

std::string_view date_part_name(DatePart part) noexcept {
  for (const PartName& entry : kPartNames) {
    if (entry.part == part) {
      return entry.name;
    }
  }
  return "";
}

bool has_fraction(DatePart part) noexcept {
  return part == DatePart::kSecond || part == DatePart::kMillisecond || part == DatePart::kEpoch ||
         part == DatePart::kJulian;
}

IsoWeek iso_week_from_days(int32_t days) noexcept {
  const int weekday = day_of_week(days);
  const int from_monday = weekday == 0 ? 7 : weekday;
  // A week belongs to the year that its Thursday is in.
  const int64_t thursday = int64_t{days} - from_monday + 4;
  const auto clamped = static_cast<int32_t>(std::clamp<int64_t>(thursday, INT32_MIN, INT32_MAX));
  const int32_t year = civil_from_days(clamped).year;
  const int64_t ordinal = thursday - days_from_civil(year, 1, 1);
  return {year, static_cast<int32_t>(ordinal / 7 + 1), from_monday};
}

int day_of_year(int32_t days) noexcept {
  const CivilDate date = civil_from_days(days);
  return static_cast<int>(days - days_from_civil(date.year, 1, 1)) + 1;
}

int64_t extract_date_whole(DatePart part, int32_t days) noexcept {
  switch (part) {
    case DatePart::kDay: return civil_from_days(days).day;
    case DatePart::kMonth: return civil_from_days(days).month;
    case DatePart::kYear: return shown_year(civil_from_days(days).year);
    case DatePart::kQuarter: return (civil_from_days(days).month - 1) / 3 + 1;
    case DatePart::kWeek: return iso_week_from_days(days).week;
    case DatePart::kIsoYear: return shown_year(iso_week_from_days(days).year);
    case DatePart::kDayOfWeek: return day_of_week(days);
    case DatePart::kIsoDayOfWeek: return iso_week_from_days(days).day_of_week;
    case DatePart::kDayOfYear: return day_of_year(days);
    case DatePart::kDecade: return floor_divide(civil_from_days(days).year, 10);
    case DatePart::kCentury: return shown_period(civil_from_days(days).year, 100);
    case DatePart::kMillennium: return shown_period(civil_from_days(days).year, 1000);
    case DatePart::kEpoch: return int64_t{days} * (kMicrosPerDay / kMicrosPerSecond);
    case DatePart::kJulian: return int64_t{days} + kJulianDayOfEpoch;
    default: return 0;  // times of day at midnight, and the zone: UTC
  }
}

int64_t extract_whole(DatePart part, int64_t timestamp) noexcept {
  const DayAndTime parts = split_timestamp(timestamp);
  if (is_time_part(part)) {
    return time_part(part, parts.micros);
  }
  if (part == DatePart::kEpoch) {
    return floor_divide(timestamp, kMicrosPerSecond);
  }
  return extract_date_whole(part, parts.days);
}

int64_t extract_scaled(DatePart part, int64_t timestamp) noexcept {
  if (part == DatePart::kEpoch) {
    return timestamp;
  }
  const DayAndTime parts = split_timestamp(timestamp);
  if (is_time_part(part)) {
    return time_part_scaled(part, parts.micros);
  }
  if (part == DatePart::kJulian) {
    return julian_scaled(parts.days, parts.micros);
  }
  return extract_date_whole(part, parts.days) * kScale;
}

int64_t extract_date_scaled(DatePart part, int32_t days) noexcept {
  return extract_date_whole(part, days) * kScale;
}

bool extract_time_scaled(DatePart part, int64_t time, int64_t& result) noexcept {
  if (part != DatePart::kEpoch && !is_time_part(part)) {
    return false;
  }
  result = part == DatePart::kEpoch ? time : time_part_scaled(part, time);
  return true;
}

bool extract_interval_scaled(DatePart part, const Interval& interval, int64_t& result) noexcept {
  const int64_t years = interval.months / 12;
  switch (part) {
    case DatePart::kMicrosecond:
    case DatePart::kMillisecond:
    case DatePart::kSecond:
    case DatePart::kMinute: result = time_part_scaled(part, interval.micros); return true;
    case DatePart::kHour: {
      const int64_t hours = interval.micros / kMicrosPerHour;
      result = hours * kScale;
      return true;
    }
    case DatePart::kDay: result = interval.days * kScale; return true;
    case DatePart::kMonth: result = interval.months % 12 * kScale; return true;
    case DatePart::kQuarter: result = (interval.months % 12 / 3 + 1) * kScale; return true;
    case DatePart::kYear: result = years * kScale; return true;
    case DatePart::kDecade: result = years / 10 * kScale; return true;
    case DatePart::kCentury: result = years / 100 * kScale; return true;
    case DatePart::kMillennium: result = years / 1000 * kScale; return true;
    case DatePart::kEpoch: {
      // Years have 365.25 days, months of a part of a year 30, as in PostgreSQL.
      const Int128 days = static_cast<Int128>(interval.months % 12) * 30 + interval.days;
      const Int128 micros =
          days * kMicrosPerDay + static_cast<Int128>(years) * (kMicrosPerDay / 4 * 1461) + interval.micros;
      if (micros > INT64_MAX || micros < INT64_MIN) {
        return false;
      }
      result = static_cast<int64_t>(micros);
      return true;
    }
    default: return false;
  }
}

bool add_days(int32_t days, int64_t count, int32_t& result) noexcept {
  if (!is_finite_date(days)) {
    result = days;
    return true;
  }
  constexpr int64_t kSpan = int64_t{kDateMax} - kDateMin;
  if (count > kSpan || count < -kSpan) {
    return false;
  }
  const int64_t sum = days + count;
  if (sum < kDateMin || sum > kDateMax) {
    return false;
  }
  result = static_cast<int32_t>(sum);
  return true;
}

bool add_months(int32_t days, int64_t months, int32_t& result) noexcept {
  if (!is_finite_date(days)) {
    result = days;
    return true;
  }
  constexpr int64_t kMonthsMax = int64_t{12} * 6'000'000;
  if (months > kMonthsMax || months < -kMonthsMax) {
    return false;
  }
  const CivilDate date = civil_from_days(days);
  const int64_t month_number = int64_t{date.year} * 12 + date.month - 1 + months;
  const int64_t year = floor_divide(month_number, 12);
  const int month = static_cast<int>(month_number - year * 12) + 1;
  return make_date(year, month, std::min(date.day, days_in_month(year, month)), result);
}

bool add_interval(int64_t timestamp, const Interval& interval, int64_t& result) noexcept {
  if (!is_finite_timestamp(timestamp)) {
    result = timestamp;
    return true;
  }
  const DayAndTime parts = split_timestamp(timestamp);
  int32_t days = parts.days;
  if (interval.months != 0 && !add_months(days, interval.months, days)) {
    return false;
  }
  if (interval.days != 0 && !add_days(days, interval.days, days)) {
    return false;
  }
  const Int128 sum = static_cast<Int128>(days) * kMicrosPerDay + parts.micros + interval.micros;
  if (sum < kTimestampMin || sum > kTimestampMax) {
    return false;
  }
  result = static_cast<int64_t>(sum);
  return true;
}

bool subtract_interval(int64_t timestamp, const Interval& interval, int64_t& result) noexcept {
  Interval negated;
  return negate_interval(interval, negated) && add_interval(timestamp, negated, result);
}

int64_t add_interval_to_time(int64_t time, const Interval& interval) noexcept {
  const int64_t sum = (time + interval.micros % kMicrosPerDay) % kMicrosPerDay;
  return sum < 0 ? sum + kMicrosPerDay : sum;
}

bool subtract_timestamps(int64_t a, int64_t b, Interval& result) noexcept {
  const Int128 difference = static_cast<Int128>(a) - b;
  if (difference > INT64_MAX || difference < INT64_MIN) {
    return false;
  }
  return justify_hours({0, 0, static_cast<int64_t>(difference)}, result);
}

bool age_between(int64_t a, int64_t b, Interval& result) noexcept {
  const bool is_negative = a < b;
  const DayAndTime later = split_timestamp(is_negative ? b : a);
  const DayAndTime earlier = split_timestamp(is_negative ? a : b);
  const CivilDate to = civil_from_days(later.days);
  const CivilDate from = civil_from_days(earlier.days);
  int64_t micros = later.micros - earlier.micros;
  int64_t days = to.day - from.day;
  int64_t months = (int64_t{to.year} - from.year) * 12 + to.month - from.month;
  if (micros < 0) {
    micros += kMicrosPerDay;
    --days;
  }
  if (days < 0) {
    // Borrowed is the month that the earlier date is in, as PostgreSQL does.
    days += days_in_month(from.year, from.month);
    --months;
  }
  const int64_t sign = is_negative ? -1 : 1;
  result = {static_cast<int32_t>(sign * months), static_cast<int32_t>(sign * days), sign * micros};
  return true;
}

}  // namespace stoa
