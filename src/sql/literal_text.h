// From the spelling of a literal or name to its value. Pure functions over tokens of lexer.h.
#pragma once

#include <string>
#include <string_view>

#include "sql/token.h"

namespace stoa::sql {

inline constexpr char kDefaultUnicodeEscape = '\\';

/// The value of a string token of any kind but kHexString and kBitString. Throws 22025 and 22021 for escapes
/// that make no character; `escape` is UESCAPE's character, for kUnicodeString.
std::string decode_string(std::string_view text, const Token& token, char escape = kDefaultUnicodeEscape);

/// The bytes of X'..'. Throws 22P02 for what is not pairs of hex digits.
std::string decode_hex_string(std::string_view text, const Token& token);

/// The digits of B'..'. Throws 22P02 for other digits than 0 and 1.
std::string decode_bit_string(std::string_view text, const Token& token);

/// A name of any kind: folded, or without its quotes.
std::string decode_name(std::string_view text, const Token& token, char escape = kDefaultUnicodeEscape);

/// A number without underscores, in decimal. Throws 22003 for hex, octal and binary ones over 128 bits.
std::string decode_number(std::string_view text, const Token& token);

}  // namespace stoa::sql
