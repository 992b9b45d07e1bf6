#include "format/parquet/convert.h"

#include <cstring>
#include <limits>

#include "base/bits.h"
#include "base/error.h"
#include "base/int128.h"
#include "types/interval.h"
#include "types/uuid.h"

namespace stoa::parquet {
namespace {

constexpr int64_t kJulianDayOfEpoch = 2'440'588;
constexpr int64_t kDayMicros = 86'400'000'000;

[[noreturn]] void raise_out_of_range(const Leaf& leaf) {
  const bool is_temporal = leaf.type.is_temporal() || leaf.type.id() == TypeId::kInterval;
  raise(is_temporal ? sqlstate::kDatetimeOverflow : sqlstate::kNumericOutOfRange,
        "a stored value is out of range for type " + leaf.type.to_string());
}

template <class From, class To>
void narrow(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  bool fits = true;
  for (size_t i = 0; i < count; ++i) {
    const auto value = load_unaligned<From>(stored + i * sizeof(From));
    const auto result = static_cast<To>(value);
    fits &= static_cast<From>(result) == value;
    store_unaligned(out + i * sizeof(To), result);
  }
  if (!fits) {
    raise_out_of_range(leaf);
  }
}

template <class From, class To>
void widen(const std::byte* stored, size_t count, std::byte* out) {
  for (size_t i = 0; i < count; ++i) {
    store_unaligned(out + i * sizeof(To), static_cast<To>(load_unaligned<From>(stored + i * sizeof(From))));
  }
}

void int32_millis_to_micros(const std::byte* stored, size_t count, std::byte* out) {
  for (size_t i = 0; i < count; ++i) {
    store_unaligned(out + i * 8, int64_t{load_unaligned<int32_t>(stored + i * 4)} * 1000);
  }
}

void int64_millis_to_micros(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  bool overflows = false;
  for (size_t i = 0; i < count; ++i) {
    int64_t micros = 0;
    overflows |= __builtin_mul_overflow(load_unaligned<int64_t>(stored + i * 8), int64_t{1000}, &micros);
    store_unaligned(out + i * 8, micros);
  }
  if (overflows) {
    raise_out_of_range(leaf);
  }
}

void int64_nanos_to_micros(const std::byte* stored, size_t count, std::byte* out) {
  for (size_t i = 0; i < count; ++i) {
    const auto nanos = load_unaligned<int64_t>(stored + i * 8);
    int64_t micros = nanos / 1000;
    micros -= nanos % 1000 < 0 ? 1 : 0;
    store_unaligned(out + i * 8, micros);
  }
}

void int96_to_micros(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  bool overflows = false;
  for (size_t i = 0; i < count; ++i) {
    const auto nanos = load_unaligned<int64_t>(stored + i * 12);
    const int64_t days = int64_t{load_unaligned<int32_t>(stored + i * 12 + 8)} - kJulianDayOfEpoch;
    int64_t micros = 0;
    overflows |= __builtin_mul_overflow(days, kDayMicros, &micros);
    const int64_t rest = nanos / 1000 - (nanos % 1000 < 0 ? 1 : 0);
    overflows |= __builtin_add_overflow(micros, rest, &micros);
    store_unaligned(out + i * 8, micros);
  }
  if (overflows) {
    raise_out_of_range(leaf);
  }
}

/// A two's complement number of any length, highest byte first; false where it doesn't fit 128 bits.
[[nodiscard]] bool read_big_endian(const std::byte* bytes, size_t size, Int128& result) {
  const bool is_negative = size != 0 && static_cast<int8_t>(bytes[0]) < 0;
  UInt128 value = is_negative ? ~UInt128{0} : 0;
  const auto fill = static_cast<std::byte>(is_negative ? 0xFF : 0);
  for (; size > 16; --size, ++bytes) {
    if (*bytes != fill) {
      return false;
    }
  }
  for (size_t i = 0; i < size; ++i) {
    value = (value << 8) | static_cast<uint8_t>(bytes[i]);
  }
  result = static_cast<Int128>(value);
  return (result < 0) == is_negative;
}

template <class To>
[[nodiscard]] bool store_decimal(const std::byte* bytes, size_t size, std::byte* out) {
  Int128 wide = 0;
  if (!read_big_endian(bytes, size, wide)) {
    return false;
  }
  const auto value = static_cast<To>(wide);
  store_unaligned(out, value);
  return static_cast<Int128>(value) == wide;
}

/// At most eight bytes: the usual width of decimals of up to 18 digits, read with one swapped load.
void short_decimals(const std::byte* stored, size_t width, size_t count, std::byte* out) {
  const auto shift = static_cast<unsigned>(64 - 8 * width);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, stored + i * width, width);
    const auto value = static_cast<int64_t>(__builtin_bswap64(bits)) >> shift;
    store_unaligned(out + i * 8, value);
  }
}

template <class To>
void decimals(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  const size_t width = leaf.stored_bytes;
  if (sizeof(To) == 8 && width <= 8) {
    return short_decimals(stored, width, count, out);
  }
  bool fits = true;
  for (size_t i = 0; i < count; ++i) {
    fits &= store_decimal<To>(stored + i * width, width, out + i * sizeof(To));
  }
  if (!fits) {
    raise_out_of_range(leaf);
  }
}

template <class To>
void decimal_texts(const Leaf& leaf, const TextView* stored, size_t count, std::byte* out) {
  bool fits = true;
  for (size_t i = 0; i < count; ++i) {
    const auto* bytes = reinterpret_cast<const std::byte*>(stored[i].data());
    fits &= store_decimal<To>(bytes, stored[i].size(), out + i * sizeof(To));
  }
  if (!fits) {
    raise_out_of_range(leaf);
  }
}

void uuids(const std::byte* stored, size_t count, std::byte* out) {
  for (size_t i = 0; i < count; ++i) {
    store_unaligned(out + i * 16, uuid_from_bytes(reinterpret_cast<const uint8_t*>(stored) + i * 16));
  }
}

void intervals(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  bool fits = true;
  for (size_t i = 0; i < count; ++i) {
    const auto months = load_unaligned<uint32_t>(stored + i * 12);
    const auto days = load_unaligned<uint32_t>(stored + i * 12 + 4);
    const auto millis = load_unaligned<uint32_t>(stored + i * 12 + 8);
    constexpr auto kMax = static_cast<uint32_t>(std::numeric_limits<int32_t>::max());
    fits &= months <= kMax && days <= kMax;
    Interval value;
    value.months = static_cast<int32_t>(months);
    value.days = static_cast<int32_t>(days);
    value.micros = int64_t{millis} * 1000;
    store_unaligned(out + i * 16, value);
  }
  if (!fits) {
    raise_out_of_range(leaf);
  }
}

/// IEEE 754 binary16 to binary32; exact.
float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = (half >> 10) & 0x1F;
  const uint32_t fraction = half & 0x3FF;
  uint32_t bits = 0;
  if (exponent == 0x1F) {
    bits = 0x7F800000U | (fraction << 13);
  } else if (exponent != 0) {
    bits = ((exponent + 112) << 23) | (fraction << 13);
  } else {
    // Zero and the subnormals: a multiple of 2^-24, which a float holds exactly.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    std::memcpy(&bits, &magnitude, 4);
  }
  bits |= sign;
  float result = 0;
  std::memcpy(&result, &bits, 4);
  return result;
}

void halves_to_floats(const std::byte* stored, size_t count, std::byte* out) {
  for (size_t i = 0; i < count; ++i) {
    store_unaligned(out + i * 4, half_to_float(load_unaligned<uint16_t>(stored + i * 2)));
  }
}

}  // namespace

void convert_values(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out) {
  if (count == 0) {
    return;
  }
  switch (leaf.conversion) {
    case Conversion::kIdentity: std::memcpy(out, stored, count * leaf.stored_bytes); return;
    case Conversion::kInt32ToInt8: narrow<int32_t, int8_t>(leaf, stored, count, out); return;
    case Conversion::kInt32ToInt16: narrow<int32_t, int16_t>(leaf, stored, count, out); return;
    case Conversion::kInt32ToUint8: narrow<int32_t, uint8_t>(leaf, stored, count, out); return;
    case Conversion::kInt32ToUint16: narrow<int32_t, uint16_t>(leaf, stored, count, out); return;
    case Conversion::kInt32ToInt64: widen<int32_t, int64_t>(stored, count, out); return;
    case Conversion::kInt32ToInt128: widen<int32_t, Int128>(stored, count, out); return;
    case Conversion::kInt64ToInt128: widen<int64_t, Int128>(stored, count, out); return;
    case Conversion::kInt32MillisToMicros: int32_millis_to_micros(stored, count, out); return;
    case Conversion::kInt64MillisToMicros: int64_millis_to_micros(leaf, stored, count, out); return;
    case Conversion::kInt64NanosToMicros: int64_nanos_to_micros(stored, count, out); return;
    case Conversion::kInt96ToMicros: int96_to_micros(leaf, stored, count, out); return;
    case Conversion::kBigEndianToInt64: decimals<int64_t>(leaf, stored, count, out); return;
    case Conversion::kBigEndianToInt128: decimals<Int128>(leaf, stored, count, out); return;
    case Conversion::kUuid: uuids(stored, count, out); return;
    case Conversion::kInterval: intervals(leaf, stored, count, out); return;
    case Conversion::kFloat16ToFloat: halves_to_floats(stored, count, out); return;
    case Conversion::kText:
    case Conversion::kBytes: break;
  }
}

void convert_decimal_texts(const Leaf& leaf, const TextView* stored, size_t count, std::byte* out) {
  if (leaf.conversion == Conversion::kBigEndianToInt64) {
    decimal_texts<int64_t>(leaf, stored, count, out);
  } else {
    decimal_texts<Int128>(leaf, stored, count, out);
  }
}

}  // namespace stoa::parquet
