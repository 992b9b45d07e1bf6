// 64 values at a time become one word of a mask.
#include <hwy/detect_targets.h>
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "column/kernels/compare_simd.cpp"
#include <cmath>
#include <cstring>
#include <type_traits>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "column/kernels/compare_simd.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Not hn::Ne, which is false for NaN with some instruction sets.
template <class V>
HWY_INLINE auto is_nan_lanes(V a) {
  return hn::Not(hn::Eq(a, a));
}

/// The 64 bits of 64 / lanes masks, `test(i)` giving the one of values [i, i + lanes).
template <class D, class Test>
HWY_INLINE uint64_t word_of_tests(D d, Test test) {
  const size_t lanes = hn::Lanes(d);
  uint64_t word = 0;
  for (size_t i = 0; i < 64; i += lanes) {
    uint64_t bits = 0;
    hn::StoreMaskBits(d, test(i), reinterpret_cast<uint8_t*>(&bits));
    word |= bits << i;
  }
  return word;
}

/// Lanes hold at most 64 values: the widest vectors of one-byte values have exactly that many.
template <class T, class Test>
HWY_INLINE void compare_constant_words(const T* values, T constant, size_t n, uint64_t* mask, Test test) {
  const hn::CappedTag<T, 64> d;
  const auto operand = hn::Set(d, constant);
  size_t i = 0;
  for (; i + 64 <= n; i += 64) {
    const T* from = values + i;
    mask[i / 64] = word_of_tests(d, [&](size_t k) HWY_ATTR { return test(hn::LoadU(d, from + k), operand); });
  }
  if (i == n) {
    return;
  }
  T rest[64] = {};
  std::memcpy(rest, values + i, (n - i) * sizeof(T));
  mask[i / 64] = word_of_tests(d, [&](size_t k) HWY_ATTR { return test(hn::LoadU(d, rest + k), operand); });
}

template <class T, class Test>
HWY_INLINE void compare_flat_words(const T* left, const T* right, size_t n, uint64_t* mask, Test test) {
  const hn::CappedTag<T, 64> d;
  size_t i = 0;
  for (; i + 64 <= n; i += 64) {
    const T* a = left + i;
    const T* b = right + i;
    mask[i / 64] =
        word_of_tests(d, [&](size_t k) HWY_ATTR { return test(hn::LoadU(d, a + k), hn::LoadU(d, b + k)); });
  }
  if (i == n) {
    return;
  }
  T a[64] = {};
  T b[64] = {};
  std::memcpy(a, left + i, (n - i) * sizeof(T));
  std::memcpy(b, right + i, (n - i) * sizeof(T));
  mask[i / 64] =
      word_of_tests(d, [&](size_t k) HWY_ATTR { return test(hn::LoadU(d, a + k), hn::LoadU(d, b + k)); });
}

/// Against a NaN: equal where NaN, less where not, never greater.
template <class T>
void compare_with_nan(CompareTest test, const T* values, size_t n, uint64_t* mask) {
  const auto is_nan = [](auto a, auto) HWY_ATTR { return is_nan_lanes(a); };
  const auto is_number = [](auto a, auto) HWY_ATTR { return hn::Eq(a, a); };
  switch (test) {
    case CompareTest::kEqual: return compare_constant_words(values, T{0}, n, mask, is_nan);
    case CompareTest::kLess: return compare_constant_words(values, T{0}, n, mask, is_number);
    case CompareTest::kGreater: std::memset(mask, 0, (n + 63) / 64 * sizeof(uint64_t)); return;
  }
}

template <class T>
void compare_constant(CompareTest test, const T* values, T constant, size_t n, uint64_t* mask) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(constant)) {
      return compare_with_nan(test, values, n, mask);
    }
  }
  switch (test) {
    case CompareTest::kEqual:
      return compare_constant_words(values, constant, n, mask,
                                    [](auto a, auto b) HWY_ATTR { return hn::Eq(a, b); });
    case CompareTest::kLess:
      return compare_constant_words(values, constant, n, mask,
                                    [](auto a, auto b) HWY_ATTR { return hn::Lt(a, b); });
    case CompareTest::kGreater:
      if constexpr (std::is_floating_point_v<T>) {
        // Not less or equal: true for NaN too.
        return compare_constant_words(values, constant, n, mask,
                                      [](auto a, auto b) HWY_ATTR { return hn::Not(hn::Le(a, b)); });
      } else {
        return compare_constant_words(values, constant, n, mask,
                                      [](auto a, auto b) HWY_ATTR { return hn::Gt(a, b); });
      }
  }
}

template <class V>
HWY_INLINE auto equal_values(V a, V b) {
  if constexpr (std::is_floating_point_v<hn::TFromV<V>>) {
    return hn::Or(hn::Eq(a, b), hn::And(is_nan_lanes(a), is_nan_lanes(b)));
  } else {
    return hn::Eq(a, b);
  }
}

template <class V>
HWY_INLINE auto less_values(V a, V b) {
  if constexpr (std::is_floating_point_v<hn::TFromV<V>>) {
    return hn::Or(hn::Lt(a, b), hn::And(hn::Eq(a, a), is_nan_lanes(b)));
  } else {
    return hn::Lt(a, b);
  }
}

template <class T>
void compare_flat(CompareTest test, const T* left, const T* right, size_t n, uint64_t* mask) {
  switch (test) {
    case CompareTest::kEqual:
      return compare_flat_words(left, right, n, mask,
                                [](auto a, auto b) HWY_ATTR { return equal_values(a, b); });
    case CompareTest::kLess:
      return compare_flat_words(left, right, n, mask,
                                [](auto a, auto b) HWY_ATTR { return less_values(a, b); });
    case CompareTest::kGreater: return compare_flat(CompareTest::kLess, right, left, n, mask);
  }
}

/// One instance per type of `call`, which gets a null pointer of the type.
template <class Call>
HWY_INLINE void for_type(PhysicalType physical, Call call) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return call(static_cast<const uint8_t*>(nullptr));
    case PhysicalType::kInt8: return call(static_cast<const int8_t*>(nullptr));
    case PhysicalType::kInt16: return call(static_cast<const int16_t*>(nullptr));
    case PhysicalType::kUint16: return call(static_cast<const uint16_t*>(nullptr));
    case PhysicalType::kInt32: return call(static_cast<const int32_t*>(nullptr));
    case PhysicalType::kUint32: return call(static_cast<const uint32_t*>(nullptr));
    case PhysicalType::kInt64: return call(static_cast<const int64_t*>(nullptr));
    case PhysicalType::kUint64: return call(static_cast<const uint64_t*>(nullptr));
    case PhysicalType::kFloat: return call(static_cast<const float*>(nullptr));
    case PhysicalType::kDouble: return call(static_cast<const double*>(nullptr));
    default: return;
  }
}

void compare_constant_any(PhysicalType physical, CompareTest test, const void* values, const void* constant,
                          size_t n, uint64_t* mask) {
  for_type(physical, [=]<class T>(const T*) {
    compare_constant(test, static_cast<const T*>(values), *static_cast<const T*>(constant), n, mask);
  });
}

void compare_flat_any(PhysicalType physical, CompareTest test, const void* left, const void* right, size_t n,
                      uint64_t* mask) {
  for_type(physical, [=]<class T>(const T*) {
    compare_flat(test, static_cast<const T*>(left), static_cast<const T*>(right), n, mask);
  });
}

}  // namespace stoa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa {

HWY_EXPORT(compare_constant_any);
HWY_EXPORT(compare_flat_any);

bool has_simd_compare(PhysicalType physical) noexcept {
  return physical <= PhysicalType::kDouble && physical != PhysicalType::kInt128;
}

void compare_constant_simd(PhysicalType physical, CompareTest test, const void* values, const void* constant,
                           size_t n, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(compare_constant_any)(physical, test, values, constant, n, mask);
}

void compare_flat_simd(PhysicalType physical, CompareTest test, const void* left, const void* right, size_t n,
                       uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(compare_flat_any)(physical, test, left, right, n, mask);
}

}  // namespace stoa
#endif
