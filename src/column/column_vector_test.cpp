#include "column/column_vector.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "column/batch.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

BufferRef indices_of(const std::vector<uint32_t>& rows) {
  auto buffer = Buffer::allocate(rows.size() * sizeof(uint32_t));
  std::copy(rows.begin(), rows.end(), buffer->as<uint32_t>());
  return buffer;
}

TEST(ColumnVector, EmptyAndNullVectors) {
  for (const LogicalType& type : sample_types()) {
    EXPECT_EQ(ColumnVector::make_flat(type, 0).size(), 0);
    const ColumnVector nulls = ColumnVector::make_null(type, 3);
    EXPECT_TRUE(nulls.is_null(2));
    EXPECT_TRUE(nulls.value(1).is_null());
    EXPECT_TRUE(nulls.flatten().is_null(2));
  }
  EXPECT_TRUE(ColumnVector::make_null(TypeId::kNull, 2).value(1).is_null());
}

TEST(ColumnVector, ValuesComeBackAsTheyWentIn) {
  Random random(11);
  for (const LogicalType& type : sample_types()) {
    std::vector<Value> values;
    for (int i = 0; i < 200; ++i) {
      values.push_back(i % 7 == 3 ? Value::null(type) : sample_value(random, type));
    }
    const ColumnVector vector = ColumnVector::from_values(type, values);
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(vector.value(i), values[i]) << type.to_string();
    }
  }
}

TEST(ColumnVector, FlattenKeepsEveryKindsRows) {
  Random random(12);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t size : {0, 1, 64, 65, 129}) {
        const ColumnVector vector = sample_vector(random, type, kind, size, 0.2);
        const ColumnVector flat = vector.flatten();
        EXPECT_TRUE(flat.is_flat());
        expect_same_rows(flat, vector, describe(type, kind, size));
      }
    }
  }
}

TEST(ColumnVector, SelectionsComposeAndConstantsStay) {
  const ColumnVector base = ColumnVector::from_values(
      TypeId::kInteger, std::vector<Value>{Value::integer(10), Value::null(TypeId::kInteger),
                                           Value::integer(12), Value::integer(13)});
  const BufferRef first = indices_of({3, 2, 1});
  const ColumnVector once = base.select({first->as<uint32_t>(), 3}, first);
  EXPECT_TRUE(once.is_dictionary());
  EXPECT_FALSE(once.has_distinct_dictionary());
  const BufferRef second = indices_of({2, 0});
  const ColumnVector twice = once.select({second->as<uint32_t>(), 2}, second);
  EXPECT_FALSE(twice.dictionary().is_dictionary());
  EXPECT_TRUE(twice.is_null(0));
  EXPECT_EQ(twice.value(1), Value::integer(13));
  const ColumnVector constant = ColumnVector::make_constant(Value::integer(5), 3);
  EXPECT_TRUE(constant.select({second->as<uint32_t>(), 2}, second).is_constant());
  EXPECT_EQ(constant.select({second->as<uint32_t>(), 2}, second).size(), 2);
}

TEST(ColumnVector, DistinctnessSurvivesSelection) {
  Random random(2);
  const ColumnVector vector = sample_vector(random, TypeId::kText, SampleKind::kDistinctDictionary, 50, 0.1);
  const BufferRef rows = indices_of({1, 30, 49});
  const ColumnVector chosen = vector.select({rows->as<uint32_t>(), 3}, rows);
  EXPECT_TRUE(chosen.has_distinct_dictionary());
  EXPECT_EQ(&chosen.dictionary(), &vector.dictionary());
  EXPECT_EQ(chosen.value(2), vector.value(49));
}

TEST(ColumnVector, SlicesOfEveryKind) {
  Random random(13);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const ColumnVector vector = sample_vector(random, type, kind, 300, 0.3);
      for (const size_t offset : {0, 1, 63, 64, 100, 128, 299, 300}) {
        const size_t size = std::min<size_t>(130, 300 - offset);
        const ColumnVector slice = vector.slice(offset, size);
        ASSERT_EQ(slice.size(), size);
        for (size_t i = 0; i < size; ++i) {
          ASSERT_EQ(slice.value(i), vector.value(offset + i)) << describe(type, kind, offset);
        }
      }
    }
  }
}

TEST(ColumnVector, WritingNullsToACopyLeavesTheOriginal) {
  ColumnVector original = ColumnVector::make_flat(TypeId::kInteger, 100);
  original.set_null(5);
  ColumnVector copy = original;
  copy.set_null(70);
  EXPECT_TRUE(copy.is_null(5) && copy.is_null(70));
  EXPECT_FALSE(original.is_null(70));
  ColumnVector slice = original.slice(64, 36);
  slice.set_null(0);
  EXPECT_FALSE(original.is_null(64));
  original.set_value(5, Value::integer(9));
  EXPECT_EQ(original.value(5), Value::integer(9));
  EXPECT_TRUE(copy.is_null(5));
}

TEST(ColumnVector, TextsOutliveTheVectorTheyCameFrom) {
  ColumnVector kept;
  {
    const std::vector<Value> values{Value::text("a text that is longer than twelve bytes"),
                                    Value::text("short")};
    const ColumnVector made = ColumnVector::from_values(TypeId::kText, values);
    const BufferRef rows = indices_of({0, 1, 0});
    kept = made.select({rows->as<uint32_t>(), 3}, rows).flatten();
  }
  EXPECT_EQ(kept.value(2), Value::text("a text that is longer than twelve bytes"));
  kept.mutable_heap();
  EXPECT_EQ(kept.value(0), Value::text("a text that is longer than twelve bytes"));
}

TEST(ColumnVector, SizeCountsLongTexts) {
  const std::vector<Value> values{Value::text(std::string(1000, 'x')), Value::text("short")};
  const ColumnVector vector = ColumnVector::from_values(TypeId::kText, values);
  EXPECT_GE(vector.size_bytes(), 1000 + 2 * sizeof(TextView));
  EXPECT_LT(vector.size_bytes(), 1100 + 2 * sizeof(TextView));
}

TEST(ColumnVector, BudgetCountsAndRefuses) {
  MemoryBudget budget(1 << 20);
  {
    const ColumnVector vector = ColumnVector::make_flat(TypeId::kBigint, 1000, &budget);
    EXPECT_GE(budget.used_bytes(), 8000);
  }
  EXPECT_EQ(budget.used_bytes(), 0);
  EXPECT_THROW(ColumnVector::make_flat(TypeId::kBigint, 1 << 20, &budget), Error);
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(TextHeap, KeepsManyTextsOfAllSizes) {
  MemoryBudget budget;
  {
    TextHeap heap(&budget);
    std::vector<TextView> views;
    std::vector<std::string> texts;
    Random random(3);
    for (int i = 0; i < 3000; ++i) {
      const size_t size = random.below(10) == 0 ? random.below(20000) : random.below(40);
      texts.emplace_back(size, static_cast<char>('a' + i % 26));
      views.push_back(heap.add(std::string_view(texts.back())));
    }
    for (size_t i = 0; i < texts.size(); ++i) {
      ASSERT_EQ(views[i].view(), texts[i]);
    }
    EXPECT_GE(budget.used_bytes(), heap.size_bytes());
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(Batch, SelectAndSliceAllColumns) {
  Random random(4);
  Batch batch;
  batch.row_count = 200;
  for (const SampleKind kind : kSampleKinds) {
    batch.columns.push_back(sample_vector(random, TypeId::kText, kind, 200, 0.2));
  }
  const BufferRef rows = indices_of({199, 0, 64, 64, 7});
  const Batch chosen = batch.select({rows->as<uint32_t>(), 5}, rows);
  const Batch again = chosen.select({rows->as<uint32_t>() + 1, 1}, rows);
  const Batch part = batch.slice(64, 100);
  ASSERT_EQ(chosen.row_count, 5);
  ASSERT_EQ(part.row_count, 100);
  for (size_t c = 0; c < batch.columns.size(); ++c) {
    for (size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(chosen.columns[c].value(i), batch.columns[c].value(rows->as<uint32_t>()[i]));
    }
    EXPECT_EQ(again.columns[c].value(0), batch.columns[c].value(199));
    for (size_t i = 0; i < 100; ++i) {
      EXPECT_EQ(part.columns[c].value(i), batch.columns[c].value(64 + i));
    }
  }
}

TEST(Batch, ColumnsOfOneSelectionShareItsComposition) {
  Random random(5);
  Batch batch;
  batch.row_count = 100;
  for (int c = 0; c < 3; ++c) {
    batch.columns.push_back(sample_vector(random, TypeId::kBigint, SampleKind::kFlat, 100, 0));
  }
  const BufferRef first = indices_of({1, 2, 3, 50});
  const BufferRef second = indices_of({3, 1});
  const Batch once = batch.select({first->as<uint32_t>(), 4}, first);
  const Batch twice = once.select({second->as<uint32_t>(), 2}, second);
  EXPECT_EQ(twice.columns[0].indices(), twice.columns[2].indices());
  EXPECT_EQ(twice.columns[1].value(0), batch.columns[1].value(50));
}

}  // namespace
}  // namespace stoa
