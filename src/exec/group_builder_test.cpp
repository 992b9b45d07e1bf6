#include "exec/group_builder.h"

#include <gtest/gtest.h>

#include "exec/test_support.h"

namespace stoa {
namespace {

using exec_test::make_column;
using exec_test::make_dictionary_column;

/// Holds the array in front of the table against the table alone.
class GroupBuilderTest : public testing::Test {
 protected:
  void start(std::vector<LogicalType> types) {
    builder_ = std::make_unique<GroupBuilder>(types, layout_, nullptr);
    table_ = std::make_unique<GroupTable>(std::move(types), nullptr);
  }

  void expect_same_groups(const std::vector<ColumnVector>& keys, size_t n) {
    std::vector<uint64_t> hashes(n);
    std::vector<uint32_t> groups(n);
    std::vector<uint32_t> new_rows;
    hash_keys(keys, n, hashes.data());
    table_->find_or_add(keys, hashes.data(), n, groups.data(), new_rows);
    const uint32_t* found = builder_->assign(keys, n, {next_row_});
    next_row_ += n;
    ASSERT_EQ(std::vector<uint32_t>(found, found + n), groups);
    ASSERT_EQ(builder_->part().size(), table_->size());
    ASSERT_EQ(builder_->part().ordinals.size(), table_->size());
    const std::vector<uint32_t> builder_new(builder_->new_rows().begin(), builder_->new_rows().end());
    ASSERT_EQ(builder_new, new_rows);
  }

  FunctionContext functions_;
  AggregateLayout layout_{functions_};
  std::unique_ptr<GroupBuilder> builder_;
  std::unique_ptr<GroupTable> table_;
  RowOrdinal next_row_ = 0;
};

TEST_F(GroupBuilderTest, FollowsChangingDictionaries) {
  Random random(3);
  start({TypeId::kText});
  for (size_t batch = 0; batch < 20; ++batch) {
    const size_t entry_count = 1 + random.below(9);
    // Overlapping entries at other places each time; the last is NULL.
    const ColumnVector entries = make_column(TypeId::kText, entry_count, [&](size_t i) {
      return i + 1 == entry_count ? Value::null(TypeId::kText)
                                  : Value::text("entry number " + std::to_string((i + batch * 3) % 17));
    });
    const std::vector<ColumnVector> keys{
        make_dictionary_column(entries, true, 200, [&](size_t) { return random.below(entry_count); })};
    expect_same_groups(keys, 200);
    expect_same_groups(keys, 200);
  }
}

TEST_F(GroupBuilderTest, LearnsIntegerRanges) {
  Random random(4);
  start({TypeId::kBigint});
  for (const int64_t spread : {3, 100, 4000, 100'000, 3, 1'000'000'000, 50}) {
    const std::vector<ColumnVector> keys{make_column(TypeId::kBigint, 500, [&](size_t) {
      return random.chance(0.05) ? Value::null(TypeId::kBigint)
                                 : Value::bigint(random.between(-spread, spread / 2));
    })};
    expect_same_groups(keys, 500);
    expect_same_groups({keys[0].select(std::vector<uint32_t>{4, 3, 200, 4}, nullptr)}, 4);
  }
}

TEST_F(GroupBuilderTest, TakesTheExtremesOfIntegers) {
  start({TypeId::kBigint});
  expect_same_groups({make_column(TypeId::kBigint, 3, [](size_t i) { return Value::bigint(INT64_MIN + i); })},
                     3);
  expect_same_groups({make_column(TypeId::kBigint, 3, [](size_t i) { return Value::bigint(INT64_MAX - i); })},
                     3);
  start({TypeId::kUbigint});
  const auto large = [](size_t i) { return Value::from_integer(TypeId::kUbigint, Int128{UINT64_MAX} - i); };
  const auto small = [](size_t i) { return Value::from_integer(TypeId::kUbigint, Int128{i}); };
  expect_same_groups({make_column(TypeId::kUbigint, 5, large)}, 5);
  expect_same_groups({make_column(TypeId::kUbigint, 5, small)}, 5);
  expect_same_groups({make_column(TypeId::kUbigint, 9, large)}, 9);
}

TEST_F(GroupBuilderTest, CombinesKeysOfAllKinds) {
  Random random(5);
  start({TypeId::kText, TypeId::kInteger, TypeId::kBoolean, TypeId::kText});
  const ColumnVector entries = make_column(
      TypeId::kText, 6, [](size_t i) { return Value::text("long enough text " + std::to_string(i)); });
  const ColumnVector flat_texts =
      make_column(TypeId::kText, 300, [&](size_t) { return Value::text(std::to_string(random.below(3))); });
  for (size_t batch = 0; batch < 12; ++batch) {
    std::vector<ColumnVector> keys{
        make_dictionary_column(entries, true, 300, [&](size_t) { return random.below(6); }),
        make_column(TypeId::kInteger, 300,
                    [&](size_t) { return Value::integer(static_cast<int32_t>(random.below(4 + batch))); }),
        make_column(TypeId::kBoolean, 300, [&](size_t i) { return Value::boolean(i % 3 == 0); }),
        ColumnVector::make_constant(Value::text(batch % 4 < 2 ? "one" : "two"), 300)};
    if (batch % 5 == 4) {
      keys[3] = flat_texts;  // no codes: the table alone
    }
    expect_same_groups(keys, 300);
  }
}

TEST_F(GroupBuilderTest, TakesEmptyNullAndConstantColumns) {
  start({TypeId::kInteger});
  expect_same_groups({ColumnVector::make_null(TypeId::kInteger, 10)}, 10);
  expect_same_groups({make_column(TypeId::kInteger, 5, [](size_t) { return Value::null(TypeId::kInteger); })},
                     5);
  expect_same_groups({ColumnVector::make_constant(Value::integer(7), 10)}, 10);
  expect_same_groups({ColumnVector::make_constant(Value::integer(7), 10)}, 10);
  expect_same_groups({ColumnVector::make_constant(Value::integer(8), 10)}, 10);
  expect_same_groups({make_column(TypeId::kInteger, 5, [](size_t i) { return Value::integer(6 + i); })}, 5);
}

}  // namespace
}  // namespace stoa
