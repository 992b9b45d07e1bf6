// Set bits to positions: a vector of consecutive numbers is compressed by each group of mask bits.
#include <hwy/detect_targets.h>
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "column/kernels/mask_simd.cpp"
#include <bit>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "column/kernels/mask_simd.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

size_t mask_to_selection_lanes(const uint64_t* mask, size_t n, uint32_t* out) {
  const hn::ScalableTag<uint32_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto lane_numbers = hn::Iota(d, 0);
  uint32_t* next = out;
  for (size_t begin = 0; begin < n; begin += 64) {
    uint64_t word = mask[begin / 64];
    if (n - begin < 64) {
      word &= (uint64_t{1} << (n - begin)) - 1;
    }
    auto position = static_cast<uint32_t>(begin);
    while (word != 0) {
      const uint64_t bits = lanes == 64 ? word : word & ((uint64_t{1} << lanes) - 1);
      const auto chosen = hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&bits));
      // Storing a whole vector is faster than a compressing store; the room behind is promised.
      hn::StoreU(hn::Compress(hn::Add(lane_numbers, hn::Set(d, position)), chosen), d, next);
      next += std::popcount(bits);
      position += static_cast<uint32_t>(lanes);
      word = lanes == 64 ? 0 : word >> lanes;
    }
  }
  return static_cast<size_t>(next - out);
}

}  // namespace stoa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa {

HWY_EXPORT(mask_to_selection_lanes);

size_t mask_to_selection_simd(const uint64_t* mask, size_t n, uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(mask_to_selection_lanes)(mask, n, out);
}

}  // namespace stoa
#endif
