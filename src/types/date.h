#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// DATE: days since 1970-01-01 in the proleptic Gregorian calendar, 4714-11-24 BC to 5874897-12-31, and two
/// infinities. Pure functions; never throw; a false return leaves the result alone.
namespace stoa {

inline constexpr int32_t kDateInfinity = INT32_MAX;
inline constexpr int32_t kDateMinusInfinity = INT32_MIN;
inline constexpr int32_t kDateMin = -2440588;    ///< Julian day 0
inline constexpr int32_t kDateMax = 2145042905;  ///< 5874897-12-31
inline constexpr int32_t kJulianDayOfEpoch = 2440588;

/// Years are astronomical: 0 is 1 BC, -1 is 2 BC.
struct CivilDate {
  int32_t year = 1970;
  int32_t month = 1;  ///< 1 to 12
  int32_t day = 1;    ///< 1 to 31
  friend bool operator==(const CivilDate&, const CivilDate&) = default;
};

constexpr bool is_finite_date(int32_t days) {
  return days != kDateInfinity && days != kDateMinusInfinity;
}
constexpr bool is_leap_year(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}
constexpr int days_in_month(int64_t year, int month) {
  constexpr int8_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : kDays[month - 1];
}

/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (public domain): days_from_civil. Month 1
/// to 12.
constexpr int64_t days_from_civil(int64_t year, int month, int day) {
  const int64_t y = year - (month <= 2 ? 1 : 0);
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t year_of_era = y - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

/// The inverse, over all of int32. Neri & Schneider, "Euclidean affine functions and their application to
/// calendar algorithms" (2022): divisions by multiplication only.
constexpr CivilDate civil_from_days(int32_t days) {
  constexpr int64_t kEras = 14800;  // of 400 years, so that every date of int32 is positive
  const uint64_t n = static_cast<uint64_t>(int64_t{days} + 719468 + kEras * 146097);
  const uint64_t n1 = 4 * n + 3;
  const uint64_t century = n1 / 146097;
  const uint32_t n2 = static_cast<uint32_t>(n1 % 146097) | 3;
  const uint64_t p2 = uint64_t{2939745} * n2;
  const uint32_t year_of_century = static_cast<uint32_t>(p2 >> 32);
  const uint32_t day_of_year = static_cast<uint32_t>(p2) / 2939745 / 4;
  const uint32_t n3 = 2141 * day_of_year + 197913;
  const bool is_next_year = day_of_year >= 306;
  const int64_t year = static_cast<int64_t>(100 * century + year_of_century) - kEras * 400;
  return {static_cast<int32_t>(year + (is_next_year ? 1 : 0)),
          static_cast<int32_t>((n3 >> 16) - (is_next_year ? 12 : 0)),
          static_cast<int32_t>((n3 & 0xFFFF) / 2141 + 1)};
}

/// False where there is no such day or it is out of DATE's range. `year` is astronomical.
[[nodiscard]] bool make_date(int64_t year, int64_t month, int64_t day, int32_t& result) noexcept;

/// ISO (2024-05-06) first, then what PostgreSQL takes with DateStyle ISO, MDY: 20240506, 5/6/2024,
/// 6-May-2024, May 6, 2024, J2460437, 2024.127, a trailing BC, a time that is ignored, epoch, infinity. Not
/// the words that depend on now.
[[nodiscard]] bool parse_date(std::string_view text, int32_t& days) noexcept;

inline constexpr size_t kDatePrintBytesMax = 24;
/// 2024-05-06, 0044-03-15 BC, 10000-01-01, infinity.
size_t print_date(int32_t days, char* out) noexcept;
std::string date_to_string(int32_t days);

}  // namespace stoa
