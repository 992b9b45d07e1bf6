// Casts between numbers: one loop per pair of stored types. The common case is a loop without branches over
// all rows, NULL ones included; where that meets a value out of range, a second loop finds the rows.
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/assert.h"
#include "column/cast_run.h"
#include "types/cast.h"
#include "types/decimal.h"

namespace stoa {
namespace {

template <class T>
inline constexpr bool kIsFloating = std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
inline constexpr bool kIsWide = std::is_same_v<T, Int128>;

template <class T>
constexpr Int128 lowest() {
  if constexpr (kIsWide<T>) {
    return kInt128Min;
  } else {
    return static_cast<Int128>(std::numeric_limits<T>::min());
  }
}

template <class T>
constexpr Int128 highest() {
  if constexpr (kIsWide<T>) {
    return kInt128Max;
  } else {
    return static_cast<Int128>(std::numeric_limits<T>::max());
  }
}

template <class To>
bool store_checked(Int128 value, To& to) {
  if (value < lowest<To>() || value > highest<To>()) {
    return false;
  }
  to = static_cast<To>(value);
  return true;
}

// --- integers

template <class From, class To>
void integer_to_integer(CastRun& run) {
  const From* from = run.input.values<From>();
  To* to = run.result.mutable_values<To>();
  constexpr bool kWidens = lowest<From>() >= lowest<To>() && highest<From>() <= highest<To>();
  if constexpr (kWidens) {
    for (size_t row = 0; row < run.count; ++row) {
      to[row] = static_cast<To>(from[row]);
    }
    return;
  }
  constexpr bool kSignMatters = (lowest<From>() < 0) != (lowest<To>() < 0);
  bool is_lossy = false;
  for (size_t row = 0; row < run.count; ++row) {
    to[row] = static_cast<To>(from[row]);
    is_lossy |= static_cast<From>(to[row]) != from[row];
    if constexpr (kSignMatters) {
      is_lossy |= (from[row] < From{0}) != (to[row] < To{0});
    }
  }
  if (is_lossy) {
    cast_rows<From, To>(
        run, [](From value, To& result) { return store_checked(static_cast<Int128>(value), result); });
  }
}

template <class From, class To>
void integer_to_floating(CastRun& run) {
  const From* from = run.input.values<From>();
  To* to = run.result.mutable_values<To>();
  for (size_t row = 0; row < run.count; ++row) {
    to[row] = static_cast<To>(from[row]);
  }
}

// --- floating

/// Rounds half to even without a call: adding 2^52 leaves no room for a fraction. |value| < 2^51.
double round_small(double value) {
  constexpr double kMagic = 4503599627370496.0;
  const double shift = std::copysign(kMagic, value);
  return (value + shift) - shift;
}

template <class From, class To>
bool round_checked(From value, To& to) {
  Int128 whole = 0;
  return double_to_int128(static_cast<double>(value), whole) && store_checked(whole, to);
}

template <class From, class To>
void floating_to_integer(CastRun& run) {
  if constexpr (sizeof(To) <= 8) {
    const From* from = run.input.values<From>();
    To* to = run.result.mutable_values<To>();
    constexpr double kSmall = 2251799813685248.0;  // 2^51
    constexpr double kLow = static_cast<double>(lowest<To>());
    constexpr double kHigh = static_cast<double>(highest<To>());
    constexpr double kLeast = kLow > -kSmall ? kLow : -kSmall;
    constexpr double kMost = kHigh < kSmall ? kHigh : kSmall;
    bool is_out = false;
    for (size_t row = 0; row < run.count; ++row) {
      const double rounded = round_small(static_cast<double>(from[row]));
      const bool fits =
          rounded >= kLeast && rounded <= kMost && std::fabs(from[row]) <= static_cast<From>(kSmall);
      to[row] = static_cast<To>(fits ? rounded : 0);
      is_out |= !fits;
    }
    if (!is_out) {
      return;
    }
  }
  cast_rows<From, To>(run, round_checked<From, To>);
}

template <class From, class To>
void floating_to_floating(CastRun& run) {
  if constexpr (sizeof(To) >= sizeof(From)) {
    integer_to_floating<From, To>(run);
  } else {
    cast_rows<From, To>(run, [](From value, To& result) { return double_to_float(value, result); });
  }
}

// --- decimals

/// An integer or a decimal of `from_scale` becoming a decimal.
template <class From, class To>
void rescale(CastRun& run, unsigned from_scale) {
  const unsigned scale = run.result.type().scale();
  const unsigned precision = run.result.type().precision();
  if constexpr (sizeof(From) <= 8 && std::is_same_v<To, int64_t> && !std::is_same_v<From, uint64_t>) {
    if (scale >= from_scale && scale - from_scale <= kShortDecimalDigits) {
      const auto factor = static_cast<int64_t>(power_of_ten(scale - from_scale));
      const auto limit = static_cast<int64_t>(power_of_ten(precision)) / factor;
      const From* from = run.input.values<From>();
      To* to = run.result.mutable_values<To>();
      bool is_out = false;
      for (size_t row = 0; row < run.count; ++row) {
        const auto value = static_cast<int64_t>(from[row]);
        is_out |= value >= limit || value <= -limit;
        to[row] = static_cast<int64_t>(static_cast<uint64_t>(value) * static_cast<uint64_t>(factor));
      }
      if (!is_out) {
        return;
      }
    }
  }
  cast_rows<From, To>(run, [=](From value, To& result) {
    Int128 rescaled = 0;
    if (!rescale_decimal(static_cast<Int128>(value), from_scale, scale, precision, rescaled)) {
      return false;
    }
    result = static_cast<To>(rescaled);
    return true;
  });
}

template <class From, class To>
void floating_to_decimal(CastRun& run) {
  const unsigned scale = run.result.type().scale();
  const unsigned precision = run.result.type().precision();
  cast_rows<From, To>(run, [=](From value, To& result) {
    Int128 unscaled = 0;
    const bool fits = std::is_same_v<From, float>
                          ? float_to_decimal(static_cast<float>(value), precision, scale, unscaled)
                          : double_to_decimal(static_cast<double>(value), precision, scale, unscaled);
    if (fits) {
      result = static_cast<To>(unscaled);
    }
    return fits;
  });
}

template <class From, class To>
void decimal_to_integer(CastRun& run) {
  const unsigned scale = run.input.type().scale();
  cast_rows<From, To>(run, [=](From value, To& result) {
    Int128 whole = 0;
    return rescale_decimal(value, scale, 0, kDecimalDigitsMax, whole) && store_checked(whole, result);
  });
}

template <class From, class To>
void decimal_to_floating(CastRun& run) {
  const unsigned scale = run.input.type().scale();
  const From* from = run.input.values<From>();
  To* to = run.result.mutable_values<To>();
  constexpr int64_t kExactMax = int64_t{1} << 53;
  constexpr unsigned kExactPowerMax = 22;
  if constexpr (std::is_same_v<From, int64_t> && std::is_same_v<To, double>) {
    // Both sides of the division are exact, so that it rounds once.
    const double divisor = static_cast<double>(power_of_ten(scale));
    bool is_large = scale > kExactPowerMax;
    for (size_t row = 0; row < run.count; ++row) {
      is_large |= from[row] > kExactMax || from[row] < -kExactMax;
      to[row] = static_cast<double>(from[row]) / divisor;
    }
    if (!is_large) {
      return;
    }
  }
  for (size_t row = 0; row < run.count; ++row) {
    if constexpr (std::is_same_v<To, float>) {
      to[row] = decimal_to_float(from[row], scale);
    } else {
      to[row] = decimal_to_double(from[row], scale);
    }
  }
}

// --- which loop

template <class From, class To>
void cast_pair(CastRun& run) {
  const LogicalType& source = run.input.type();
  const LogicalType& target = run.result.type();
  if constexpr (kIsFloating<From> && kIsFloating<To>) {
    floating_to_floating<From, To>(run);
  } else if constexpr (kIsFloating<From>) {
    if constexpr (std::is_same_v<To, int64_t> || kIsWide<To>) {
      if (target.is_decimal()) {
        return floating_to_decimal<From, To>(run);
      }
    }
    floating_to_integer<From, To>(run);
  } else if constexpr (kIsFloating<To>) {
    if constexpr (std::is_same_v<From, int64_t> || kIsWide<From>) {
      if (source.is_decimal()) {
        return decimal_to_floating<From, To>(run);
      }
    }
    integer_to_floating<From, To>(run);
  } else {
    if constexpr (std::is_same_v<To, int64_t> || kIsWide<To>) {
      if (target.is_decimal()) {
        return rescale<From, To>(run, source.scale());
      }
    }
    if constexpr (std::is_same_v<From, int64_t> || kIsWide<From>) {
      if (source.is_decimal()) {
        return decimal_to_integer<From, To>(run);
      }
    }
    integer_to_integer<From, To>(run);
  }
}

template <class From>
void to_boolean(CastRun& run) {
  const From* from = run.input.values<From>();
  auto* to = run.result.mutable_values<uint8_t>();
  for (size_t row = 0; row < run.count; ++row) {
    to[row] = from[row] != From{0} ? 1 : 0;
  }
}

template <class From>
void cast_from(CastRun& run) {
  switch (run.result.type().physical()) {
    case PhysicalType::kBool: return to_boolean<From>(run);
    case PhysicalType::kInt8: return cast_pair<From, int8_t>(run);
    case PhysicalType::kInt16: return cast_pair<From, int16_t>(run);
    case PhysicalType::kInt32: return cast_pair<From, int32_t>(run);
    case PhysicalType::kInt64: return cast_pair<From, int64_t>(run);
    case PhysicalType::kInt128: return cast_pair<From, Int128>(run);
    case PhysicalType::kUint8: return cast_pair<From, uint8_t>(run);
    case PhysicalType::kUint16: return cast_pair<From, uint16_t>(run);
    case PhysicalType::kUint32: return cast_pair<From, uint32_t>(run);
    case PhysicalType::kUint64: return cast_pair<From, uint64_t>(run);
    case PhysicalType::kFloat: return cast_pair<From, float>(run);
    case PhysicalType::kDouble: return cast_pair<From, double>(run);
    default: STOA_UNREACHABLE("not a number");
  }
}

}  // namespace

void cast_numbers(CastRun& run) {
  switch (run.input.type().physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return cast_from<uint8_t>(run);
    case PhysicalType::kInt8: return cast_from<int8_t>(run);
    case PhysicalType::kInt16: return cast_from<int16_t>(run);
    case PhysicalType::kInt32: return cast_from<int32_t>(run);
    case PhysicalType::kInt64: return cast_from<int64_t>(run);
    case PhysicalType::kInt128: return cast_from<Int128>(run);
    case PhysicalType::kUint16: return cast_from<uint16_t>(run);
    case PhysicalType::kUint32: return cast_from<uint32_t>(run);
    case PhysicalType::kUint64: return cast_from<uint64_t>(run);
    case PhysicalType::kFloat: return cast_from<float>(run);
    case PhysicalType::kDouble: return cast_from<double>(run);
    default: STOA_UNREACHABLE("not a number");
  }
}

}  // namespace stoa
