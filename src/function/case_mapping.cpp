#include "function/case_mapping.h"

#include <cstdint>
#include <cstring>

#include <utf8proc.h>

#include "base/bits.h"
#include "types/utf8.h"

namespace stoa {

namespace {

constexpr uint64_t kOnes = 0x0101010101010101ULL;
constexpr uint64_t kHighBits = 0x80 * kOnes;

/// 0x20 in each byte of `word` (all below 0x80) that lies in [first, last].
constexpr uint64_t case_bits(uint64_t word, uint8_t first, uint8_t last) {
  const uint64_t from_first = word + (0x80 - first) * kOnes;
  const uint64_t above_last = word + (0x7F - last) * kOnes;
  return ((from_first & ~above_last) & kHighBits) >> 2;
}

template <uint8_t kFirst, uint8_t kLast>
void flip_case(std::string_view text, char* out) noexcept {
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    const auto word = load_unaligned<uint64_t>(text.data() + i);
    store_unaligned(out + i, word ^ case_bits(word, kFirst, kLast));
  }
  for (; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    out[i] = static_cast<char>(byte >= kFirst && byte <= kLast ? byte ^ 0x20 : byte);
  }
}

/// Calls map(code point) for each character and appends what it gives; bytes that are no character are kept.
template <class Map>
void map_characters(std::string_view text, std::string& out, Map map) {
  out.clear();
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (size_t i = 0; i < text.size();) {
    utf8proc_int32_t character = 0;
    const auto size = utf8proc_iterate(bytes + i, static_cast<utf8proc_ssize_t>(text.size() - i), &character);
    if (size <= 0) {
      out.push_back(text[i++]);
      continue;
    }
    utf8proc_uint8_t encoded[4];
    const auto encoded_size = utf8proc_encode_char(map(character), encoded);
    out.append(reinterpret_cast<const char*>(encoded), static_cast<size_t>(encoded_size));
    i += static_cast<size_t>(size);
  }
}

bool is_letter_or_digit(utf8proc_int32_t character) {
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC: return true;
    default: return false;
  }
}

}  // namespace

void lower_ascii(std::string_view text, char* out) noexcept {
  flip_case<'A', 'Z'>(text, out);
}

void upper_ascii(std::string_view text, char* out) noexcept {
  flip_case<'a', 'z'>(text, out);
}

void lower_text(std::string_view text, std::string& out) {
  if (is_ascii(text)) {
    out.resize(text.size());
    lower_ascii(text, out.data());
    return;
  }
  map_characters(text, out, [](utf8proc_int32_t c) { return utf8proc_tolower(c); });
}

void upper_text(std::string_view text, std::string& out) {
  if (is_ascii(text)) {
    out.resize(text.size());
    upper_ascii(text, out.data());
    return;
  }
  map_characters(text, out, [](utf8proc_int32_t c) { return utf8proc_toupper(c); });
}

void capitalize_text(std::string_view text, std::string& out) {
  bool in_word = false;
  map_characters(text, out, [&](utf8proc_int32_t c) {
    const bool starts_word = !in_word;
    in_word = is_letter_or_digit(c);
    return starts_word ? utf8proc_toupper(c) : utf8proc_tolower(c);
  });
}

}  // namespace stoa
