#include "types/decimal.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "types/exact_compare.h"
#include "types/number_text.h"
#include "types/wide_integer.h"

namespace stoa {
namespace {

/// Unsigned numbers of any size by schoolbook arithmetic, lowest decimal digit first: the plain truth to hold
/// the fast code against.
using Big = std::vector<int>;

Big trimmed(Big a) {
  while (!a.empty() && a.back() == 0) {
    a.pop_back();
  }
  return a;
}

Big big(Int128 value) {
  Big digits;
  for (UInt128 rest = magnitude_of(value); rest != 0; rest /= 10) {
    digits.push_back(static_cast<int>(rest % 10));
  }
  return digits;
}

Big shifted(Big a, unsigned zeros) {
  a.insert(a.begin(), zeros, 0);
  return trimmed(a);
}

int compare(const Big& a, const Big& b) {
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  for (size_t i = a.size(); i > 0; --i) {
    if (a[i - 1] != b[i - 1]) {
      return a[i - 1] < b[i - 1] ? -1 : 1;
    }
  }
  return 0;
}

Big multiply(const Big& a, const Big& b) {
  Big product(a.size() + b.size() + 1, 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int carry = 0;
    for (size_t j = 0; j < b.size() || carry != 0; ++j) {
      const int digit = product[i + j] + carry + (j < b.size() ? a[i] * b[j] : 0);
      product[i + j] = digit % 10;
      carry = digit / 10;
    }
  }
  return trimmed(product);
}

void subtract(Big& a, const Big& b) {
  int borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    int digit = a[i] - borrow - (i < b.size() ? b[i] : 0);
    borrow = digit < 0 ? 1 : 0;
    a[i] = digit + 10 * borrow;
  }
  a = trimmed(a);
}

void add_one(Big& a) {
  for (size_t i = 0;; ++i) {
    if (i == a.size()) {
      a.push_back(0);
    }
    if (++a[i] < 10) {
      return;
    }
    a[i] = 0;
  }
}

/// Quotient rounded half up; `rest` gets the remainder of the cut quotient.
Big divide(const Big& a, const Big& b, bool rounded, Big& rest) {
  Big quotient(a.size(), 0);
  rest.clear();
  for (size_t i = a.size(); i > 0; --i) {
    rest.insert(rest.begin(), a[i - 1]);
    rest = trimmed(rest);
    while (compare(rest, b) >= 0) {
      subtract(rest, b);
      ++quotient[i - 1];
    }
  }
  quotient = trimmed(quotient);
  if (rounded && compare(multiply(rest, {2}), b) >= 0) {
    add_one(quotient);
  }
  return quotient;
}

Int128 random_decimal(Random& random) {
  const auto digits = static_cast<unsigned>(random.below(39));
  const UInt128 raw = (static_cast<UInt128>(random.next()) << 64) | random.next();
  const auto value = static_cast<Int128>(raw % static_cast<UInt128>(power_of_ten(digits)));
  return random.chance(0.5) ? -value : value;
}

void expect_same(bool fits, Int128 result, const Big& truth, bool is_negative) {
  ASSERT_EQ(fits, truth.size() <= 38);
  if (!fits) {
    return;
  }
  EXPECT_EQ(big(result), truth);
  if (!truth.empty()) {
    EXPECT_EQ(result < 0, is_negative);
  }
}

TEST(Decimal, MultipliesAsSchoolbookDoes) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const Int128 a = random_decimal(random);
    const Int128 b = random_decimal(random);
    Int128 product = 0;
    const bool fits = multiply_decimals(a, b, product);
    expect_same(fits, product, multiply(big(a), big(b)), (a < 0) != (b < 0));
  }
}

TEST(Decimal, MultipliesToAScaleAsSchoolbookDoes) {
  Random random(8);
  for (int i = 0; i < 5000; ++i) {
    const Int128 a = random_decimal(random);
    const Int128 b = random_decimal(random);
    const auto scale_a = static_cast<unsigned>(random.below(39));
    const auto scale_b = static_cast<unsigned>(random.below(39));
    const auto scale = static_cast<unsigned>(random.below(39));
    Big truth = multiply(big(a), big(b));
    Big rest;
    truth = scale >= scale_a + scale_b ? shifted(truth, scale - scale_a - scale_b)
                                       : divide(truth, shifted({1}, scale_a + scale_b - scale), true, rest);
    Int128 product = 0;
    const bool fits = multiply_decimals_to_scale(a, scale_a, b, scale_b, scale, product);
    expect_same(fits, product, truth, (a < 0) != (b < 0));
  }
}

TEST(Decimal, DividesAsSchoolbookDoes) {
  Random random(9);
  for (int i = 0; i < 10000; ++i) {
    const Int128 a = random_decimal(random);
    const Int128 b = random_decimal(random);
    if (b == 0) {
      continue;
    }
    const auto scale_a = static_cast<unsigned>(random.below(39));
    const auto scale_b = static_cast<unsigned>(random.below(39));
    const auto scale = static_cast<unsigned>(random.below(39));
    Big rest;
    Int128 result = 0;
    bool fits = divide_decimals(a, scale_a, b, scale_b, scale, result);
    expect_same(fits, result, divide(shifted(big(a), scale + scale_b), shifted(big(b), scale_a), true, rest),
                (a < 0) != (b < 0));
    const Big whole = divide(shifted(big(a), scale_b), shifted(big(b), scale_a), false, rest);
    fits = divide_decimals_whole(a, scale_a, b, scale_b, result);
    expect_same(fits, result, whole, (a < 0) != (b < 0));
    // The remainder has the greater scale, so that it is the rest of numbers brought to that scale.
    const unsigned common = std::max(scale_a, scale_b);
    divide(shifted(big(a), common - scale_a), shifted(big(b), common - scale_b), false, rest);
    fits = modulo_decimals(a, scale_a, b, scale_b, result);
    expect_same(fits, result, rest, a < 0);
  }
}

TEST(Decimal, ComparesAndHashesAcrossScales) {
  Random random(10);
  for (int i = 0; i < 10000; ++i) {
    const Int128 a = random_decimal(random);
    const Int128 b = random.chance(0.3) ? a : random_decimal(random);
    const auto scale_a = static_cast<unsigned>(random.below(39));
    const auto scale_b = static_cast<unsigned>(random.below(39));
    int truth = compare(shifted(big(a), scale_b), shifted(big(b), scale_a));
    if (a < 0 && b < 0) {
      truth = -truth;
    }
    if ((a < 0) != (b < 0)) {
      truth = a < 0 ? -1 : 1;
    }
    EXPECT_EQ(compare_decimals(a, scale_a, b, scale_b), truth);
  }
  EXPECT_EQ(hash_decimal(100, 2), hash_decimal(1, 0));
  EXPECT_EQ(hash_decimal(-150, 2), hash_decimal(-15, 1));
  EXPECT_NE(hash_decimal(15, 1), hash_decimal(15, 0));
  EXPECT_EQ(hash_decimal(0, 5), hash_decimal(0, 0));
}

TEST(Decimal, AddsWithinThirtyEightDigits) {
  const Int128 most = power_of_ten(38) - 1;
  Int128 result = 0;
  EXPECT_TRUE(add_decimals(most, -most, result));
  EXPECT_EQ(result, 0);
  EXPECT_FALSE(add_decimals(most, 1, result));
  EXPECT_FALSE(add_decimals(most, most, result));
  EXPECT_FALSE(add_decimals(-most, -most, result));
  EXPECT_TRUE(subtract_decimals(5, 7, result));
  EXPECT_EQ(result, -2);
  EXPECT_FALSE(subtract_decimals(-most, 1, result));
}

TEST(Decimal, RescalesHalfAwayFromZero) {
  Int128 result = 0;
  EXPECT_TRUE(rescale_decimal(25, 1, 0, 38, result));
  EXPECT_EQ(result, 3);
  EXPECT_TRUE(rescale_decimal(-25, 1, 0, 38, result));
  EXPECT_EQ(result, -3);
  EXPECT_TRUE(rescale_decimal(24, 1, 0, 38, result));
  EXPECT_EQ(result, 2);
  EXPECT_FALSE(rescale_decimal(995, 1, 0, 2, result));
  EXPECT_TRUE(rescale_decimal(994, 1, 0, 2, result));
  EXPECT_FALSE(rescale_decimal(1, 0, 38, 38, result));
  EXPECT_TRUE(rescale_decimal(power_of_ten(38) - 1, 38, 0, 38, result));
  EXPECT_EQ(result, 1);
}

TEST(Decimal, KnowsResultTypes) {
  const LogicalType money = LogicalType::decimal(15, 2);
  EXPECT_EQ(decimal_add_type(money, LogicalType::decimal(10, 4)).to_string(), "decimal(18,4)");
  EXPECT_EQ(decimal_add_type(LogicalType::decimal(38, 4), money).to_string(), "decimal(38,4)");
  EXPECT_EQ(decimal_multiply_type(money, money).to_string(), "decimal(30,4)");
  EXPECT_EQ(decimal_multiply_type(LogicalType::decimal(30, 4), money).to_string(), "decimal(38,6)");
  EXPECT_THROW(decimal_multiply_type(LogicalType::decimal(38, 20), LogicalType::decimal(38, 19)), Error);
  EXPECT_EQ(decimal_divide_type(money, money).to_string(), "decimal(38,16)");
  EXPECT_EQ(decimal_divide_type(LogicalType::decimal(38, 20), money).to_string(), "decimal(38,20)");
  EXPECT_EQ(decimal_modulo_type(money, LogicalType::decimal(5, 3)).to_string(), "decimal(5,3)");
  EXPECT_EQ(decimal_sum_type(money).to_string(), "decimal(38,2)");
  EXPECT_EQ(decimal_average_type(money).to_string(), "decimal(38,16)");
}

TEST(Decimal, GoesThroughTextAndBack) {
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    const Int128 value = random_decimal(random);
    const auto scale = static_cast<unsigned>(random.below(39));
    const std::string text = decimal_to_string(value, scale);
    Int128 back = 1;
    ASSERT_TRUE(parse_decimal(text, 38, scale, back)) << text;
    EXPECT_EQ(back, value) << text;
    uint8_t precision = 0;
    uint8_t written_scale = 0;
    ASSERT_TRUE(parse_decimal_as_written(text, back, precision, written_scale)) << text;
    EXPECT_EQ(back, value);
    EXPECT_EQ(written_scale, scale);
  }
}

TEST(Decimal, ReadsNumbersAsWritten) {
  Int128 value = 0;
  uint8_t precision = 0;
  uint8_t scale = 0;
  ASSERT_TRUE(parse_decimal_as_written("0.05", value, precision, scale));
  EXPECT_EQ(value, 5);
  EXPECT_EQ(precision, 2);
  EXPECT_EQ(scale, 2);
  ASSERT_TRUE(parse_decimal_as_written("000123.450", value, precision, scale));
  EXPECT_EQ(precision, 6);
  EXPECT_EQ(scale, 3);
  EXPECT_FALSE(
      parse_decimal_as_written("123456789012345678901234567890123456789.0", value, precision, scale));
  EXPECT_FALSE(parse_decimal_as_written("1.5e3", value, precision, scale));
}

TEST(Decimal, BecomesTheNearestDouble) {
  Random random(12);
  for (int i = 0; i < 20000; ++i) {
    const Int128 value = random_decimal(random);
    const auto scale = static_cast<unsigned>(random.below(39));
    double truth = 0;
    ASSERT_TRUE(parse_double(decimal_to_string(value, scale), truth) || value == 0);
    EXPECT_EQ(decimal_to_double(value, scale), truth);
    float narrow = 0;
    if (parse_float(decimal_to_string(value, scale), narrow)) {
      EXPECT_EQ(decimal_to_float(value, scale), narrow);
    }
  }
}

TEST(Decimal, IsMadeFromTheDoublesPrintedForm) {
  Int128 result = 0;
  EXPECT_TRUE(double_to_decimal(1.005, 10, 2, result));
  EXPECT_EQ(result, 101);
  EXPECT_TRUE(double_to_decimal(-2.675, 10, 2, result));
  EXPECT_EQ(result, -268);
  EXPECT_FALSE(double_to_decimal(NAN, 10, 2, result));
  EXPECT_FALSE(double_to_decimal(INFINITY, 10, 2, result));
  EXPECT_FALSE(double_to_decimal(1e8, 10, 2, result));
  EXPECT_TRUE(double_to_decimal(1e22, 38, 0, result));
  EXPECT_EQ(result, power_of_ten(22));
  EXPECT_TRUE(float_to_decimal(0.1F, 10, 5, result));
  EXPECT_EQ(result, 10000);
  Random random(13);
  for (int i = 0; i < 50000; ++i) {
    const double value = (random.unit() - 0.5) * std::pow(10.0, static_cast<double>(random.below(16)));
    const auto scale = static_cast<unsigned>(random.below(10));
    Int128 truth = 0;
    ASSERT_TRUE(parse_decimal(double_to_string(value), 38, scale, truth));
    ASSERT_TRUE(double_to_decimal(value, 38, scale, result));
    EXPECT_EQ(result, truth) << double_to_string(value) << " scale " << scale;
  }
}

TEST(ExactCompare, Integers) {
  const int64_t two53 = int64_t{1} << 53;
  EXPECT_EQ(compare_int64_double(two53, 9007199254740992.0), 0);
  EXPECT_EQ(compare_int64_double(two53 + 1, 9007199254740992.0), 1);
  EXPECT_EQ(compare_int64_double(two53 + 1, 9007199254740994.0), -1);
  EXPECT_EQ(compare_int64_double(INT64_MAX, 9223372036854775808.0), -1);
  EXPECT_EQ(compare_int64_double(INT64_MAX, 9223372036854774784.0), 1);
  EXPECT_EQ(compare_int64_double(INT64_MIN, -9223372036854775808.0), 0);
  EXPECT_EQ(compare_int64_double(INT64_MIN, -9223372036854777856.0), 1);
  EXPECT_EQ(compare_int64_double(5, 5.5), -1);
  EXPECT_EQ(compare_int64_double(-5, -5.5), 1);
  EXPECT_EQ(compare_int64_double(0, -0.0), 0);
  EXPECT_EQ(compare_int64_double(0, 5e-324), -1);
  EXPECT_EQ(compare_int64_double(INT64_MAX, NAN), -1);
  EXPECT_EQ(compare_int64_double(INT64_MAX, INFINITY), -1);
  EXPECT_EQ(compare_int64_double(INT64_MIN, -INFINITY), 1);
  EXPECT_EQ(compare_uint64_double(UINT64_MAX, 18446744073709551616.0), -1);
  EXPECT_EQ(compare_int128_double(kInt128Max, 170141183460469231731687303715884105728.0), -1);
  EXPECT_EQ(compare_int128_double(kInt128Min, -170141183460469231731687303715884105728.0), 0);
}

TEST(ExactCompare, DecimalsAgainstTheExactDigitsOfDoubles) {
  EXPECT_EQ(compare_decimal_double(1, 1, 0.1), -1);  // 0.1 is a little more as a double
  EXPECT_EQ(compare_decimal_double(3, 1, 0.3), 1);   // and 0.3 a little less
  EXPECT_EQ(compare_decimal_double(5, 1, 0.5), 0);
  EXPECT_EQ(compare_decimal_double(-1, 1, -0.1), 1);
  EXPECT_EQ(compare_decimal_double(0, 2, -0.0), 0);
  EXPECT_EQ(compare_decimal_double(0, 38, 5e-324), -1);
  EXPECT_EQ(compare_decimal_double(power_of_ten(38) - 1, 2, NAN), -1);
  EXPECT_EQ(compare_decimal_double(power_of_ten(38) - 1, 2, 1e300), -1);
  EXPECT_EQ(compare_decimal_double(1, 38, 1e-38), compare_decimal_double(-1, 38, -1e-38) * -1);
  Random random(14);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::ldexp(static_cast<double>(random.between(-1000000, 1000000)),
                                    -static_cast<int>(random.below(20)));
    // Doubles of this kind have at most 19 exact digits behind the point.
    Int128 exact = static_cast<Int128>(std::ldexp(value, 19)) * power_of_ten(19) / (Int128{1} << 19);
    EXPECT_EQ(compare_decimal_double(exact, 19, value), 0);
    EXPECT_EQ(compare_decimal_double(exact + 1, 19, value), 1);
    EXPECT_EQ(compare_decimal_double(exact - 1, 19, value), -1);
  }
}

}  // namespace
}  // namespace stoa
