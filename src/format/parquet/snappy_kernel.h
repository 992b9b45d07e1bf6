#pragma once

#include <cstddef>
#include <span>

namespace stoa::parquet {

/// Decompresses a raw Snappy block into exactly `output.size()` bytes; false where it is damaged or has
/// another length.
///
/// The format is that of google/snappy's format_description.txt. Columns of numbers compress to short copies
/// and literals, for which copying a fixed 16 bytes beats a call per piece; compression.h has the general
/// codec, and the tests hold both together.
[[nodiscard]] bool decompress_snappy(std::span<const std::byte> input, std::span<std::byte> output);

}  // namespace stoa::parquet
