#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/int128.h"

/// Hashing of values. One set of functions, so that equal values hash equally everywhere (join, group,
/// distinct, sketches). Not for storage: hashes may change between versions. Checksums are in checksum.h.
namespace stoa {

/// A 64-bit finalizer with full avalanche (the "moremur" constants of Pelle Evensen).
constexpr uint64_t hash_integer(uint64_t x) {
  x ^= x >> 27;
  x *= 0x3C79AC492BA7B653ULL;
  x ^= x >> 33;
  x *= 0x1C69B3F74AC4AE35ULL;
  x ^= x >> 27;
  return x;
}

constexpr uint64_t hash_integer128(Int128 x) {
  const auto value = static_cast<UInt128>(x);
  return hash_integer(low_half(value) ^ hash_integer(high_half(value) + 0x9E3779B97F4A7C15ULL));
}

/// Mixes the hash of a further column into that of those before it; order matters.
constexpr uint64_t combine_hashes(uint64_t a, uint64_t b) {
  return (a ^ b) * 0x9E3779B97F4A7C15ULL + ((a << 31) | (a >> 33));
}

/// The hash of NULL in any column.
inline constexpr uint64_t kNullHash = 0xA5B3C1D9E7F01234ULL;

/// XXH3, 64 bits.
uint64_t hash_bytes(const void* data, size_t size_bytes) noexcept;
inline uint64_t hash_bytes(std::string_view text) noexcept {
  return hash_bytes(text.data(), text.size());
}

}  // namespace stoa
