#pragma once

#include <cstdint>

/// 128-bit integers, which g++ and clang have as an extension.
namespace stoa {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

inline constexpr Int128 kInt128Max = static_cast<Int128>((static_cast<UInt128>(1) << 127) - 1);
inline constexpr Int128 kInt128Min = -kInt128Max - 1;

constexpr uint64_t high_half(UInt128 value) {
  return static_cast<uint64_t>(value >> 64);
}
constexpr uint64_t low_half(UInt128 value) {
  return static_cast<uint64_t>(value);
}
constexpr Int128 make_int128(int64_t high, uint64_t low) {
  return static_cast<Int128>((static_cast<UInt128>(static_cast<uint64_t>(high)) << 64) | low);
}

}  // namespace stoa
