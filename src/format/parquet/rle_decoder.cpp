#include "format/parquet/rle_decoder.h"

#include <algorithm>

#include "base/bits.h"
#include "format/parquet/thrift_reader.h"
#include "format/parquet/unpack_kernel.h"

namespace stoa::parquet {

RleDecoder::RleDecoder(std::span<const std::byte> bytes, unsigned width) noexcept
    : next_(bytes.data()), end_(bytes.data() + bytes.size()), width_(width) {
  if (width == 0) {
    left_ = ~uint64_t{0};
  }
}

void RleDecoder::next_run() {
  uint64_t header = 0;
  unsigned shift = 0;
  while (true) {
    if (next_ == end_ || shift > 56) {
      raise_malformed("a page has fewer values than its header says");
    }
    const auto byte = static_cast<uint8_t>(*next_++);
    header |= static_cast<uint64_t>(byte & 0x7F) << shift;
    shift += 7;
    if ((byte & 0x80) == 0) {
      break;
    }
  }
  is_packed_ = (header & 1) != 0;
  const auto left_bytes = static_cast<uint64_t>(end_ - next_);
  if (is_packed_) {
    // Some writers cut the padding of the last run, so what is there counts.
    const uint64_t size_bytes = std::min<uint64_t>((header >> 1) * width_, left_bytes);
    left_ = std::min<uint64_t>((header >> 1) * 8, size_bytes * 8 / width_);
    packed_ = next_;
    packed_index_ = 0;
    next_ += size_bytes;
    return;
  }
  left_ = header >> 1;
  const size_t value_bytes = (width_ + 7) / 8;
  if (value_bytes > left_bytes) {
    raise_malformed("a page ends inside a run of values");
  }
  repeated_ = 0;
  for (size_t i = 0; i < value_bytes; ++i) {
    repeated_ |= static_cast<uint32_t>(next_[i]) << (8 * i);
  }
  next_ += value_bytes;
}

/// How many of `count` values the current run gives, after moving on to one that gives some.
size_t RleDecoder::available(size_t count) {
  while (left_ == 0) {
    next_run();
  }
  return static_cast<size_t>(std::min<uint64_t>(count, left_));
}

void RleDecoder::decode(uint32_t* out, size_t count) {
  while (count != 0) {
    const size_t part = available(count);
    if (is_packed_) {
      unpack_uint32(packed_, packed_index_, width_, out, part);
      packed_index_ += part;
    } else {
      std::fill_n(out, part, repeated_);
    }
    left_ -= part;
    out += part;
    count -= part;
  }
}

size_t RleDecoder::decode_bits(uint64_t* mask, size_t offset, size_t count) {
  size_t set = 0;
  while (count != 0) {
    const size_t part = available(count);
    if (is_packed_) {
      copy_bits(packed_, packed_index_, mask, offset, part);
      packed_index_ += part;
      for (size_t i = 0; i < part;) {
        const size_t place = offset + i;
        const size_t room = std::min<size_t>(64 - place % 64, part - i);
        set += static_cast<size_t>(std::popcount((mask[place / 64] >> (place % 64)) & low_bits(room)));
        i += room;
      }
    } else {
      fill_bits(mask, offset, part, repeated_ != 0);
      set += repeated_ != 0 ? part : 0;
    }
    left_ -= part;
    offset += part;
    count -= part;
  }
  return set;
}

void RleDecoder::skip(size_t count) {
  while (count != 0) {
    const size_t part = available(count);
    if (is_packed_) {
      packed_index_ += part;
    }
    left_ -= part;
    count -= part;
  }
}

}  // namespace stoa::parquet
