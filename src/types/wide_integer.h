#pragma once

#include <bit>
#include <cstdint>

#include "base/int128.h"

/// Unsigned 256-bit intermediates of decimal arithmetic. Pure; never throw.
namespace stoa {

struct UInt256 {
  UInt128 high = 0;
  UInt128 low = 0;
  friend constexpr bool operator==(const UInt256&, const UInt256&) = default;
  friend constexpr bool operator<(const UInt256& a, const UInt256& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  }
};

/// |value|, also of the least one.
constexpr UInt128 magnitude_of(Int128 value) {
  return value < 0 ? UInt128{0} - static_cast<UInt128>(value) : static_cast<UInt128>(value);
}
constexpr Int128 with_sign(UInt128 magnitude, bool is_negative) {
  return static_cast<Int128>(is_negative ? UInt128{0} - magnitude : magnitude);
}

constexpr UInt256 multiply_wide(UInt128 a, UInt128 b) {
  const UInt128 low_low = static_cast<UInt128>(low_half(a)) * low_half(b);
  if (high_half(a) == 0 && high_half(b) == 0) {
    return {0, low_low};
  }
  const UInt128 low_high = static_cast<UInt128>(low_half(a)) * high_half(b);
  const UInt128 high_low = static_cast<UInt128>(high_half(a)) * low_half(b);
  const UInt128 high_high = static_cast<UInt128>(high_half(a)) * high_half(b);
  const UInt128 middle = static_cast<UInt128>(high_half(low_low)) + low_half(low_high) + low_half(high_low);
  return {high_high + high_half(low_high) + high_half(high_low) + high_half(middle),
          (middle << 64) | low_half(low_low)};
}

/// Divides by a 128-bit number whose quotient fits in 128 bits: requires n.high < d.
/// Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D with two 64-bit digits.
inline UInt128 divide_wide(UInt256 n, UInt128 d, UInt128& remainder) {
  if (n.high == 0) {
    remainder = n.low % d;
    return n.low / d;
  }
  const int shift = high_half(d) != 0 ? std::countl_zero(high_half(d)) : 64 + std::countl_zero(low_half(d));
  d <<= shift;
  UInt128 rest = shift == 0 ? n.high : (n.high << shift) | (n.low >> (128 - shift));
  const UInt128 low = n.low << shift;
  const uint64_t d1 = high_half(d);
  const uint64_t d0 = low_half(d);
  const auto next_digit = [&](uint64_t digit) {
    UInt128 q = rest / d1;
    UInt128 r = rest % d1;
    while (high_half(q) != 0 || q * d0 > ((r << 64) | digit)) {
      --q;
      r += d1;
      if (high_half(r) != 0) {
        break;
      }
    }
    rest = ((rest << 64) | digit) - q * d;
    return q;
  };
  const UInt128 q1 = next_digit(high_half(low));
  const UInt128 q0 = next_digit(low_half(low));
  remainder = rest >> shift;
  return (q1 << 64) + q0;
}

}  // namespace stoa
