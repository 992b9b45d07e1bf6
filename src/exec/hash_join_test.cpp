// Every kind of join against two plain loops.

#include "exec/hash_join.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "column/row_compare.h"
#include "column/sample_vectors.h"
#include "exec/group_oracle.h"

namespace stoa {
namespace {

using namespace exec_test;

constexpr JoinKind kKinds[] = {JoinKind::kInner, JoinKind::kLeft, JoinKind::kRight, JoinKind::kFull,
                               JoinKind::kSemi,  JoinKind::kAnti, JoinKind::kMark};
constexpr uint32_t kRightId = 100;
constexpr uint32_t kMarkId = 200;

/// Two columns, of which the first are the keys, and the rows' numbers.
struct Side {
  std::vector<ColumnVector> columns;
  size_t row_count = 0;
};

Side make_side(Random& random, const LogicalType& type, SampleKind kind, size_t row_count,
               double null_fraction) {
  Side side;
  side.row_count = row_count;
  side.columns.push_back(sample_vector(random, type, kind, row_count, null_fraction));
  side.columns.push_back(make_column(TypeId::kBigint, row_count,
                                     [](size_t row) { return Value::bigint(static_cast<int64_t>(row)); }));
  return side;
}

bool keys_match(const Side& left, size_t l, const Side& right, size_t r, bool nulls_are_equal) {
  const bool l_is_null = left.columns[0].is_null(l);
  const bool r_is_null = right.columns[0].is_null(r);
  if (l_is_null || r_is_null) {
    return nulls_are_equal && l_is_null && r_is_null;
  }
  return rows_equal(left.columns[0], l, right.columns[0], r);
}

std::string text_of(const Side& side, std::optional<size_t> row) {
  return row ? row_text(side.columns, {0, 1}, *row, false) : "NULL|NULL";
}

/// The rows that a join gives, sorted: left columns, right columns, or left columns and the mark.
Rows plain_join(JoinKind kind, const Side& left, const Side& right, bool nulls_are_equal) {
  Rows rows;
  std::vector<bool> right_has_match(right.row_count, false);
  for (size_t l = 0; l < left.row_count; ++l) {
    bool has_match = false;
    for (size_t r = 0; r < right.row_count; ++r) {
      if (!keys_match(left, l, right, r, nulls_are_equal)) {
        continue;
      }
      has_match = right_has_match[r] = true;
      if (kind <= JoinKind::kFull) {
        rows.push_back(text_of(left, l) + "|" + text_of(right, r));
      }
    }
    const bool keeps_left = kind == JoinKind::kLeft || kind == JoinKind::kFull;
    if (keeps_left && !has_match) {
      rows.push_back(text_of(left, l) + "|" + text_of(right, std::nullopt));
    }
    if ((kind == JoinKind::kSemi && has_match) || (kind == JoinKind::kAnti && !has_match)) {
      rows.push_back(text_of(left, l));
    }
    if (kind == JoinKind::kMark) {
      rows.push_back(text_of(left, l) + (has_match ? "|true" : "|false"));
    }
  }
  for (size_t r = 0; r < right.row_count && (kind == JoinKind::kRight || kind == JoinKind::kFull); ++r) {
    if (!right_has_match[r]) {
      rows.push_back(text_of(left, std::nullopt) + "|" + text_of(right, r));
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

PhysicalOperatorPtr join_plan(JoinKind kind, const Side& left, const Side& right, bool nulls_are_equal,
                              bool is_turned, size_t morsel_rows) {
  auto probe = std::make_unique<TestSource>(left.columns, left.row_count, morsel_rows);
  auto build = std::make_unique<TestSource>(right.columns, right.row_count, morsel_rows, kRightId);
  // The side that is estimated smaller is built.
  probe->set_estimated_rows(is_turned ? 1 : 1000);
  build->set_estimated_rows(is_turned ? 1000 : 1);
  JoinExpressions expressions;
  expressions.kind = kind;
  expressions.probe_keys = list_of(column(0, left.columns[0].type()));
  expressions.build_keys = list_of(column(kRightId, right.columns[0].type()));
  expressions.nulls_are_equal = {nulls_are_equal};
  const auto mark =
      kind == JoinKind::kMark ? std::optional<ColumnId>(static_cast<ColumnId>(kMarkId)) : std::nullopt;
  return make_join(std::move(expressions), std::move(probe), std::move(build), mark);
}

/// A run's rows with left columns first, sorted.
Rows joined_rows(const PhysicalOperator& plan, const RunSettings& settings) {
  std::vector<std::pair<ColumnId, size_t>> places;
  for (size_t i = 0; i < plan.output().size(); ++i) {
    places.emplace_back(plan.output()[i], i);
  }
  std::sort(places.begin(), places.end());
  TestStatement statement(settings);
  const auto collected = statement.run(plan);
  Rows rows;
  for (const Batch& batch : collected->batches()) {
    for (size_t row = 0; row < batch.row_count; ++row) {
      std::string text;
      for (const auto& [id, place] : places) {
        text += exact_text(batch.columns[place].value(row)) + "|";
      }
      text.pop_back();
      rows.push_back(std::move(text));
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void expect_joins(const Side& left, const Side& right, const std::string& what) {
  for (const JoinKind kind : kKinds) {
    for (const bool nulls_are_equal : {false, true}) {
      const Rows expected = plain_join(kind, left, right, nulls_are_equal);
      for (const bool is_turned : {false, true}) {
        const auto plan = join_plan(kind, left, right, nulls_are_equal, is_turned, 50);
        for (const RunSettings& settings : std::vector<RunSettings>{{1, 2048}, {4, 2048}, {2, 2}}) {
          ASSERT_EQ(joined_rows(*plan, settings), expected)
              << what << ", kind " << static_cast<int>(kind) << (nulls_are_equal ? ", NULLs equal" : "")
              << (is_turned ? ", turned" : "") << ", " << settings.thread_count << " threads";
        }
      }
    }
  }
}

TEST(HashJoin, EdgeSizesWithNulls) {
  Random random(61);
  for (const size_t size : {0, 1, 63, 64, 65, 127, 128, 129}) {
    for (const size_t other : {size_t{0}, size_t{1}, size_t{65}, size_t{130}}) {
      const Side left = make_side(random, TypeId::kBigint, SampleKind::kFlat, size, 0.1);
      const Side right = make_side(random, TypeId::kBigint, SampleKind::kFlat, other, 0.1);
      expect_joins(left, right, std::to_string(size) + " rows with " + std::to_string(other));
    }
  }
}

TEST(HashJoin, EveryTypeAndKindOfVector) {
  Random random(62);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const Side left = make_side(random, type, kind, 70, 0.2);
      const Side right = make_side(random, type, SampleKind::kFlat, 60, 0.2);
      expect_joins(left, right, describe(type, kind, 70));
    }
  }
}

/// Unique keys, so that the plain answer is known without two loops.
TEST(HashJoin, LargeSidesOfUniqueKeys) {
  for (const size_t row_count : {2047, 2048, 2049, 65535, 65536, 65537}) {
    const auto value_of = [row_count](size_t row) {
      return row % 10 == 3 ? Value::null(TypeId::kBigint)
                           : Value::bigint(static_cast<int64_t>(row * 7919 % (2 * row_count + 1)));
    };
    Side left;
    left.row_count = row_count;
    left.columns = {make_column(TypeId::kBigint, row_count, value_of),
                    make_column(TypeId::kBigint, row_count,
                                [](size_t row) { return Value::bigint(static_cast<int64_t>(row)); })};
    Side right = left;
    right.row_count = row_count / 2;
    for (ColumnVector& values : right.columns) {
      values = values.slice(0, right.row_count);
    }
    const size_t null_count = (row_count + 6) / 10;
    const size_t right_null_count = (right.row_count + 6) / 10;
    const size_t match_count = right.row_count - right_null_count;
    const std::map<JoinKind, size_t> expected = {
        {JoinKind::kInner, match_count},     {JoinKind::kLeft, row_count},
        {JoinKind::kRight, right.row_count}, {JoinKind::kFull, row_count + right_null_count},
        {JoinKind::kSemi, match_count},      {JoinKind::kAnti, row_count - match_count},
    };
    EXPECT_GT(null_count, right_null_count);
    for (const auto& [kind, count] : expected) {
      for (const bool is_turned : {false, true}) {
        const auto plan = join_plan(kind, left, right, false, is_turned, 5000);
        TestStatement statement({4, 2048});
        const auto rows = statement.run(*plan);
        EXPECT_EQ(rows->row_count(), count) << row_count << ", kind " << static_cast<int>(kind) << is_turned;
        if (kind != JoinKind::kInner) {
          continue;
        }
        for (const Batch& batch : rows->batches()) {
          for (size_t row = 0; row < batch.row_count; ++row) {
            ASSERT_EQ(batch.columns[1].value(row).as_int64(), batch.columns[3].value(row).as_int64());
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace stoa
