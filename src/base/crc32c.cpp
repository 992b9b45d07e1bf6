#include "base/crc32c.h"

#include <array>

#include "base/bits.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace stoa {

namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // 0x1EDC6F41 with its bits reflected

constexpr std::array<uint32_t, 256> make_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    }
    table[byte] = crc;
  }
  return table;
}

constexpr std::array<uint32_t, 256> kTable = make_table();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t crc32c_by_instruction(const unsigned char* next, size_t size_bytes,
                                                                 uint32_t so_far) noexcept {
  uint64_t crc = ~so_far;
  for (; size_bytes >= 8; size_bytes -= 8, next += 8) {
    crc = _mm_crc32_u64(crc, load_unaligned<uint64_t>(next));
  }
  auto rest = static_cast<uint32_t>(crc);
  for (; size_bytes > 0; --size_bytes) {
    rest = _mm_crc32_u8(rest, *next++);
  }
  return ~rest;
}
#endif

}  // namespace

uint32_t crc32c_by_table(const void* data, size_t size_bytes, uint32_t so_far) noexcept {
  const auto* next = static_cast<const unsigned char*>(data);
  uint32_t crc = ~so_far;
  for (; size_bytes > 0; --size_bytes) {
    crc = (crc >> 8) ^ kTable[(crc ^ *next++) & 0xFF];
  }
  return ~crc;
}

uint32_t crc32c(const void* data, size_t size_bytes, uint32_t so_far) noexcept {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  if (has_instruction) {
    return crc32c_by_instruction(static_cast<const unsigned char*>(data), size_bytes, so_far);
  }
#endif
  return crc32c_by_table(data, size_bytes, so_far);
}

}  // namespace stoa
