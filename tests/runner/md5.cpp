#include "runner/md5.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace stoa::sqltest {
namespace {

constexpr std::array<int, 16> kShifts = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

std::array<uint32_t, 64> make_sines() {
  std::array<uint32_t, 64> sines;
  for (int i = 0; i < 64; ++i)
    sines[i] = static_cast<uint32_t>(std::floor(std::fabs(std::sin(i + 1)) * 4294967296.0));
  return sines;
}

void digest_block(std::array<uint32_t, 4>& state, const char* block) {
  static const std::array<uint32_t, 64> sines = make_sines();
  std::array<uint32_t, 16> words;
  std::memcpy(words.data(), block, 64);
  auto [a, b, c, d] = state;
  for (int i = 0; i < 64; ++i) {
    uint32_t mixed;
    int word;
    switch (i / 16) {
      case 0: mixed = (b & c) | (~b & d), word = i; break;
      case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
      case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
      default: mixed = c ^ (b | ~d), word = (7 * i) % 16; break;
    }
    mixed += a + sines[i] + words[word];
    a = d, d = c, c = b;
    b += std::rotl(mixed, kShifts[i / 16 * 4 + i % 4]);
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

}  // namespace

std::string md5_hex(std::string_view text) {
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const uint64_t bit_count = static_cast<uint64_t>(text.size()) * 8;
  padded.append(reinterpret_cast<const char*>(&bit_count), sizeof bit_count);

  std::array<uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (size_t offset = 0; offset < padded.size(); offset += 64) digest_block(state, padded.data() + offset);

  std::string hex;
  const auto* bytes = reinterpret_cast<const unsigned char*>(state.data());
  for (int i = 0; i < 16; ++i) {
    hex += "0123456789abcdef"[bytes[i] >> 4];
    hex += "0123456789abcdef"[bytes[i] & 15];
  }
  return hex;
}

}  // namespace stoa::sqltest
