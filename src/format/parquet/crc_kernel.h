#pragma once

#include <cstddef>
#include <cstdint>

namespace stoa::parquet {

/// CRC-32 (IEEE 802.3), as page headers have it, over any bytes; `so_far` is that of the bytes before. Uses
/// carry-less multiplication where the processor has it, and zlib's tables elsewhere; both give the same.
uint32_t crc32_of(const std::byte* bytes, size_t size, uint32_t so_far = 0);
/// zlib's alone; the reference of the tests.
uint32_t crc32_scalar(const std::byte* bytes, size_t size, uint32_t so_far = 0);

}  // namespace stoa::parquet
