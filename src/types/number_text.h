#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/int128.h"

/// Numbers and booleans as text, both ways, by PostgreSQL 15's rules: spaces around are skipped, a leading
/// '+' is fine, hexadecimal and underscores are not. Pure functions; never throw. A false return leaves the
/// result alone and means malformed or out of range; raise_bad_text (cast.h) says which to the user.
namespace stoa {

/// The text without leading and trailing blanks, as every parser here takes it (space, \t, \n, \r, \f, \v).
std::string_view trim_blanks(std::string_view text) noexcept;

[[nodiscard]] bool parse_int8(std::string_view text, int8_t& result) noexcept;
[[nodiscard]] bool parse_int16(std::string_view text, int16_t& result) noexcept;
[[nodiscard]] bool parse_int32(std::string_view text, int32_t& result) noexcept;
[[nodiscard]] bool parse_int64(std::string_view text, int64_t& result) noexcept;
[[nodiscard]] bool parse_int128(std::string_view text, Int128& result) noexcept;
[[nodiscard]] bool parse_uint8(std::string_view text, uint8_t& result) noexcept;
[[nodiscard]] bool parse_uint16(std::string_view text, uint16_t& result) noexcept;
[[nodiscard]] bool parse_uint32(std::string_view text, uint32_t& result) noexcept;
[[nodiscard]] bool parse_uint64(std::string_view text, uint64_t& result) noexcept;
/// Takes NaN, Infinity, inf and signs; any case. A number too large or too small to represent is refused.
[[nodiscard]] bool parse_float(std::string_view text, float& result) noexcept;
[[nodiscard]] bool parse_double(std::string_view text, double& result) noexcept;
/// true, yes, on, 1 and false, no, off, 0, any case, and their unambiguous prefixes.
[[nodiscard]] bool parse_boolean(std::string_view text, bool& result) noexcept;

/// True for [blanks] [sign] digits [blanks]: an integer, whatever its size. Tells "out of range" from
/// "malformed".
bool looks_like_integer(std::string_view text) noexcept;
/// The same for [sign] digits [. digits] [e [sign] digits].
bool looks_like_number(std::string_view text) noexcept;

inline constexpr size_t kIntegerPrintBytesMax = 40;  ///< 39 digits and a sign
inline constexpr size_t kDoublePrintBytesMax = 32;

/// Each writes the text to `out` and gives its size; no terminating zero. `out` has room for the constant
/// above.
size_t print_int64(int64_t value, char* out) noexcept;
size_t print_uint64(uint64_t value, char* out) noexcept;
size_t print_int128(Int128 value, char* out) noexcept;
/// The shortest text that reads back as the same value, in PostgreSQL's form: 0.1, 100000, 1e+20, 1e-05, -0,
/// NaN, Infinity. Fixed notation for exponents -4 to 14 (double) and -4 to 5 (float).
size_t print_double(double value, char* out) noexcept;
size_t print_float(float value, char* out) noexcept;

std::string int128_to_string(Int128 value);
std::string double_to_string(double value);

}  // namespace stoa
