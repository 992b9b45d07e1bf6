#pragma once

#include <cmath>
#include <cstdint>

#include "base/int128.h"

/// Comparisons across number types that are exact: no integer or decimal passes through double. NaN is equal
/// to itself and above every number; -0 equals 0. Negative, zero, positive. Pure; never throw.
namespace stoa {

int compare_int64_double(int64_t a, double b) noexcept;
int compare_uint64_double(uint64_t a, double b) noexcept;
int compare_int128_double(Int128 a, double b) noexcept;
/// a / 10^scale against b.
int compare_decimal_double(Int128 a, unsigned scale, double b) noexcept;

inline int compare_doubles(double a, double b) noexcept {
  if (a < b) {
    return -1;
  }
  if (a > b) {
    return 1;
  }
  if (a == b) {
    return 0;
  }
  return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
}
inline int compare_int128(Int128 a, Int128 b) noexcept {
  return a < b ? -1 : a > b ? 1 : 0;
}

}  // namespace stoa
