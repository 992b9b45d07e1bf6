#include "exec/group_table.h"

#include <map>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"
#include "exec/test_support.h"

namespace stoa {
namespace {

using exec_test::exact_text;

/// Numbers rows through their texts; rows must be equal exactly when their canonical texts are.
class NumberingOracle {
 public:
  uint32_t number(std::span<const ColumnVector> keys, size_t row) {
    for (uint32_t known = 0; known < seen_.size(); ++known) {
      bool is_equal = true;
      for (size_t c = 0; c < keys.size() && is_equal; ++c) {
        is_equal = same(seen_[known][c], keys[c].value(row));
      }
      if (is_equal) {
        return known;
      }
    }
    std::vector<Value> values;
    for (const ColumnVector& key : keys) {
      values.push_back(key.value(row));
    }
    seen_.push_back(std::move(values));
    return static_cast<uint32_t>(seen_.size() - 1);
  }
  const std::vector<std::vector<Value>>& seen() const { return seen_; }

 private:
  static bool same(const Value& a, const Value& b) {
    return a.is_null() || b.is_null() ? a.is_null() == b.is_null() : compare_values(a, b) == 0;
  }
  std::vector<std::vector<Value>> seen_;
};

void expect_numbered(GroupTable& table, NumberingOracle& oracle, std::span<const ColumnVector> keys,
                     const std::vector<uint64_t>& hashes, size_t n, const std::string& what) {
  std::vector<uint32_t> groups(n);
  std::vector<uint32_t> new_rows;
  const size_t old_size = table.size();
  table.find_or_add(keys, hashes.data(), n, groups.data(), new_rows);
  ASSERT_EQ(table.size(), old_size + new_rows.size()) << what;
  for (size_t k = 0; k < new_rows.size(); ++k) {
    ASSERT_EQ(groups[new_rows[k]], old_size + k) << what;
  }
  // Several key columns may number new rows of one batch in another order, so numbers are mapped.
  std::map<uint32_t, uint32_t> numbers;
  for (size_t row = 0; row < n; ++row) {
    const uint32_t expected = oracle.number(keys, row);
    const auto [place, is_new] = numbers.emplace(expected, groups[row]);
    ASSERT_EQ(place->second, groups[row]) << what << ", row " << row;
    for (size_t c = 0; c < keys.size(); ++c) {
      ASSERT_EQ(exact_text(table.key(c).value(groups[row])), exact_text(oracle.seen()[expected][c]))
          << what << ", row " << row;
    }
  }
  ASSERT_EQ(table.size(), oracle.seen().size()) << what;
}

TEST(GroupTable, NumbersRowsOfEveryTypeAndKind) {
  Random random(1);
  for (const LogicalType& type : sample_types()) {
    GroupTable table({type}, nullptr);
    NumberingOracle oracle;
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t size : {size_t{1}, size_t{64}, size_t{129}}) {
        const std::vector<ColumnVector> keys{sample_vector(random, type, kind, size, 0.1)};
        std::vector<uint64_t> hashes(size);
        hash_keys(keys, size, hashes.data());
        expect_numbered(table, oracle, keys, hashes, size, describe(type, kind, size));
      }
    }
  }
}

TEST(GroupTable, NumbersRowsOfSeveralColumns) {
  Random random(2);
  for (const LogicalType& type : sample_types()) {
    GroupTable table({type, TypeId::kText, TypeId::kInteger}, nullptr);
    NumberingOracle oracle;
    for (const SampleKind kind : kSampleKinds) {
      const size_t size = 300;
      const std::vector<ColumnVector> keys{
          sample_vector(random, type, kind, size, 0.2),
          sample_vector(random, TypeId::kText, SampleKind::kDistinctDictionary, size, 0.1),
          sample_vector(random, TypeId::kInteger, SampleKind::kFlat, size, 0)};
      std::vector<uint64_t> hashes(size);
      hash_keys(keys, size, hashes.data());
      expect_numbered(table, oracle, keys, hashes, size, describe(type, kind, size));
    }
  }
}

TEST(GroupTable, TellsKeysOfEqualHashesApart) {
  for (const bool has_one_column : {true, false}) {
    std::vector<LogicalType> types{TypeId::kBigint};
    std::vector<ColumnVector> keys{
        exec_test::make_column(TypeId::kBigint, 700, [](size_t i) { return Value::bigint(i % 350); })};
    if (!has_one_column) {
      types.emplace_back(TypeId::kText);
      keys.push_back(exec_test::make_column(TypeId::kText, 700, [](size_t) { return Value::text("same"); }));
    }
    GroupTable table(types, nullptr);
    NumberingOracle oracle;
    expect_numbered(table, oracle, keys, std::vector<uint64_t>(700, 42), 700, "equal hashes");
    // The same fragment, different slots.
    std::vector<uint64_t> hashes(700);
    for (size_t i = 0; i < hashes.size(); ++i) {
      hashes[i] = i % 350 % 16;
    }
    GroupTable other(types, nullptr);
    NumberingOracle other_oracle;
    expect_numbered(other, other_oracle, keys, hashes, 700, "equal fragments");
  }
}

TEST(GroupTable, GrowsToManyGroups) {
  constexpr size_t kRows = 200'000;
  GroupTable table({TypeId::kBigint}, nullptr);
  std::vector<uint32_t> groups(2000);
  std::vector<uint32_t> new_rows;
  std::vector<uint64_t> hashes(2000);
  for (const bool is_second : {false, true}) {
    for (size_t begin = 0; begin < kRows; begin += 2000) {
      ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, 2000);
      for (size_t i = 0; i < 2000; ++i) {
        key.mutable_values<int64_t>()[i] = static_cast<int64_t>((begin + i) * 7919);
      }
      hash_keys({&key, 1}, 2000, hashes.data());
      table.find_or_add({&key, 1}, hashes.data(), 2000, groups.data(), new_rows);
      ASSERT_EQ(new_rows.size(), is_second ? 0 : 2000);
      ASSERT_EQ(groups[1999], begin + 1999);
    }
  }
}

TEST(GroupTable, WithoutColumnsHasOneGroup) {
  GroupTable table({}, nullptr);
  std::vector<uint32_t> groups(3, 7);
  std::vector<uint32_t> new_rows;
  table.find_or_add({}, nullptr, 3, groups.data(), new_rows);
  EXPECT_EQ(groups, (std::vector<uint32_t>{0, 0, 0}));
  EXPECT_EQ(new_rows, std::vector<uint32_t>{0});
  table.find_or_add({}, nullptr, 3, groups.data(), new_rows);
  EXPECT_TRUE(new_rows.empty());
  EXPECT_EQ(table.size(), 1);
}

TEST(GroupTable, ObeysItsBudget) {
  MemoryBudget budget(1 << 20);
  {
    GroupTable table({TypeId::kBigint}, &budget);
    std::vector<uint32_t> groups(2000);
    std::vector<uint32_t> new_rows;
    std::vector<uint64_t> hashes(2000);
    const auto fill = [&] {
      for (size_t begin = 0; begin < 1'000'000; begin += 2000) {
        ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, 2000);
        for (size_t i = 0; i < 2000; ++i) {
          key.mutable_values<int64_t>()[i] = static_cast<int64_t>(begin + i);
        }
        hash_keys({&key, 1}, 2000, hashes.data());
        table.find_or_add({&key, 1}, hashes.data(), 2000, groups.data(), new_rows);
      }
    };
    EXPECT_THROW(fill(), Error);
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

}  // namespace
}  // namespace stoa
