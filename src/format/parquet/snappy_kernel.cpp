#include "format/parquet/snappy_kernel.h"

#include <cstdint>
#include <cstring>

#include "base/bits.h"

namespace stoa::parquet {
namespace {

/// A copy is at most 64 bytes long, and the loops below write up to 15 more.
constexpr ptrdiff_t kCopyRoom = 80;

struct Cursor {
  const uint8_t* next;
  const uint8_t* end;
  size_t left() const { return static_cast<size_t>(end - next); }
};

[[nodiscard]] bool read_length(Cursor& in, uint64_t& length) {
  length = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (in.next == in.end) {
      return false;
    }
    const uint8_t byte = *in.next++;
    length |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) {
      return true;
    }
  }
  return false;
}

void copy_16(uint8_t* to, const uint8_t* from) {
  uint64_t low;
  uint64_t high;
  std::memcpy(&low, from, 8);
  std::memcpy(&high, from + 8, 8);
  std::memcpy(to, &low, 8);
  std::memcpy(to + 8, &high, 8);
}

void copy_8(uint8_t* to, const uint8_t* from) {
  store_unaligned(to, load_unaligned<uint64_t>(from));
}

/// Copies `length` bytes from `offset` bytes back, with kCopyRoom bytes of room; both may overlap.
void copy_back(uint8_t* out, size_t offset, size_t length) {
  const uint8_t* from = out - offset;
  uint8_t* const end = out + length;
  if (offset >= 16) {
    copy_16(out, from);
    for (out += 16, from += 16; out < end; out += 16, from += 16) {
      copy_16(out, from);
    }
    return;
  }
  // A short period: each step copies what is there, which doubles it, until eight bytes stand apart.
  while (out - from < 8) {
    copy_8(out, from);
    out += out - from;
    if (out >= end) {
      return;
    }
  }
  for (; out < end; out += 8, from += 8) {
    copy_8(out, from);
  }
}

void copy_back_slowly(uint8_t* out, size_t offset, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    out[i] = out[static_cast<ptrdiff_t>(i) - static_cast<ptrdiff_t>(offset)];
  }
}

/// The literal of a tag; moves both cursors.
[[nodiscard]] bool copy_literal(uint8_t tag, Cursor& in, uint8_t*& out, const uint8_t* out_end) {
  size_t length = size_t{1} + (tag >> 2);
  const auto room = static_cast<size_t>(out_end - out);
  if (length <= 16 && in.left() >= 16 && room >= 16) {
    copy_16(out, in.next);
  } else {
    if (length > 60) {
      const size_t extra = length - 60;
      if (extra > in.left()) {
        return false;
      }
      uint32_t value = 0;
      std::memcpy(&value, in.next, extra);
      in.next += extra;
      length = size_t{value} + 1;
    }
    if (length > in.left() || length > room) {
      return false;
    }
    std::memcpy(out, in.next, length);
  }
  in.next += length;
  out += length;
  return true;
}

}  // namespace

bool decompress_snappy(std::span<const std::byte> input, std::span<std::byte> output) {
  Cursor in{reinterpret_cast<const uint8_t*>(input.data()),
            reinterpret_cast<const uint8_t*>(input.data()) + input.size()};
  uint64_t length = 0;
  if (!read_length(in, length) || length != output.size()) {
    return false;
  }
  auto* out = reinterpret_cast<uint8_t*>(output.data());
  const uint8_t* const out_begin = out;
  const uint8_t* const out_end = out + output.size();
  while (in.next != in.end) {
    const uint8_t tag = *in.next++;
    size_t size = size_t{1} + (tag >> 2);
    size_t offset = 0;
    switch (tag & 3) {
      case 0:
        if (!copy_literal(tag, in, out, out_end)) {
          return false;
        }
        continue;
      case 1:
        if (in.left() < 1) {
          return false;
        }
        size = size_t{4} + ((tag >> 2) & 7);
        offset = static_cast<size_t>(tag >> 5) << 8 | *in.next;
        in.next += 1;
        break;
      case 2:
        if (in.left() < 2) {
          return false;
        }
        offset = load_unaligned<uint16_t>(in.next);
        in.next += 2;
        break;
      default:
        if (in.left() < 4) {
          return false;
        }
        offset = load_unaligned<uint32_t>(in.next);
        in.next += 4;
    }
    if (offset == 0 || offset > static_cast<size_t>(out - out_begin) ||
        size > static_cast<size_t>(out_end - out)) {
      return false;
    }
    if (out_end - out >= kCopyRoom) {
      copy_back(out, offset, size);
    } else {
      copy_back_slowly(out, offset, size);
    }
    out += size;
  }
  return out == out_end;
}

}  // namespace stoa::parquet
