#include "types/utf8.h"

#include <bit>
#include <cstring>

namespace stoa {
namespace {

constexpr uint64_t kTopBits = 0x8080808080808080ULL;

uint64_t load_word(const char* from) {
  uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// Continuation bytes are 10xxxxxx: every other byte starts a character.
bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

unsigned count_starts(uint64_t word) {
  const uint64_t continuations = word & ~(word << 1) & kTopBits;
  return 8 - static_cast<unsigned>(std::popcount(continuations));
}

bool is_continuation(std::string_view text, size_t at) {
  return at < text.size() && !starts_character(text[at]);
}

/// Bytes of the valid character at `at`, 0 when there is none (RFC 3629: no overlong forms, no surrogates).
size_t valid_character(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const unsigned second = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4 || !is_continuation(text, at + 1)) {
    return 0;
  }
  if (first < 0xE0) {
    return 2;
  }
  if (!is_continuation(text, at + 2)) {
    return 0;
  }
  if (first < 0xF0) {
    const bool is_overlong = first == 0xE0 && second < 0xA0;
    const bool is_surrogate = first == 0xED && second >= 0xA0;
    return is_overlong || is_surrogate ? 0 : 3;
  }
  const bool is_overlong = first == 0xF0 && second < 0x90;
  const bool is_too_great = first == 0xF4 && second >= 0x90;
  return is_overlong || is_too_great || !is_continuation(text, at + 3) ? 0 : 4;
}

}  // namespace

size_t count_characters(std::string_view text) noexcept {
  size_t count = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    count += count_starts(load_word(text.data() + at));
  }
  for (; at < text.size(); ++at) {
    count += starts_character(text[at]) ? 1 : 0;
  }
  return count;
}

size_t bytes_of_characters(std::string_view text, size_t count) noexcept {
  size_t at = 0;
  while (count >= 8 && at + 8 <= text.size()) {
    count -= count_starts(load_word(text.data() + at));
    at += 8;
  }
  // Now at may be inside a character whose start has been counted.
  for (; at < text.size(); ++at) {
    if (!starts_character(text[at])) {
      continue;
    }
    if (count == 0) {
      return at;
    }
    --count;
  }
  return text.size();
}

bool is_ascii(std::string_view text) noexcept {
  uint64_t bits = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    bits |= load_word(text.data() + at);
  }
  for (; at < text.size(); ++at) {
    bits |= static_cast<unsigned char>(text[at]);
  }
  return (bits & kTopBits) == 0;
}

bool is_valid_utf8(std::string_view text) noexcept {
  size_t at = 0;
  while (at < text.size()) {
    if (at + 8 <= text.size() && (load_word(text.data() + at) & kTopBits) == 0) {
      at += 8;
      continue;
    }
    const size_t size_bytes = valid_character(text, at);
    if (size_bytes == 0) {
      return false;
    }
    at += size_bytes;
  }
  return true;
}

}  // namespace stoa
