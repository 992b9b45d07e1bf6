#include <hwy/detect_targets.h>
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "format/csv/structure_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/bits.h"
#include "format/csv/structure.h"

HWY_BEFORE_NAMESPACE();
namespace stoa::csv {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

// Bit i: the mask's lane i, for vectors of up to 64 bytes.
template <class D, class M>
uint64_t to_bits(D d, M mask) {
  alignas(8) uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return load_unaligned<uint64_t>(bytes);
}

bool find_structure_simd(const char* data, size_t size, const Dialect& dialect, StructureBits bits) {
  const hn::CappedTag<uint8_t, 64> d;
  const size_t lanes = hn::Lanes(d);
  const auto delimiter = hn::Set(d, static_cast<uint8_t>(dialect.delimiter));
  const auto quote = hn::Set(d, static_cast<uint8_t>(dialect.quote != 0 ? dialect.quote : '\n'));
  const bool has_escape = dialect.quote != 0 && !dialect.doubles_quotes();
  const auto escape = hn::Set(d, static_cast<uint8_t>(has_escape ? dialect.escape : dialect.quote));
  const auto line_feed = hn::Set(d, static_cast<uint8_t>('\n'));
  const auto carriage_return = hn::Set(d, static_cast<uint8_t>('\r'));
  const uint64_t quote_words = dialect.quote != 0 ? ~uint64_t{0} : 0;
  auto seen = hn::Zero(d);
  uint64_t return_before = 0;  // 1: the byte before this word was a \r
  const size_t word_count = words_for_bits(size);
  for (size_t word = 0; word < word_count; ++word) {
    uint64_t delimiters = 0, feeds = 0, returns = 0, quotes = 0;
    for (size_t i = 0; i < 64; i += lanes) {
      auto bytes = hn::LoadU(d, reinterpret_cast<const uint8_t*>(data) + word * 64 + i);
      delimiters |= to_bits(d, hn::Eq(bytes, delimiter)) << i;
      feeds |= to_bits(d, hn::Eq(bytes, line_feed)) << i;
      returns |= to_bits(d, hn::Eq(bytes, carriage_return)) << i;
      auto is_quote = hn::Eq(bytes, quote);
      if (has_escape) is_quote = hn::Or(is_quote, hn::Eq(bytes, escape));
      quotes |= to_bits(d, is_quote) << i;
      // What is behind the end must not count.
      const size_t place = word * 64 + i;
      if (place + lanes > size) {
        bytes = place >= size ? hn::Zero(d) : hn::IfThenElseZero(hn::FirstN(d, size - place), bytes);
      }
      seen = hn::Or(seen, bytes);
    }
    bits.separators[word] = delimiters | returns | (feeds & ~((returns << 1) | return_before));
    bits.quotes[word] = quotes & quote_words;
    return_before = returns >> 63;
  }
  if (size % 64 != 0) {
    bits.separators[word_count - 1] &= low_bits(size % 64);
    bits.quotes[word_count - 1] &= low_bits(size % 64);
  }
  return !hn::AllTrue(d, hn::Eq(hn::And(seen, hn::Set(d, uint8_t{0x80})), hn::Zero(d)));
}

#else

bool find_structure_simd(const char* data, size_t size, const Dialect& dialect, StructureBits bits) {
  return find_structure_scalar(data, size, dialect, bits);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace stoa::csv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stoa::csv {

HWY_EXPORT(find_structure_simd);

bool find_structure(const char* data, size_t size, const Dialect& dialect, StructureBits bits) {
  return HWY_DYNAMIC_DISPATCH(find_structure_simd)(data, size, dialect, bits);
}

bool find_structure_scalar(const char* data, size_t size, const Dialect& dialect, StructureBits bits) {
  bool is_ascii = true;
  for (size_t word = 0; word < words_for_bits(size); ++word) bits.separators[word] = bits.quotes[word] = 0;
  for (size_t i = 0; i < size; ++i) {
    const char c = data[i];
    const bool continues_line_end = c == '\n' && i > 0 && data[i - 1] == '\r';
    if ((is_line_end(c) && !continues_line_end) || (c == dialect.delimiter && !is_line_end(c))) {
      set_bit(bits.separators, i);
    }
    const bool is_escape = !dialect.doubles_quotes() && c == dialect.escape;
    if (dialect.quote != 0 && (c == dialect.quote || is_escape)) set_bit(bits.quotes, i);
    is_ascii = is_ascii && static_cast<unsigned char>(c) < 0x80;
  }
  return !is_ascii;
}

}  // namespace stoa::csv
#endif
