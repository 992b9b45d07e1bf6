#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The hybrid of run lengths and bit packing, written; the reverse of RleDecoder.
namespace stoa::parquet {

/// Bits that indices below `count` take.
unsigned index_width(size_t count);

/// Appends values of `width` bits, 0 to 32.
void encode_rle(std::span<const uint32_t> values, unsigned width, std::string& out);

/// Appends `count` bits from bit `offset` of a mask as values of one bit; `set_count` of them are set.
void encode_rle_bits(const uint64_t* mask, size_t offset, size_t count, size_t set_count, std::string& out);

/// The bytes that encode_rle would append for values that never repeat.
size_t packed_bytes(size_t count, unsigned width);

}  // namespace stoa::parquet
