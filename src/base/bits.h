#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Small bit tricks over packed bit masks (bit i of a mask is bit i % 64 of word i / 64).
namespace stoa {

constexpr size_t kBitsPerWord = 64;

constexpr size_t words_for_bits(size_t bit_count) {
  return (bit_count + kBitsPerWord - 1) / kBitsPerWord;
}

inline bool get_bit(const uint64_t* words, size_t i) {
  return (words[i / 64] >> (i % 64)) & 1;
}
inline void set_bit(uint64_t* words, size_t i) {
  words[i / 64] |= uint64_t{1} << (i % 64);
}
inline void clear_bit(uint64_t* words, size_t i) {
  words[i / 64] &= ~(uint64_t{1} << (i % 64));
}
inline void put_bit(uint64_t* words, size_t i, bool value) {
  const uint64_t mask = uint64_t{1} << (i % 64);
  words[i / 64] = value ? words[i / 64] | mask : words[i / 64] & ~mask;
}

/// A word whose lowest `count` bits are set; count is 0 to 64.
constexpr uint64_t low_bits(size_t count) {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

/// Counts the set bits among the first `bit_count`.
inline size_t count_bits(const uint64_t* words, size_t bit_count) {
  size_t total = 0;
  const size_t whole = bit_count / 64;
  for (size_t i = 0; i < whole; ++i) {
    total += static_cast<size_t>(std::popcount(words[i]));
  }
  if (bit_count % 64 != 0) {
    total += static_cast<size_t>(std::popcount(words[whole] & low_bits(bit_count % 64)));
  }
  return total;
}

constexpr size_t round_up(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Reads a value of any alignment.
template <class T>
T load_unaligned(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
void store_unaligned(void* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

}  // namespace stoa
