#pragma once

#include <cstddef>
#include <cstdint>

/// The SIMD half of exact_sum.h: error-free extraction after Rump, Ogita and Oishi ("Accurate floating-point
/// summation", 2008) with a bound shared by the block, as Demmel and Nguyen use it for reproducible sums.
namespace stoa {

inline constexpr size_t kExactSumBlock = 2048;
inline constexpr size_t kExactSumParts = 3;

/// Splits the sum of n <= kExactSumBlock values into doubles whose exact sum it is. False when the values'
/// magnitudes lie too far apart, or some value is not finite, or too large: then nothing is known, and one
/// adds one by one.
[[nodiscard]] bool split_sum(const double* values, size_t n, double parts[kExactSumParts]);

/// Of each group among the first few: its sum split in the same way, and how many values it had.
struct GroupSplit {
  double parts[kExactSumParts];
  uint32_t count;
};
inline constexpr uint32_t kSplitGroupsMax = 8;

/// The largest group number; 0 of none.
uint32_t largest_group(const uint32_t* groups, size_t n);

/// The same by group, of rows whose groups are below group_count <= kSplitGroupsMax; rows of other groups are
/// left out, but their values must be no larger or smaller than others (0 does). All values are looked at
/// once a group, so this is for few groups.
[[nodiscard]] bool split_group_sums(const double* values, const uint32_t* groups, size_t n,
                                    uint32_t group_count, GroupSplit* sums);

}  // namespace stoa
