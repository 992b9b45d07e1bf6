#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/int128.h"
#include "types/date.h"

/// TIME (microseconds since midnight, 0 to 24:00:00), TIMESTAMP and TIMESTAMPTZ (microseconds since
/// 1970-01-01 00:00, UTC for the latter), 4714-11-24 BC to 294247-01-10 04:00:54.775806, and two infinities.
/// (PostgreSQL's end is 30 years later as it counts from 2000.) Pure functions; never throw; a false return
/// leaves the result alone.
namespace stoa {

inline constexpr int64_t kMicrosPerSecond = 1'000'000;
inline constexpr int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
inline constexpr int64_t kMicrosPerHour = 60 * kMicrosPerMinute;
inline constexpr int64_t kMicrosPerDay = 24 * kMicrosPerHour;
inline constexpr int64_t kTimestampInfinity = INT64_MAX;
inline constexpr int64_t kTimestampMinusInfinity = INT64_MIN;
inline constexpr int64_t kTimestampMin = int64_t{kDateMin} * kMicrosPerDay;
inline constexpr int64_t kTimestampMax = INT64_MAX - 1;

constexpr bool is_finite_timestamp(int64_t micros) {
  return micros != kTimestampInfinity && micros != kTimestampMinusInfinity;
}
constexpr bool is_valid_timestamp(int64_t micros) {
  return micros >= kTimestampMin || !is_finite_timestamp(micros);
}

/// A finite timestamp's day (rounded down) and the microseconds into it.
struct DayAndTime {
  int32_t days;
  int64_t micros;
};
constexpr DayAndTime split_timestamp(int64_t micros) {
  int64_t days = micros / kMicrosPerDay;
  int64_t rest = micros % kMicrosPerDay;
  if (rest < 0) {
    rest += kMicrosPerDay;
    --days;
  }
  return {static_cast<int32_t>(days), rest};
}

/// 04:05:06.789, 04:05, 040506, 4:05 PM, 24:00:00; a leading date and a trailing zone are allowed and
/// dropped.
[[nodiscard]] bool parse_time(std::string_view text, int64_t& micros) noexcept;
/// A date in any form of parse_date, with or without a time; T or blanks between; a zone is read and dropped.
[[nodiscard]] bool parse_timestamp(std::string_view text, int64_t& micros) noexcept;
/// The same, brought to UTC by its offset (+02, -05:30, Z, UTC, EST, Europe/Paris); UTC where it has none.
[[nodiscard]] bool parse_timestamptz(std::string_view text, int64_t& micros) noexcept;

/// Hours 0 to 24, seconds with fraction up to 60; false when the sum exceeds 24:00:00.
[[nodiscard]] bool make_time(int64_t hour, int64_t minute, int64_t second_micros, int64_t& micros) noexcept;
/// `time_micros` may be any number of microseconds; false when out of range.
[[nodiscard]] bool make_timestamp(int64_t days, int64_t time_micros, int64_t& micros) noexcept;
/// Midnight of a date; infinities stay. False when out of TIMESTAMP's range.
[[nodiscard]] bool date_to_timestamp(int32_t days, int64_t& micros) noexcept;
/// The date of a timestamp; infinities stay.
int32_t timestamp_to_date(int64_t micros) noexcept;

inline constexpr size_t kTimePrintBytesMax = 16;
inline constexpr size_t kTimestampPrintBytesMax = 40;
/// 04:05:06.789: as many digits of the fraction as needed.
size_t print_time(int64_t micros, char* out) noexcept;
size_t print_timestamp(int64_t micros, char* out) noexcept;    ///< 2024-05-06 04:05:06
size_t print_timestamptz(int64_t micros, char* out) noexcept;  ///< 2024-05-06 04:05:06+00
std::string time_to_string(int64_t micros);
std::string timestamp_to_string(int64_t micros);
std::string timestamptz_to_string(int64_t micros);

}  // namespace stoa
