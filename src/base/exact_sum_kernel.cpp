// Adding a value to a large power of two, sigma, and taking sigma away again leaves the value's high bits, as
// a multiple of ulp(sigma): such parts add up without rounding as long as their sum stays below sigma. What
// is left of the value is split the same way by a smaller sigma. When nothing is left after two or three
// rounds, the parts' sums are exact.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/exact_sum_kernel.cpp"
#include "base/exact_sum_kernel.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stoa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// 2^12 > kExactSumBlock + 2: the room that a block's sum needs above its largest value.
constexpr int kHeadroomBits = 12;
/// What one round takes off: the 53 bits of a double less the headroom.
constexpr int kRoundBits = 53 - kHeadroomBits;
/// Smaller sigmas would meet subnormal numbers; a larger one only extracts less.
constexpr int kExponentMin = -900;

struct Sigmas {
  double values[3];
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V load_part(D d, const double* from, size_t count) {
  HWY_ALIGN double lanes[HWY_MAX_BYTES / sizeof(double)] = {};
  std::memcpy(lanes, from, count * sizeof(double));
  return hn::Load(d, lanes);
}

double largest_magnitude(const double* values, size_t n) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  auto m0 = hn::Zero(d);
  auto m1 = m0;
  auto m2 = m0;
  auto m3 = m0;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    m0 = hn::Max(m0, hn::Abs(hn::LoadU(d, values + i)));
    m1 = hn::Max(m1, hn::Abs(hn::LoadU(d, values + i + lanes)));
    m2 = hn::Max(m2, hn::Abs(hn::LoadU(d, values + i + 2 * lanes)));
    m3 = hn::Max(m3, hn::Abs(hn::LoadU(d, values + i + 3 * lanes)));
  }
  for (; i < n; i += lanes) {
    m0 = hn::Max(m0, hn::Abs(load_part(d, values + i, n - i < lanes ? n - i : lanes)));
  }
  return hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(m0, m1), hn::Max(m2, m3))));
}

/// One stream of additions: the parts' sums and the bits of everything left over.
template <class V, int kRounds>
struct Stream {
  V part0, part1, part2, left;

  HWY_INLINE void take(V x, V sigma0, V sigma1, V sigma2) {
    const V high = hn::Sub(hn::Add(sigma0, x), sigma0);
    part0 = hn::Add(part0, high);
    V rest = hn::Sub(x, high);
    const V middle = hn::Sub(hn::Add(sigma1, rest), sigma1);
    part1 = hn::Add(part1, middle);
    rest = hn::Sub(rest, middle);
    if constexpr (kRounds == 3) {
      const V low = hn::Sub(hn::Add(sigma2, rest), sigma2);
      part2 = hn::Add(part2, low);
      rest = hn::Sub(rest, low);
    }
    left = hn::Or(left, rest);
  }
  HWY_INLINE void join(const Stream& other) {
    part0 = hn::Add(part0, other.part0);
    part1 = hn::Add(part1, other.part1);
    part2 = hn::Add(part2, other.part2);
    left = hn::Or(left, other.left);
  }
};

/// Sums of lanes are exact too: the bound holds for the whole block.
template <class D, class V>
HWY_INLINE double sum_lanes(D d, V vector) {
  HWY_ALIGN double lanes[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(vector, d, lanes);
  double sum = 0;
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    sum += lanes[i];
  }
  return sum;
}

template <class D, class V>
HWY_INLINE bool is_all_zero(D d, V vector) {
  return hn::AllTrue(d, hn::Eq(hn::Abs(vector), hn::Zero(d)));
}

template <int kRounds>
bool extract(const double* values, size_t n, const Sigmas& sigmas, double* parts) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  const auto s0 = hn::Set(d, sigmas.values[0]);
  const auto s1 = hn::Set(d, sigmas.values[1]);
  const auto s2 = hn::Set(d, sigmas.values[2]);
  using Lanes = Stream<hn::Vec<decltype(d)>, kRounds>;
  Lanes a{zero, zero, zero, zero};
  Lanes b = a;
  Lanes c = a;
  Lanes e = a;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a.take(hn::LoadU(d, values + i), s0, s1, s2);
    b.take(hn::LoadU(d, values + i + lanes), s0, s1, s2);
    c.take(hn::LoadU(d, values + i + 2 * lanes), s0, s1, s2);
    e.take(hn::LoadU(d, values + i + 3 * lanes), s0, s1, s2);
  }
  for (; i < n; i += lanes) {
    a.take(load_part(d, values + i, n - i < lanes ? n - i : lanes), s0, s1, s2);
  }
  a.join(b);
  c.join(e);
  a.join(c);
  parts[0] = sum_lanes(d, a.part0);
  parts[1] = sum_lanes(d, a.part1);
  parts[2] = kRounds == 3 ? sum_lanes(d, a.part2) : 0;
  // A NaN leaves a NaN, an infinity too.
  return is_all_zero(d, a.left);
}

/// The sigmas for values up to `largest`; false when they are too large.
bool choose_sigmas(double largest, Sigmas& sigmas) {
  if (!(largest < 0x1p1000)) {
    return false;
  }
  int exponent = 0;
  (void)std::frexp(largest, &exponent);
  exponent += kHeadroomBits;
  for (double& sigma : sigmas.values) {
    sigma = std::ldexp(1.0, exponent > kExponentMin ? exponent : kExponentMin);
    exponent -= kRoundBits;
  }
  return true;
}

bool split_sum_lanes(const double* values, size_t n, double* parts) {
  parts[0] = parts[1] = parts[2] = 0;
  Sigmas sigmas;
  if (!choose_sigmas(largest_magnitude(values, n), sigmas)) {
    return false;
  }
  return extract<2>(values, n, sigmas, parts) || extract<3>(values, n, sigmas, parts);
}

uint32_t largest_group_lanes(const uint32_t* groups, size_t n) {
  const hn::ScalableTag<uint32_t> d;
  const size_t lanes = hn::Lanes(d);
  auto largest = hn::Zero(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    largest = hn::Max(largest, hn::LoadU(d, groups + i));
  }
  HWY_ALIGN uint32_t all[HWY_MAX_BYTES / sizeof(uint32_t)];
  hn::Store(largest, d, all);
  uint32_t result = 0;
  for (size_t lane = 0; lane < lanes; ++lane) {
    result = result < all[lane] ? all[lane] : result;
  }
  for (; i < n; ++i) {
    result = result < groups[i] ? groups[i] : result;
  }
  return result;
}

#if HWY_HAVE_SCALABLE
// Vectors of a size unknown to the compiler can't stand in arrays.
bool split_group_sums_lanes(const double*, const uint32_t*, size_t, uint32_t, GroupSplit*) {
  return false;
}
#else

/// Accumulators of each group, to which a vector adds the lanes of that group.
template <int kRounds, int kGroups>
struct GroupedStream {
  using D = hn::ScalableTag<double>;
  using V = hn::Vec<D>;
  using DGroup = hn::RebindToUnsigned<D>;
  V parts[kRounds][kGroups];
  V counts[kGroups];
  V left;

  HWY_INLINE void take(V x, hn::Vec<DGroup> group, const V* sigmas) {
    const D d;
    V high[kRounds];
    for (int round = 0; round < kRounds; ++round) {
      high[round] = hn::Sub(hn::Add(sigmas[round], x), sigmas[round]);
      x = hn::Sub(x, high[round]);
    }
    left = hn::Or(left, x);
    const V one = hn::Set(d, 1.0);
    for (int g = 0; g < kGroups; ++g) {
      const auto is_of = hn::RebindMask(d, group == hn::Set(DGroup(), static_cast<uint64_t>(g)));
      for (int round = 0; round < kRounds; ++round) {
        const V sum = hn::Add(parts[round][g], high[round]);
        parts[round][g] = hn::IfThenElse(is_of, sum, parts[round][g]);
      }
      counts[g] = hn::IfThenElse(is_of, hn::Add(counts[g], one), counts[g]);
    }
  }
};

template <int kRounds, int kGroups>
bool extract_groups(const double* values, const uint32_t* groups, size_t n, const Sigmas& chosen,
                    uint32_t group_count, GroupSplit* sums) {
  const hn::ScalableTag<double> d;
  const hn::RebindToUnsigned<decltype(d)> d64;
  const hn::Rebind<uint32_t, decltype(d)> d32;
  const size_t lanes = hn::Lanes(d);
  const hn::Vec<decltype(d)> sigmas[3] = {hn::Set(d, chosen.values[0]), hn::Set(d, chosen.values[1]),
                                          hn::Set(d, chosen.values[2])};
  GroupedStream<kRounds, kGroups> stream;
  stream.left = hn::Zero(d);
  for (int g = 0; g < kGroups; ++g) {
    for (int round = 0; round < kRounds; ++round) {
      stream.parts[round][g] = hn::Zero(d);
    }
    stream.counts[g] = hn::Zero(d);
  }
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    stream.take(hn::LoadU(d, values + i), hn::PromoteTo(d64, hn::LoadU(d32, groups + i)), sigmas);
  }
  if (i < n) {
    HWY_ALIGN uint32_t last[HWY_MAX_BYTES / sizeof(double)];
    std::memset(last, 0xFF, sizeof(last));
    std::memcpy(last, groups + i, (n - i) * sizeof(uint32_t));
    stream.take(load_part(d, values + i, n - i), hn::PromoteTo(d64, hn::LoadU(d32, last)), sigmas);
  }
  for (uint32_t g = 0; g < group_count; ++g) {
    sums[g] = {};
    for (int round = 0; round < kRounds; ++round) {
      sums[g].parts[round] = sum_lanes(d, stream.parts[round][g]);
    }
    sums[g].count = static_cast<uint32_t>(sum_lanes(d, stream.counts[g]));
  }
  return is_all_zero(d, stream.left);
}

template <int kGroups>
bool extract_groups(const double* values, const uint32_t* groups, size_t n, const Sigmas& sigmas,
                    uint32_t group_count, GroupSplit* sums) {
  return extract_groups<2, kGroups>(values, groups, n, sigmas, group_count, sums) ||
         extract_groups<3, kGroups>(values, groups, n, sigmas, group_count, sums);
}

bool split_group_sums_lanes(const double* values, const uint32_t* groups, size_t n, uint32_t group_count,
                            GroupSplit* sums) {
  Sigmas sigmas;
  if (!choose_sigmas(largest_magnitude(values, n), sigmas)) {
    return false;
  }
  if (group_count <= 2) {
    return extract_groups<2>(values, groups, n, sigmas, group_count, sums);
  }
  if (group_count <= 5) {
    return extract_groups<5>(values, groups, n, sigmas, group_count, sums);
  }
  return extract_groups<8>(values, groups, n, sigmas, group_count, sums);
}
#endif

}  // namespace stoa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa {

HWY_EXPORT(split_sum_lanes);
HWY_EXPORT(split_group_sums_lanes);
HWY_EXPORT(largest_group_lanes);

bool split_sum(const double* values, size_t n, double parts[kExactSumParts]) {
  return HWY_DYNAMIC_DISPATCH(split_sum_lanes)(values, n, parts);
}

uint32_t largest_group(const uint32_t* groups, size_t n) {
  return HWY_DYNAMIC_DISPATCH(largest_group_lanes)(groups, n);
}

bool split_group_sums(const double* values, const uint32_t* groups, size_t n, uint32_t group_count,
                      GroupSplit* sums) {
  return HWY_DYNAMIC_DISPATCH(split_group_sums_lanes)(values, groups, n, group_count, sums);
}

}  // namespace stoa
#endif
