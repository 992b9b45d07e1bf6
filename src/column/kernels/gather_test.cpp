#include "column/kernels/gather.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "column/column_builder.h"
#include "column/kernels/hash.h"
#include "column/row_compare.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

std::vector<uint32_t> random_rows(Random& random, size_t count, size_t bound) {
  std::vector<uint32_t> rows(count);
  for (uint32_t& row : rows) {
    row = static_cast<uint32_t>(random.below(bound));
  }
  return rows;
}

TEST(Gather, CopiesRowsOfEveryTypeAndKind) {
  Random random(31);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t n : {1, 64, 129, 700}) {
        const ColumnVector vector = sample_vector(random, type, kind, n, n % 2 == 0 ? 0 : 0.2);
        const std::vector<uint32_t> rows = random_rows(random, n + 13, n);
        const ColumnVector copy = gather(vector, rows);
        ASSERT_TRUE(copy.is_flat());
        for (size_t i = 0; i < rows.size(); ++i) {
          ASSERT_EQ(copy.value(i), vector.value(rows[i])) << describe(type, kind, n);
        }
      }
    }
  }
}

TEST(Concatenate, JoinsPartsOfAllKinds) {
  Random random(32);
  for (const LogicalType& type : sample_types()) {
    std::vector<ColumnVector> parts;
    for (const SampleKind kind : kSampleKinds) {
      parts.push_back(sample_vector(random, type, kind, 77, 0.2));
    }
    parts.push_back(ColumnVector::make_flat(type, 0));
    const ColumnVector whole = concatenate(type, parts);
    ASSERT_EQ(whole.size(), 5 * 77);
    for (size_t i = 0; i < whole.size(); ++i) {
      ASSERT_EQ(whole.value(i), parts[i / 77].value(i % 77)) << type.to_string();
    }
  }
  EXPECT_EQ(concatenate(TypeId::kText, {}).size(), 0);
}

TEST(VectorBuilder, TakesEveryWayOfAppending) {
  Random random(33);
  for (const LogicalType& type : sample_types()) {
    VectorBuilder builder(type);
    std::vector<Value> expected;
    for (int round = 0; round < 6; ++round) {
      for (const SampleKind kind : kSampleKinds) {
        const ColumnVector vector = sample_vector(random, type, kind, 40, 0.2);
        const std::vector<uint32_t> rows = random_rows(random, 11, 40);
        builder.append(vector);
        for (size_t i = 0; i < 40; ++i) {
          expected.push_back(vector.value(i));
        }
        builder.append(vector, Selection(rows));
        for (const uint32_t row : rows) {
          expected.push_back(vector.value(row));
        }
        builder.append(vector, 7, 20);
        for (size_t i = 7; i < 27; ++i) {
          expected.push_back(vector.value(i));
        }
        builder.append_row(vector, 3);
        expected.push_back(vector.value(3));
      }
      expected.push_back(sample_value(random, type));
      builder.append(expected.back());
      builder.append_nulls(3);
      expected.insert(expected.end(), 3, Value::null(type));
    }
    const ColumnVector result = builder.finish();
    ASSERT_EQ(result.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(result.value(i), expected[i]) << type.to_string();
    }
    EXPECT_EQ(builder.size(), 0);
    builder.append_null();
    EXPECT_TRUE(builder.finish().is_null(0));
  }
}

TEST(VectorBuilder, StoredValuesAndOwnTexts) {
  VectorBuilder numbers(TypeId::kBigint);
  for (int64_t i = 0; i < 1000; ++i) {
    numbers.append_value(i);
  }
  EXPECT_EQ(numbers.finish().value(999), Value::bigint(999));
  VectorBuilder texts(TypeId::kText);
  {
    std::string passing = "a text that will be gone soon enough";
    texts.append_value(TextView(passing));
    passing.assign(passing.size(), 'x');
  }
  EXPECT_EQ(texts.finish().value(0), Value::text("a text that will be gone soon enough"));
}

TEST(VectorBuilder, ObeysItsBudget) {
  MemoryBudget budget(64 << 10);
  {
    VectorBuilder builder(TypeId::kText, &budget);
    const ColumnVector text = ColumnVector::make_constant(Value::text(std::string(100, 'y')), 1);
    EXPECT_THROW(
        {
          for (int i = 0; i < 10000; ++i) {
            builder.append(text);
          }
        },
        Error);
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(Hash, EqualRowsHashEquallyInEveryKind) {
  Random random(34);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t n : {0, 1, 65, 600}) {
        const ColumnVector vector = sample_vector(random, type, kind, n, 0.2);
        std::vector<uint64_t> hashes(n);
        std::vector<uint64_t> flat_hashes(n);
        hash_column(vector, n, hashes.data(), false);
        hash_column(vector.flatten(), n, flat_hashes.data(), false);
        ASSERT_EQ(hashes, flat_hashes) << describe(type, kind, n);
        for (size_t i = 0; i < n; ++i) {
          ASSERT_EQ(hashes[i], hash_row(vector, i));
        }
        for (size_t i = 0; i + 1 < n; ++i) {
          if (rows_equal(vector, i, vector, i + 1)) {
            ASSERT_EQ(hashes[i], hashes[i + 1]) << type.to_string();
          }
        }
        std::vector<uint64_t> combined = hashes;
        std::vector<uint64_t> flat_combined = hashes;
        hash_column(vector, n, combined.data(), true);
        hash_column(vector.flatten(), n, flat_combined.data(), true);
        ASSERT_EQ(combined, flat_combined);
      }
    }
  }
}

TEST(Hash, IntegersHashByValueAcrossWidths) {
  for (const int64_t value : {-128, -1, 0, 1, 127}) {
    const uint64_t expected = hash_row(ColumnVector::make_constant(Value::bigint(value), 1), 0);
    for (const TypeId id : {TypeId::kTinyint, TypeId::kSmallint, TypeId::kInteger, TypeId::kHugeint}) {
      EXPECT_EQ(hash_row(ColumnVector::make_constant(Value::from_integer(id, value), 1), 0), expected);
    }
  }
}

TEST(RowCompare, AgreesWithBoxedValues) {
  Random random(35);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const ColumnVector a = sample_vector(random, type, kind, 60, 0.2);
      const ColumnVector b = sample_vector(random, type, SampleKind::kFlat, 60, 0.2);
      for (size_t i = 0; i < 60; ++i) {
        const int order = compare_rows(a, i, b, i);
        if (a.is_null(i) || b.is_null(i)) {
          ASSERT_EQ(order, static_cast<int>(a.is_null(i)) - static_cast<int>(b.is_null(i)));
        } else {
          const int expected = compare_values(a.value(i), b.value(i));
          ASSERT_EQ(order < 0, expected < 0) << type.to_string();
          ASSERT_EQ(order > 0, expected > 0) << type.to_string();
        }
        ASSERT_EQ(rows_equal(a, i, b, i), order == 0);
      }
    }
  }
}

TEST(MatchRows, NarrowsCandidatesColumnByColumn) {
  Random random(36);
  for (const LogicalType& type : sample_types()) {
    for (const bool null_equals_null : {false, true}) {
      const ColumnVector a = sample_vector(random, type, SampleKind::kDistinctDictionary, 100, 0.2);
      const ColumnVector b = sample_vector(random, type, SampleKind::kFlat, 80, 0.2);
      const std::vector<uint32_t> a_rows = random_rows(random, 200, 100);
      const std::vector<uint32_t> b_rows = random_rows(random, 200, 80);
      std::vector<uint32_t> matching(200);
      const size_t count =
          match_rows(a, a_rows.data(), b, b_rows.data(), nullptr, 200, null_equals_null, matching.data());
      std::vector<uint32_t> expected;
      for (uint32_t k = 0; k < 200; ++k) {
        const bool both_null = a.is_null(a_rows[k]) && b.is_null(b_rows[k]);
        if (rows_equal(a, a_rows[k], b, b_rows[k]) && (!both_null || null_equals_null)) {
          expected.push_back(k);
        }
      }
      matching.resize(count);
      ASSERT_EQ(matching, expected) << type.to_string();
      // Matching again among the matches keeps all, in place.
      EXPECT_EQ(match_rows(a, a_rows.data(), b, b_rows.data(), matching.data(), count, null_equals_null,
                           matching.data()),
                count);
      EXPECT_EQ(matching, expected);
    }
  }
}

}  // namespace
}  // namespace stoa
