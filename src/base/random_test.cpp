#include "base/random.h"

#include <vector>

#include <gtest/gtest.h>

namespace stoa {
namespace {

TEST(Random, SameSeedSameNumbers) {
  Random a(42);
  Random b(42);
  Random c(43);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const uint64_t value = a.next();
    EXPECT_EQ(value, b.next());
    differs = differs || value != c.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Random, StaysWithinBounds) {
  Random random(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 7000; ++i) {
    ++seen[random.below(7)];
  }
  for (const int count : seen) {
    EXPECT_NEAR(count, 1000, 200);
  }
  for (int i = 0; i < 1000; ++i) {
    const int64_t value = random.between(-3, 3);
    EXPECT_TRUE(value >= -3 && value <= 3);
    const double unit = random.unit();
    EXPECT_TRUE(unit >= 0 && unit < 1);
  }
  EXPECT_EQ(random.below(1), 0);
  EXPECT_EQ(random.between(5, 5), 5);
}

TEST(Random, WholeRangeAndChance) {
  Random random(2);
  bool negative = false;
  bool positive = false;
  for (int i = 0; i < 100; ++i) {
    const int64_t value = random.between(INT64_MIN, INT64_MAX);
    negative = negative || value < 0;
    positive = positive || value > 0;
  }
  EXPECT_TRUE(negative && positive);
  EXPECT_FALSE(random.chance(0));
  EXPECT_TRUE(random.chance(1));
}

TEST(RandomDeathTest, BelowZeroIsOurBug) {
  Random random(3);
  EXPECT_DEATH(random.below(0), "internal check failed");
}

TEST(Random, SplitMixIsTheKnownSequence) {
  // The reference implementation's first numbers for seed 0.
  uint64_t state = 0;
  EXPECT_EQ(splitmix64(state), 0xE220A8397B1DCDAFULL);
  EXPECT_EQ(splitmix64(state), 0x6E789E6AA1B965F4ULL);
}

}  // namespace
}  // namespace stoa
