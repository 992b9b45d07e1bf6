#include "function/text_search.h"

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace stoa {

namespace {

constexpr size_t kLanes = 16;

size_t find_plain(const char* text, size_t place_count, std::string_view needle) {
  for (size_t i = 0; i < place_count; ++i) {
    if (text[i] == needle.front() && std::memcmp(text + i, needle.data(), needle.size()) == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

#if defined(__SSE2__)

/// Bit i: the needle may start at text + i.
unsigned candidates_at(const char* text, size_t last, __m128i first_byte, __m128i last_byte) {
  const auto* begin = reinterpret_cast<const __m128i*>(text);
  const auto* end = reinterpret_cast<const __m128i*>(text + last);
  const __m128i starts = _mm_cmpeq_epi8(_mm_loadu_si128(begin), first_byte);
  const __m128i ends = _mm_cmpeq_epi8(_mm_loadu_si128(end), last_byte);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(starts, ends)));
}

size_t find_in_block(const char* text, unsigned candidates, std::string_view needle) {
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto i = static_cast<size_t>(std::countr_zero(candidates));
    if (std::memcmp(text + i + 1, needle.data() + 1, needle.size() - 1) == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

size_t find_in_blocks(const char* text, size_t place_count, std::string_view needle) {
  const __m128i first_byte = _mm_set1_epi8(needle.front());
  const __m128i last_byte = _mm_set1_epi8(needle.back());
  const size_t last = needle.size() - 1;
  size_t i = 0;
  while (true) {
    const unsigned candidates = candidates_at(text + i, last, first_byte, last_byte);
    if (candidates != 0) {
      const size_t found = find_in_block(text + i, candidates, needle);
      if (found != std::string_view::npos) {
        return i + found;
      }
    }
    if (i + kLanes >= place_count) {
      return std::string_view::npos;
    }
    i = i + 2 * kLanes <= place_count ? i + kLanes : place_count - kLanes;  // the last block overlaps
  }
}

#else

size_t find_in_blocks(const char* text, size_t place_count, std::string_view needle) {
  return find_plain(text, place_count, needle);
}

#endif

}  // namespace

size_t find_text(std::string_view text, std::string_view needle) noexcept {
  if (needle.empty()) {
    return 0;
  }
  if (needle.size() > text.size()) {
    return std::string_view::npos;
  }
  const size_t place_count = text.size() - needle.size() + 1;
  return place_count < kLanes ? find_plain(text.data(), place_count, needle)
                              : find_in_blocks(text.data(), place_count, needle);
}

size_t find_text(std::string_view text, std::string_view needle, size_t from) noexcept {
  if (from > text.size()) {
    return std::string_view::npos;
  }
  const size_t found = find_text(text.substr(from), needle);
  return found == std::string_view::npos ? found : from + found;
}

}  // namespace stoa
