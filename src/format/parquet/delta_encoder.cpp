#include "format/parquet/delta_encoder.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/int128.h"

namespace stoa::parquet {
namespace {

constexpr size_t kBlockValues = 128;
constexpr size_t kMiniblocks = 4;
constexpr size_t kMiniblockValues = kBlockValues / kMiniblocks;

void put_varint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>((value & 0x7F) | 0x80);
  }
  out += static_cast<char>(value);
}

void put_zigzag(int64_t value, std::string& out) {
  put_varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63), out);
}

/// The differences of one block above the least of them; those behind the last value are 0.
struct Block {
  std::array<uint64_t, kBlockValues> deltas{};
  std::array<uint8_t, kMiniblocks> widths{};
  int64_t least = 0;
  size_t miniblock_count = 0;  ///< with values
};

/// The block of values[begin], whose predecessor exists.
Block make_block(std::span<const int64_t> values, size_t begin) {
  Block block;
  const size_t count = std::min(kBlockValues, values.size() - begin);
  block.miniblock_count = (count + kMiniblockValues - 1) / kMiniblockValues;
  const auto delta = [&](size_t i) {
    return static_cast<int64_t>(static_cast<uint64_t>(values[begin + i]) -
                                static_cast<uint64_t>(values[begin + i - 1]));
  };
  block.least = delta(0);
  for (size_t i = 1; i < count; ++i) {
    block.least = std::min(block.least, delta(i));
  }
  for (size_t i = 0; i < count; ++i) {
    block.deltas[i] = static_cast<uint64_t>(delta(i)) - static_cast<uint64_t>(block.least);
  }
  for (size_t m = 0; m < block.miniblock_count; ++m) {
    uint64_t all = 0;
    for (size_t i = 0; i < kMiniblockValues; ++i) {
      all |= block.deltas[m * kMiniblockValues + i];
    }
    block.widths[m] = static_cast<uint8_t>(std::bit_width(all));
  }
  return block;
}

/// 32 values of `width` bits fill whole bytes.
void put_miniblock(const uint64_t* deltas, unsigned width, std::string& out) {
  UInt128 pending = 0;
  unsigned pending_bits = 0;
  for (size_t i = 0; i < kMiniblockValues; ++i) {
    pending |= static_cast<UInt128>(deltas[i]) << pending_bits;
    pending_bits += width;
    for (; pending_bits >= 8; pending_bits -= 8, pending >>= 8) {
      out += static_cast<char>(pending);
    }
  }
}

}  // namespace

void encode_delta(std::span<const int64_t> values, std::string& out) {
  put_varint(kBlockValues, out);
  put_varint(kMiniblocks, out);
  put_varint(values.size(), out);
  put_zigzag(values.empty() ? 0 : values[0], out);
  for (size_t begin = 1; begin < values.size(); begin += kBlockValues) {
    const Block block = make_block(values, begin);
    put_zigzag(block.least, out);
    for (const uint8_t width : block.widths) {
      out += static_cast<char>(width);
    }
    for (size_t m = 0; m < block.miniblock_count; ++m) {
      put_miniblock(block.deltas.data() + m * kMiniblockValues, block.widths[m], out);
    }
  }
}

size_t delta_bytes(std::span<const int64_t> values) {
  size_t total = 16;
  for (size_t begin = 1; begin < values.size(); begin += kBlockValues) {
    const Block block = make_block(values, begin);
    total += kMiniblocks + 10;
    for (const uint8_t width : block.widths) {
      total += size_t{width} * kMiniblockValues / 8;
    }
  }
  return total;
}

}  // namespace stoa::parquet
