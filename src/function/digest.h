#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// Digests of bytes. Pure; never throw. MD5 is for compatibility only: it resists nobody.
namespace stoa {

std::array<uint8_t, 16> md5(std::string_view bytes);     ///< RFC 1321
std::array<uint8_t, 32> sha256(std::string_view bytes);  ///< FIPS 180-4

}  // namespace stoa
