#include "column/sample_vectors.h"

#include <limits>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "types/decimal.h"

namespace stoa {

const std::vector<LogicalType>& sample_types() {
  static const std::vector<LogicalType> kTypes = {TypeId::kBoolean,
                                                  TypeId::kTinyint,
                                                  TypeId::kSmallint,
                                                  TypeId::kInteger,
                                                  TypeId::kBigint,
                                                  TypeId::kHugeint,
                                                  TypeId::kUtinyint,
                                                  TypeId::kUsmallint,
                                                  TypeId::kUinteger,
                                                  TypeId::kUbigint,
                                                  TypeId::kReal,
                                                  TypeId::kDouble,
                                                  TypeId::kText,
                                                  TypeId::kBytea,
                                                  TypeId::kDate,
                                                  TypeId::kTimestamp,
                                                  TypeId::kInterval,
                                                  TypeId::kUuid,
                                                  LogicalType::decimal(9, 2),
                                                  LogicalType::decimal(30, 4)};
  return kTypes;
}

std::string describe(const LogicalType& type, SampleKind kind, size_t size) {
  const char* const kNames[] = {"flat", "constant", "selection", "distinct dictionary", "constant null"};
  return type.to_string() + " " + kNames[static_cast<size_t>(kind)] + " of " + std::to_string(size);
}

namespace {

Int128 sample_integer(Random& random, Int128 lowest, Int128 highest) {
  switch (random.below(12)) {
    case 0: return lowest;
    case 1: return highest;
    case 2: return lowest == 0 ? highest - 1 : lowest + 1;
    default: return lowest == 0 ? Int128{random.between(0, 6)} : Int128{random.between(-3, 3)};
  }
}

double sample_double(Random& random) {
  switch (random.below(12)) {
    case 0: return std::numeric_limits<double>::quiet_NaN();
    case 1: return std::numeric_limits<double>::infinity();
    case 2: return -std::numeric_limits<double>::infinity();
    case 3: return -0.0;
    default: return static_cast<double>(random.between(-4, 4)) / 4;
  }
}

std::string sample_text(Random& random) {
  const char* const kTexts[] = {"",
                                "a",
                                "b",
                                "ab",
                                "abc",
                                "prefixed 1",
                                "prefixed 12",
                                "prefixed 123",
                                "prefixed 1234",
                                "prefixed 1235",
                                "prefixed 123 and long",
                                "\xC3\xA9t\xC3\xA9",
                                "another long text of some bytes"};
  std::string text = kTexts[random.below(std::size(kTexts))];
  if (random.below(20) == 0) {
    text.push_back('\0');
  }
  return text;
}

}  // namespace

Value sample_value(Random& random, const LogicalType& type) {
  switch (type.id()) {
    case TypeId::kBoolean: return Value::boolean(random.below(2) == 1);
    case TypeId::kTinyint: return Value::from_integer(type, sample_integer(random, INT8_MIN, INT8_MAX));
    case TypeId::kSmallint: return Value::from_integer(type, sample_integer(random, INT16_MIN, INT16_MAX));
    case TypeId::kInteger: return Value::from_integer(type, sample_integer(random, INT32_MIN, INT32_MAX));
    case TypeId::kBigint: return Value::from_integer(type, sample_integer(random, INT64_MIN, INT64_MAX));
    case TypeId::kHugeint: return Value::from_integer(type, sample_integer(random, kInt128Min, kInt128Max));
    case TypeId::kUtinyint: return Value::from_integer(type, sample_integer(random, 0, UINT8_MAX));
    case TypeId::kUsmallint: return Value::from_integer(type, sample_integer(random, 0, UINT16_MAX));
    case TypeId::kUinteger: return Value::from_integer(type, sample_integer(random, 0, UINT32_MAX));
    case TypeId::kUbigint: return Value::from_integer(type, sample_integer(random, 0, Int128{UINT64_MAX}));
    case TypeId::kDecimal: {
      const Int128 limit = power_of_ten(type.precision()) - 1;
      return Value::from_integer(type, sample_integer(random, -limit, limit));
    }
    case TypeId::kReal:
    case TypeId::kDouble: return Value::from_double(type, sample_double(random));
    case TypeId::kText:
    case TypeId::kBytea: return Value::from_bytes(type, sample_text(random));
    case TypeId::kInterval: {
      const auto months = static_cast<int32_t>(random.between(-1, 1));
      // 1 month equals 30 days.
      return Value::interval({months, random.below(2) == 0 ? 30 : 0, random.between(-1, 1)});
    }
    case TypeId::kUuid: return Value::uuid(sample_integer(random, kInt128Min, kInt128Max));
    default: return Value::from_integer(type, random.between(-40, 40));
  }
}

namespace {

ColumnVector sample_flat(Random& random, const LogicalType& type, size_t size, double null_fraction) {
  std::vector<Value> values;
  for (size_t i = 0; i < size; ++i) {
    values.push_back(random.chance(null_fraction) ? Value::null(type) : sample_value(random, type));
  }
  return ColumnVector::from_values(type, values);
}

ColumnVector sample_selection(Random& random, ColumnVector entries, bool distinct, size_t size) {
  auto indices = Buffer::allocate(size * sizeof(uint32_t));
  for (size_t i = 0; i < size; ++i) {
    indices->as<uint32_t>()[i] = static_cast<uint32_t>(random.below(entries.size()));
  }
  auto shared = std::make_shared<const ColumnVector>(std::move(entries));
  const auto* places = indices->as<uint32_t>();
  return ColumnVector::make_over(std::move(shared), distinct, places, std::move(indices), size);
}

std::vector<Value> distinct_values(Random& random, const LogicalType& type, bool with_null) {
  std::vector<Value> values;
  for (int attempt = 0; attempt < 40; ++attempt) {
    Value value = sample_value(random, type);
    bool known = false;
    for (const Value& seen : values) {
      known = known || compare_values(seen, value) == 0;
    }
    if (!known) {
      values.push_back(std::move(value));
    }
  }
  if (with_null) {
    values.push_back(Value::null(type));
  }
  return values;
}

}  // namespace

ColumnVector sample_vector(Random& random, const LogicalType& type, SampleKind kind, size_t size,
                           double null_fraction) {
  switch (kind) {
    case SampleKind::kFlat: return sample_flat(random, type, size, null_fraction);
    case SampleKind::kConstant: return ColumnVector::make_constant(sample_value(random, type), size);
    case SampleKind::kConstantNull: return ColumnVector::make_null(type, size);
    case SampleKind::kSelection:
      return sample_selection(random, sample_flat(random, type, size + 70, null_fraction), false, size);
    case SampleKind::kDistinctDictionary: {
      const auto entries = distinct_values(random, type, null_fraction > 0);
      return sample_selection(random, ColumnVector::from_values(type, entries), true, size);
    }
  }
  return {};
}

void expect_same_rows(const ColumnVector& actual, const ColumnVector& expected, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  ASSERT_EQ(actual.type().to_string(), expected.type().to_string()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(actual.value(i), expected.value(i))
        << what << ", row " << i << ": " << actual.value(i).to_string() << " for "
        << expected.value(i).to_string();
  }
}

namespace {

TEST(SampleVectors, HaveTheKindsThatTheyPromise) {
  Random random(1);
  EXPECT_TRUE(sample_vector(random, TypeId::kText, SampleKind::kFlat, 10, 0.5).is_flat());
  EXPECT_TRUE(sample_vector(random, TypeId::kText, SampleKind::kConstant, 10, 0.5).is_constant());
  const ColumnVector selection = sample_vector(random, TypeId::kText, SampleKind::kSelection, 10, 0.5);
  EXPECT_TRUE(selection.is_dictionary() && !selection.has_distinct_dictionary());
  EXPECT_TRUE(sample_vector(random, TypeId::kText, SampleKind::kDistinctDictionary, 10, 0.5)
                  .has_distinct_dictionary());
}

}  // namespace
}  // namespace stoa
