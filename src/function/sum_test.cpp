#include <gtest/gtest.h>

#include "function/call_test_support.h"

namespace stoa {
namespace {

using function_test::aggregate_of;
using function_test::aggregate_state_of;
using function_test::values_of;

TEST(Count, SkipsNulls) {
  const auto values = values_of(TypeId::kText, {"a", "NULL", "b"});
  EXPECT_EQ(aggregate_of("count", {values}), Value::bigint(2));
  EXPECT_EQ(aggregate_of("count_if", {values_of(TypeId::kBoolean, {"t", "f", "NULL", "t"})}),
            Value::bigint(2));
}

TEST(Sum, OfIntegersIsExactIn128Bits) {
  const auto bigints = values_of(
      TypeId::kBigint, {"9000000000000000000", "9000000000000000000", "NULL", "9000000000000000000"});
  EXPECT_EQ(aggregate_of("sum", {bigints}).to_string(), "27000000000000000000");
  EXPECT_EQ(aggregate_of("sum", {values_of(TypeId::kTinyint, {"-100", "-100"})}).to_string(), "-200");
  EXPECT_TRUE(aggregate_of("sum", {values_of(TypeId::kInteger, {"NULL"})}).is_null());
  const char* largest = "170141183460469231731687303715884105727";
  EXPECT_EQ(aggregate_state_of("sum", {values_of(TypeId::kHugeint, {largest, "1"})}), "22003");
  EXPECT_EQ(aggregate_of("sum", {values_of(TypeId::kHugeint, {largest, "1", "-1"})}).to_string(), largest);
}

TEST(Sum, OfDecimalsIsExactOrRefused) {
  const LogicalType short_type = LogicalType::decimal(10, 2);
  EXPECT_EQ(aggregate_of("sum", {values_of(short_type, {"1.10", "2.25", "NULL"})}).to_string(), "3.35");
  const LogicalType wide_type = LogicalType::decimal(38, 0);
  const char* nines = "99999999999999999999999999999999999999";
  EXPECT_EQ(aggregate_state_of("sum", {values_of(wide_type, {nines, nines})}), "22003");
  EXPECT_EQ(aggregate_of("sum", {values_of(wide_type, {nines, "1", "-1"})}).to_string(), nines);
}

TEST(Sum, OfDoublesDoesNotDependOnTheOrder) {
  const auto values = values_of(TypeId::kDouble, {"0.1", "1e100", "0.2", "NULL", "-1e100"});
  EXPECT_EQ(aggregate_of("sum", {values}).as_double(), 0.1 + 0.2);
  std::vector<Value> many;
  for (int i = 0; i < 1000; ++i) {
    many.push_back(Value::double_precision(0.1 * i));
  }
  EXPECT_EQ(aggregate_of("sum", {many}).as_double(), 49950.0);
  EXPECT_EQ(aggregate_state_of("sum", {values_of(TypeId::kDouble, {"1e308", "1e308"})}), "22003");
  EXPECT_EQ(aggregate_of("sum", {values_of(TypeId::kReal, {"1.5", "2.25"})}), Value::double_precision(3.75));
}

TEST(Avg, RoundsOnce) {
  const auto bigints = values_of(TypeId::kBigint, {"9007199254740993", "9007199254740995"});
  EXPECT_EQ(aggregate_of("avg", {bigints}), Value::double_precision(9007199254740994.0));
  const auto decimals =
      values_of(LogicalType::decimal(20, 2), {"9007199254740993.10", "9007199254740993.30"});
  EXPECT_EQ(aggregate_of("avg", {decimals}).to_string(), "9007199254740993.2000000000000000");
  EXPECT_EQ(aggregate_of("avg", {values_of(LogicalType::decimal(5, 1), {"-1.0", "-1.0", "0.0"})}).to_string(),
            "-0.6666666666666667");
  EXPECT_TRUE(aggregate_of("avg", {values_of(TypeId::kDouble, {"NULL"})}).is_null());
  EXPECT_EQ(aggregate_of("avg", {values_of(TypeId::kDouble, {"1", "2"})}), Value::double_precision(1.5));
  const char* largest = "170141183460469231731687303715884105727";
  EXPECT_EQ(aggregate_of("avg", {values_of(TypeId::kHugeint, {largest, largest, largest})}),
            Value::double_precision(0x1p127));
}

TEST(MinMax, FollowOrderBy) {
  const auto doubles = values_of(TypeId::kDouble, {"2", "NaN", "-3", "NULL"});
  EXPECT_EQ(aggregate_of("min", {doubles}), Value::double_precision(-3));
  EXPECT_EQ(aggregate_of("max", {doubles}).to_string(), "NaN");
  const auto texts =
      values_of(TypeId::kText, {"b", "NULL", "a text beyond twelve bytes", "c text beyond it"});
  EXPECT_EQ(aggregate_of("min", {texts}).to_string(), "a text beyond twelve bytes");
  EXPECT_EQ(aggregate_of("max", {texts}).to_string(), "c text beyond it");
  const auto decimals = values_of(LogicalType::decimal(20, 2), {"1.10", "-3.5"});
  EXPECT_EQ(aggregate_of("min", {decimals}).to_string(), "-3.50");
  EXPECT_EQ(aggregate_of("max", {values_of(TypeId::kInterval, {"1 day", "25 hours"})}).to_string(),
            "25:00:00");
  EXPECT_TRUE(aggregate_of("max", {values_of(TypeId::kDate, {"NULL"})}).is_null());
}

}  // namespace
}  // namespace stoa
