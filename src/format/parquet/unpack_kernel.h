#pragma once

#include <cstddef>
#include <cstdint>

/// The loops that Parquet's encodings come down to. Each reads up to 16 bytes behind the bytes that it needs:
/// callers hold their input in a Buffer, whose slack covers that. No checks here; callers have counted.
namespace stoa::parquet {

/// Values [start, start + count) of a sequence packed with `width` bits each, lowest bit first; width is 1
/// to 32.
void unpack_uint32(const std::byte* packed, uint64_t start, unsigned width, uint32_t* out, size_t count);
/// The same for a width of 0 to 64.
void unpack_uint64(const std::byte* packed, uint64_t start, unsigned width, uint64_t* out, size_t count);

/// Copies `count` bits from bit `from_offset` of `from` to bit `to_offset` of `to`; bits of `to` behind stay
/// unspecified within the last word, those before are kept.
void copy_bits(const std::byte* from, uint64_t from_offset, uint64_t* to, size_t to_offset, size_t count);
/// Sets bits [offset, offset + count) to `value`.
void fill_bits(uint64_t* to, size_t offset, size_t count, bool value);

/// Bits [start, start + count) as bytes 0 or 1.
void unpack_bools(const std::byte* packed, uint64_t start, uint8_t* out, size_t count);

/// Joins values [start, start + count) whose bytes stand in `width` streams of `stream_bytes` each.
void join_byte_streams(const std::byte* streams, size_t stream_bytes, size_t width, size_t start,
                       std::byte* out, size_t count);

/// Spreads dense values over the rows whose bit is set; the others become zero. `width` is a value's size: 1,
/// 2, 4, 8 or 16. `dense` has one readable value behind its last.
void spread_values(const std::byte* dense, const uint64_t* valid, size_t row_count, size_t width,
                   std::byte* out);
/// The same for dictionary indices, with `null_index` at the rows without a value.
void spread_indices(const uint32_t* dense, const uint64_t* valid, size_t row_count, uint32_t null_index,
                    uint32_t* out);

/// out[i] = dictionary[indices[i]], values of 1, 2, 4, 8 or 16 bytes.
void gather_entries(const std::byte* dictionary, const uint32_t* indices, size_t count, size_t width,
                    std::byte* out);

uint32_t max_index(const uint32_t* indices, size_t count);

/// Adds up deltas in place: out[i] = base + sum of (out[0..i] + step); returns the last value.
uint64_t add_up_deltas(uint64_t* values, size_t count, uint64_t base, uint64_t step);

}  // namespace stoa::parquet
