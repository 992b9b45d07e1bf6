#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/int128.h"

/// UUIDs as stored integers (logical_type.h: big-endian bytes, top bit flipped). Pure; never throw.
namespace stoa {

inline constexpr size_t kUuidPrintBytes = 36;

/// 32 hexadecimal digits, any case, a hyphen allowed after every four, braces allowed around.
[[nodiscard]] bool parse_uuid(std::string_view text, Int128& stored) noexcept;
/// a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.
size_t print_uuid(Int128 stored, char* out) noexcept;
std::string uuid_to_string(Int128 stored);

Int128 uuid_from_bytes(const uint8_t bytes[16]) noexcept;
void uuid_to_bytes(Int128 stored, uint8_t bytes[16]) noexcept;
/// Version 4 (RFC 9562) from 128 random bits.
Int128 make_random_uuid(uint64_t high_bits, uint64_t low_bits) noexcept;

}  // namespace stoa
