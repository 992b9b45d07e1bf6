// Decimals as text and as doubles.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "types/decimal.h"
#include "types/number_text.h"
#include "types/wide_integer.h"

namespace stoa {
namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A number's digits without leading zeros: value = 0.d1d2d3... * 10^point. Digits behind the first 80 are
/// not kept but for their being there: no result has as many.
struct Digits {
  static constexpr size_t kKept = 80;
  std::array<char, kKept> digits;
  size_t count = 0;
  int64_t point = 0;
  size_t fraction_digits = 0;
  bool is_negative = false;
  bool has_exponent = false;
};

/// Larger exponents can't matter: they only need to stay in range when added to.
constexpr int64_t kExponentLimit = 1'000'000'000;

bool read_exponent(std::string_view text, Digits& number) {
  bool is_negative = false;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    is_negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) {
    return false;
  }
  int64_t exponent = 0;
  for (const char c : text) {
    if (!is_digit(c)) {
      return false;
    }
    if (exponent < kExponentLimit) {
      exponent = exponent * 10 + (c - '0');
    }
  }
  number.point += is_negative ? -exponent : exponent;
  number.has_exponent = true;
  return true;
}

bool read_digits(std::string_view text, Digits& number) {
  text = trim_blanks(text);
  size_t at = 0;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    number.is_negative = text[0] == '-';
    at = 1;
  }
  bool has_point = false;
  bool has_digits = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (!is_digit(c)) {
      break;
    }
    has_digits = true;
    number.fraction_digits += has_point ? 1 : 0;
    const bool is_leading_zero = c == '0' && number.count == 0;
    if (!is_leading_zero && number.count < Digits::kKept) {
      number.digits[number.count++] = c;
    }
    if (has_point ? is_leading_zero : !is_leading_zero) {
      number.point += has_point ? -1 : 1;
    }
  }
  if (!has_digits) {
    return false;
  }
  if (at == text.size()) {
    return true;
  }
  return (text[at] == 'e' || text[at] == 'E') && read_exponent(text.substr(at + 1), number);
}

UInt128 first_digits(const Digits& number, size_t count) {
  UInt128 value = 0;
  for (size_t i = 0; i < count; ++i) {
    value = value * 10 + static_cast<unsigned>(i < number.count ? number.digits[i] - '0' : 0);
  }
  return value;
}

/// value * 10^scale, rounded.
bool to_scale(const Digits& number, unsigned precision, unsigned scale, Int128& result) {
  UInt128 magnitude = 0;
  const int64_t kept = number.point + scale;
  if (number.count > 0 && kept >= 0) {
    if (kept > kDecimalDigitsMax) {
      return false;
    }
    const auto count = static_cast<size_t>(kept);
    magnitude = first_digits(number, count);
    if (count < number.count && number.digits[count] >= '5') {
      ++magnitude;
    }
  }
  if (magnitude >= static_cast<UInt128>(power_of_ten(precision))) {
    return false;
  }
  result = with_sign(magnitude, number.is_negative);
  return true;
}

/// The common case: at most 18 digits, one sign, one point, nothing else.
bool parse_short(std::string_view text, unsigned precision, unsigned scale, Int128& result) {
  constexpr size_t kBytesMax = 18;
  if (text.empty() || text.size() > kBytesMax) {
    return false;
  }
  const bool is_negative = text.front() == '-';
  if (is_negative) {
    text.remove_prefix(1);
  }
  uint64_t value = 0;
  const size_t point = text.find('.');
  const size_t fraction_digits = point == std::string_view::npos ? 0 : text.size() - point - 1;
  const bool has_digits = text.size() > (point == std::string_view::npos ? 0 : 1);
  if (fraction_digits > scale || !has_digits) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (i == point) {
      continue;
    }
    if (!is_digit(text[i])) {
      return false;
    }
    value = value * 10 + static_cast<uint64_t>(text[i] - '0');
  }
  return rescale_decimal(is_negative ? -static_cast<Int128>(value) : static_cast<Int128>(value),
                         static_cast<unsigned>(fraction_digits), scale, precision, result);
}

template <class T>
bool floating_to_decimal(T value, unsigned precision, unsigned scale, Int128& result) {
  if (!std::isfinite(value)) {
    return false;
  }
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  return parse_decimal({buffer, static_cast<size_t>(end - buffer)}, precision, scale, result);
}

/// Through text, which from_chars rounds correctly.
template <class T>
T decimal_to_floating(Int128 value, unsigned scale) {
  char buffer[kDecimalPrintBytesMax];
  const size_t size = print_decimal(value, scale, buffer);
  T result = 0;
  std::from_chars(buffer, buffer + size, result);
  return result;
}

/// Doubles hold powers of ten up to here exactly.
constexpr unsigned kExactPowerMax = 22;
constexpr double kExactPowers[kExactPowerMax + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int64_t kExactIntegerMax = int64_t{1} << 53;

}  // namespace

double decimal_to_double(Int128 value, unsigned scale) noexcept {
  if (scale == 0) {
    return static_cast<double>(value);
  }
  if (value >= -kExactIntegerMax && value <= kExactIntegerMax && scale <= kExactPowerMax) {
    // Both operands are exact, so that the division rounds once.
    return static_cast<double>(static_cast<int64_t>(value)) / kExactPowers[scale];
  }
  return decimal_to_floating<double>(value, scale);
}

float decimal_to_float(Int128 value, unsigned scale) noexcept {
  return scale == 0 ? static_cast<float>(value) : decimal_to_floating<float>(value, scale);
}

bool double_to_decimal(double value, unsigned precision, unsigned scale, Int128& result) noexcept {
  // Below 2^43 the product is off by less than 2^-9, as is the shortest form: only near a half may they
  // disagree.
  constexpr double kFastLimit = 8796093022208.0;
  constexpr double kNearHalf = 1.0 / 128;
  if (scale <= kExactPowerMax) {
    const double scaled = std::fabs(value) * kExactPowers[scale];
    const double below = std::floor(scaled);
    const double fraction = scaled - below;
    if (scaled < kFastLimit && std::fabs(fraction - 0.5) > kNearHalf) {
      const auto magnitude = static_cast<int64_t>(below) + (fraction > 0.5 ? 1 : 0);
      if (!fits_digits(magnitude, precision)) {
        return false;
      }
      result = value < 0 ? -magnitude : magnitude;
      return true;
    }
  }
  return floating_to_decimal(value, precision, scale, result);
}

bool float_to_decimal(float value, unsigned precision, unsigned scale, Int128& result) noexcept {
  return floating_to_decimal(value, precision, scale, result);
}

bool parse_decimal(std::string_view text, unsigned precision, unsigned scale, Int128& result) noexcept {
  if (parse_short(text, precision, scale, result)) {
    return true;
  }
  Digits number;
  return read_digits(text, number) && to_scale(number, precision, scale, result);
}

bool parse_decimal_as_written(std::string_view text, Int128& unscaled, uint8_t& precision,
                              uint8_t& scale) noexcept {
  Digits number;
  if (!read_digits(text, number)) {
    return false;
  }
  if (number.has_exponent || number.fraction_digits > kDecimalDigitsMax) {
    return false;
  }
  const int64_t digits = std::max<int64_t>(1, number.point + static_cast<int64_t>(number.fraction_digits));
  const auto written = std::max<int64_t>(digits, static_cast<int64_t>(number.fraction_digits));
  if (written > kDecimalDigitsMax) {
    return false;
  }
  precision = static_cast<uint8_t>(written);
  scale = static_cast<uint8_t>(number.fraction_digits);
  return to_scale(number, precision, scale, unscaled);
}

size_t print_decimal(Int128 unscaled, unsigned scale, char* out) noexcept {
  if (scale == 0) {
    return print_int128(unscaled, out);
  }
  char digits[kIntegerPrintBytesMax];
  const bool is_negative = unscaled < 0;
  const size_t printed = print_int128(unscaled, digits) - (is_negative ? 1 : 0);
  const char* from = digits + (is_negative ? 1 : 0);
  char* at = out;
  if (is_negative) {
    *at++ = '-';
  }
  const size_t whole = printed > scale ? printed - scale : 0;
  if (whole == 0) {
    *at++ = '0';
  }
  std::memcpy(at, from, whole);
  at += whole;
  *at++ = '.';
  for (size_t i = printed; i < scale; ++i) {
    *at++ = '0';
  }
  std::memcpy(at, from + whole, printed - whole);
  return static_cast<size_t>(at - out) + printed - whole;
}

std::string decimal_to_string(Int128 unscaled, unsigned scale) {
  char buffer[kDecimalPrintBytesMax];
  return {buffer, print_decimal(unscaled, scale, buffer)};
}

}  // namespace stoa
