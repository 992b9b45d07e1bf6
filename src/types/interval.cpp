// Printing intervals, and arithmetic on them.
#include "types/interval.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "types/interval_text.h"
#include "types/iso_scan.h"
#include "types/timestamp.h"

namespace stoa {
namespace {

constexpr int64_t kDaysPerMonth = 30;
constexpr double kSecondsPerDay = 86400.0;

/// |value| as unsigned, also of the least one.
uint64_t absolute(int64_t value) {
  return value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

char* put(std::string_view text, char* at) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

char* put_number(int64_t value, char* at) {
  return std::to_chars(at, at + 24, value).ptr;
}

char* put_at_least_two(uint64_t value, char* at) {
  if (value < 10) {
    *at++ = '0';
  }
  return std::to_chars(at, at + 24, value).ptr;
}

/// Six digits without the zeros at their end; nothing for 0.
char* put_fraction(uint64_t micros, char* at) {
  if (micros == 0) {
    return at;
  }
  size_t digits = 6;
  for (; micros % 10 == 0; micros /= 10) {
    --digits;
  }
  *at = '.';
  for (size_t i = digits; i > 0; --i) {
    at[i] = static_cast<char>('0' + micros % 10);
    micros /= 10;
  }
  return at + digits + 1;
}

/// `3 days`: a part behind a negative one shows its plus sign.
void put_part(int64_t value, std::string_view unit, bool& is_empty, bool& was_negative, char*& at) {
  if (value == 0) {
    return;
  }
  if (!is_empty) {
    *at++ = ' ';
  }
  if (was_negative && value > 0) {
    *at++ = '+';
  }
  at = put_number(value, at);
  *at++ = ' ';
  at = put(unit, at);
  if (value != 1) {
    *at++ = 's';
  }
  was_negative = value < 0;
  is_empty = false;
}

bool to_int32(double value, int32_t& result) {
  if (!(value >= INT32_MIN && value <= INT32_MAX)) {
    return false;
  }
  result = static_cast<int32_t>(value);
  return true;
}

bool to_interval(Int128 months, Int128 days, Int128 micros, Interval& result) {
  if (months != static_cast<int32_t>(months) || days != static_cast<int32_t>(days) ||
      micros != static_cast<int64_t>(micros)) {
    return false;
  }
  result = {static_cast<int32_t>(months), static_cast<int32_t>(days), static_cast<int64_t>(micros)};
  return true;
}

double round_micros(double seconds) {
  return std::rint(seconds * 1e6) / 1e6;
}

/// Gives back what whole months, days and microseconds a product has, its fractions cascaded down. The parts
/// are months, days and microseconds already multiplied.
bool cascade(double months, double days, double micros, Interval& result) {
  Interval whole;
  if (!to_int32(months, whole.months) || !to_int32(days, whole.days)) {
    return false;
  }
  const double month_days = round_micros((months - whole.months) * static_cast<double>(kDaysPerMonth));
  const double whole_month_days = std::trunc(month_days);
  double seconds = round_micros((days - whole.days + month_days - whole_month_days) * kSecondsPerDay);
  double carried_days = whole_month_days;
  if (std::fabs(seconds) >= kSecondsPerDay) {
    const double full = std::trunc(seconds / kSecondsPerDay);
    carried_days += full;
    seconds -= full * kSecondsPerDay;
  }
  if (!to_int32(whole.days + carried_days, whole.days)) {
    return false;
  }
  constexpr double kTwoTo63 = 9223372036854775808.0;
  const double total = std::rint(micros + seconds * static_cast<double>(kMicrosPerSecond));
  if (!(total >= -kTwoTo63 && total < kTwoTo63)) {
    return false;
  }
  whole.micros = static_cast<int64_t>(total);
  result = whole;
  return true;
}

/// Gives `high` and `low` the same sign by lending one `high`, worth `size`.
void make_signs_alike(Int128& high, Int128& low, Int128 size) {
  if (high > 0 && low < 0) {
    low += size;
    --high;
  } else if (high < 0 && low > 0) {
    low -= size;
    ++high;
  }
}

}  // namespace

size_t print_interval(const Interval& interval, char* out) noexcept {
  char* at = out;
  bool is_empty = true;
  bool was_negative = false;
  put_part(interval.months / 12, "year", is_empty, was_negative, at);
  put_part(interval.months % 12, "mon", is_empty, was_negative, at);
  put_part(interval.days, "day", is_empty, was_negative, at);
  if (!is_empty && interval.micros == 0) {
    return static_cast<size_t>(at - out);
  }
  if (!is_empty) {
    *at++ = ' ';
  }
  if (interval.micros < 0) {
    *at++ = '-';
  } else if (was_negative) {
    *at++ = '+';
  }
  const uint64_t micros = absolute(interval.micros);
  at = put_at_least_two(micros / kMicrosPerHour, at);
  *at++ = ':';
  put_two_digits(static_cast<int>(micros / kMicrosPerMinute % 60), at);
  at[2] = ':';
  put_two_digits(static_cast<int>(micros / kMicrosPerSecond % 60), at + 3);
  at = put_fraction(micros % kMicrosPerSecond, at + 5);
  return static_cast<size_t>(at - out);
}

std::string interval_to_string(const Interval& interval) {
  char buffer[kIntervalPrintBytesMax];
  return {buffer, print_interval(interval, buffer)};
}

std::string interval_to_iso(const Interval& interval) {
  if (interval.months == 0 && interval.days == 0 && interval.micros == 0) {
    return "PT0S";
  }
  char buffer[kIntervalPrintBytesMax];
  char* at = buffer;
  const auto part = [&](int64_t value, char mark) {
    if (value == 0) {
      return;
    }
    at = put_number(value, at);
    *at++ = mark;
  };
  *at++ = 'P';
  part(interval.months / 12, 'Y');
  part(interval.months % 12, 'M');
  part(interval.days, 'D');
  if (interval.micros != 0) {
    *at++ = 'T';
  }
  part(interval.micros / kMicrosPerHour, 'H');
  part(interval.micros / kMicrosPerMinute % 60, 'M');
  if (const int64_t rest = interval.micros % kMicrosPerMinute; rest != 0) {
    if (rest < 0) {
      *at++ = '-';
    }
    at = put_number(static_cast<int64_t>(absolute(rest)) / kMicrosPerSecond, at);
    at = put_fraction(absolute(rest) % kMicrosPerSecond, at);
    *at++ = 'S';
  }
  return {buffer, static_cast<size_t>(at - buffer)};
}

bool add_intervals(const Interval& a, const Interval& b, Interval& result) noexcept {
  return to_interval(static_cast<Int128>(a.months) + b.months, static_cast<Int128>(a.days) + b.days,
                     static_cast<Int128>(a.micros) + b.micros, result);
}

bool negate_interval(const Interval& interval, Interval& result) noexcept {
  return to_interval(-static_cast<Int128>(interval.months), -static_cast<Int128>(interval.days),
                     -static_cast<Int128>(interval.micros), result);
}

bool multiply_interval(const Interval& interval, double factor, Interval& result) noexcept {
  return cascade(interval.months * factor, interval.days * factor,
                 static_cast<double>(interval.micros) * factor, result);
}

bool divide_interval(const Interval& interval, double divisor, Interval& result) noexcept {
  return cascade(interval.months / divisor, interval.days / divisor,
                 static_cast<double>(interval.micros) / divisor, result);
}

bool justify_hours(const Interval& interval, Interval& result) noexcept {
  Int128 days = static_cast<Int128>(interval.days) + interval.micros / kMicrosPerDay;
  Int128 micros = interval.micros % kMicrosPerDay;
  make_signs_alike(days, micros, kMicrosPerDay);
  return to_interval(interval.months, days, micros, result);
}

bool justify_days(const Interval& interval, Interval& result) noexcept {
  Int128 months = static_cast<Int128>(interval.months) + interval.days / kDaysPerMonth;
  Int128 days = interval.days % kDaysPerMonth;
  make_signs_alike(months, days, kDaysPerMonth);
  return to_interval(months, days, interval.micros, result);
}

bool justify_interval(const Interval& interval, Interval& result) noexcept {
  Int128 days = static_cast<Int128>(interval.days) + interval.micros / kMicrosPerDay;
  Int128 micros = interval.micros % kMicrosPerDay;
  Int128 months = static_cast<Int128>(interval.months) + days / kDaysPerMonth;
  days %= kDaysPerMonth;
  if (months > 0 && (days < 0 || (days == 0 && micros < 0))) {
    days += kDaysPerMonth;
    --months;
  } else if (months < 0 && (days > 0 || (days == 0 && micros > 0))) {
    days -= kDaysPerMonth;
    ++months;
  }
  make_signs_alike(days, micros, kMicrosPerDay);
  return to_interval(months, days, micros, result);
}

}  // namespace stoa
