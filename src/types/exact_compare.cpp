#include "types/exact_compare.h"

#include "types/decimal.h"
#include "types/wide_integer.h"

namespace stoa {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo127 = kTwoTo63 * kTwoTo63 * 2;

int sign_of(double value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// remainder / divisor against a fraction in [0, 1), bit by bit. divisor is at most 10^38, so that doubling
/// fits.
int compare_fractions(UInt128 remainder, UInt128 divisor, double fraction) {
  while (remainder != 0 && fraction != 0) {
    remainder <<= 1;
    fraction *= 2;  // exact: a double's bits move up one by one
    const bool bit_a = remainder >= divisor;
    const bool bit_b = fraction >= 1;
    if (bit_a != bit_b) {
      return bit_a ? 1 : -1;
    }
    if (bit_a) {
      remainder -= divisor;
      fraction -= 1;
    }
  }
  return remainder != 0 ? 1 : fraction != 0 ? -1 : 0;
}

}  // namespace

int compare_int64_double(int64_t a, double b) noexcept {
  if (std::isnan(b) || b >= kTwoTo63) {
    return -1;
  }
  if (b < -kTwoTo63) {
    return 1;
  }
  const double whole = std::trunc(b);
  const auto integer = static_cast<int64_t>(whole);
  if (a != integer) {
    return a < integer ? -1 : 1;
  }
  return -sign_of(b - whole);
}

int compare_uint64_double(uint64_t a, double b) noexcept {
  return compare_int128_double(static_cast<Int128>(a), b);
}

int compare_int128_double(Int128 a, double b) noexcept {
  if (std::isnan(b) || b >= kTwoTo127) {
    return -1;
  }
  if (b < -kTwoTo127) {
    return 1;
  }
  const double whole = std::trunc(b);
  const auto integer = static_cast<Int128>(whole);
  if (a != integer) {
    return a < integer ? -1 : 1;
  }
  return -sign_of(b - whole);
}

int compare_decimal_double(Int128 a, unsigned scale, double b) noexcept {
  if (scale == 0) {
    return compare_int128_double(a, b);
  }
  if (std::isnan(b) || b >= kTwoTo127) {
    return -1;
  }
  if (b < -kTwoTo127) {
    return 1;
  }
  if (a < 0 && b >= 0) {
    return -1;
  }
  if (a >= 0 && b < 0) {
    return 1;
  }
  const bool is_negative = a < 0;
  const UInt128 magnitude = magnitude_of(a);
  const auto divisor = static_cast<UInt128>(power_of_ten(scale));
  const double absolute = std::fabs(b);
  const double whole = std::floor(absolute);
  const UInt128 whole_a = magnitude / divisor;
  const auto whole_b = static_cast<UInt128>(whole);
  int order = whole_a < whole_b ? -1 : whole_a > whole_b ? 1 : 0;
  if (order == 0) {
    order = compare_fractions(magnitude % divisor, divisor, absolute - whole);
  }
  return is_negative ? -order : order;
}

}  // namespace stoa
