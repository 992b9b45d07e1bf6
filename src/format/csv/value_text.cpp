#include "format/csv/value_text.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.h"
#include "types/date.h"
#include "types/number_text.h"
#include "types/timestamp.h"

namespace stoa::csv {

namespace {

bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

// The last `count` (1 to 8) bytes of a word hold digits: their value, or false. Daniel Lemire's
// parse_eight_digits: add neighbours pairwise, thrice.
[[gnu::always_inline]] inline bool read_up_to_8_digits(const char* text, size_t count,
                                                       uint64_t& value) noexcept {
  auto word = load_unaligned<uint64_t>(text);
  // Shift what is behind out and zeros ('0') in before.
  const unsigned shift = static_cast<unsigned>(64 - 8 * count);
  word = (word << shift) | (shift == 0 ? 0 : 0x3030303030303030ULL >> (64 - shift));
  const uint64_t high = word & 0xF0F0F0F0F0F0F0F0ULL;
  const uint64_t carry = ((word + 0x0606060606060606ULL) & 0xF0F0F0F0F0F0F0F0ULL) >> 4;
  if ((high | carry) != 0x3333333333333333ULL) return false;
  word = (word & 0x0F0F0F0F0F0F0F0FULL) * 2561 >> 8;
  word = (word & 0x00FF00FF00FF00FFULL) * 6553601 >> 16;
  value = (word & 0x0000FFFF0000FFFFULL) * 42949672960001ULL >> 32;
  return true;
}

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::array<uint64_t, 9> kSmallPowers = {1,      10,      100,      1000,     10000,
                                                  100000, 1000000, 10000000, 100000000};

// `count` digits (0 to 16).
[[gnu::always_inline]] inline bool read_up_to_16_digits(const char* text, size_t count,
                                                        uint64_t& value) noexcept {
  if (count <= 8) {
    if (count == 0) {
      value = 0;
      return true;
    }
    return read_up_to_8_digits(text, count, value);
  }
  uint64_t high = 0;
  uint64_t low = 0;
  if (!read_up_to_8_digits(text, count - 8, high) || !read_up_to_8_digits(text + count - 8, 8, low))
    return false;
  value = high * 100000000 + low;
  return true;
}

// Where the first '.' is among `count` (up to 17) bytes; `count` where there is none. A byte of the
// difference is zero where the bytes are equal, and subtracting one from it borrows from its top bit.
size_t find_point(const char* text, size_t count) noexcept {
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  for (size_t i = 0; i < count; i += 8) {
    const uint64_t difference = load_unaligned<uint64_t>(text + i) ^ (kOnes * '.');
    const uint64_t found = (difference - kOnes) & ~difference & (kOnes << 7);
    if (found != 0) return std::min(count, i + static_cast<size_t>(std::countr_zero(found)) / 8);
  }
  return count;
}

struct TwoDigits {
  bool operator()(const char* text, int& value) const noexcept {
    if (!is_digit(text[0]) || !is_digit(text[1])) return false;
    value = (text[0] - '0') * 10 + (text[1] - '0');
    return true;
  }
};
constexpr TwoDigits read_two_digits;

// YYYY-MM-DD at the beginning of a text of at least 10 bytes.
bool read_date_part(const char* text, int32_t& days) noexcept {
  const char separator = text[4];
  int century = 0, year = 0, month = 0, day = 0;
  if ((separator != '-' && separator != '/') || text[7] != separator || !read_two_digits(text, century) ||
      !read_two_digits(text + 2, year) || !read_two_digits(text + 5, month) ||
      !read_two_digits(text + 8, day)) {
    return false;
  }
  year += century * 100;
  if (year == 0 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) return false;
  days = static_cast<int32_t>(days_from_civil(year, month, day));
  return true;
}

// HH:MM[:SS[.fraction]] at the beginning; takes what it reads off `text`. Hours up to 23.
bool take_time_part(std::string_view& text, bool needs_seconds, int64_t& micros) noexcept {
  int hour = 0, minute = 0, second = 0;
  if (text.size() < 5 || text[2] != ':' || !read_two_digits(text.data(), hour) || hour > 23 ||
      !read_two_digits(text.data() + 3, minute) || minute > 59) {
    return false;
  }
  micros = hour * kMicrosPerHour + minute * kMicrosPerMinute;
  text.remove_prefix(5);
  if (text.size() < 3 || text[0] != ':') return !needs_seconds;
  if (!read_two_digits(text.data() + 1, second) || second > 59) return false;
  micros += second * kMicrosPerSecond;
  text.remove_prefix(3);
  if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return true;
  size_t digit_count = 0;
  int64_t fraction = 0;
  for (text.remove_prefix(1); !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
    // The seventh digit rounds, as in SQL's casts; those behind it say nothing.
    if (digit_count < 6) fraction = fraction * 10 + (text[0] - '0');
    if (digit_count == 6 && text[0] >= '5') ++fraction;
    ++digit_count;
  }
  for (; digit_count < 6; ++digit_count) fraction *= 10;
  micros += fraction;
  return true;
}

// Z, +HH, +HHMM, +HH:MM, perhaps behind a blank: all of `text`.
bool read_offset(std::string_view text, int64_t& micros) noexcept {
  if (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  if (text == "Z" || text == "z" || text == "UTC") {
    micros = 0;
    return true;
  }
  if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) return false;
  int hour = 0, minute = 0;
  if (!read_two_digits(text.data() + 1, hour) || hour > 15) return false;
  if (text.size() > 3) {
    const std::string_view rest = text.substr(text[3] == ':' ? 4 : 3);
    if (rest.size() != 2 || !read_two_digits(rest.data(), minute) || minute > 59) return false;
  }
  micros = hour * kMicrosPerHour + minute * kMicrosPerMinute;
  if (text[0] == '-') micros = -micros;
  return true;
}

bool read_date_and_time(std::string_view text, bool may_have_offset, int64_t& micros) noexcept {
  text = trim_blanks(text);
  int32_t days = 0;
  if (text.size() < 10 || !read_date_part(text.data(), days)) return false;
  int64_t time = 0;
  int64_t offset = 0;
  text.remove_prefix(10);
  if (!text.empty()) {
    if (text[0] != ' ' && text[0] != 'T') return false;
    text.remove_prefix(1);
    if (!take_time_part(text, false, time)) return false;
    if (!text.empty() && !(may_have_offset && read_offset(text, offset))) return false;
  }
  return make_timestamp(days, time - offset, micros);
}

// Too much, or not this simply: general and slow.
bool read_bigint_slowly(std::string_view text, int64_t& result) noexcept {
  return parse_int64(text, result);
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) noexcept {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

uint32_t temporal_candidates_of(std::string_view text) noexcept {
  int32_t days = 0;
  int64_t micros = 0;
  uint32_t found = 0;
  if (read_date(text, days)) found |= kMayBeDate;
  if (read_time(text, micros)) found |= kMayBeTime;
  if (read_timestamp(text, micros)) found |= kMayBeTimestamp;
  if (read_timestamptz(text, micros)) found |= kMayBeTimestamptz;
  return found;
}

}  // namespace

bool read_bigint(std::string_view text, int64_t& result) noexcept {
  const char* digits = text.data();
  size_t count = text.size();
  const bool is_negative = count != 0 && *digits == '-';
  digits += is_negative ? 1 : 0;
  count -= is_negative ? 1 : 0;
  uint64_t value = 0;
  if (count == 0 || count > 16 || !read_up_to_16_digits(digits, count, value))
    return read_bigint_slowly(text, result);
  result = is_negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
  return true;
}

bool read_hugeint(std::string_view text, Int128& result) noexcept {
  int64_t small = 0;
  if (!read_bigint(text, small)) return parse_int128(text, result);
  result = small;
  return true;
}

// W. D. Clinger, "How to read floating point numbers accurately" (1990): up to 2^53 and powers of ten up to
// 22 are exact doubles, so that one division rounds correctly.
bool read_double(std::string_view text, double& result) noexcept {
  constexpr uint64_t kExactMax = uint64_t{1} << 53;
  const char* digits = text.data();
  size_t count = text.size();
  const bool is_negative = count != 0 && *digits == '-';
  digits += is_negative ? 1 : 0;
  count -= is_negative ? 1 : 0;
  if (count == 0 || count > 17) return parse_double(text, result);
  const size_t whole_count = find_point(digits, count);
  const size_t fraction_count = whole_count == count ? 0 : count - whole_count - 1;
  uint64_t whole = 0;
  uint64_t fraction = 0;
  const bool is_simple = whole_count <= 16 && fraction_count <= 8 && whole_count + fraction_count > 0 &&
                         read_up_to_16_digits(digits, whole_count, whole) &&
                         read_up_to_16_digits(digits + whole_count + 1, fraction_count, fraction);
  if (!is_simple || whole > kExactMax / kSmallPowers[fraction_count]) return parse_double(text, result);
  const uint64_t mantissa = whole * kSmallPowers[fraction_count] + fraction;
  if (mantissa > kExactMax) return parse_double(text, result);
  const double value = static_cast<double>(mantissa) / kPowersOfTen[fraction_count];
  result = is_negative ? -value : value;
  return true;
}

bool read_boolean(std::string_view text, bool& result) noexcept {
  text = trim_blanks(text);
  const bool is_true = equals_ignoring_case(text, "true");
  if (!is_true && !equals_ignoring_case(text, "false")) return false;
  result = is_true;
  return true;
}

bool read_date(std::string_view text, int32_t& days) noexcept {
  if (text.size() != 10) text = trim_blanks(text);
  return text.size() == 10 && read_date_part(text.data(), days);
}

bool read_time(std::string_view text, int64_t& micros) noexcept {
  text = trim_blanks(text);
  int64_t value = 0;
  if (!take_time_part(text, true, value) || !text.empty()) return false;
  micros = value;
  return true;
}

bool read_timestamp(std::string_view text, int64_t& micros) noexcept {
  return read_date_and_time(text, false, micros);
}

bool read_timestamptz(std::string_view text, int64_t& micros) noexcept {
  return read_date_and_time(text, true, micros);
}

uint32_t candidates_of(std::string_view text) noexcept {
  uint32_t found = kMayBeText;
  const std::string_view trimmed = trim_blanks(text);
  if (trimmed.empty()) return found;
  const char first = trimmed[0];
  const bool may_be_number = is_digit(first) || first == '-' || first == '+' || first == '.';
  const char lower = static_cast<char>(first | 0x20);
  if (lower == 't' || lower == 'f') {
    bool truth = false;
    return read_boolean(text, truth) ? found | kMayBeBoolean : found;
  }
  if (!may_be_number && lower != 'n' && lower != 'i') return found;
  int64_t small = 0;
  Int128 large = 0;
  double real = 0;
  if (read_bigint(text, small)) return found | kMayBeBigint | kMayBeHugeint | kMayBeDouble;
  if (looks_like_integer(text))
    return read_hugeint(text, large) ? found | kMayBeHugeint | kMayBeDouble : found;
  if (read_double(text, real)) return found | kMayBeDouble;
  return is_digit(first) ? found | temporal_candidates_of(text) : found;
}

}  // namespace stoa::csv
