// Run-time dispatch takes the best instruction set of the machine; these tests take each of the others too.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "base/exact_sum.h"
#include "column/kernels/arithmetic.h"
#include "column/kernels/compare.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

/// Calls `body` once per instruction set that this machine has and the library was compiled for.
template <class Body>
void for_each_target(Body body) {
  const int64_t supported = hwy::SupportedTargets();
  for (int64_t target = 1; target > 0; target <<= 1) {
    if ((supported & target) == 0) {
      continue;
    }
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(SimdTargets, CompareAgreesEverywhere) {
  for_each_target([] {
    Random random(81);
    for (const LogicalType& type : sample_types()) {
      for (const SampleKind kind : {SampleKind::kFlat, SampleKind::kConstant}) {
        for (const size_t n : {1, 63, 64, 129, 2049}) {
          const ColumnVector left = sample_vector(random, type, SampleKind::kFlat, n, 0.1);
          const ColumnVector right = sample_vector(random, type, kind, n, 0.1);
          const auto op = static_cast<CompareOperator>(random.below(8));
          std::vector<uint64_t> fast(words_for_bits(n));
          std::vector<uint64_t> slow(words_for_bits(n));
          compare_to_mask(op, left, right, n, fast.data());
          compare_to_mask_scalar(op, left, right, n, slow.data());
          ASSERT_EQ(fast, slow) << describe(type, kind, n);
        }
      }
    }
  });
}

TEST(SimdTargets, NanIsGreatestEverywhere) {
  for_each_target([] {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const ColumnVector vector = ColumnVector::from_values(
        TypeId::kDouble, std::vector<Value>{Value::double_precision(nan), Value::double_precision(1)});
    const ColumnVector constant = ColumnVector::make_constant(Value::double_precision(nan), 2);
    uint64_t mask = 0;
    compare_to_mask(CompareOperator::kEqual, vector, constant, 2, &mask);
    EXPECT_EQ(mask, 0b01);
    compare_to_mask(CompareOperator::kLess, vector, constant, 2, &mask);
    EXPECT_EQ(mask, 0b10);
  });
}

TEST(SimdTargets, SelectionAgreesEverywhere) {
  for_each_target([] {
    Random random(82);
    for (const size_t n : kSampleSizes) {
      std::vector<uint64_t> mask(words_for_bits(n) + 1);
      for (uint64_t& word : mask) {
        word = random.next() & random.next();
      }
      std::vector<uint32_t> fast(round_up(n, 64));
      std::vector<uint32_t> slow(round_up(n, 64));
      const size_t count = mask_to_selection(mask.data(), n, fast.data());
      ASSERT_EQ(count, mask_to_selection_scalar(mask.data(), n, slow.data()));
      fast.resize(count);
      slow.resize(count);
      ASSERT_EQ(fast, slow);
    }
  });
}

TEST(SimdTargets, SumsAreTheSameEverywhere) {
  Random random(83);
  std::vector<double> values(5000);
  for (double& value : values) {
    value = std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(30)));
  }
  std::string expected;
  for_each_target([&] {
    ExactDoubleSum sum;
    sum.add(values);
    if (expected.empty()) {
      expected = sum.encode();
    }
    EXPECT_EQ(sum.encode(), expected);
  });
}

TEST(SimdTargets, HashesAreTheSameEverywhere) {
  Random random(84);
  for (const LogicalType& type : sample_types()) {
    const ColumnVector vector = sample_vector(random, type, SampleKind::kFlat, 129, 0.1);
    std::vector<uint64_t> expected;
    for_each_target([&] {
      std::vector<uint64_t> hashes(129);
      hash_column(vector, 129, hashes.data(), false);
      hash_column(vector, 129, hashes.data(), true);
      if (expected.empty()) {
        expected = hashes;
      }
      ASSERT_EQ(hashes, expected) << type.to_string();
    });
  }
}

TEST(SimdTargets, ArithmeticFlagsOverflowEverywhere) {
  for_each_target([] {
    for (const TypeId id : {TypeId::kTinyint, TypeId::kSmallint, TypeId::kInteger, TypeId::kBigint}) {
      ColumnVector vector = ColumnVector::make_flat(id, 130);
      const ColumnVector one = ColumnVector::make_constant(Value::from_integer(id, 1), 130);
      EXPECT_EQ(arithmetic(ArithmeticOperator::kAdd, id, vector, one, 130).value(129),
                Value::from_integer(id, 1));
      const auto bits = 8 * LogicalType(id).width_bytes();
      vector.set_value(129, Value::from_integer(id, (Int128{1} << (bits - 1)) - 1));
      EXPECT_ANY_THROW(arithmetic(ArithmeticOperator::kAdd, id, vector, one, 130));
      vector.set_null(129);
      EXPECT_TRUE(arithmetic(ArithmeticOperator::kAdd, id, vector, one, 130).is_null(129));
    }
  });
}

}  // namespace
}  // namespace stoa
