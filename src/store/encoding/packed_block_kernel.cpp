// Unpacking is a shift (two where a number spans words), a mask and an addition per register.
#include <hwy/detect_targets.h>
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "store/encoding/packed_block_kernel.cpp"
#include <algorithm>
#include <bit>
#include <type_traits>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "store/encoding/packed_block_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::encoding::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls store(place, numbers) for each register of numbers of lane rows [first, end); D is of Word.
template <class Word, class D, class Store>
HWY_INLINE void for_each_register(D d, const Word* words, unsigned width, size_t first, size_t end,
                                  const Store& store) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  const size_t lanes = hn::Lanes(d);
  const auto mask = hn::Set(d, static_cast<Word>(~Word{0} >> (kBits - width)));
  for (size_t row = first; row < end; ++row) {
    const size_t bit = row * width;
    const Word* from = words + bit / kBits * kLanes;
    const auto shift = static_cast<int>(bit % kBits);
    Word place = static_cast<Word>((row - first) * kLanes);
    if (static_cast<unsigned>(shift) + width <= kBits) {
      for (size_t lane = 0; lane < kLanes; lane += lanes) {
        store(place + lane, hn::And(hn::ShiftRightSame(hn::LoadU(d, from + lane), shift), mask));
      }
    } else {
      const int shift_up = static_cast<int>(kBits) - shift;
      for (size_t lane = 0; lane < kLanes; lane += lanes) {
        const auto low = hn::ShiftRightSame(hn::LoadU(d, from + lane), shift);
        const auto high = hn::ShiftLeftSame(hn::LoadU(d, from + kLanes + lane), shift_up);
        store(place + lane, hn::And(hn::Or(low, high), mask));
      }
    }
  }
}

/// Calls store(place, numbers) with registers of T, whatever the words; width > 0.
template <class T, class Store>
HWY_INLINE void for_each_of_type(const std::byte* packed, unsigned width, size_t first, size_t end,
                                 const Store& store) {
  const auto* words32 = reinterpret_cast<const uint32_t*>(packed);
  if constexpr (sizeof(T) == 8) {
    const hn::CappedTag<uint64_t, kLanes> d64;
    if (width > 32) {
      for_each_register(d64, reinterpret_cast<const uint64_t*>(packed), width, first, end, store);
      return;
    }
    const hn::Rebind<uint32_t, decltype(d64)> d32;
    for_each_register(d32, words32, width, first, end,
                      [&](size_t place, auto numbers) { store(place, hn::PromoteTo(d64, numbers)); });
  } else {
    const hn::CappedTag<uint32_t, kLanes> d32;
    for_each_register(d32, words32, width, first, end, [&](size_t place, auto numbers) {
      if constexpr (sizeof(T) == 4) {
        store(place, numbers);
      } else {
        store(place, hn::TruncateTo(hn::Rebind<T, decltype(d32)>(), numbers));
      }
    });
  }
}

template <class T>
void unpack_typed(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  T* HWY_RESTRICT out) {
  if (width == 0) {
    std::fill_n(out, (end - first) * kLanes, static_cast<T>(base));
    return;
  }
  for_each_of_type<T>(packed, width, first, end, [&](size_t place, auto numbers) {
    const hn::DFromV<decltype(numbers)> d;
    hn::StoreU(hn::Add(numbers, hn::Set(d, static_cast<T>(base))), d, out + place);
  });
}

template <class T>
void unpack_deltas_typed(const std::byte* packed, unsigned width, uint64_t base, size_t end, T* out) {
  if (width == 0) {
    for (size_t i = kLanes; i < end * kLanes; ++i) {
      out[i] = static_cast<T>(out[i - kLanes] + static_cast<T>(base));
    }
    return;
  }
  for_each_of_type<T>(packed, width, 0, end - 1, [&](size_t place, auto numbers) {
    const hn::DFromV<decltype(numbers)> d;
    const auto before = hn::LoadU(d, out + place);
    hn::StoreU(hn::Add(hn::Add(numbers, hn::Set(d, static_cast<T>(base))), before), d, out + place + kLanes);
  });
}

/// Integers below 2^51 become doubles by being added to the bits of 1.5 * 2^52.
void unpack_decimals_lanes(const std::byte* packed, unsigned width, int64_t base, double factor,
                           double fraction, size_t first, size_t end, double* HWY_RESTRICT out) {
  constexpr double kMagic = 6755399441055744.0;
  const hn::CappedTag<uint64_t, kLanes> d;
  const hn::Rebind<double, decltype(d)> dd;
  const auto offset = hn::Set(d, static_cast<uint64_t>(base) + std::bit_cast<uint64_t>(kMagic));
  const auto magic = hn::Set(dd, kMagic);
  const auto by_factor = hn::Set(dd, factor);
  const auto by_fraction = hn::Set(dd, fraction);
  const auto store = [&](size_t place, auto numbers) {
    const auto integer = hn::Sub(hn::BitCast(dd, hn::Add(numbers, offset)), magic);
    hn::StoreU(hn::Mul(hn::Mul(integer, by_factor), by_fraction), dd, out + place);
  };
  if (width == 0) {
    for (size_t place = 0; place < (end - first) * kLanes; place += hn::Lanes(d)) {
      store(place, hn::Zero(d));
    }
    return;
  }
  for_each_of_type<uint64_t>(packed, width, first, end, store);
}

// NOLINTBEGIN: the dispatch table wants one name per type.
void unpack8(const std::byte* p, unsigned w, uint64_t b, size_t f, size_t e, uint8_t* o) {
  unpack_typed(p, w, b, f, e, o);
}
void unpack16(const std::byte* p, unsigned w, uint64_t b, size_t f, size_t e, uint16_t* o) {
  unpack_typed(p, w, b, f, e, o);
}
void unpack32(const std::byte* p, unsigned w, uint64_t b, size_t f, size_t e, uint32_t* o) {
  unpack_typed(p, w, b, f, e, o);
}
void unpack64(const std::byte* p, unsigned w, uint64_t b, size_t f, size_t e, uint64_t* o) {
  unpack_typed(p, w, b, f, e, o);
}
void deltas8(const std::byte* p, unsigned w, uint64_t b, size_t e, uint8_t* o) {
  unpack_deltas_typed(p, w, b, e, o);
}
void deltas16(const std::byte* p, unsigned w, uint64_t b, size_t e, uint16_t* o) {
  unpack_deltas_typed(p, w, b, e, o);
}
void deltas32(const std::byte* p, unsigned w, uint64_t b, size_t e, uint32_t* o) {
  unpack_deltas_typed(p, w, b, e, o);
}
void deltas64(const std::byte* p, unsigned w, uint64_t b, size_t e, uint64_t* o) {
  unpack_deltas_typed(p, w, b, e, o);
}
// NOLINTEND

}  // namespace stoa::encoding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa::encoding {

HWY_EXPORT(unpack8);
HWY_EXPORT(unpack16);
HWY_EXPORT(unpack32);
HWY_EXPORT(unpack64);
HWY_EXPORT(deltas8);
HWY_EXPORT(deltas16);
HWY_EXPORT(deltas32);
HWY_EXPORT(deltas64);
HWY_EXPORT(unpack_decimals_lanes);

void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(unpack8)(packed, width, base, first, end, out);
}
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(unpack16)(packed, width, base, first, end, out);
}
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(unpack32)(packed, width, base, first, end, out);
}
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(unpack64)(packed, width, base, first, end, out);
}
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(deltas8)(packed, width, base, end, out);
}
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(deltas16)(packed, width, base, end, out);
}
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(deltas32)(packed, width, base, end, out);
}
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(deltas64)(packed, width, base, end, out);
}
void unpack_decimals(const std::byte* packed, unsigned width, int64_t base, double factor, double fraction,
                     size_t first, size_t end, double* out) {
  HWY_DYNAMIC_DISPATCH(unpack_decimals_lanes)(packed, width, base, factor, fraction, first, end, out);
}

namespace {

template <class Word>
void pack_words(const uint64_t* numbers, unsigned width, size_t lane_rows, Word* words) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  for (size_t row = 0; row < lane_rows; ++row) {
    const size_t bit = row * width;
    Word* to = words + bit / kBits * kLanes;
    const auto shift = static_cast<unsigned>(bit % kBits);
    for (size_t lane = 0; lane < kLanes; ++lane) {
      to[lane] |= static_cast<Word>(numbers[row * kLanes + lane] << shift);
    }
    if (shift + width > kBits) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        to[kLanes + lane] |= static_cast<Word>(numbers[row * kLanes + lane] >> (kBits - shift));
      }
    }
  }
}

template <class Word>
uint64_t unpack_word(const Word* words, unsigned width, size_t row) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  const size_t bit = row / kLanes * width;
  const Word* from = words + bit / kBits * kLanes + row % kLanes;
  const auto shift = static_cast<unsigned>(bit % kBits);
  Word number = static_cast<Word>(from[0] >> shift);
  if (shift + width > kBits) {
    number |= static_cast<Word>(from[kLanes] << (kBits - shift));
  }
  return number & (~Word{0} >> (kBits - width));
}

}  // namespace

void pack_block(const uint64_t* numbers, unsigned width, size_t lane_rows, std::byte* packed) {
  if (width == 0) {
    return;
  }
  if (width <= 32) {
    pack_words(numbers, width, lane_rows, reinterpret_cast<uint32_t*>(packed));
  } else {
    pack_words(numbers, width, lane_rows, reinterpret_cast<uint64_t*>(packed));
  }
}

uint64_t unpack_one(const std::byte* packed, unsigned width, size_t row) {
  if (width == 0) {
    return 0;
  }
  return width <= 32 ? unpack_word(reinterpret_cast<const uint32_t*>(packed), width, row)
                     : unpack_word(reinterpret_cast<const uint64_t*>(packed), width, row);
}

uint32_t greatest_code(const uint32_t* codes, size_t count) {
  uint32_t greatest = 0;
  for (size_t i = 0; i < count; ++i) {
    greatest = std::max(greatest, codes[i]);
  }
  return greatest;
}

}  // namespace stoa::encoding
#endif
