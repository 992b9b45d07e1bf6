#pragma once

#include <cstddef>
#include <cstdint>

namespace stoa {

/// CRC32C (Castagnoli) of bytes; `so_far` is the checksum of what stands before them. With the processor's
/// instruction where there is one.
uint32_t crc32c(const void* data, size_t size_bytes, uint32_t so_far = 0) noexcept;
/// The same by table: what `crc32c` is tested against, and does elsewhere.
uint32_t crc32c_by_table(const void* data, size_t size_bytes, uint32_t so_far = 0) noexcept;

}  // namespace stoa
