#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "types/interval.h"

/// Intervals as text, and arithmetic on them, by PostgreSQL's rules. Pure functions; never throw; a false
/// return means malformed or out of range and leaves the result alone.
namespace stoa {

/// `1 year 2 months 3 days 04:05:06.789`, `1 day ago`, `1.5 weeks`, `1-2`, `3 4:05:06`, `P1Y2M3DT4H5M6S`, `@
/// 1 minute`. A bare number counts seconds.
[[nodiscard]] bool parse_interval(std::string_view text, Interval& result) noexcept;
/// The same for INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH: `range` is in upper case ("DAY", "DAY TO
/// SECOND"); the last field gives bare numbers their unit, and finer fields are cut off.
[[nodiscard]] bool parse_interval_range(std::string_view text, std::string_view range,
                                        Interval& result) noexcept;

inline constexpr size_t kIntervalPrintBytesMax = 96;
/// 1 year 2 mons 3 days 04:05:06.789 (IntervalStyle postgres).
size_t print_interval(const Interval& interval, char* out) noexcept;
std::string interval_to_string(const Interval& interval);
/// P1Y2M3DT4H5M6.789S (IntervalStyle iso_8601).
std::string interval_to_iso(const Interval& interval);

[[nodiscard]] bool add_intervals(const Interval& a, const Interval& b, Interval& result) noexcept;
[[nodiscard]] bool negate_interval(const Interval& interval, Interval& result) noexcept;
/// Fractions of months spill into days and of days into time.
[[nodiscard]] bool multiply_interval(const Interval& interval, double factor, Interval& result) noexcept;
/// The caller has checked that `divisor` isn't 0.
[[nodiscard]] bool divide_interval(const Interval& interval, double divisor, Interval& result) noexcept;
/// 24 hours become a day; 30 days become a month; both, with signs made alike.
[[nodiscard]] bool justify_hours(const Interval& interval, Interval& result) noexcept;
[[nodiscard]] bool justify_days(const Interval& interval, Interval& result) noexcept;
[[nodiscard]] bool justify_interval(const Interval& interval, Interval& result) noexcept;

}  // namespace stoa
