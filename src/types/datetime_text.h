#pragma once

#include <cstdint>
#include <string_view>

#include "types/interval.h"

/// The general reader behind parse_date, parse_time, parse_timestamp and parse_timestamptz, for every form
/// that their fast paths decline: PostgreSQL's rules with DateStyle ISO, MDY. Pure; never throws.
namespace stoa {

enum class ParseStatus : uint8_t { kOk, kMalformed, kOutOfRange };

struct DateTimeText {
  enum class Special : uint8_t { kNone, kInfinity, kMinusInfinity, kEpoch };
  Special special = Special::kNone;
  bool has_time = false;
  bool has_zone = false;
  int32_t days = 0;          ///< since 1970
  int64_t time_micros = 0;   ///< 0 to 24:00:00
  int32_t zone_seconds = 0;  ///< east of UTC
};

enum class DateTimeForm : uint8_t {
  kDate,  ///< must have a date
  kTime,  ///< must have a time of day; a date is dropped
};

ParseStatus read_datetime(std::string_view text, DateTimeForm form, DateTimeText& result) noexcept;

// --- the parsers of date.h and timestamp.h with their verdict, for error messages
ParseStatus read_date(std::string_view text, int32_t& days) noexcept;
ParseStatus read_time(std::string_view text, int64_t& micros) noexcept;
ParseStatus read_timestamp(std::string_view text, bool with_zone, int64_t& micros) noexcept;

ParseStatus read_interval(std::string_view text, Interval& result) noexcept;

/// h:m, h:m:s, h:m:s.f, and m:s.f too: what stands between colons, missing numbers as 0. Minutes up to 59,
/// seconds up to 60 (with a fraction even beyond). `minutes_first` reads a:b as minutes and seconds.
struct ClockText {
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second_micros = 0;
};
ParseStatus read_clock(std::string_view text, bool minutes_first, ClockText& result) noexcept;

/// Digits behind a decimal point as microseconds, rounded as PostgreSQL does. May give 1,000,000.
int64_t fraction_to_micros(std::string_view digits) noexcept;

}  // namespace stoa
