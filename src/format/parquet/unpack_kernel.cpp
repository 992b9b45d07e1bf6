#include "format/parquet/unpack_kernel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/int128.h"

namespace stoa::parquet {
namespace {

uint64_t packed_word(const std::byte* packed, uint64_t bit) {
  return load_unaligned<uint64_t>(packed + bit / 8) >> (bit % 8);
}

/// Eight values of one width: their places are constants, so that this unrolls to a load, a shift and a mask
/// each.
template <unsigned kWidth>
void unpack_eights(const std::byte* packed, uint32_t* out, size_t eights) {
  constexpr auto kMask = static_cast<uint32_t>(low_bits(kWidth));
  for (size_t k = 0; k < eights; ++k) {
    for (unsigned i = 0; i < 8; ++i) {
      out[i] = static_cast<uint32_t>(packed_word(packed, uint64_t{i} * kWidth)) & kMask;
    }
    packed += kWidth;
    out += 8;
  }
}

using UnpackEights = void (*)(const std::byte*, uint32_t*, size_t);

template <size_t... kWidths>
constexpr std::array<UnpackEights, sizeof...(kWidths)> make_unpackers(std::index_sequence<kWidths...>) {
  return {&unpack_eights<static_cast<unsigned>(kWidths) + 1>...};
}
constexpr auto kUnpackers = make_unpackers(std::make_index_sequence<32>());

template <class T>
void spread_typed(const std::byte* dense_bytes, const uint64_t* valid, size_t row_count,
                  std::byte* out_bytes) {
  const auto* dense = reinterpret_cast<const T*>(dense_bytes);
  auto* out = reinterpret_cast<T*>(out_bytes);
  for (size_t base = 0; base < row_count; base += 64) {
    const size_t count = std::min<size_t>(64, row_count - base);
    const uint64_t word = valid[base / 64] & low_bits(count);
    if (word == low_bits(count)) {
      std::memcpy(out + base, dense, count * sizeof(T));
      dense += count;
      continue;
    }
    for (size_t i = 0; i < count; ++i) {
      const uint64_t bit = (word >> i) & 1;
      out[base + i] = bit != 0 ? *dense : T{};
      dense += bit;
    }
  }
}

template <class T>
void gather_typed(const std::byte* dictionary_bytes, const uint32_t* indices, size_t count,
                  std::byte* out_bytes) {
  const auto* dictionary = reinterpret_cast<const T*>(dictionary_bytes);
  auto* out = reinterpret_cast<T*>(out_bytes);
  for (size_t i = 0; i < count; ++i) {
    out[i] = dictionary[indices[i]];
  }
}

template <class T>
void join_typed(const std::byte* streams, size_t stream_bytes, size_t start, std::byte* out_bytes,
                size_t count) {
  for (size_t i = 0; i < count; ++i) {
    T value = 0;
    for (size_t k = 0; k < sizeof(T); ++k) {
      value |= static_cast<T>(static_cast<T>(streams[k * stream_bytes + start + i]) << (8 * k));
    }
    store_unaligned(out_bytes + i * sizeof(T), value);
  }
}

}  // namespace

void unpack_uint32(const std::byte* packed, uint64_t start, unsigned width, uint32_t* out, size_t count) {
  const auto mask = static_cast<uint32_t>(low_bits(width));
  uint64_t bit = start * width;
  while (count != 0 && start % 8 != 0) {
    *out++ = static_cast<uint32_t>(packed_word(packed, bit)) & mask;
    bit += width;
    ++start;
    --count;
  }
  const size_t eights = count / 8;
  kUnpackers[width - 1](packed + bit / 8, out, eights);
  out += eights * 8;
  bit += uint64_t{eights} * 8 * width;
  for (size_t i = 0; i < count % 8; ++i) {
    out[i] = static_cast<uint32_t>(packed_word(packed, bit)) & mask;
    bit += width;
  }
}

void unpack_uint64(const std::byte* packed, uint64_t start, unsigned width, uint64_t* out, size_t count) {
  if (width == 0) {
    std::fill_n(out, count, 0);
    return;
  }
  const uint64_t mask = low_bits(width);
  uint64_t bit = start * width;
  if (width <= 56) {
    for (size_t i = 0; i < count; ++i, bit += width) {
      out[i] = packed_word(packed, bit) & mask;
    }
    return;
  }
  for (size_t i = 0; i < count; ++i, bit += width) {
    const auto wide = load_unaligned<UInt128>(packed + bit / 8);
    out[i] = static_cast<uint64_t>(wide >> (bit % 8)) & mask;
  }
}

void copy_bits(const std::byte* from, uint64_t from_offset, uint64_t* to, size_t to_offset, size_t count) {
  size_t done = 0;
  while (done < count) {
    const size_t place = to_offset + done;
    const size_t room = std::min<size_t>({64 - place % 64, count - done, 56});
    const uint64_t bits = packed_word(from, from_offset + done) & low_bits(room);
    uint64_t& word = to[place / 64];
    word = (word & ~(low_bits(room) << (place % 64))) | (bits << (place % 64));
    done += room;
  }
}

void fill_bits(uint64_t* to, size_t offset, size_t count, bool value) {
  size_t done = 0;
  while (done < count) {
    const size_t place = offset + done;
    const size_t room = std::min<size_t>(64 - place % 64, count - done);
    const uint64_t mask = low_bits(room) << (place % 64);
    uint64_t& word = to[place / 64];
    word = value ? word | mask : word & ~mask;
    done += room;
  }
}

void unpack_bools(const std::byte* packed, uint64_t start, uint8_t* out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bit = start + i;
    out[i] = (static_cast<uint8_t>(packed[bit / 8]) >> (bit % 8)) & 1;
  }
}

void join_byte_streams(const std::byte* streams, size_t stream_bytes, size_t width, size_t start,
                       std::byte* out, size_t count) {
  if (width == 4) {
    return join_typed<uint32_t>(streams, stream_bytes, start, out, count);
  }
  if (width == 8) {
    return join_typed<uint64_t>(streams, stream_bytes, start, out, count);
  }
  for (size_t k = 0; k < width; ++k) {
    const std::byte* stream = streams + k * stream_bytes + start;
    for (size_t i = 0; i < count; ++i) {
      out[i * width + k] = stream[i];
    }
  }
}

void spread_values(const std::byte* dense, const uint64_t* valid, size_t row_count, size_t width,
                   std::byte* out) {
  switch (width) {
    case 1: spread_typed<uint8_t>(dense, valid, row_count, out); return;
    case 2: spread_typed<uint16_t>(dense, valid, row_count, out); return;
    case 4: spread_typed<uint32_t>(dense, valid, row_count, out); return;
    case 8: spread_typed<uint64_t>(dense, valid, row_count, out); return;
    default: spread_typed<UInt128>(dense, valid, row_count, out); return;
  }
}

void spread_indices(const uint32_t* dense, const uint64_t* valid, size_t row_count, uint32_t null_index,
                    uint32_t* out) {
  for (size_t i = 0; i < row_count; ++i) {
    const bool bit = get_bit(valid, i);
    out[i] = bit ? *dense : null_index;
    dense += bit ? 1 : 0;
  }
}

void gather_entries(const std::byte* dictionary, const uint32_t* indices, size_t count, size_t width,
                    std::byte* out) {
  switch (width) {
    case 1: gather_typed<uint8_t>(dictionary, indices, count, out); return;
    case 2: gather_typed<uint16_t>(dictionary, indices, count, out); return;
    case 4: gather_typed<uint32_t>(dictionary, indices, count, out); return;
    case 8: gather_typed<uint64_t>(dictionary, indices, count, out); return;
    default: gather_typed<UInt128>(dictionary, indices, count, out); return;
  }
}

uint32_t max_index(const uint32_t* indices, size_t count) {
  uint32_t largest = 0;
  for (size_t i = 0; i < count; ++i) {
    largest = std::max(largest, indices[i]);
  }
  return largest;
}

uint64_t add_up_deltas(uint64_t* values, size_t count, uint64_t base, uint64_t step) {
  for (size_t i = 0; i < count; ++i) {
    base += values[i] + step;
    values[i] = base;
  }
  return base;
}

}  // namespace stoa::parquet
