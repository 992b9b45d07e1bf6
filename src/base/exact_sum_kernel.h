#pragma once

#include <cstddef>

/// The SIMD half of exact_sum.h: error-free extraction after Rump, Ogita and Oishi ("Accurate floating-point
/// summation", 2008) with a bound shared by the block, as Demmel and Nguyen use it for reproducible sums.
namespace stoa {

inline constexpr size_t kExactSumBlock = 2048;
inline constexpr size_t kExactSumParts = 3;

/// Splits the sum of n <= kExactSumBlock values into doubles whose exact sum it is. False when the values'
/// magnitudes lie too far apart, or some value is not finite, or too large: then nothing is known, and one
/// adds one by one.
[[nodiscard]] bool split_sum(const double* values, size_t n, double parts[kExactSumParts]);

}  // namespace stoa
