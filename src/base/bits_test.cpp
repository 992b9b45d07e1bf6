#include "base/bits.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/int128.h"

namespace stoa {
namespace {

TEST(Bits, WordsForBits) {
  EXPECT_EQ(words_for_bits(0), 0);
  EXPECT_EQ(words_for_bits(1), 1);
  EXPECT_EQ(words_for_bits(64), 1);
  EXPECT_EQ(words_for_bits(65), 2);
}

TEST(Bits, SetClearPutGet) {
  for (const size_t i : {0, 1, 63, 64, 127, 128}) {
    uint64_t words[3] = {};
    set_bit(words, i);
    EXPECT_TRUE(get_bit(words, i));
    EXPECT_EQ(count_bits(words, 192), 1);
    clear_bit(words, i);
    EXPECT_FALSE(get_bit(words, i));
    put_bit(words, i, true);
    EXPECT_TRUE(get_bit(words, i));
    put_bit(words, i, false);
    EXPECT_EQ(count_bits(words, 192), 0);
  }
}

TEST(Bits, LowBits) {
  EXPECT_EQ(low_bits(0), 0);
  EXPECT_EQ(low_bits(1), 1);
  EXPECT_EQ(low_bits(63), ~uint64_t{0} >> 1);
  EXPECT_EQ(low_bits(64), ~uint64_t{0});
}

TEST(Bits, CountIgnoresWhatLiesBehind) {
  const std::vector<uint64_t> words(4, ~uint64_t{0});
  for (const size_t n : {0, 1, 63, 64, 65, 127, 128, 129, 256}) {
    EXPECT_EQ(count_bits(words.data(), n), n);
  }
}

TEST(Bits, RoundUp) {
  EXPECT_EQ(round_up(0, 64), 0);
  EXPECT_EQ(round_up(1, 64), 64);
  EXPECT_EQ(round_up(64, 64), 64);
  EXPECT_EQ(round_up(10, 3), 12);
}

TEST(Bits, UnalignedAccess) {
  char bytes[17] = {};
  for (size_t offset = 0; offset < 9; ++offset) {
    store_unaligned(bytes + offset, uint64_t{0x0102030405060708});
    EXPECT_EQ(load_unaligned<uint64_t>(bytes + offset), 0x0102030405060708);
  }
}

TEST(Int128, HalvesAndBack) {
  for (const int64_t high : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
    for (const uint64_t low : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
      const Int128 value = make_int128(high, low);
      EXPECT_EQ(static_cast<int64_t>(high_half(static_cast<UInt128>(value))), high);
      EXPECT_EQ(low_half(static_cast<UInt128>(value)), low);
    }
  }
  EXPECT_TRUE(kInt128Min < 0 && kInt128Max > 0 && kInt128Min + kInt128Max == -1);
}

}  // namespace
}  // namespace stoa
