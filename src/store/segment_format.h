#pragma once

#include <cstdint>

namespace stoa {

/// The first 64 bytes of a stored segment. docs/formats/segment.md.
struct SegmentHeader {
  static constexpr uint32_t kMagic = 0x47455353;  // "SSEG"
  static constexpr uint16_t kFormatVersion = 1;
  static constexpr uint32_t kHasNullBitmap = 1;
  static constexpr uint32_t kAllNull = 2;
  static constexpr uint32_t kNullsInDictionary = 4;

  uint32_t magic;
  uint16_t format_version;
  uint8_t type_id;
  uint8_t physical_type;
  uint32_t row_count;
  uint32_t null_count;
  uint32_t statistics_bytes;
  uint32_t flags;
  uint64_t nulls_offset;
  uint64_t body_offset;
  uint64_t total_bytes;
  uint64_t zero[2];
};
static_assert(sizeof(SegmentHeader) == 64);

}  // namespace stoa
