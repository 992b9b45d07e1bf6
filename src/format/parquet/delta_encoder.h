#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// DELTA_BINARY_PACKED, written; the reverse of DeltaDecoder.
namespace stoa::parquet {

/// Appends values in blocks of 128 in four miniblocks. Differences wrap in 64 bits.
void encode_delta(std::span<const int64_t> values, std::string& out);

/// What encode_delta would append, or a little more.
size_t delta_bytes(std::span<const int64_t> values);

}  // namespace stoa::parquet
