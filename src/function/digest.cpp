#include "function/digest.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

namespace stoa {

namespace {

constexpr size_t kBlockBytes = 64;

/// Calls take(block) for each block of 64 bytes; the last ones carry the padding and the length in bits.
template <class Take>
void for_each_block(std::string_view bytes, bool big_endian_length, Take take) {
  const size_t whole = bytes.size() / kBlockBytes;
  for (size_t i = 0; i < whole; ++i) {
    take(reinterpret_cast<const uint8_t*>(bytes.data()) + i * kBlockBytes);
  }
  uint8_t tail[2 * kBlockBytes] = {};
  const size_t rest = bytes.size() % kBlockBytes;
  if (rest != 0) {
    std::memcpy(tail, bytes.data() + whole * kBlockBytes, rest);
  }
  tail[rest] = 0x80;
  const size_t tail_bytes = rest < kBlockBytes - 8 ? kBlockBytes : 2 * kBlockBytes;
  uint64_t bit_count = uint64_t{bytes.size()} * 8;
  if (big_endian_length) {
    bit_count = __builtin_bswap64(bit_count);
  }
  std::memcpy(tail + tail_bytes - 8, &bit_count, 8);
  for (size_t at = 0; at < tail_bytes; at += kBlockBytes) {
    take(tail + at);
  }
}

/// floor(2^32 * |sin(i + 1)|), as RFC 1321 defines its table.
std::array<uint32_t, 64> make_md5_table() {
  std::array<uint32_t, 64> table{};
  for (size_t i = 0; i < 64; ++i) {
    table[i] =
        static_cast<uint32_t>(std::floor(std::abs(std::sin(static_cast<double>(i + 1))) * 4294967296.0));
  }
  return table;
}

void md5_block(std::array<uint32_t, 4>& state, const uint8_t* block) {
  static const std::array<uint32_t, 64> kTable = make_md5_table();
  constexpr uint8_t kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t words[16];
  std::memcpy(words, block, sizeof(words));
  auto [a, b, c, d] = state;
  for (uint32_t i = 0; i < 64; ++i) {
    const uint32_t round = i / 16;
    uint32_t mixed = 0;
    uint32_t word = 0;
    switch (round) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = (5 * i + 1) % 16;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = (3 * i + 5) % 16;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = (7 * i) % 16;
        break;
    }
    const uint32_t rotated = std::rotl(a + mixed + kTable[i] + words[word], kShifts[round][i % 4]);
    a = d;
    d = c;
    c = b;
    b += rotated;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

constexpr uint32_t kSha256Table[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void sha256_schedule(const uint8_t* block, uint32_t* words) {
  for (size_t i = 0; i < 16; ++i) {
    std::memcpy(&words[i], block + 4 * i, 4);
    words[i] = __builtin_bswap32(words[i]);
  }
  for (size_t i = 16; i < 64; ++i) {
    const uint32_t a = words[i - 15];
    const uint32_t b = words[i - 2];
    const uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
}

void sha256_block(std::array<uint32_t, 8>& state, const uint8_t* block) {
  uint32_t words[64];
  sha256_schedule(block, words);
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kSha256Table[i] + words[i];
    const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const uint32_t mixed[8] = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i) {
    state[i] += mixed[i];
  }
}

}  // namespace

std::array<uint8_t, 16> md5(std::string_view bytes) {
  std::array<uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for_each_block(bytes, false, [&](const uint8_t* block) { md5_block(state, block); });
  std::array<uint8_t, 16> digest;
  std::memcpy(digest.data(), state.data(), digest.size());
  return digest;
}

std::array<uint8_t, 32> sha256(std::string_view bytes) {
  std::array<uint32_t, 8> state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for_each_block(bytes, true, [&](const uint8_t* block) { sha256_block(state, block); });
  std::array<uint8_t, 32> digest;
  for (size_t i = 0; i < 8; ++i) {
    const uint32_t word = __builtin_bswap32(state[i]);
    std::memcpy(digest.data() + 4 * i, &word, 4);
  }
  return digest;
}

}  // namespace stoa
