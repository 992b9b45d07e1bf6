// Sort and top-n against std::stable_sort with the plain comparison of values.

#include "exec/sort.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "column/row_compare.h"
#include "column/sample_vectors.h"
#include "exec/group_oracle.h"
#include "exec/top_n.h"

namespace stoa {
namespace {

using namespace exec_test;

constexpr size_t kEdgeSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65535, 65536, 65537};

struct Order {
  size_t column;
  bool is_descending;
  bool nulls_first;
};

std::vector<BoundOrder> bound(const std::vector<Order>& orders, const std::vector<ColumnVector>& columns) {
  std::vector<BoundOrder> list;
  for (const Order& o : orders) {
    list.push_back(
        {column(static_cast<uint32_t>(o.column), columns[o.column].type()), o.is_descending, o.nulls_first});
  }
  return list;
}

int compare(const ColumnVector& values, size_t a, size_t b, const Order& order) {
  const bool a_is_null = values.is_null(a);
  const bool b_is_null = values.is_null(b);
  if (a_is_null || b_is_null) {
    const int nulls_last = static_cast<int>(a_is_null) - static_cast<int>(b_is_null);
    return order.nulls_first ? -nulls_last : nulls_last;
  }
  const int result = compare_rows(values, a, values, b);
  return order.is_descending ? -result : result;
}

/// The rows in order as texts: the plain reference.
Rows sorted_rows(const std::vector<ColumnVector>& columns, size_t row_count,
                 const std::vector<Order>& orders) {
  std::vector<size_t> rows(row_count);
  std::iota(rows.begin(), rows.end(), size_t{0});
  std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) {
    for (const Order& order : orders) {
      if (const int result = compare(columns[order.column], a, b, order); result != 0) {
        return result < 0;
      }
    }
    return false;
  });
  std::vector<size_t> all(columns.size());
  std::iota(all.begin(), all.end(), size_t{0});
  Rows texts;
  for (const size_t row : rows) {
    texts.push_back(row_text(columns, all, row, false));
  }
  return texts;
}

template <class Sink>
PhysicalOperatorPtr over_source(std::unique_ptr<Sink> sink, const std::vector<ColumnVector>& columns,
                                size_t row_count, size_t morsel_rows) {
  auto source = std::make_unique<TestSource>(columns, row_count, morsel_rows);
  sink->set_output(source->output(), source->types());
  sink->children().push_back(std::move(source));
  return sink;
}

ExpressionPtr number(int64_t value) {
  return std::make_unique<BoundConstant>(Value::bigint(value));
}

/// A last column that tells equal rows apart.
ColumnVector row_numbers(size_t row_count) {
  return make_column(TypeId::kBigint, row_count,
                     [](size_t row) { return Value::bigint(static_cast<int64_t>(row)); });
}

std::vector<RunSettings> settings_for(size_t row_count) {
  return row_count > 3000 ? std::vector<RunSettings>{{1, 2048}, {4, 2048}} : all_settings();
}

void expect_sorted(const std::vector<ColumnVector>& columns, size_t row_count,
                   const std::vector<Order>& orders, const std::string& what) {
  const Rows expected = sorted_rows(columns, row_count, orders);
  const size_t morsel_rows = row_count > 3000 ? 5000 : 100;
  const auto sort =
      over_source(std::make_unique<PhysicalSort>(bound(orders, columns)), columns, row_count, morsel_rows);
  for (const RunSettings& settings : settings_for(row_count)) {
    ASSERT_EQ(run_rows(*sort, settings), expected) << what << ", " << settings.thread_count << " threads";
  }
  for (const auto& [limit, offset] : {std::pair<size_t, size_t>{0, 0},
                                      {1, 0},
                                      {10, 3},
                                      {64, 0},
                                      {row_count, 0},
                                      {row_count + 5, row_count / 2}}) {
    const auto top = over_source(
        std::make_unique<PhysicalTopN>(bound(orders, columns), number(static_cast<int64_t>(limit)),
                                       number(static_cast<int64_t>(offset))),
        columns, row_count, morsel_rows);
    const size_t begin = std::min(offset, row_count);
    const size_t end = std::min(row_count, begin + limit);
    const Rows part(expected.begin() + static_cast<ptrdiff_t>(begin),
                    expected.begin() + static_cast<ptrdiff_t>(end));
    for (const RunSettings& settings : settings_for(row_count)) {
      ASSERT_EQ(run_rows(*top, settings), part) << what << ", limit " << limit << " offset " << offset << ", "
                                                << settings.thread_count << " threads";
    }
  }
}

TEST(Sort, EdgeSizesWithNulls) {
  Random random(51);
  for (const size_t row_count : kEdgeSizes) {
    const std::vector<ColumnVector> columns{
        sample_vector(random, TypeId::kInteger, SampleKind::kFlat, row_count, 0.2),
        sample_vector(random, TypeId::kText, SampleKind::kFlat, row_count, 0.1), row_numbers(row_count)};
    const std::string what = std::to_string(row_count) + " rows";
    expect_sorted(columns, row_count, {{0, false, false}}, what);
    expect_sorted(columns, row_count, {{0, true, true}, {1, false, true}}, what);
  }
}

TEST(Sort, EveryTypeAndKindInBothDirections) {
  Random random(52);
  const size_t row_count = 700;
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const std::vector<ColumnVector> columns{sample_vector(random, type, kind, row_count, 0.1),
                                              row_numbers(row_count)};
      const bool flips = random.below(2) == 0;
      expect_sorted(columns, row_count, {{0, flips, !flips}}, describe(type, kind, row_count));
      expect_sorted(columns, row_count, {{0, !flips, !flips}, {1, true, false}},
                    describe(type, kind, row_count));
    }
  }
}

TEST(Sort, LongTextsThatAgreeForLong) {
  const size_t row_count = 3000;
  Random random(53);
  const std::vector<ColumnVector> columns{
      make_column(TypeId::kText, row_count,
                  [&](size_t) {
                    return Value::text(std::string(60, 'x') + std::to_string(random.below(500)) +
                                       std::string(random.below(3), '\0'));
                  }),
      row_numbers(row_count)};
  expect_sorted(columns, row_count, {{0, false, false}}, "long texts");
  expect_sorted(columns, row_count, {{0, true, false}, {1, true, false}}, "long texts");
}

TEST(Sort, FewValuesBeforeManyAndRowsThatAreEqual) {
  // Short texts and numbers of few values: their prefixes tie, and the bytes behind them decide in turn.
  Random random(54);
  for (const size_t row_count : kEdgeSizes) {
    const auto few = [&](size_t row) {
      return random.below(20) == 0 ? Value::null(TypeId::kBigint)
                                   : Value::bigint(static_cast<int64_t>(row % 3) - 1);
    };
    const auto text = [&](size_t) { return Value::text(random.below(2) == 0 ? "Sales" : "Operations"); };
    const std::vector<ColumnVector> columns{
        make_column(TypeId::kBigint, row_count, few), make_column(TypeId::kText, row_count, text),
        sample_vector(random, TypeId::kDouble, SampleKind::kFlat, row_count, 0.1), row_numbers(row_count)};
    const std::string what = std::to_string(row_count) + " rows of few values";
    expect_sorted(columns, row_count, {{0, false, false}, {1, true, false}, {2, false, true}}, what);
    expect_sorted(columns, row_count, {{0, true, true}, {0, false, false}}, what);
  }
}

TEST(Sort, RowsInOrderAndInReverse) {
  for (const size_t row_count : {size_t{129}, size_t{65537}}) {
    const std::vector<ColumnVector> columns{row_numbers(row_count)};
    expect_sorted(columns, row_count, {{0, false, false}}, "ascending");
    expect_sorted(columns, row_count, {{0, true, false}}, "descending");
  }
}

}  // namespace
}  // namespace stoa
