#include "column/kernels/arithmetic.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "column/sample_vectors.h"
#include "types/decimal.h"

namespace stoa {
namespace {

constexpr ArithmeticOperator kOperators[] = {
    ArithmeticOperator::kAdd,    ArithmeticOperator::kSubtract,      ArithmeticOperator::kMultiply,
    ArithmeticOperator::kDivide, ArithmeticOperator::kIntegerDivide, ArithmeticOperator::kModulo};

bool applies(ArithmeticOperator op, const LogicalType& type) {
  if (op == ArithmeticOperator::kDivide) {
    return type.is_floating();
  }
  if (op == ArithmeticOperator::kIntegerDivide) {
    return !type.is_floating();
  }
  return true;
}

/// The lowest and highest stored integer of a type.
void bounds_of(const LogicalType& type, Int128& lowest, Int128& highest) {
  if (type.is_decimal()) {
    highest = power_of_ten(type.precision()) - 1;
    lowest = -highest;
    return;
  }
  const unsigned bits = static_cast<unsigned>(type.width_bytes()) * 8;
  if (type.is_unsigned_integer()) {
    lowest = 0;
    highest = (Int128{1} << bits) - 1;
  } else {
    highest = bits == 128 ? kInt128Max : (Int128{1} << (bits - 1)) - 1;
    lowest = -highest - 1;
  }
}

/// The result of one row by plain 128-bit arithmetic; nothing when it is an error.
std::optional<Value> expected_integer(ArithmeticOperator op, const LogicalType& type, Int128 a, Int128 b) {
  Int128 result = 0;
  bool overflows = false;
  switch (op) {
    case ArithmeticOperator::kAdd: overflows = __builtin_add_overflow(a, b, &result); break;
    case ArithmeticOperator::kSubtract: overflows = __builtin_sub_overflow(a, b, &result); break;
    case ArithmeticOperator::kMultiply: overflows = __builtin_mul_overflow(a, b, &result); break;
    case ArithmeticOperator::kIntegerDivide:
      if (b == 0 || (b == -1 && a == kInt128Min)) {
        return std::nullopt;
      }
      result = a / b;
      break;
    default:
      if (b == 0) {
        return std::nullopt;
      }
      result = b == -1 ? 0 : a % b;
  }
  Int128 lowest = 0;
  Int128 highest = 0;
  bounds_of(type, lowest, highest);
  if (overflows || result < lowest || result > highest) {
    return std::nullopt;
  }
  return Value::from_integer(type, result);
}

template <class T>
std::optional<double> expected_float(ArithmeticOperator op, T a, T b) {
  const bool divides = op == ArithmeticOperator::kDivide || op == ArithmeticOperator::kModulo;
  if (divides && b == 0 && !std::isnan(a)) {
    return std::nullopt;
  }
  T result = 0;
  switch (op) {
    case ArithmeticOperator::kAdd: result = a + b; break;
    case ArithmeticOperator::kSubtract: result = a - b; break;
    case ArithmeticOperator::kMultiply: result = a * b; break;
    case ArithmeticOperator::kDivide: result = a / b; break;
    default: result = std::fmod(a, b);
  }
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
    return std::nullopt;
  }
  return double{result};
}

std::optional<Value> expected_value(ArithmeticOperator op, const LogicalType& type, const Value& a,
                                    const Value& b) {
  if (a.is_null() || b.is_null()) {
    return Value::null(type);
  }
  if (!type.is_floating()) {
    return expected_integer(op, type, a.as_integer(), b.as_integer());
  }
  const std::optional<double> result =
      type.id() == TypeId::kReal
          ? expected_float(op, static_cast<float>(a.as_double()), static_cast<float>(b.as_double()))
          : expected_float(op, a.as_double(), b.as_double());
  if (!result) {
    return std::nullopt;
  }
  return Value::from_double(type, *result);
}

/// Either all rows are right, or the first wrong one raises, with its operands in the message.
void check(ArithmeticOperator op, const LogicalType& type, const ColumnVector& left,
           const ColumnVector& right, size_t n, const std::string& what) {
  std::optional<size_t> first_bad;
  std::vector<Value> expected;
  for (size_t i = 0; i < n && !first_bad; ++i) {
    const std::optional<Value> value = expected_value(op, type, left.value(i), right.value(i));
    if (value) {
      expected.push_back(*value);
    } else {
      first_bad = i;
    }
  }
  try {
    const ColumnVector result = arithmetic(op, type, left, right, n);
    ASSERT_FALSE(first_bad) << what << " should fail at row " << *first_bad;
    expect_same_rows(result, ColumnVector::from_values(type, expected), what);
  } catch (const Error& error) {
    ASSERT_TRUE(first_bad) << what << " failed: " << error.message();
    EXPECT_NE(error.message().find(left.value(*first_bad).to_string()), std::string::npos) << error.message();
    EXPECT_NE(error.message().find(right.value(*first_bad).to_string()), std::string::npos)
        << error.message();
  }
}

std::vector<LogicalType> numeric_types() {
  std::vector<LogicalType> types;
  for (const LogicalType& type : sample_types()) {
    if (type.is_numeric()) {
      types.push_back(type);
    }
  }
  return types;
}

TEST(Arithmetic, EveryTypeOperatorAndKindAgreesWithWideArithmetic) {
  Random random(41);
  for (const LogicalType& type : numeric_types()) {
    for (const ArithmeticOperator op : kOperators) {
      if (!applies(op, type)) {
        continue;
      }
      for (const SampleKind left_kind : kSampleKinds) {
        for (const SampleKind right_kind : kSampleKinds) {
          // Few rows often succeed, many mostly meet an error somewhere.
          for (const size_t n : {0, 1, 2, 3, 65}) {
            const ColumnVector left = sample_vector(random, type, left_kind, n, 0.3);
            const ColumnVector right = sample_vector(random, type, right_kind, n, 0.3);
            check(op, type, left, right, n,
                  describe(type, left_kind, n) + " op " + std::to_string(static_cast<int>(op)) + " " +
                      describe(type, right_kind, n));
          }
        }
      }
    }
  }
}

TEST(Arithmetic, LongVectorsWithoutErrors) {
  Random random(42);
  for (const LogicalType& type : numeric_types()) {
    for (const size_t n : kSampleSizes) {
      std::vector<Value> small;
      for (size_t i = 0; i < n; ++i) {
        const auto number = random.between(1, 10);
        small.push_back(random.chance(0.1)   ? Value::null(type)
                        : type.is_floating() ? Value::from_double(type, static_cast<double>(number))
                                             : Value::from_integer(type, number));
      }
      const ColumnVector vector = ColumnVector::from_values(type, small);
      for (const ArithmeticOperator op : kOperators) {
        if (applies(op, type) && (op != ArithmeticOperator::kSubtract || !type.is_unsigned_integer())) {
          check(op, type, vector, vector, n, describe(type, SampleKind::kFlat, n));
        }
      }
    }
  }
}

TEST(Arithmetic, NullRowsAndUnusedEntriesNeverRaise) {
  ColumnVector divisors = ColumnVector::make_flat(TypeId::kInteger, 3);
  divisors.mutable_values<int32_t>()[0] = 2;
  divisors.set_null(1);  // holds 0
  divisors.mutable_values<int32_t>()[2] = 0;
  auto indices = Buffer::allocate_zeroed(4 * sizeof(uint32_t));
  indices->as<uint32_t>()[2] = 1;
  const ColumnVector rows = ColumnVector::make_distinct_dictionary(
      std::make_shared<const ColumnVector>(divisors), indices->as<uint32_t>(), indices, 4);
  const ColumnVector ten = ColumnVector::make_constant(Value::integer(10), 4);
  const ColumnVector result = arithmetic(ArithmeticOperator::kIntegerDivide, TypeId::kInteger, ten, rows, 4);
  EXPECT_EQ(result.value(3), Value::integer(5));
  EXPECT_TRUE(result.is_null(2));
}

TEST(Arithmetic, DistinctDictionaryKeepsItsIndices) {
  Random random(43);
  std::vector<Value> entries;
  for (int i = 0; i < 20; ++i) {
    entries.push_back(Value::integer(i));
  }
  auto indices = Buffer::allocate(100 * sizeof(uint32_t));
  for (int i = 0; i < 100; ++i) {
    indices->as<uint32_t>()[i] = static_cast<uint32_t>(random.below(20));
  }
  const auto dictionary =
      std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kInteger, entries));
  const ColumnVector rows =
      ColumnVector::make_distinct_dictionary(dictionary, indices->as<uint32_t>(), indices, 100);
  const ColumnVector doubled = arithmetic(ArithmeticOperator::kMultiply, TypeId::kInteger, rows,
                                          ColumnVector::make_constant(Value::integer(2), 100), 100);
  EXPECT_EQ(doubled.indices(), rows.indices());
  EXPECT_EQ(doubled.value(7).as_int64(), 2 * rows.value(7).as_int64());
}

void expect_error(ArithmeticOperator op, const Value& a, const Value& b, const SqlState& state,
                  const std::string& message) {
  try {
    arithmetic(op, a.type(), ColumnVector::make_constant(a, 1), ColumnVector::make_constant(b, 1), 1);
    ADD_FAILURE() << "no error: " << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), state.view());
    EXPECT_EQ(error.message(), message);
  }
}

TEST(Arithmetic, ErrorsNameTypeAndOperands) {
  expect_error(ArithmeticOperator::kAdd, Value::bigint(INT64_MAX), Value::bigint(1),
               sqlstate::kNumericOutOfRange, "bigint out of range: 9223372036854775807 + 1");
  expect_error(ArithmeticOperator::kModulo, Value::integer(7), Value::integer(0), sqlstate::kDivisionByZero,
               "division by zero: 7 % 0");
  expect_error(ArithmeticOperator::kIntegerDivide, Value::integer(INT32_MIN), Value::integer(-1),
               sqlstate::kNumericOutOfRange, "integer out of range: -2147483648 // -1");
}

TEST(Negate, EveryTypeAndKind) {
  Random random(44);
  for (const LogicalType& type : numeric_types()) {
    if (type.is_unsigned_integer()) {
      continue;
    }
    for (const SampleKind kind : kSampleKinds) {
      const ColumnVector vector = sample_vector(random, type, kind, 66, 0.2);
      bool has_lowest = false;
      Int128 lowest = 0;
      Int128 highest = 0;
      if (!type.is_floating()) {
        bounds_of(type, lowest, highest);
      }
      for (size_t i = 0; i < 66 && !type.is_floating() && !type.is_decimal(); ++i) {
        has_lowest = has_lowest || (!vector.is_null(i) && vector.value(i).as_integer() == lowest);
      }
      if (has_lowest) {
        EXPECT_THROW(negate_values(type, vector, 66), Error);
        continue;
      }
      const ColumnVector negated = negate_values(type, vector, 66);
      for (size_t i = 0; i < 66; ++i) {
        ASSERT_EQ(negated.is_null(i), vector.is_null(i));
        if (vector.is_null(i)) {
          continue;
        }
        if (type.is_floating()) {
          const double value = vector.value(i).as_double();
          ASSERT_TRUE(std::isnan(value) || negated.value(i).as_double() == -value);
          ASSERT_TRUE(std::isnan(value) || std::signbit(negated.value(i).as_double()) != std::signbit(value));
        } else {
          ASSERT_EQ(negated.value(i).as_integer(), -vector.value(i).as_integer());
        }
      }
    }
  }
}

}  // namespace
}  // namespace stoa
