#include "function/function_registry.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "function/call_test_support.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::decimal;
using function_test::Literal;
using function_test::make;
using function_test::registry;
using function_test::state_of;
using function_test::text_of;

TEST(FunctionRegistry, EveryFunctionIsDocumented) {
  for (const ScalarFunction* function : registry().scalar_functions()) {
    EXPECT_FALSE(function->description.empty()) << function->name;
    EXPECT_FALSE(function->example.empty()) << function->name;
    EXPECT_FALSE(function->example_result.empty()) << function->name;
    EXPECT_NE(function->kernel, nullptr) << function->name;
  }
  for (const AggregateFunction* function : registry().aggregate_functions()) {
    EXPECT_FALSE(function->description.empty()) << function->name;
    EXPECT_FALSE(function->example.empty()) << function->name;
  }
  for (const TableFunction* function : registry().table_functions()) {
    EXPECT_FALSE(function->description.empty()) << function->name;
    EXPECT_FALSE(function->example.empty()) << function->name;
  }
}

TEST(FunctionRegistry, PicksTheNarrowestOverload) {
  EXPECT_EQ(call("+", {1, 2}), Value::integer(3));
  EXPECT_EQ(call("+", {1, int64_t{2}}), Value::bigint(3));
  EXPECT_EQ(call("+", {1, 2.5}), Value::double_precision(3.5));
  EXPECT_EQ(text_of("+", {1, decimal("2.50")}), "3.50");
  EXPECT_EQ(text_of("+", {decimal("2.5"), 0.25}), "2.75");
  EXPECT_EQ(call("+", {1, Literal{"41"}}), Value::integer(42));
  EXPECT_EQ(text_of("-", {make(TypeId::kDate, "2024-03-01"), Literal{"2024-02-01"}}), "29");
}

TEST(FunctionRegistry, NamesWhatIsMissing) {
  EXPECT_EQ(state_of("lowr", {"A"}), "42883");
  EXPECT_EQ(state_of("+", {true, 1}), "42883");
  EXPECT_EQ(state_of("+", {Literal{"1"}, Literal{"2"}}), "42725");
  try {
    call("sm", {1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "function sm(integer) does not exist");
    EXPECT_EQ(error.hint(), "Did you mean 'sum'?");
  }
  try {
    call("~", {"a"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "operator ~ text does not exist");
    EXPECT_NE(error.hint().find("~(integer)"), std::string::npos) << error.hint();
  }
}

TEST(FunctionRegistry, NullsTakeAnyOverload) {
  EXPECT_TRUE(call("+", {Value::null(), 1}).is_null());
  EXPECT_TRUE(call("+", {Value::null(), Value::null()}).is_null());
  EXPECT_TRUE(call("-", {Value::null()}).is_null());
}

}  // namespace
}  // namespace stoa
