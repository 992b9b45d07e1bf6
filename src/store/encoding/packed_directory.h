#pragma once

#include <cstdint>
#include <type_traits>

#include "base/int128.h"
#include "store/encoding/encoding.h"
#include "store/encoding/packed_block_kernel.h"

/// The directory of bodies that are cut into packed blocks of 1,024 rows.
namespace stoa::encoding {

/// A block's entry, as it is stored.
struct PackedBlock {
  uint64_t base;
  uint64_t base_high;  ///< frame of reference: bits 64 to 127 of the base; delta: the base of the deltas
  uint32_t offset;     ///< of its bytes, behind the directory
  uint8_t width;
  uint8_t first_width;  ///< delta: of the first 32 values
  uint16_t zero;
};
static_assert(sizeof(PackedBlock) == 24);

constexpr size_t block_count_of(size_t row_count) {
  return (row_count + kBlockRows - 1) / kBlockRows;
}
constexpr size_t rows_of_block(size_t row_count, size_t block) {
  const size_t left = row_count - block * kBlockRows;
  return left < kBlockRows ? left : kBlockRows;
}

/// Calls f.template operator()<S>() with the type of a physical integer type; false for others.
template <class F>
bool with_integer_type(PhysicalType physical, const F& f) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: f.template operator()<uint8_t>(); return true;
    case PhysicalType::kInt8: f.template operator()<int8_t>(); return true;
    case PhysicalType::kInt16: f.template operator()<int16_t>(); return true;
    case PhysicalType::kUint16: f.template operator()<uint16_t>(); return true;
    case PhysicalType::kInt32: f.template operator()<int32_t>(); return true;
    case PhysicalType::kUint32: f.template operator()<uint32_t>(); return true;
    case PhysicalType::kInt64: f.template operator()<int64_t>(); return true;
    case PhysicalType::kUint64: f.template operator()<uint64_t>(); return true;
    case PhysicalType::kInt128: f.template operator()<Int128>(); return true;
    default: return false;
  }
}

// std::make_unsigned knows Int128 with extensions only.
template <class S>
struct UnsignedOf {
  using Type = std::make_unsigned_t<S>;
};
template <>
struct UnsignedOf<Int128> {
  using Type = UInt128;
};
template <class S>
using Unsigned = typename UnsignedOf<S>::Type;

/// Calls `visit(block, begin, piece)` for each block's part of rows [offset, offset + count): `piece` rows
/// from row `begin` of the block on.
template <class Visit>
void for_each_block_part(size_t offset, size_t count, const Visit& visit) {
  while (count != 0) {
    const size_t begin = offset % kBlockRows;
    const size_t piece = count < kBlockRows - begin ? count : kBlockRows - begin;
    visit(offset / kBlockRows, begin, piece);
    offset += piece;
    count -= piece;
  }
}

}  // namespace stoa::encoding
