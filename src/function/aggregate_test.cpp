#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "function/call_test_support.h"
#include "function/exact_moments.h"

namespace stoa {
namespace {

using function_test::aggregate_of;
using function_test::aggregate_state_of;
using function_test::values_of;

std::string result_of(std::string_view name, const std::vector<Value>& values) {
  return aggregate_of(name, {values}).to_string();
}

TEST(Variance, IsExactWhereNaiveSumsCancel) {
  const auto bigints = values_of(TypeId::kBigint, {"1000000000000000001", "1000000000000000003", "NULL"});
  EXPECT_EQ(result_of("var_pop", bigints), "1");
  EXPECT_EQ(result_of("variance", bigints), "2");
  EXPECT_EQ(result_of("stddev_pop", bigints), "1");
  const auto doubles = values_of(TypeId::kDouble, {"100000000.1", "100000000.2", "100000000.3"});
  EXPECT_NEAR(aggregate_of("var_samp", {doubles}).as_double(), 0.01, 1e-9);
  EXPECT_EQ(result_of("stddev", values_of(TypeId::kInteger, {"2", "4", "4", "4", "5", "5", "7", "9"})),
            "2.138089935299395");
  EXPECT_TRUE(aggregate_of("stddev", {values_of(TypeId::kInteger, {"5"})}).is_null());
  EXPECT_EQ(result_of("stddev_pop", values_of(TypeId::kInteger, {"5"})), "0");
  EXPECT_EQ(result_of("var_samp", values_of(TypeId::kDouble, {"0.1", "0.1", "0.1"})), "0");
  EXPECT_EQ(result_of("variance", values_of(LogicalType::decimal(5, 2), {"1.00", "3.00"})), "2");
  EXPECT_EQ(aggregate_state_of("var_pop", {values_of(TypeId::kDouble, {"1e200", "-1e200"})}), "22003");
}

TEST(ExactMoments, SplitSumsWithoutLoss) {
  WideSum sum;
  sum.add(kInt128Min);
  sum.add(kInt128Min);
  sum.add(12345);
  const SumParts parts = parts_of(sum);
  ExactDoubleSum total;
  for (const double part : parts.all()) {
    total.add(part);
  }
  total.add(0x1p128);
  EXPECT_EQ(total.round(), 12345);
}

TEST(Regression, FitsALine) {
  const auto y = values_of(TypeId::kInteger, {"1", "3", "NULL", "5"});
  const auto x = values_of(TypeId::kDouble, {"1", "2", "9", "3"});
  EXPECT_EQ(aggregate_of("regr_slope", {y, x}).to_string(), "2");
  EXPECT_EQ(aggregate_of("regr_intercept", {y, x}).to_string(), "-1");
  EXPECT_EQ(aggregate_of("corr", {y, x}).to_string(), "1");
  EXPECT_EQ(aggregate_of("covar_samp", {y, x}).to_string(), "2");
  EXPECT_EQ(aggregate_of("regr_count", {y, x}).to_string(), "3");
  EXPECT_EQ(aggregate_of("regr_syy", {y, x}).to_string(), "8");
  EXPECT_EQ(aggregate_of("regr_r2", {y, x}).to_string(), "1");
}

TEST(BoolAndBitAggregates, Fold) {
  EXPECT_EQ(result_of("bool_and", values_of(TypeId::kBoolean, {"t", "NULL", "f"})), "false");
  EXPECT_EQ(result_of("bool_or", values_of(TypeId::kBoolean, {"t", "NULL", "f"})), "true");
  EXPECT_EQ(result_of("bit_and", values_of(TypeId::kInteger, {"6", "3"})), "2");
  EXPECT_EQ(result_of("bit_or", values_of(TypeId::kInteger, {"6", "3"})), "7");
  EXPECT_EQ(result_of("bit_xor", values_of(TypeId::kInteger, {"6", "3"})), "5");
  EXPECT_EQ(result_of("product", values_of(TypeId::kInteger, {"2", "3", "NULL"})), "6");
  EXPECT_TRUE(aggregate_of("bool_and", {values_of(TypeId::kBoolean, {"NULL"})}).is_null());
}

TEST(ValueAggregates, KeepTheirOwnTexts) {
  const auto texts =
      values_of(TypeId::kText, {"NULL", "a first long text of the rows", "z", "a last long text, longer"});
  EXPECT_TRUE(aggregate_of("first", {texts}).is_null());
  EXPECT_EQ(result_of("last", texts), "a last long text, longer");
  EXPECT_EQ(result_of("any_value", texts), "a first long text of the rows");
  const auto keys = values_of(TypeId::kDouble, {"NaN", "3", "1", "NULL"});
  EXPECT_EQ(aggregate_of("arg_min", {texts, keys}).to_string(), "z");
  EXPECT_EQ(aggregate_of("arg_max", {texts, keys}).to_string(), "a first long text of the rows");
  EXPECT_EQ(aggregate_of("max_by",
                         {values_of(TypeId::kInteger, {"7", "5"}), values_of(TypeId::kInteger, {"1", "1"})})
                .to_string(),
            "5");
}

TEST(Quantiles, FollowPostgres) {
  const auto numbers = values_of(TypeId::kInteger, {"1", "9", "NULL", "2", "4"});
  EXPECT_EQ(result_of("median", numbers), "3");
  EXPECT_EQ(aggregate_of("percentile_cont", {numbers}, {Value::double_precision(0.25)}).to_string(), "1.75");
  EXPECT_EQ(aggregate_of("percentile_disc", {numbers}, {Value::double_precision(0.5)}), Value::integer(2));
  EXPECT_EQ(aggregate_of("quantile_disc", {numbers}, {Value::double_precision(1)}), Value::integer(9));
  EXPECT_EQ(
      aggregate_of("quantile_disc", {values_of(TypeId::kText, {"a text beyond twelve bytes", "b", "c"})},
                   {Value::double_precision(0)})
          .to_string(),
      "a text beyond twelve bytes");
  EXPECT_EQ(aggregate_state_of("percentile_cont", {numbers}, {Value::double_precision(1.5)}), "22003");
  EXPECT_EQ(aggregate_state_of("percentile_cont", {numbers, numbers}), "0A000");
  EXPECT_EQ(result_of("mode", values_of(TypeId::kText, {"b", "a", "b", "a", "c"})), "a");
  EXPECT_EQ(result_of("mode", values_of(TypeId::kDouble, {"NaN", "1", "NaN"})), "NaN");
  EXPECT_TRUE(aggregate_of("median", {values_of(TypeId::kDouble, {"NULL"})}).is_null());
}

TEST(StringAgg, JoinsInOrder) {
  const auto texts = values_of(TypeId::kText, {"a", "NULL", "b", "c"});
  EXPECT_EQ(aggregate_of("string_agg", {texts}, {Value::text(", ")}).to_string(), "a, b, c");
  EXPECT_EQ(
      aggregate_of("string_agg", {texts, values_of(TypeId::kText, {"1", "2", "3", "NULL"})}).to_string(),
      "a3bc");
  EXPECT_EQ(result_of("group_concat", texts), "a,b,c");
  EXPECT_EQ(aggregate_state_of("array_agg", {texts}), "0A000");
}

TEST(ApproxCountDistinct, IsNear) {
  std::vector<Value> values;
  for (int i = 0; i < 20000; ++i) {
    values.push_back(Value::integer(i % 10000));
  }
  const double estimate = std::stod(result_of("approx_count_distinct", values));
  EXPECT_NEAR(estimate, 10000, 500);
  values.resize(50);
  EXPECT_EQ(result_of("approx_count_distinct", values), "50");
}

TEST(DoubleSums, AgreeOverAnyGrouping) {
  Random random(3);
  std::vector<Value> values;
  for (int i = 0; i < 3000; ++i) {
    const double magnitude = std::ldexp(1.0, static_cast<int>(random.between(-40, 40)));
    values.push_back(random.chance(0.1) ? Value::null(TypeId::kDouble)
                                        : Value::double_precision((random.unit() - 0.5) * magnitude));
  }
  for (const char* name : {"sum", "avg", "stddev", "var_pop", "min", "max"}) {
    aggregate_of(name, {values});
  }
}

}  // namespace
}  // namespace stoa
