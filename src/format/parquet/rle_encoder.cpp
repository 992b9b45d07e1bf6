#include "format/parquet/rle_encoder.h"

#include <bit>

#include "base/bits.h"

namespace stoa::parquet {
namespace {

/// Shorter repetitions are packed: a run of its own would take as much.
constexpr size_t kRunMin = 16;

void put_varint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>((value & 0x7F) | 0x80);
  }
  out += static_cast<char>(value);
}

void put_run(uint32_t value, size_t count, unsigned width, std::string& out) {
  put_varint(uint64_t{count} << 1, out);
  for (unsigned i = 0; i < (width + 7) / 8; ++i) {
    out += static_cast<char>(value >> (8 * i));
  }
}

/// Packs whole groups of eight; the last is filled up with zeros.
void put_packed(std::span<const uint32_t> values, unsigned width, std::string& out) {
  if (values.empty()) {
    return;
  }
  const size_t groups = (values.size() + 7) / 8;
  put_varint(uint64_t{groups} << 1 | 1, out);
  uint64_t pending = 0;
  unsigned pending_bits = 0;
  for (size_t i = 0; i < groups * 8; ++i) {
    pending |= (i < values.size() ? uint64_t{values[i]} : 0) << pending_bits;
    pending_bits += width;
    for (; pending_bits >= 8; pending_bits -= 8, pending >>= 8) {
      out += static_cast<char>(pending);
    }
  }
}

}  // namespace

unsigned index_width(size_t count) {
  return count <= 1 ? 0 : static_cast<unsigned>(std::bit_width(count - 1));
}

size_t packed_bytes(size_t count, unsigned width) {
  return (count + 7) / 8 * width + 8;
}

void encode_rle(std::span<const uint32_t> values, unsigned width, std::string& out) {
  size_t packed_from = 0;
  size_t i = 0;
  while (i < values.size()) {
    size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) {
      ++end;
    }
    // A packed run holds groups of eight: the repetition gives what the last group lacks.
    const size_t lacking = (8 - (i - packed_from) % 8) % 8;
    if (end - i >= kRunMin + lacking) {
      put_packed(values.subspan(packed_from, i + lacking - packed_from), width, out);
      put_run(values[i], end - i - lacking, width, out);
      packed_from = end;
    }
    i = end;
  }
  put_packed(values.subspan(packed_from), width, out);
}

void encode_rle_bits(const uint64_t* mask, size_t offset, size_t count, size_t set_count, std::string& out) {
  if (set_count == count || set_count == 0) {
    put_run(set_count != 0 ? 1 : 0, count, 1, out);
    return;
  }
  put_varint(uint64_t{(count + 7) / 8} << 1 | 1, out);
  for (size_t i = 0; i < count; i += 8) {
    unsigned byte = 0;
    for (size_t k = i; k < count && k < i + 8; ++k) {
      byte |= (get_bit(mask, offset + k) ? 1U : 0U) << (k - i);
    }
    out += static_cast<char>(byte);
  }
}

}  // namespace stoa::parquet
