#include <cmath>

#include <gtest/gtest.h>

#include "function/call_test_support.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::call_vector;
using function_test::decimal;
using function_test::Literal;
using function_test::make;
using function_test::state_of;
using function_test::text_of;

TEST(Rounding, OfDecimalsIsExactAndAwayFromZero) {
  EXPECT_EQ(text_of("round", {decimal("42.5")}), "43");
  EXPECT_EQ(text_of("round", {decimal("-42.5")}), "-43");
  EXPECT_EQ(text_of("round", {decimal("42.4382"), 2}), "42.44");
  EXPECT_EQ(text_of("round", {decimal("1.5"), 3}), "1.500");
  EXPECT_EQ(text_of("round", {decimal("1234.5"), -2}), "1200");
  EXPECT_EQ(text_of("round", {decimal("9.99"), 1}), "10.0");
  EXPECT_EQ(text_of("round", {decimal("5.5"), -3}), "0");
  EXPECT_EQ(text_of("trunc", {decimal("-42.4382"), 2}), "-42.43");
  EXPECT_EQ(text_of("trunc", {decimal("-42.9")}), "-42");
  EXPECT_EQ(text_of("ceil", {decimal("-42.8")}), "-42");
  EXPECT_EQ(text_of("ceil", {decimal("42.1")}), "43");
  EXPECT_EQ(text_of("floor", {decimal("-42.8")}), "-43");
  EXPECT_EQ(text_of("ceil", {decimal("99999999999999999.5")}), "100000000000000000");
  EXPECT_EQ(text_of("abs", {decimal("-1.50")}), "1.50");
  EXPECT_EQ(text_of("sign", {decimal("-8.4")}), "-1");
}

TEST(Rounding, OfDoublesIsHalfToEven) {
  EXPECT_EQ(call("round", {2.5}), Value::double_precision(2));
  EXPECT_EQ(call("round", {3.5}), Value::double_precision(4));
  EXPECT_EQ(call("round", {2.345, 1}), Value::double_precision(2.3));
  EXPECT_EQ(call("round", {1234.5, -2}), Value::double_precision(1200));
  EXPECT_EQ(call("ceil", {1.2}), Value::double_precision(2));
  EXPECT_EQ(call("floor", {-1.2}), Value::double_precision(-2));
  EXPECT_EQ(call("trunc", {-1.7}), Value::double_precision(-1));
  EXPECT_EQ(call("round", {7}), Value::integer(7));
  EXPECT_EQ(state_of("abs", {Value::integer(INT32_MIN)}), "22003");
  EXPECT_EQ(call("abs", {-5}), Value::integer(5));
}

TEST(MathFunctions, RaiseAsPostgres) {
  EXPECT_EQ(call("sqrt", {2.25}), Value::double_precision(1.5));
  EXPECT_EQ(state_of("sqrt", {-1.0}), "2201F");
  EXPECT_EQ(state_of("ln", {0.0}), "2201E");
  EXPECT_EQ(state_of("log", {-1.0}), "2201E");
  EXPECT_EQ(call("log", {100.0}), Value::double_precision(2));
  EXPECT_EQ(call("log", {2.0, 64.0}), Value::double_precision(6));
  EXPECT_EQ(call("^", {2, 10}), Value::double_precision(1024));
  EXPECT_EQ(state_of("power", {0.0, -1.0}), "2201F");
  EXPECT_EQ(state_of("power", {-2.0, 0.5}), "2201F");
  EXPECT_EQ(state_of("power", {10.0, 400.0}), "22003");
  EXPECT_EQ(state_of("exp", {1000.0}), "22003");
  EXPECT_EQ(state_of("asin", {2.0}), "22003");
  EXPECT_EQ(call("cosd", {60}), Value::double_precision(0.5));
  EXPECT_EQ(call("tand", {45}), Value::double_precision(1));
  EXPECT_EQ(call("width_bucket", {5.35, 0.024, 10.06, 5}), Value::integer(3));
  EXPECT_EQ(call("width_bucket", {5.0, 10.0, 0.0, 5}), Value::integer(3));
  EXPECT_EQ(state_of("width_bucket", {5.0, 1.0, 1.0, 5}), "2201G");
  EXPECT_EQ(call("isnan", {std::nan("")}), Value::boolean(true));
  EXPECT_EQ(text_of("pi", {}), "3.141592653589793");
}

TEST(IntegerFunctions, StayExact) {
  EXPECT_EQ(call("gcd", {1071, -462}), Value::integer(21));
  EXPECT_EQ(call("lcm", {1071, 462}), Value::integer(23562));
  EXPECT_EQ(state_of("lcm", {2147483647, 2147483646}), "22003");
  EXPECT_EQ(text_of("factorial", {20}), "2432902008176640000");
  EXPECT_EQ(text_of("factorial", {33}), "8683317618811886495518194401280000000");
  EXPECT_EQ(state_of("factorial", {34}), "22003");
  EXPECT_EQ(state_of("factorial", {-1}), "22003");
  EXPECT_EQ(text_of("bit_count", {-1}), "32");
  EXPECT_EQ(call("mod", {9, 4}), Value::integer(1));
  EXPECT_EQ(call("div", {9, 4}), Value::integer(2));
  EXPECT_EQ(text_of("div", {decimal("9.5"), 4}), "2");
}

TEST(GreatestLeast, LeaveNullsOut) {
  EXPECT_EQ(call("greatest", {3, Value::null(), 7}), Value::integer(7));
  EXPECT_EQ(text_of("least", {3, decimal("2.5")}), "2.5");
  EXPECT_EQ(text_of("greatest", {make(TypeId::kDate, "2024-01-01"), Literal{"2024-02-01"}}), "2024-02-01");
  EXPECT_EQ(text_of("greatest", {"a", "b"}), "b");
  EXPECT_EQ(text_of("greatest", {1.5, std::nan("")}), "NaN");
  EXPECT_TRUE(call("greatest", {Value::null(), Value::null()}).is_null());
  EXPECT_EQ(state_of("greatest", {1, true}), "42804");
}

TEST(RandomFunctions, GiveARowEach) {
  const ColumnVector values = call_vector("random", {}, 100);
  for (size_t i = 0; i < 100; ++i) {
    EXPECT_GE(values.value(i).as_double(), 0);
    EXPECT_LT(values.value(i).as_double(), 1);
  }
  EXPECT_NE(values.value(0), values.value(1));
  EXPECT_EQ(call("random", {5, 5}), Value::bigint(5));
  EXPECT_EQ(text_of("gen_random_uuid", {}).size(), 36U);
}

TEST(SystemFunctions, Tell) {
  EXPECT_EQ(text_of("pg_typeof", {decimal("1.50")}), "decimal(3,2)");
  EXPECT_EQ(text_of("current_schema", {}), "public");
  EXPECT_EQ(state_of("current_setting", {"no.such"}), "42704");
  EXPECT_TRUE(call("current_setting", {"no.such", true}).is_null());
}

}  // namespace
}  // namespace stoa
