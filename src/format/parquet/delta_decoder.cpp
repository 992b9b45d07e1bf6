#include "format/parquet/delta_decoder.h"

#include <algorithm>

#include "format/parquet/thrift_reader.h"
#include "format/parquet/unpack_kernel.h"

namespace stoa::parquet {
namespace {

constexpr uint64_t kBlockValuesMax = uint64_t{1} << 24;

}  // namespace

DeltaDecoder::DeltaDecoder(std::span<const std::byte> bytes)
    : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
  const uint64_t block_values = read_varint();
  miniblock_count_ = read_varint();
  left_ = read_varint();
  value_ = static_cast<uint64_t>(read_zigzag());
  if (block_values == 0 || block_values > kBlockValuesMax || miniblock_count_ == 0 ||
      block_values % miniblock_count_ != 0 || (block_values / miniblock_count_) % 8 != 0) {
    raise_malformed("a delta-encoded page has impossible block sizes");
  }
  miniblock_values_ = block_values / miniblock_count_;
  miniblock_ = miniblock_count_;
  is_first_pending_ = left_ != 0;
}

uint64_t DeltaDecoder::read_varint() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (next_ == end_) {
      raise_malformed("a delta-encoded page ends too early");
    }
    const auto byte = static_cast<uint8_t>(*next_++);
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) {
      return value;
    }
  }
  raise_malformed("a delta-encoded page has an integer of more than 64 bits");
}

int64_t DeltaDecoder::read_zigzag() {
  const uint64_t value = read_varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

void DeltaDecoder::next_block() {
  min_delta_ = static_cast<uint64_t>(read_zigzag());
  if (static_cast<uint64_t>(end_ - next_) < miniblock_count_) {
    raise_malformed("a delta-encoded page ends too early");
  }
  widths_ = next_;
  next_ += miniblock_count_;
  miniblock_ = 0;
}

void DeltaDecoder::next_miniblock() {
  if (miniblock_ == miniblock_count_) {
    next_block();
  }
  width_ = static_cast<unsigned>(widths_[miniblock_++]);
  if (width_ > 64) {
    raise_malformed("a delta-encoded page has a bit width over 64");
  }
  const auto left_bytes = static_cast<uint64_t>(end_ - next_);
  const uint64_t needed = (std::min(left_, miniblock_values_) * width_ + 7) / 8;
  if (needed > left_bytes) {
    raise_malformed("a delta-encoded page ends too early");
  }
  packed_ = next_;
  packed_index_ = 0;
  packed_left_ = miniblock_values_;
  // Some writers don't pad the last miniblock.
  next_ += std::min<uint64_t>(miniblock_values_ / 8 * width_, left_bytes);
}

void DeltaDecoder::decode(uint64_t* out, size_t count) {
  if (count > left_) {
    raise_malformed("a page has fewer values than its header says");
  }
  if (count != 0 && is_first_pending_) {
    is_first_pending_ = false;
    *out++ = value_;
    --count;
    --left_;
  }
  while (count != 0) {
    if (packed_left_ == 0) {
      next_miniblock();
    }
    const auto part = static_cast<size_t>(std::min<uint64_t>(count, packed_left_));
    unpack_uint64(packed_, packed_index_, width_, out, part);
    value_ = add_up_deltas(out, part, value_, min_delta_);
    packed_index_ += part;
    packed_left_ -= part;
    left_ -= part;
    out += part;
    count -= part;
  }
}

void DeltaDecoder::skip(size_t count) {
  uint64_t scratch[256];
  while (count != 0) {
    const size_t part = std::min<size_t>(count, 256);
    decode(scratch, part);
    count -= part;
  }
}

std::span<const std::byte> DeltaDecoder::rest_after_end() const {
  DeltaDecoder walker = *this;
  if (walker.is_first_pending_) {
    --walker.left_;
  }
  while (walker.left_ != 0) {
    walker.next_miniblock();
    walker.left_ -= std::min(walker.left_, walker.miniblock_values_);
  }
  return {walker.next_, static_cast<size_t>(walker.end_ - walker.next_)};
}

}  // namespace stoa::parquet
