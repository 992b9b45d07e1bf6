#pragma once

#include <cstdint>

#include "base/int128.h"

namespace stoa {

/// An exact sum of 128-bit integers in 192 bits: fewer than 2^63 of them can't overflow it, so that what fits
/// in the end does not depend on the order in which it was added.
struct WideSum {
  UInt128 low = 0;
  int64_t high = 0;

  void add(Int128 value) {
    const auto addend = static_cast<UInt128>(value);
    low += addend;
    high += (low < addend ? 1 : 0) - (value < 0 ? 1 : 0);
  }
  void add(const WideSum& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
  }
  bool is_negative() const { return high < 0; }
  /// The sum as 128 bits; false where it doesn't fit.
  [[nodiscard]] bool get(Int128& sum) const {
    sum = static_cast<Int128>(low);
    return high == (sum < 0 ? -1 : 0);
  }
  WideSum negated() const {
    WideSum result;
    result.low = UInt128{0} - low;
    result.high = static_cast<int64_t>(~static_cast<uint64_t>(high) + (low == 0 ? 1 : 0));
    return result;
  }
};

/// |sum| / count cut to a whole number, which must fit in 127 bits, and the remainder. count > 0.
UInt128 divide_magnitude(const WideSum& sum, uint64_t count, uint64_t& remainder);
/// sum / count, rounded once to the nearest double.
double divide_rounded(const WideSum& sum, uint64_t count);
/// sum / count times 10^scale_up, rounded half away from zero; false when it has more than 38 digits.
[[nodiscard]] bool divide_scaled(const WideSum& sum, uint64_t count, unsigned scale_up, Int128& result);

}  // namespace stoa
