#include "column/kernels/compare.h"

#include <vector>

#include <gtest/gtest.h>

#include "column/kernels/mask.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

constexpr CompareOperator kOperators[] = {CompareOperator::kEqual,    CompareOperator::kNotEqual,
                                          CompareOperator::kLess,     CompareOperator::kLessEqual,
                                          CompareOperator::kGreater,  CompareOperator::kGreaterEqual,
                                          CompareOperator::kDistinct, CompareOperator::kNotDistinct};

void expect_masks_agree(CompareOperator op, const ColumnVector& left, const ColumnVector& right, size_t n,
                        const std::string& what) {
  std::vector<uint64_t> fast(words_for_bits(n), 0xAAAAAAAAAAAAAAAA);
  std::vector<uint64_t> slow(words_for_bits(n), 0);
  compare_to_mask(op, left, right, n, fast.data());
  compare_to_mask_scalar(op, left, right, n, slow.data());
  ASSERT_EQ(fast, slow) << what << " operator " << static_cast<int>(op);
}

void expect_bools_agree(CompareOperator op, const ColumnVector& left, const ColumnVector& right, size_t n,
                        const std::string& what) {
  const ColumnVector bools = compare_to_bool(op, left, right, n);
  ASSERT_EQ(bools.size(), n) << what;
  std::vector<uint64_t> slow(words_for_bits(n), 0);
  compare_to_mask_scalar(op, left, right, n, slow.data());
  const bool null_safe = op == CompareOperator::kDistinct || op == CompareOperator::kNotDistinct;
  for (size_t i = 0; i < n; ++i) {
    const bool unknown = !null_safe && (left.is_null(i) || right.is_null(i));
    ASSERT_EQ(bools.is_null(i), unknown) << what << " row " << i;
    if (!unknown) {
      ASSERT_EQ(bools.value(i).as_boolean(), get_bit(slow.data(), i)) << what << " row " << i;
    }
  }
}

TEST(Compare, EveryTypeKindAndSizeAgreesWithBoxedValues) {
  const uint64_t seed = 1001;
  Random random(seed);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind left_kind : kSampleKinds) {
      for (const SampleKind right_kind : kSampleKinds) {
        for (const size_t n : {0, 1, 63, 64, 65, 127, 128, 129, 600}) {
          const double nulls = n % 2 == 0 ? 0 : 0.2;
          const ColumnVector left = sample_vector(random, type, left_kind, n, nulls);
          const ColumnVector right = sample_vector(random, type, right_kind, n, nulls);
          const CompareOperator op = kOperators[random.below(std::size(kOperators))];
          const std::string what = describe(type, left_kind, n) + " and " + describe(type, right_kind, n);
          expect_masks_agree(op, left, right, n, what);
          expect_bools_agree(op, left, right, n, what);
        }
      }
    }
  }
}

TEST(Compare, EveryOperatorAroundTheVectorSize) {
  Random random(1002);
  for (const LogicalType& type :
       {LogicalType(TypeId::kInteger), LogicalType(TypeId::kDouble), LogicalType(TypeId::kText)}) {
    for (const CompareOperator op : kOperators) {
      for (const size_t n : {2047, 2048, 2049}) {
        const ColumnVector left = sample_vector(random, type, SampleKind::kFlat, n, 0.1);
        for (const SampleKind kind : {SampleKind::kFlat, SampleKind::kConstant}) {
          const ColumnVector right = sample_vector(random, type, kind, n, 0.1);
          expect_masks_agree(op, left, right, n, describe(type, kind, n));
          expect_masks_agree(op, right, left, n, describe(type, kind, n));
        }
      }
    }
  }
}

TEST(Compare, NanAndZeroRules) {
  const std::vector<Value> values{Value::double_precision(0.0), Value::double_precision(-0.0),
                                  Value::double_precision(__builtin_nan("")), Value::double_precision(1e300)};
  const ColumnVector vector = ColumnVector::from_values(TypeId::kDouble, values);
  uint64_t mask = 0;
  compare_to_mask(CompareOperator::kEqual, vector, ColumnVector::make_constant(values[1], 4), 4, &mask);
  EXPECT_EQ(mask, 0b0011);
  compare_to_mask(CompareOperator::kEqual, vector, ColumnVector::make_constant(values[2], 4), 4, &mask);
  EXPECT_EQ(mask, 0b0100);
  compare_to_mask(CompareOperator::kGreater, vector, ColumnVector::make_constant(values[3], 4), 4, &mask);
  EXPECT_EQ(mask, 0b0100);
  compare_to_mask(CompareOperator::kLess, vector, ColumnVector::make_constant(values[2], 4), 4, &mask);
  EXPECT_EQ(mask, 0b1011);
}

TEST(Compare, DistinctDictionaryStaysOne) {
  Random random(6);
  const ColumnVector texts = sample_vector(random, TypeId::kText, SampleKind::kDistinctDictionary, 500, 0.1);
  const ColumnVector wanted = ColumnVector::make_constant(Value::text("abc"), 500);
  const ColumnVector equal = compare_to_bool(CompareOperator::kEqual, texts, wanted, 500);
  EXPECT_TRUE(equal.is_dictionary());
  EXPECT_EQ(equal.indices(), texts.indices());
  const ColumnVector less = compare_to_bool(CompareOperator::kLess, wanted, texts, 500);
  EXPECT_TRUE(less.is_dictionary());
}

TEST(Compare, FlipAndNegateAreWhatTheySay) {
  Random random(7);
  const ColumnVector a = sample_vector(random, TypeId::kInteger, SampleKind::kFlat, 100, 0);
  const ColumnVector b = sample_vector(random, TypeId::kInteger, SampleKind::kFlat, 100, 0);
  for (const CompareOperator op : kOperators) {
    std::vector<uint64_t> straight(2), flipped(2), negated(2);
    compare_to_mask(op, a, b, 100, straight.data());
    compare_to_mask(flip(op), b, a, 100, flipped.data());
    compare_to_mask(negate(op), a, b, 100, negated.data());
    EXPECT_EQ(straight, flipped);
    mask_not(negated.data(), 100);
    EXPECT_EQ(straight, negated);
  }
}

}  // namespace
}  // namespace stoa
