#pragma once

#include <string>
#include <string_view>

/// Upper and lower case of UTF-8 text, by Unicode's simple mappings (utf8proc). ASCII goes eight bytes at a
/// time.
namespace stoa {

/// `out` has room for text.size() bytes; the text is ASCII.
void lower_ascii(std::string_view text, char* out) noexcept;
void upper_ascii(std::string_view text, char* out) noexcept;
/// Any text; replaces what `out` held.
void lower_text(std::string_view text, std::string& out);
void upper_text(std::string_view text, std::string& out);
/// The first letter of each word in upper case, the rest in lower; words are runs of letters and digits.
void capitalize_text(std::string_view text, std::string& out);

}  // namespace stoa
