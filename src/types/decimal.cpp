#include "types/decimal.h"

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "types/number_text.h"
#include "types/wide_integer.h"

namespace stoa {
namespace {

struct PowerTable {
  Int128 values[kDecimalDigitsMax + 1];
  constexpr PowerTable() : values() {
    values[0] = 1;
    for (int i = 1; i <= kDecimalDigitsMax; ++i) {
      values[i] = values[i - 1] * 10;
    }
  }
};
constexpr PowerTable kPowers;
constexpr UInt128 kLimit = static_cast<UInt128>(kPowers.values[kDecimalDigitsMax]);

UInt128 power(unsigned exponent) {
  return static_cast<UInt128>(kPowers.values[exponent]);
}

/// magnitude * 10^exponent, false when it reaches 10^38.
bool scale_up(UInt128& magnitude, unsigned exponent) {
  if (magnitude == 0 || exponent == 0) {
    return magnitude < kLimit;
  }
  if (exponent > kDecimalDigitsMax || magnitude >= power(kDecimalDigitsMax - exponent)) {
    return false;
  }
  magnitude *= power(exponent);
  return true;
}

bool rounds_up(UInt128 remainder, UInt128 divisor) {
  return remainder >= divisor - remainder;
}

/// a * 10^exponent / b cut off, and what remains of it. False when the quotient reaches 10^38.
/// `divisor` is what the remainder is a part of.
struct Quotient {
  UInt128 value = 0;
  UInt128 remainder = 0;
  UInt128 divisor = 1;
};

bool divide_scaled_up(UInt128 a, unsigned exponent, UInt128 b, Quotient& result) {
  UInt128 quotient = 0;
  UInt128 rest = a;
  // Up to 76 digits are appended, 38 at a time; the first step divides a itself.
  bool is_first = true;
  while (is_first || exponent > 0) {
    const unsigned step = std::min<unsigned>(exponent, kDecimalDigitsMax);
    if (!scale_up(quotient, step)) {
      return false;
    }
    const UInt256 scaled = multiply_wide(rest, power(step));
    if (scaled.high >= b) {
      return false;
    }
    quotient += divide_wide(scaled, b, rest);
    if (quotient >= kLimit) {
      return false;
    }
    exponent -= step;
    is_first = false;
  }
  result = {quotient, rest, b};
  return true;
}

bool divide_scaled_down(UInt128 a, unsigned exponent, UInt128 b, Quotient& result) {
  const UInt256 divisor = multiply_wide(b, power(exponent));
  if (divisor.high != 0) {
    // More than twice any dividend: nothing but a remainder that rounds down.
    result = {0, 0, 1};
    return true;
  }
  result = {a / divisor.low, a % divisor.low, divisor.low};
  return true;
}

bool divide_scaled(UInt128 a, int exponent, UInt128 b, Quotient& result) {
  return exponent >= 0 ? divide_scaled_up(a, static_cast<unsigned>(exponent), b, result)
                       : divide_scaled_down(a, static_cast<unsigned>(-exponent), b, result);
}

bool finish(UInt128 magnitude, bool is_negative, Int128& result) {
  if (magnitude >= kLimit) {
    return false;
  }
  result = with_sign(magnitude, is_negative);
  return true;
}

uint8_t capped(int digits) {
  return static_cast<uint8_t>(std::clamp<int>(digits, 1, kDecimalDigitsMax));
}

int whole_digits(const LogicalType& type) {
  return type.precision() - type.scale();
}

}  // namespace

Int128 power_of_ten(unsigned exponent) noexcept {
  return kPowers.values[exponent];
}

bool fits_digits(Int128 unscaled, unsigned precision) noexcept {
  return magnitude_of(unscaled) < power(precision);
}

LogicalType decimal_add_type(const LogicalType& a, const LogicalType& b) {
  const uint8_t scale = std::max(a.scale(), b.scale());
  return LogicalType::decimal(capped(std::max(whole_digits(a), whole_digits(b)) + scale + 1), scale);
}

LogicalType decimal_multiply_type(const LogicalType& a, const LogicalType& b) {
  const int scale = a.scale() + b.scale();
  if (scale > kDecimalDigitsMax) {
    throw Error(sqlstate::kNumericOutOfRange, "the product of " + a.to_string() + " and " + b.to_string() +
                                                  " would need " + std::to_string(scale) +
                                                  " digits behind the point; a decimal has at most 38")
        .with_hint("Cast one of the factors to a decimal with fewer digits.");
  }
  return LogicalType::decimal(capped(a.precision() + b.precision()), static_cast<uint8_t>(scale));
}

LogicalType decimal_divide_type(const LogicalType& a, const LogicalType& b) {
  return LogicalType::decimal(kDecimalDigitsMax, std::max({kQuotientScale, a.scale(), b.scale()}));
}

LogicalType decimal_modulo_type(const LogicalType& a, const LogicalType& b) {
  const uint8_t scale = std::max(a.scale(), b.scale());
  return LogicalType::decimal(capped(std::min(whole_digits(a), whole_digits(b)) + scale), scale);
}

LogicalType decimal_sum_type(const LogicalType& type) {
  return LogicalType::decimal(kDecimalDigitsMax, type.scale());
}

LogicalType decimal_average_type(const LogicalType& type) {
  return LogicalType::decimal(kDecimalDigitsMax, std::max(kQuotientScale, type.scale()));
}

bool rescale_decimal(Int128 value, unsigned from_scale, unsigned to_scale, unsigned to_precision,
                     Int128& result) noexcept {
  UInt128 magnitude = magnitude_of(value);
  if (to_scale >= from_scale) {
    if (!scale_up(magnitude, to_scale - from_scale)) {
      return false;
    }
  } else {
    const UInt128 divisor = power(from_scale - to_scale);
    const UInt128 remainder = magnitude % divisor;
    magnitude = magnitude / divisor + (rounds_up(remainder, divisor) ? 1 : 0);
  }
  if (magnitude >= power(to_precision)) {
    return false;
  }
  result = with_sign(magnitude, value < 0);
  return true;
}

bool add_decimals(Int128 a, Int128 b, Int128& result) noexcept {
  // Two numbers below 10^38 can't overflow unsigned 128 bits, which wrap harmlessly for negative ones.
  const auto sum = static_cast<Int128>(static_cast<UInt128>(a) + static_cast<UInt128>(b));
  const bool has_wrapped = (a < 0) == (b < 0) && (sum < 0) != (a < 0);
  if (has_wrapped || magnitude_of(sum) >= kLimit) {
    return false;
  }
  result = sum;
  return true;
}

bool subtract_decimals(Int128 a, Int128 b, Int128& result) noexcept {
  return add_decimals(a, -b, result);
}

bool multiply_decimals(Int128 a, Int128 b, Int128& result) noexcept {
  if (a == static_cast<int64_t>(a) && b == static_cast<int64_t>(b)) {
    result = a * b;
    return true;
  }
  const UInt256 product = multiply_wide(magnitude_of(a), magnitude_of(b));
  return product.high == 0 && finish(product.low, (a < 0) != (b < 0), result);
}

bool multiply_decimals_to_scale(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b, unsigned result_scale,
                                Int128& result) noexcept {
  const bool is_negative = (a < 0) != (b < 0);
  const UInt256 product = multiply_wide(magnitude_of(a), magnitude_of(b));
  const unsigned scale = scale_a + scale_b;
  if (result_scale >= scale) {
    UInt128 magnitude = product.low;
    return product.high == 0 && scale_up(magnitude, result_scale - scale) &&
           finish(magnitude, is_negative, result);
  }
  // Cut off digits in one step where the divisor fits, else in two: only the last step may round, and the
  // part cut off first is too small to matter unless the rest is exactly a half, which it then pushes up: it
  // rounds up anyway.
  const unsigned drop = scale - result_scale;
  const unsigned first = drop > kDecimalDigitsMax ? drop - kDecimalDigitsMax : 0;
  UInt256 rest = product;
  if (first > 0) {
    UInt128 remainder = 0;
    const UInt128 divisor = power(first);
    rest.high = divide_wide({0, product.high}, divisor, remainder);
    rest.low = divide_wide({remainder, product.low}, divisor, remainder);
  }
  const UInt128 divisor = power(drop - first);
  if (rest.high >= divisor) {
    return false;
  }
  UInt128 remainder = 0;
  const UInt128 quotient = divide_wide(rest, divisor, remainder);
  return finish(quotient + (rounds_up(remainder, divisor) ? 1 : 0), is_negative, result);
}

bool divide_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b, unsigned result_scale,
                     Int128& result) noexcept {
  const int exponent = static_cast<int>(result_scale + scale_b) - static_cast<int>(scale_a);
  Quotient quotient;
  if (!divide_scaled(magnitude_of(a), exponent, magnitude_of(b), quotient)) {
    return false;
  }
  const bool goes_up = rounds_up(quotient.remainder, quotient.divisor);
  return finish(quotient.value + (goes_up ? 1 : 0), (a < 0) != (b < 0), result);
}

bool divide_decimals_whole(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b,
                           Int128& quotient) noexcept {
  Quotient whole;
  const int exponent = static_cast<int>(scale_b) - static_cast<int>(scale_a);
  if (!divide_scaled(magnitude_of(a), exponent, magnitude_of(b), whole)) {
    return false;
  }
  return finish(whole.value, (a < 0) != (b < 0), quotient);
}

bool modulo_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b, Int128& result) noexcept {
  UInt128 remainder = magnitude_of(a);
  if (scale_a >= scale_b) {
    const UInt256 divisor = multiply_wide(magnitude_of(b), power(scale_a - scale_b));
    if (divisor.high == 0) {
      remainder %= divisor.low;
    }
  } else {
    const UInt128 divisor = magnitude_of(b);
    const UInt256 dividend = multiply_wide(remainder, power(scale_b - scale_a));
    divide_wide({dividend.high % divisor, dividend.low}, divisor, remainder);
  }
  return finish(remainder, a < 0, result);
}

int compare_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b) noexcept {
  if (scale_a == scale_b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if ((a < 0) != (b < 0)) {
    return a < 0 ? -1 : 1;
  }
  const unsigned scale = std::max(scale_a, scale_b);
  const UInt256 x = multiply_wide(magnitude_of(a), power(scale - scale_a));
  const UInt256 y = multiply_wide(magnitude_of(b), power(scale - scale_b));
  if (x == y) {
    return 0;
  }
  return (x < y) != (a < 0) ? -1 : 1;
}

uint64_t hash_decimal(Int128 value, unsigned scale) noexcept {
  while (scale > 0 && value % 10 == 0) {
    value /= 10;
    --scale;
  }
  const uint64_t hash = hash_integer128(value);
  return scale == 0 || value == 0 ? hash : combine_hashes(hash, scale);
}

}  // namespace stoa
