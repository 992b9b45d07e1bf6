#pragma once

#include <cstddef>
#include <cstdint>

/// Bit-packing of blocks of 1,024 numbers, interleaved over 32 lanes: number i stands in lane i % 32 at row
/// i / 32, and a lane's rows follow each other bit by bit in every 32nd word. A SIMD register thus unpacks
/// neighbouring numbers by one shift and one mask (Lemire & Boytsov 2015; the layout after FastLanes,
/// Afroozeh & Boncz 2023). Words have 32 bits for widths up to 32, 64 above.
namespace stoa::encoding {

inline constexpr size_t kLanes = 32;
inline constexpr size_t kBlockRows = 1024;

constexpr unsigned word_bits(unsigned width) {
  return width <= 32 ? 32 : 64;
}
/// Bytes of `lane_rows` rows of `width` bits in each lane.
constexpr size_t packed_bytes(unsigned width, size_t lane_rows) {
  const unsigned bits = word_bits(width);
  return (lane_rows * width + bits - 1) / bits * kLanes * (bits / 8);
}
constexpr size_t lane_rows_of(size_t count) {
  return (count + kLanes - 1) / kLanes;
}

/// Packs lane_rows * 32 numbers, each below 2^width, into zeroed bytes.
void pack_block(const uint64_t* numbers, unsigned width, size_t lane_rows, std::byte* packed);
/// One number.
uint64_t unpack_one(const std::byte* packed, unsigned width, size_t row);

/// out[i] = base + number, modulo the type's range, for lane rows [first, end); out[0] is the first of them.
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint8_t* out);
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint16_t* out);
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint32_t* out);
void unpack_block(const std::byte* packed, unsigned width, uint64_t base, size_t first, size_t end,
                  uint64_t* out);
/// Each number plus `base` plus what stands 32 places before: fills out[32 ...] of lane rows [1, end), the
/// first of which is packed as row 0; out[0 .. 31] is there.
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint8_t* out);
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint16_t* out);
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint32_t* out);
void unpack_deltas(const std::byte* packed, unsigned width, uint64_t base, size_t end, uint64_t* out);
/// out[i] = double(base + number) * factor * fraction; |base + number| < 2^51.
void unpack_decimals(const std::byte* packed, unsigned width, int64_t base, double factor, double fraction,
                     size_t first, size_t end, double* out);

/// The greatest of codes; 0 of none.
uint32_t greatest_code(const uint32_t* codes, size_t count);

}  // namespace stoa::encoding
