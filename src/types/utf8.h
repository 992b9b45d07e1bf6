#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Counting and cutting UTF-8 text by characters (code points). All but is_valid_utf8 expect valid text and
/// stay within its bounds whatever it holds. Pure; never throw.
namespace stoa {

size_t count_characters(std::string_view text) noexcept;
/// Bytes of the first `count` characters; all of them when there are fewer.
size_t bytes_of_characters(std::string_view text, size_t count) noexcept;
bool is_valid_utf8(std::string_view text) noexcept;
bool is_ascii(std::string_view text) noexcept;
/// Length of the character that starts with this byte; 1 for a byte that can't start one.
constexpr size_t character_bytes(char first) {
  const auto byte = static_cast<uint8_t>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace stoa
