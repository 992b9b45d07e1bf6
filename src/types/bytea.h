#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// BYTEA as text: `\x` and hexadecimal digits (blanks allowed between bytes), or the escape format, where a
/// backslash stands before itself or three octal digits. Pure; never throw.
namespace stoa {

/// Writes at most text.size() bytes to `out`.
[[nodiscard]] bool parse_bytea(std::string_view text, char* out, size_t& size_bytes) noexcept;
[[nodiscard]] bool parse_bytea(std::string_view text, std::string& result);

constexpr size_t bytea_print_bytes(size_t size_bytes) {
  return 2 + 2 * size_bytes;
}
/// \x01ab: exactly bytea_print_bytes(bytes.size()) characters.
size_t print_bytea(std::string_view bytes, char* out) noexcept;
std::string bytea_to_string(std::string_view bytes);

}  // namespace stoa
