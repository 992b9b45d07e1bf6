#include "format/parquet/crc_kernel.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stoa::parquet {

uint32_t crc32_scalar(const std::byte* bytes, size_t size, uint32_t so_far) {
  uLong crc = so_far;
  const auto* next = reinterpret_cast<const Bytef*>(bytes);
  while (size != 0) {
    const auto part = static_cast<uInt>(std::min<size_t>(size, std::numeric_limits<int>::max()));
    crc = ::crc32(crc, next, part);
    next += part;
    size -= part;
  }
  return static_cast<uint32_t>(crc);
}

#if defined(__x86_64__)
namespace {

/// Shorter inputs aren't worth the folding; the loop needs four vectors.
constexpr size_t kFoldBytesMin = 64;

__attribute__((target("pclmul,sse4.1"))) __m128i fold(__m128i sum, __m128i constants, __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(sum, constants, 0x00);
  const __m128i high = _mm_clmulepi64_si128(sum, constants, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul,sse4.1"))) __m128i load(const std::byte* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

/// Folds a multiple of 16 bytes, at least 64. The method and the constants (powers of x modulo the
/// polynomial, bits reflected) are those of Gopal et al., "Fast CRC Computation for Generic Polynomials Using
/// PCLMULQDQ" (Intel, 2009). Takes and gives the inverted checksum.
__attribute__((target("pclmul,sse4.1"))) uint32_t fold_all(const std::byte* bytes, size_t size,
                                                           uint32_t crc) {
  const __m128i by_four = _mm_set_epi64x(0x01C6E41596, 0x0154442BD4);
  const __m128i by_one = _mm_set_epi64x(0x00CCAA009E, 0x01751997D0);
  __m128i a = _mm_xor_si128(load(bytes), _mm_cvtsi32_si128(static_cast<int>(crc)));
  __m128i b = load(bytes + 16);
  __m128i c = load(bytes + 32);
  __m128i d = load(bytes + 48);
  bytes += 64;
  for (size -= 64; size >= 64; size -= 64, bytes += 64) {
    a = fold(a, by_four, load(bytes));
    b = fold(b, by_four, load(bytes + 16));
    c = fold(c, by_four, load(bytes + 32));
    d = fold(d, by_four, load(bytes + 48));
  }
  a = fold(a, by_one, b);
  a = fold(a, by_one, c);
  a = fold(a, by_one, d);
  for (; size >= 16; size -= 16, bytes += 16) {
    a = fold(a, by_one, load(bytes));
  }
  // 128 bits to 64, to 32 and the Barrett reduction.
  const __m128i low_halves = _mm_setr_epi32(~0, 0, ~0, 0);
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, by_one, 0x10));
  const __m128i to_32 = _mm_set_epi64x(0, 0x0163CD6124);
  a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low_halves), to_32, 0x00));
  const __m128i barrett = _mm_set_epi64x(0x01F7011641, 0x01DB710641);
  b = _mm_clmulepi64_si128(_mm_and_si128(a, low_halves), barrett, 0x10);
  b = _mm_clmulepi64_si128(_mm_and_si128(b, low_halves), barrett, 0x00);
  return static_cast<uint32_t>(_mm_extract_epi32(_mm_xor_si128(a, b), 1));
}

bool has_carryless_multiply() {
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

}  // namespace

uint32_t crc32_of(const std::byte* bytes, size_t size, uint32_t so_far) {
  if (size < kFoldBytesMin || !has_carryless_multiply()) {
    return crc32_scalar(bytes, size, so_far);
  }
  const size_t folded = size / 16 * 16;
  const uint32_t crc = ~fold_all(bytes, folded, ~so_far);
  return crc32_scalar(bytes + folded, size - folded, crc);
}
#else
uint32_t crc32_of(const std::byte* bytes, size_t size, uint32_t so_far) {
  return crc32_scalar(bytes, size, so_far);
}
#endif

}  // namespace stoa::parquet
