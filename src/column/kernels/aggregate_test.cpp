#include "column/kernels/aggregate.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "column/kernels/bool_logic.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

std::vector<uint64_t> random_mask(Random& random, size_t n) {
  std::vector<uint64_t> mask(words_for_bits(n) + 1);
  for (size_t i = 0; i < n; ++i) {
    if (random.below(3) != 0) {
      set_bit(mask.data(), i);
    }
  }
  return mask;
}

/// Calls `body(row)` for the rows that count, one by one.
template <class Body>
void for_counted(const ColumnVector& vector, size_t n, const uint64_t* mask, Body body) {
  for (size_t i = 0; i < n; ++i) {
    if (!vector.is_null(i) && (mask == nullptr || get_bit(mask, i))) {
      body(i);
    }
  }
}

void check_best(const ColumnVector& vector, size_t n, const uint64_t* mask, const std::string& what) {
  size_t lowest = n;
  size_t highest = n;
  for_counted(vector, n, mask, [&](size_t i) {
    if (lowest == n || compare_rows(vector, i, vector, lowest) < 0) {
      lowest = i;
    }
    if (highest == n || compare_rows(vector, i, vector, highest) > 0) {
      highest = i;
    }
  });
  EXPECT_EQ(min_row(vector, n, mask), lowest) << what;
  EXPECT_EQ(max_row(vector, n, mask), highest) << what;
}

void check_sum(const ColumnVector& vector, size_t n, const uint64_t* mask, const std::string& what) {
  const LogicalType& type = vector.type();
  if (type.is_floating()) {
    ExactDoubleSum expected;
    for_counted(vector, n, mask, [&](size_t i) { expected.add(vector.value(i).as_double()); });
    ExactDoubleSum sum;
    sum_doubles(vector, n, mask, sum);
    EXPECT_EQ(sum.encode(), expected.encode()) << what;
    return;
  }
  Int128 expected = 0;
  bool fits = true;
  for_counted(vector, n, mask, [&](size_t i) {
    fits = fits && !__builtin_add_overflow(expected, vector.value(i).as_integer(), &expected);
  });
  if (type.physical() == PhysicalType::kInt128) {
    Int128 sum = 0;
    EXPECT_EQ(sum_wide_integers(vector, n, mask, sum), fits) << what;
    if (fits) {
      EXPECT_TRUE(sum == expected) << what;
    }
  } else {
    EXPECT_TRUE(sum_integers(vector, n, mask) == expected) << what;
  }
}

TEST(Aggregate, EveryTypeKindAndSizeAgreesWithOneByOne) {
  Random random(51);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t n : {0, 1, 63, 64, 65, 128, 129, 1100}) {
        const ColumnVector vector = sample_vector(random, type, kind, n, n % 2 == 0 ? 0 : 0.2);
        const std::vector<uint64_t> mask = random_mask(random, n);
        const std::vector<uint64_t> none(words_for_bits(n) + 1);
        for (const uint64_t* chosen : {static_cast<const uint64_t*>(nullptr), mask.data(), none.data()}) {
          const std::string what = describe(type, kind, n);
          size_t count = 0;
          for_counted(vector, n, chosen, [&](size_t) { ++count; });
          EXPECT_EQ(count_values(vector, n, chosen), count) << what;
          check_best(vector, n, chosen, what);
          if (type.is_numeric()) {
            check_sum(vector, n, chosen, what);
          }
        }
      }
    }
  }
}

TEST(Aggregate, IntegerSumsLeave64Bits) {
  std::vector<Value> values(3000, Value::bigint(INT64_MAX));
  const ColumnVector large = ColumnVector::from_values(TypeId::kBigint, values);
  EXPECT_TRUE(sum_integers(large, 3000) == Int128{INT64_MAX} * 3000);
  const ColumnVector small = ColumnVector::make_constant(Value::bigint(INT64_MIN), 2049);
  EXPECT_TRUE(sum_integers(small, 2049) == Int128{INT64_MIN} * 2049);
}

/// -1 for NULL.
int truth(const ColumnVector& vector, size_t i) {
  return vector.is_null(i) ? -1 : static_cast<int>(vector.value(i).as_boolean());
}

int expected_and(int a, int b) {
  return a == 0 || b == 0 ? 0 : a == -1 || b == -1 ? -1 : 1;
}
int expected_not(int a) {
  return a == -1 ? -1 : 1 - a;
}
int expected_or(int a, int b) {
  return expected_not(expected_and(expected_not(a), expected_not(b)));
}

TEST(BoolLogic, ThreeValuedForEveryKind) {
  Random random(52);
  for (const SampleKind left_kind : kSampleKinds) {
    for (const SampleKind right_kind : kSampleKinds) {
      for (const size_t n : kSampleSizes) {
        const ColumnVector a = sample_vector(random, TypeId::kBoolean, left_kind, n, 0.3);
        const ColumnVector b = sample_vector(random, TypeId::kBoolean, right_kind, n, 0.3);
        const ColumnVector both = logical_and(a, b, n);
        const ColumnVector either = logical_or(a, b, n);
        const ColumnVector inverse = logical_not(a, n);
        const ColumnVector missing = is_null_vector(a, n);
        const ColumnVector present = is_not_null_vector(a, n);
        ASSERT_EQ(both.size(), n);
        for (size_t i = 0; i < n; ++i) {
          ASSERT_EQ(truth(both, i), expected_and(truth(a, i), truth(b, i)));
          ASSERT_EQ(truth(either, i), expected_or(truth(a, i), truth(b, i)));
          ASSERT_EQ(truth(inverse, i), expected_not(truth(a, i)));
          ASSERT_EQ(truth(missing, i), truth(a, i) == -1 ? 1 : 0);
          ASSERT_EQ(truth(present, i), truth(a, i) == -1 ? 0 : 1);
        }
      }
    }
  }
}

}  // namespace
}  // namespace stoa
