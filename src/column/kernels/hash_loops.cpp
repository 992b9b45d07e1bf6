// Plain loops, compiled once per instruction set: with 64-bit multiplication in vectors they run four times
// as fast.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "column/kernels/hash_loops.cpp"
#include "column/kernels/hash_loops.h"

#include <bit>
#include <type_traits>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/hash.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::HWY_NAMESPACE {

/// Integers hash by value whatever their width, doubles with one zero and one NaN.
template <class T>
HWY_INLINE uint64_t bits_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr uint64_t kNanBits = 0x7FF8000000000000ULL;
    const double canonical = static_cast<double>(value) + 0.0;
    return canonical == canonical ? std::bit_cast<uint64_t>(canonical) : kNanBits;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  } else {
    return value;
  }
}

template <class T>
void hash_loop(const void* values, size_t n, uint64_t* HWY_RESTRICT hashes) {
  const T* HWY_RESTRICT from = static_cast<const T*>(values);
  for (size_t i = 0; i < n; ++i) {
    hashes[i] = hash_integer(bits_of(from[i]));
  }
}

void hash_values_any(PhysicalType physical, const void* values, size_t n, uint64_t* hashes) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return hash_loop<uint8_t>(values, n, hashes);
    case PhysicalType::kInt8: return hash_loop<int8_t>(values, n, hashes);
    case PhysicalType::kInt16: return hash_loop<int16_t>(values, n, hashes);
    case PhysicalType::kUint16: return hash_loop<uint16_t>(values, n, hashes);
    case PhysicalType::kInt32: return hash_loop<int32_t>(values, n, hashes);
    case PhysicalType::kUint32: return hash_loop<uint32_t>(values, n, hashes);
    case PhysicalType::kInt64: return hash_loop<int64_t>(values, n, hashes);
    case PhysicalType::kUint64: return hash_loop<uint64_t>(values, n, hashes);
    case PhysicalType::kFloat: return hash_loop<float>(values, n, hashes);
    case PhysicalType::kDouble: return hash_loop<double>(values, n, hashes);
    default: return;
  }
}

void combine_any(uint64_t* HWY_RESTRICT hashes, const uint64_t* HWY_RESTRICT more, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    hashes[i] = combine_hashes(hashes[i], more[i]);
  }
}

}  // namespace stoa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa {

HWY_EXPORT(hash_values_any);
HWY_EXPORT(combine_any);

void hash_values(PhysicalType physical, const void* values, size_t n, uint64_t* hashes) {
  HWY_DYNAMIC_DISPATCH(hash_values_any)(physical, values, n, hashes);
}

void combine_hash_arrays(uint64_t* hashes, const uint64_t* more, size_t n) {
  HWY_DYNAMIC_DISPATCH(combine_any)(hashes, more, n);
}

}  // namespace stoa
#endif
