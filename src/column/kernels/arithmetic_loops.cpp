// Plain loops, compiled once per instruction set: the compiler vectorizes them. Overflow is collected in a
// flag.
#include <hwy/detect_targets.h>
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "column/kernels/arithmetic_loops.cpp"
#include <cmath>
#include <limits>
#include <type_traits>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/int128.h"
#include "column/kernels/arithmetic_loops.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::HWY_NAMESPACE {

template <class T>
inline constexpr bool kIsSigned = std::is_signed_v<T> || std::is_same_v<T, Int128>;

template <class T>
struct Unsigned {
  using type = std::make_unsigned_t<T>;
};
template <>
struct Unsigned<Int128> {
  using type = UInt128;
};

/// The type whose products of two T are exact; T itself where there is none.
template <class T>
using Product = std::conditional_t<
    sizeof(T) == 1, std::conditional_t<kIsSigned<T>, int16_t, uint16_t>,
    std::conditional_t<
        sizeof(T) == 2, std::conditional_t<kIsSigned<T>, int32_t, uint32_t>,
        std::conditional_t<sizeof(T) == 4, std::conditional_t<kIsSigned<T>, int64_t, uint64_t>, T>>>;

/// Each operation gives the (wrapped) result and sets bits of `bad` when it is wrong.
struct Add {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    if constexpr (std::is_floating_point_v<T>) {
      const T r = a + b;
      bad |= std::abs(r) == std::numeric_limits<T>::infinity();
      return r;
    } else {
      using U = typename Unsigned<T>::type;
      const auto r = static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
      if constexpr (kIsSigned<T>) {
        bad |= static_cast<Flag>(((a ^ r) & (b ^ r)) < 0);
      } else {
        bad |= static_cast<Flag>(r < a);
      }
      return r;
    }
  }
};

struct Subtract {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    if constexpr (std::is_floating_point_v<T>) {
      const T r = a - b;
      bad |= std::abs(r) == std::numeric_limits<T>::infinity();
      return r;
    } else {
      using U = typename Unsigned<T>::type;
      const auto r = static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b)));
      if constexpr (kIsSigned<T>) {
        bad |= static_cast<Flag>(((a ^ b) & (a ^ r)) < 0);
      } else {
        bad |= static_cast<Flag>(a < b);
      }
      return r;
    }
  }
};

struct Multiply {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    if constexpr (std::is_floating_point_v<T>) {
      const T r = a * b;
      bad |= std::abs(r) == std::numeric_limits<T>::infinity();
      return r;
    } else if constexpr (sizeof(T) >= 8) {
      T r;
      bad |= static_cast<Flag>(__builtin_mul_overflow(a, b, &r));
      return r;
    } else {
      const auto exact = static_cast<Product<T>>(static_cast<Product<T>>(a) * static_cast<Product<T>>(b));
      const auto r = static_cast<T>(exact);
      bad |= static_cast<Flag>(static_cast<Product<T>>(r) != exact);
      return r;
    }
  }
};

struct Divide {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    const T r = a / b;
    // Catches division by zero too, save that of 0 and NaN.
    bad |= static_cast<Flag>((std::abs(r) == std::numeric_limits<T>::infinity()) | (b == 0));
    return r;
  }
};

struct IntegerDivide {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    const bool by_zero = b == 0;
    bool overflows = false;
    if constexpr (kIsSigned<T>) {
      using U = typename Unsigned<T>::type;
      overflows = b == -1 && a == static_cast<T>(U{1} << (sizeof(T) * 8 - 1));
    }
    bad |= static_cast<Flag>(by_zero | overflows);
    return by_zero || overflows ? T{0} : static_cast<T>(a / b);
  }
};

struct Modulo {
  template <class T, class Flag>
  static HWY_INLINE T apply(T a, T b, Flag& bad) {
    const bool by_zero = b == 0;
    bad |= static_cast<Flag>(by_zero);
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(a, b);
    } else {
      if constexpr (kIsSigned<T>) {
        if (b == -1) {
          return T{0};
        }
      }
      return by_zero ? T{0} : static_cast<T>(a % b);
    }
  }
};

/// A flag as wide as the values keeps the loop in one kind of lanes.
template <class T>
using FlagOf = std::conditional_t<
    sizeof(T) == 1, uint8_t,
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

template <class T, class Operation>
bool run_loop(ArithmeticShape shape, const T* HWY_RESTRICT left, const T* HWY_RESTRICT right, size_t n,
              T* HWY_RESTRICT out) {
  FlagOf<T> bad = 0;
  switch (shape) {
    case ArithmeticShape::kBothRows:
      for (size_t i = 0; i < n; ++i) {
        out[i] = Operation::apply(left[i], right[i], bad);
      }
      break;
    case ArithmeticShape::kConstantRight: {
      const T b = *right;
      for (size_t i = 0; i < n; ++i) {
        out[i] = Operation::apply(left[i], b, bad);
      }
      break;
    }
    case ArithmeticShape::kConstantLeft: {
      const T a = *left;
      for (size_t i = 0; i < n; ++i) {
        out[i] = Operation::apply(a, right[i], bad);
      }
      break;
    }
  }
  return bad != 0;
}

template <class T>
bool run_operator(ArithmeticOperator op, ArithmeticShape shape, const void* left, const void* right, size_t n,
                  void* out) {
  const auto* a = static_cast<const T*>(left);
  const auto* b = static_cast<const T*>(right);
  auto* r = static_cast<T*>(out);
  switch (op) {
    case ArithmeticOperator::kAdd: return run_loop<T, Add>(shape, a, b, n, r);
    case ArithmeticOperator::kSubtract: return run_loop<T, Subtract>(shape, a, b, n, r);
    case ArithmeticOperator::kMultiply: return run_loop<T, Multiply>(shape, a, b, n, r);
    case ArithmeticOperator::kModulo: return run_loop<T, Modulo>(shape, a, b, n, r);
    case ArithmeticOperator::kDivide:
      if constexpr (std::is_floating_point_v<T>) {
        return run_loop<T, Divide>(shape, a, b, n, r);
      }
      break;
    case ArithmeticOperator::kIntegerDivide:
      if constexpr (!std::is_floating_point_v<T>) {
        return run_loop<T, IntegerDivide>(shape, a, b, n, r);
      }
      break;
  }
  return true;
}

bool arithmetic_loop_any(ArithmeticOperator op, PhysicalType physical, ArithmeticShape shape,
                         const void* left, const void* right, size_t n, void* out) {
  switch (physical) {
    case PhysicalType::kInt8: return run_operator<int8_t>(op, shape, left, right, n, out);
    case PhysicalType::kInt16: return run_operator<int16_t>(op, shape, left, right, n, out);
    case PhysicalType::kInt32: return run_operator<int32_t>(op, shape, left, right, n, out);
    case PhysicalType::kInt64: return run_operator<int64_t>(op, shape, left, right, n, out);
    case PhysicalType::kInt128: return run_operator<Int128>(op, shape, left, right, n, out);
    case PhysicalType::kUint8: return run_operator<uint8_t>(op, shape, left, right, n, out);
    case PhysicalType::kUint16: return run_operator<uint16_t>(op, shape, left, right, n, out);
    case PhysicalType::kUint32: return run_operator<uint32_t>(op, shape, left, right, n, out);
    case PhysicalType::kUint64: return run_operator<uint64_t>(op, shape, left, right, n, out);
    case PhysicalType::kFloat: return run_operator<float>(op, shape, left, right, n, out);
    case PhysicalType::kDouble: return run_operator<double>(op, shape, left, right, n, out);
    default: return true;
  }
}

template <class T>
bool reach_limit(const T* values, size_t n, T limit) {
  FlagOf<T> bad = 0;
  for (size_t i = 0; i < n; ++i) {
    bad |= static_cast<FlagOf<T>>((values[i] >= limit) | (values[i] <= -limit));
  }
  return bad != 0;
}

bool exceeds_limit_any(PhysicalType physical, const void* values, size_t n, Int128 limit) {
  if (physical == PhysicalType::kInt128) {
    return reach_limit(static_cast<const Int128*>(values), n, limit);
  }
  return reach_limit(static_cast<const int64_t*>(values), n, static_cast<int64_t>(limit));
}

template <class T>
void negate_loop(const T* HWY_RESTRICT values, size_t n, T* HWY_RESTRICT out) {
  for (size_t i = 0; i < n; ++i) {
    out[i] = -values[i];
  }
}

void negate_floats_any(PhysicalType physical, const void* values, size_t n, void* out) {
  if (physical == PhysicalType::kFloat) {
    negate_loop(static_cast<const float*>(values), n, static_cast<float*>(out));
  } else {
    negate_loop(static_cast<const double*>(values), n, static_cast<double*>(out));
  }
}

}  // namespace stoa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa {

HWY_EXPORT(arithmetic_loop_any);
HWY_EXPORT(exceeds_limit_any);
HWY_EXPORT(negate_floats_any);

bool arithmetic_loop(ArithmeticOperator op, PhysicalType physical, ArithmeticShape shape, const void* left,
                     const void* right, size_t n, void* out) {
  return HWY_DYNAMIC_DISPATCH(arithmetic_loop_any)(op, physical, shape, left, right, n, out);
}

bool exceeds_limit(PhysicalType physical, const void* values, size_t n, Int128 limit) {
  return HWY_DYNAMIC_DISPATCH(exceeds_limit_any)(physical, values, n, limit);
}

void negate_floats(PhysicalType physical, const void* values, size_t n, void* out) {
  HWY_DYNAMIC_DISPATCH(negate_floats_any)(physical, values, n, out);
}

}  // namespace stoa
#endif
