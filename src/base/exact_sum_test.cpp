#include "base/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/exact_sum_kernel.h"
#include "base/random.h"

namespace stoa {
namespace {

/// Shewchuk's exact sum, as Python's fsum has it: the independent reference.
double fsum(const std::vector<double>& values) {
  std::vector<double> partials;
  for (double x : values) {
    std::vector<double> next;
    for (double y : partials) {
      if (std::abs(x) < std::abs(y)) {
        std::swap(x, y);
      }
      const double high = x + y;
      const double low = y - (high - x);
      if (low != 0) {
        next.push_back(low);
      }
      x = high;
    }
    next.push_back(x);
    partials = std::move(next);
  }
  if (partials.empty()) {
    return 0;
  }
  size_t n = partials.size() - 1;
  double high = partials[n];
  double low = 0;
  while (n > 0) {
    const double x = high;
    const double y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0) {
      break;
    }
  }
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    const double twice = low * 2;
    const double candidate = high + twice;
    if (twice == candidate - high) {
      high = candidate;
    }
  }
  return high;
}

double sum_one_by_one(const std::vector<double>& values) {
  ExactDoubleSum sum;
  for (const double value : values) {
    sum.add(value);
  }
  return sum.round();
}

double sum_span(const std::vector<double>& values) {
  ExactDoubleSum sum;
  sum.add(values);
  return sum.round();
}

double sum_merged(const std::vector<double>& values, Random& random) {
  std::vector<ExactDoubleSum> sums(5);
  for (const double value : values) {
    sums[random.below(sums.size())].add(value);
  }
  ExactDoubleSum total;
  for (const ExactDoubleSum& sum : sums) {
    total.merge(sum);
  }
  return total.round();
}

/// Values whose exponents spread over `exponent_range` around `exponent`.
std::vector<double> random_values(Random& random, size_t count, int exponent, int exponent_range) {
  std::vector<double> values(count);
  for (double& value : values) {
    const int e = exponent + static_cast<int>(random.between(-exponent_range, exponent_range));
    value = std::ldexp(random.unit() * 2 - 1, e);
  }
  return values;
}

TEST(ExactDoubleSum, EmptyIsZero) {
  EXPECT_EQ(ExactDoubleSum().round(), 0);
  EXPECT_FALSE(std::signbit(ExactDoubleSum().round()));
}

TEST(ExactDoubleSum, AgreesWithFsumInAnyOrderAndAnyWayOfAdding) {
  const uint64_t seed = 20240117;
  Random random(seed);
  for (const size_t count : {1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 2047, 2048, 2049, 5000}) {
    for (const int range : {0, 1, 10, 40, 60, 100, 400}) {
      for (const int exponent : {0, -300, 300}) {
        std::vector<double> values = random_values(random, count, exponent, range);
        const double expected = fsum(values);
        ASSERT_EQ(sum_one_by_one(values), expected)
            << "seed " << seed << " n " << count << " range " << range;
        ASSERT_EQ(sum_span(values), expected) << "seed " << seed << " n " << count << " range " << range;
        ASSERT_EQ(sum_merged(values, random), expected) << "seed " << seed << " n " << count;
        std::shuffle(values.begin(), values.end(), random);
        ASSERT_EQ(sum_span(values), expected);
        ASSERT_EQ(sum_one_by_one(values), expected);
      }
    }
  }
}

TEST(ExactDoubleSum, CancelsExactly) {
  Random random(7);
  for (const int range : {5, 80, 500}) {
    std::vector<double> values = random_values(random, 3000, 0, range);
    const size_t count = values.size();
    for (size_t i = 0; i < count; ++i) {
      values.push_back(-values[i]);
    }
    std::shuffle(values.begin(), values.end(), random);
    EXPECT_EQ(sum_one_by_one(values), 0);
    EXPECT_EQ(sum_span(values), 0);
    values.push_back(0x1p-1074);
    EXPECT_EQ(sum_span(values), 0x1p-1074);
    EXPECT_EQ(sum_merged(values, random), 0x1p-1074);
  }
}

TEST(ExactDoubleSum, KnownHardCases) {
  EXPECT_EQ(sum_span({1e100, 1, -1e100}), 1);
  EXPECT_EQ(sum_one_by_one({1e100, 1, -1e100}), 1);
  EXPECT_EQ(sum_one_by_one(std::vector<double>(10, 0.1)), 1);
  EXPECT_EQ(sum_one_by_one({1, 0x1p-53, 0x1p-1000}), 1 + 0x1p-52);
  EXPECT_EQ(sum_one_by_one({1, 0x1p-53}), 1);
  EXPECT_EQ(sum_one_by_one({-1, -0x1p-53, -0x1p-1074}), -1 - 0x1p-52);
  EXPECT_EQ(sum_one_by_one({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
}

TEST(ExactDoubleSum, SubnormalsAndExtremes) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(sum_one_by_one({tiny, tiny, tiny}), 3 * tiny);
  EXPECT_EQ(sum_span(std::vector<double>(2048, tiny)), 2048 * tiny);
  EXPECT_EQ(sum_span(std::vector<double>(100, -0x1.8p-1030)), -0x1.8p-1030 * 100);
  EXPECT_EQ(sum_one_by_one({largest, largest, -largest}), largest);
  EXPECT_EQ(sum_one_by_one({largest, tiny, -largest, -tiny, 5}), 5);
  std::vector<double> many(3000, largest);
  for (size_t i = 0; i < 2999; ++i) {
    many.push_back(-largest);
  }
  EXPECT_EQ(sum_span(many), largest);
}

TEST(ExactDoubleSum, OverflowIsAnInfinityThatSaysSo) {
  ExactDoubleSum sum;
  const double largest = std::numeric_limits<double>::max();
  sum.add(largest);
  sum.add(largest);
  EXPECT_EQ(sum.round(), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(sum.overflowed());
  sum.add(-largest);
  EXPECT_EQ(sum.round(), largest);
  EXPECT_FALSE(sum.overflowed());
}

TEST(ExactDoubleSum, InfinitiesAndNan) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(sum_one_by_one({1, inf, 2}), inf);
  EXPECT_EQ(sum_one_by_one({1, -inf, 2}), -inf);
  EXPECT_TRUE(std::isnan(sum_one_by_one({inf, -inf})));
  EXPECT_TRUE(std::isnan(sum_one_by_one({nan, inf})));
  for (const size_t place : {0, 1, 31, 32, 63, 2000, 2047, 2048, 2060}) {
    std::vector<double> values(2061, 1.5);
    values[place] = nan;
    EXPECT_TRUE(std::isnan(sum_span(values))) << place;
    values[place] = inf;
    EXPECT_EQ(sum_span(values), inf) << place;
    values[(place + 7) % values.size()] = -inf;
    EXPECT_TRUE(std::isnan(sum_span(values))) << place;
  }
  ExactDoubleSum with_infinity;
  with_infinity.add(inf);
  EXPECT_FALSE(with_infinity.overflowed());
  ExactDoubleSum other;
  other.add(-inf);
  with_infinity.merge(other);
  EXPECT_TRUE(std::isnan(with_infinity.round()));
}

TEST(ExactDoubleSum, ManyAdditionsNeedManyCarries) {
  ExactDoubleSum sum;
  for (int i = 0; i < 1'000'000; ++i) {
    sum.add(0.1);
  }
  // 10^6 times the double 0.1, which is 0x1.999999999999Ap-4.
  EXPECT_EQ(sum.round(), static_cast<double>(1e6L * 0.1L + 1e6L * (static_cast<long double>(0.1) - 0.1L)));
  for (int i = 0; i < 1'000'000; ++i) {
    sum.add(-0.1);
  }
  EXPECT_EQ(sum.round(), 0);
}

TEST(ExactDoubleSum, CopiesAndMovesAreIndependent) {
  ExactDoubleSum sum;
  sum.add(1e300);
  sum.add(1e-300);
  ExactDoubleSum copy = sum;
  copy.add(-1e300);
  EXPECT_EQ(copy.round(), 1e-300);
  EXPECT_EQ(sum.round(), 1e300);
  ExactDoubleSum moved = std::move(sum);
  EXPECT_EQ(moved.round(), 1e300);
  sum = copy;
  EXPECT_EQ(sum.round(), 1e-300);
}

TEST(ExactDoubleSum, EncodingIsCanonicalAndComesBack) {
  Random random(99);
  for (const int range : {0, 10, 300}) {
    std::vector<double> values = random_values(random, 777, 3, range);
    ExactDoubleSum forwards;
    for (const double value : values) {
      forwards.add(value);
    }
    std::reverse(values.begin(), values.end());
    ExactDoubleSum backwards;
    backwards.add(values);
    EXPECT_EQ(forwards.encode(), backwards.encode());
    EXPECT_EQ(ExactDoubleSum::decode(forwards.encode()).encode(), forwards.encode());
    EXPECT_EQ(ExactDoubleSum::decode(forwards.encode()).round(), forwards.round());
  }
  EXPECT_EQ(ExactDoubleSum::decode(ExactDoubleSum().encode()).round(), 0);
}

TEST(ExactDoubleSum, DamagedEncodingRaises) {
  for (const std::string& bytes :
       {std::string(), std::string("\x01", 1), std::string("\x10\x00", 2), std::string("\x00\x00\x01", 3),
        std::string("\x00\x44\x01\x00\x00\x00", 6)}) {
    EXPECT_THROW(ExactDoubleSum::decode(bytes), Error);
  }
}

TEST(SplitSum, DeclinesWhatItCannotSplit) {
  double parts[kExactSumParts];
  const std::vector<double> far_apart = {1e200, 1, 1e-200, 1};
  EXPECT_FALSE(split_sum(far_apart.data(), far_apart.size(), parts));
  const std::vector<double> close = {1.5, 2.25, 1e6, 0.01};
  EXPECT_TRUE(split_sum(close.data(), close.size(), parts));
  const std::vector<double> huge = {1e308, 1e308};
  EXPECT_FALSE(split_sum(huge.data(), huge.size(), parts));
}

/// By group: the split sums, or nothing where they are declined, against one by one.
void check_group_sums(const std::vector<double>& values, const std::vector<uint32_t>& groups,
                      uint32_t group_count) {
  GroupSplit sums[kSplitGroupsMax];
  ASSERT_TRUE(split_group_sums(values.data(), groups.data(), values.size(), group_count, sums));
  for (uint32_t group = 0; group < group_count; ++group) {
    ExactDoubleSum expected;
    uint32_t count = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      if (groups[i] == group) {
        expected.add(values[i]);
        ++count;
      }
    }
    ExactDoubleSum sum;
    for (const double part : sums[group].parts) {
      sum.add(part);
    }
    ASSERT_EQ(sum.encode(), expected.encode()) << "n " << values.size() << " group " << group;
    ASSERT_EQ(sums[group].count, count);
  }
}

TEST(SplitGroupSums, AgreesWithOneByOne) {
  Random random(31);
  for (const size_t n : {0, 1, 3, 63, 64, 65, 127, 128, 129, 2047, 2048}) {
    for (uint32_t group_count = 1; group_count <= kSplitGroupsMax; ++group_count) {
      for (const int range : {0, 10, 30}) {
        const std::vector<double> values = random_values(random, n, 3, range);
        std::vector<uint32_t> groups(n);
        for (uint32_t& group : groups) {
          group = static_cast<uint32_t>(random.below(group_count));
        }
        check_group_sums(values, groups, group_count);
        EXPECT_EQ(largest_group(groups.data(), n),
                  n == 0 ? 0 : *std::max_element(groups.begin(), groups.end()));
        if (n != 0) {
          groups[n / 2] = kSplitGroupsMax + 1000;
          check_group_sums(values, groups, group_count);
        }
      }
    }
  }
}

TEST(SplitGroupSums, DeclinesWhatItCannotSplit) {
  GroupSplit sums[kSplitGroupsMax];
  for (const double odd :
       {1e300, 1e-300, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    std::vector<double> values(129, 1.5);
    const std::vector<uint32_t> groups(129, 0);
    EXPECT_TRUE(split_group_sums(values.data(), groups.data(), 129, 1, sums));
    for (const size_t place : {0, 64, 128}) {
      values[place] = odd;
      EXPECT_FALSE(split_group_sums(values.data(), groups.data(), 129, 1, sums)) << odd;
      values[place] = 1.5;
    }
  }
}

TEST(ExactDoubleSum, ZeroBytesAreAnEmptySum) {
  alignas(ExactDoubleSum) std::byte bytes[sizeof(ExactDoubleSum)] = {};
  auto& sum = *reinterpret_cast<ExactDoubleSum*>(bytes);
  EXPECT_EQ(sum.round(), 0);
  sum.add(1e300);
  sum.add(1e-300);
  EXPECT_EQ(sum.round(), 1e300);
  sum.~ExactDoubleSum();
}

TEST(DivideRounded, RoundsOnce) {
  EXPECT_EQ(divide_rounded(10, 4), 2.5);
  EXPECT_EQ(divide_rounded(-10, 4), -2.5);
  EXPECT_EQ(divide_rounded(0, 7), 0);
  EXPECT_EQ(divide_rounded(1, 3), 1.0 / 3);
  EXPECT_EQ(divide_rounded(kInt128Max, 1), 0x1p127);
  EXPECT_EQ(divide_rounded(kInt128Min, 1), -0x1p127);
  // 2^53 + 1 is halfway between two doubles; the even one is below.
  EXPECT_EQ(divide_rounded((Int128{1} << 53) + 1, 1), 0x1p53);
  EXPECT_EQ(divide_rounded(((Int128{1} << 53) + 1) * 3 + 1, 3), 0x1p53 + 2);
  EXPECT_EQ(divide_rounded(1, ~uint64_t{0}), 0x1p-64);
}

TEST(DivideRounded, AgreesWithLongDoubleWhereThatIsExactEnough) {
  Random random(5);
  for (int i = 0; i < 10000; ++i) {
    const int64_t sum = random.between(-(int64_t{1} << 52), int64_t{1} << 52);
    const auto count = static_cast<uint64_t>(random.between(1, int64_t{1} << 40));
    ASSERT_EQ(divide_rounded(sum, count), static_cast<double>(sum) / static_cast<double>(count));
  }
}

}  // namespace
}  // namespace stoa
