#include "base/hash.h"

#include <bit>
#include <string>

#include <gtest/gtest.h>

namespace stoa {
namespace {

TEST(Hash, IntegersAvalanche) {
  // Each input bit flips about half of the output bits.
  for (int bit = 0; bit < 64; ++bit) {
    int flipped = 0;
    for (uint64_t x = 1; x <= 64; ++x) {
      flipped += std::popcount(hash_integer(x) ^ hash_integer(x ^ (uint64_t{1} << bit)));
    }
    EXPECT_NEAR(flipped / 64.0, 32, 4) << bit;
  }
}

TEST(Hash, WideIntegersUseBothHalves) {
  EXPECT_NE(hash_integer128(make_int128(0, 1)), hash_integer128(make_int128(1, 0)));
  EXPECT_NE(hash_integer128(make_int128(1, 1)), hash_integer128(make_int128(0, 0)));
}

TEST(Hash, CombiningDependsOnOrder) {
  EXPECT_NE(combine_hashes(1, 2), combine_hashes(2, 1));
  EXPECT_NE(combine_hashes(5, 5), combine_hashes(6, 6));
}

TEST(Hash, BytesByContent) {
  const std::string one = "some bytes that are hashed";
  const std::string two = one;
  EXPECT_EQ(hash_bytes(one), hash_bytes(two));
  EXPECT_NE(hash_bytes(one), hash_bytes(one.substr(1)));
  EXPECT_EQ(hash_bytes(nullptr, 0), hash_bytes(""));
}

}  // namespace
}  // namespace stoa
