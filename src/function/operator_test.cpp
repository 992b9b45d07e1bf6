#include <gtest/gtest.h>

#include "function/call_test_support.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::call_vector;
using function_test::decimal;
using function_test::make;
using function_test::state_of;
using function_test::text_of;

TEST(NumericOperators, KeepIntegersAndRefuseOverflow) {
  EXPECT_EQ(call("*", {6, 7}), Value::integer(42));
  EXPECT_EQ(state_of("+", {2147483647, 1}), "22003");
  EXPECT_EQ(call("/", {7, 2}), Value::double_precision(3.5));
  EXPECT_EQ(call("//", {-7, 2}), Value::integer(-3));
  EXPECT_EQ(call("integer_divide", {7, 2}), Value::integer(3));
  EXPECT_EQ(call("%", {-7, 3}), Value::integer(-1));
  EXPECT_EQ(state_of("//", {7, 0}), "22012");
  EXPECT_EQ(state_of("/", {7, 0}), "22012");
  EXPECT_EQ(state_of("%", {7.5, 0}), "22012");
  EXPECT_EQ(call("-", {5}), Value::integer(-5));
  EXPECT_EQ(call("+", {5}), Value::integer(5));
  EXPECT_EQ(call("&", {12, 10}), Value::integer(8));
  EXPECT_EQ(call("#", {12, 10}), Value::integer(6));
  EXPECT_EQ(call("~", {5}), Value::integer(-6));
  EXPECT_EQ(call("<<", {1, 4}), Value::integer(16));
  EXPECT_EQ(call(">>", {-16, 2}), Value::integer(-4));
}

TEST(DecimalOperators, AreExact) {
  EXPECT_EQ(text_of("+", {decimal("1.10"), decimal("2.205")}), "3.305");
  EXPECT_EQ(text_of("-", {decimal("1.10"), decimal("2.205")}), "-1.105");
  EXPECT_EQ(text_of("*", {decimal("1.10"), decimal("2.5")}), "2.750");
  EXPECT_EQ(text_of("*", {decimal("99999999999999.99"), decimal("99999999999999.99")}),
            "9999999999999998000000000000.0001");
  EXPECT_EQ(text_of("/", {decimal("1.00"), 3}), "0.3333333333333333");
  EXPECT_EQ(text_of("//", {decimal("7.50"), 2}), "3");
  EXPECT_EQ(text_of("%", {decimal("7.50"), 2}), "1.50");
  EXPECT_EQ(text_of("-", {decimal("7.50")}), "-7.50");
  EXPECT_EQ(state_of("/", {decimal("7.50"), 0}), "22012");
  const Value nines = decimal("99999999999999999999999999999999999999");
  EXPECT_EQ(state_of("+", {nines, nines}), "22003");
  EXPECT_EQ(state_of("*", {nines, nines}), "22003");
}

TEST(DecimalOperators, IgnoreOverflowInNullRows) {
  const LogicalType type = LogicalType::decimal(38, 0);
  ColumnVector big = ColumnVector::from_values(
      type, std::vector<Value>{decimal("99999999999999999999999999999999999999"), Value::decimal(5, 38, 0)});
  big.set_null(0);
  const ColumnVector ten = ColumnVector::make_constant(Value::decimal(10, 38, 0), 2);
  const ColumnVector product = call_vector("*", {big, ten}, 2);
  EXPECT_TRUE(product.is_null(0));
  EXPECT_EQ(product.value(1).to_string(), "50");
}

TEST(TemporalOperators, FollowTheCalendar) {
  const Value date = make(TypeId::kDate, "2024-01-31");
  const Value stamp = make(TypeId::kTimestamp, "2024-01-31 10:00");
  const Value month = make(TypeId::kInterval, "1 month");
  EXPECT_EQ(text_of("+", {date, 1}), "2024-02-01");
  EXPECT_EQ(text_of("-", {date, 31}), "2023-12-31");
  EXPECT_EQ(text_of("+", {date, month}), "2024-02-29 00:00:00");
  EXPECT_EQ(text_of("+", {month, stamp}), "2024-02-29 10:00:00");
  EXPECT_EQ(text_of("-", {stamp, month}), "2023-12-31 10:00:00");
  EXPECT_EQ(text_of("-", {stamp, date}), "10:00:00");
  EXPECT_EQ(text_of("+", {make(TypeId::kTime, "23:30"), make(TypeId::kInterval, "1 hour")}), "00:30:00");
  EXPECT_EQ(text_of("*", {make(TypeId::kInterval, "1 hour"), 1.5}), "01:30:00");
  EXPECT_EQ(text_of("/", {make(TypeId::kInterval, "1 hour"), 2}), "00:30:00");
  EXPECT_EQ(text_of("-", {month}), "-1 mons");
  EXPECT_EQ(state_of("+", {date, int64_t{1} << 40}), "22008");
  EXPECT_EQ(state_of("/", {month, 0}), "22012");
}

TEST(ConcatOperator, TakesTextsOfAnyLength) {
  EXPECT_EQ(text_of("||", {"Sto", "a"}), "Stoa");
  EXPECT_EQ(text_of("||", {"a longer text", 5}), "a longer text5");
  EXPECT_EQ(text_of("||", {5, "%"}), "5%");
  EXPECT_TRUE(call("||", {"a", Value::null()}).is_null());
  EXPECT_EQ(state_of("||", {1, 2}), "42883");
}

}  // namespace
}  // namespace stoa
