// Window functions against plain loops over the sorted rows.

#include "exec/window.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"
#include "exec/test_support.h"

namespace stoa {
namespace {

using namespace exec_test;

constexpr size_t kEdgeSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65535, 65536, 65537};

std::unique_ptr<BoundWindow> window_of(WindowFunctionKind function, bool is_partitioned) {
  auto window = std::make_unique<BoundWindow>(function, TypeId::kBigint);
  if (is_partitioned) {
    window->partition_by.push_back(column(0, TypeId::kInteger));
  }
  window->order_by.push_back({column(1, TypeId::kInteger), false, false});
  if (function == WindowFunctionKind::kLag || function == WindowFunctionKind::kLead ||
      function == WindowFunctionKind::kFirstValue || function == WindowFunctionKind::kLastValue) {
    window->arguments.push_back(column(2, TypeId::kBigint));
  }
  return window;
}

std::unique_ptr<BoundWindow> count_of(bool is_partitioned) {
  const std::unique_ptr<BoundAggregate> count = aggregate_of("count", list_of(column(1, TypeId::kInteger)));
  auto window = window_of(WindowFunctionKind::kAggregate, is_partitioned);
  window->type = count->type;
  window->aggregate = count->call;
  window->arguments = list_of(column(1, TypeId::kInteger));
  return window;
}

/// Group, key (with NULLs), and number of each row.
struct Input {
  std::vector<ColumnVector> columns;
  size_t row_count = 0;

  Input(Random& random, size_t rows, uint64_t group_count, uint64_t key_count) : row_count(rows) {
    columns.push_back(make_column(TypeId::kInteger, rows, [&](size_t) {
      return random.below(10) == 0 ? Value::null(TypeId::kInteger)
                                   : Value::integer(static_cast<int32_t>(random.below(group_count)));
    }));
    columns.push_back(make_column(TypeId::kInteger, rows, [&](size_t) {
      return random.below(7) == 0 ? Value::null(TypeId::kInteger)
                                  : Value::integer(static_cast<int32_t>(random.below(key_count)));
    }));
    columns.push_back(make_column(TypeId::kBigint, rows,
                                  [](size_t row) { return Value::bigint(static_cast<int64_t>(row)); }));
  }
  /// NULL is above all numbers: groups and keys are ordered with NULLS LAST.
  int64_t number(size_t c, size_t row) const {
    return columns[c].is_null(row) ? INT64_MAX : columns[c].value(row).as_int64();
  }
};

/// What each row gets: row number, rank, dense rank, lag, lead, first and last value, running count.
Rows plain_rows(const Input& input, bool is_partitioned) {
  std::vector<size_t> rows(input.row_count);
  std::iota(rows.begin(), rows.end(), size_t{0});
  const auto group = [&](size_t row) { return is_partitioned ? input.number(0, row) : 0; };
  const auto key = [&](size_t row) { return input.number(1, row); };
  std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) {
    return group(a) != group(b) ? group(a) < group(b) : key(a) < key(b);
  });
  Rows texts;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin;
    while (end < rows.size() && group(rows[end]) == group(rows[begin])) {
      ++end;
    }
    size_t dense_rank = 0;
    size_t counted = 0;
    for (size_t first = begin; first < end;) {
      size_t last = first;
      for (; last < end && key(rows[last]) == key(rows[first]); ++last) {
        counted += input.columns[1].is_null(rows[last]) ? 0 : 1;
      }
      ++dense_rank;
      for (size_t i = first; i < last; ++i) {
        const auto other = [&](bool exists, size_t at) { return exists ? std::to_string(rows[at]) : "NULL"; };
        texts.push_back(std::to_string(rows[i]) + "|" + std::to_string(i - begin + 1) + "|" +
                        std::to_string(first - begin + 1) + "|" + std::to_string(dense_rank) + "|" +
                        other(i > begin, i - 1) + "|" + other(i + 1 < end, i + 1) + "|" +
                        std::to_string(rows[begin]) + "|" + std::to_string(rows[last - 1]) + "|" +
                        std::to_string(counted));
      }
      first = last;
    }
    begin = end;
  }
  return texts;
}

PhysicalOperatorPtr make_plan(const Input& input, bool is_partitioned, size_t morsel_rows) {
  using enum WindowFunctionKind;
  ExpressionList windows;
  for (const WindowFunctionKind kind :
       {kRowNumber, kRank, kDenseRank, kLag, kLead, kFirstValue, kLastValue}) {
    windows.push_back(window_of(kind, is_partitioned));
  }
  windows.push_back(count_of(is_partitioned));
  auto source = std::make_unique<TestSource>(input.columns, input.row_count, morsel_rows);
  std::vector<ColumnId> ids = source->output();
  std::vector<LogicalType> types = source->types();
  for (size_t i = 0; i < windows.size(); ++i) {
    ids.push_back(static_cast<ColumnId>(10 + i));
    types.push_back(windows[i]->type);
  }
  auto plan = std::make_unique<PhysicalWindow>(std::move(windows));
  plan->set_output(std::move(ids), std::move(types));
  plan->children().push_back(std::move(source));
  return plan;
}

void expect_windows(const Input& input, const std::string& what) {
  for (const bool is_partitioned : {true, false}) {
    const Rows expected = plain_rows(input, is_partitioned);
    const bool is_large = input.row_count > 3000;
    const auto plan = make_plan(input, is_partitioned, is_large ? 5000 : 100);
    for (const RunSettings& settings :
         is_large ? std::vector<RunSettings>{{1, 2048}, {4, 2048}} : all_settings()) {
      Rows rows = run_rows(*plan, settings);
      for (std::string& row : rows) {
        row.erase(0, row.find('|', row.find('|') + 1) + 1);  // group and key
      }
      ASSERT_EQ(rows, expected) << what << (is_partitioned ? ", partitioned, " : ", ")
                                << settings.thread_count << " threads, vectors of " << settings.vector_size;
    }
  }
}

TEST(Window, EdgeSizesWithNulls) {
  Random random(71);
  for (const size_t row_count : kEdgeSizes) {
    expect_windows(Input(random, row_count, 20, 50), std::to_string(row_count) + " rows, some groups");
  }
}

TEST(Window, OneGroupManyGroupsOneKey) {
  Random random(72);
  expect_windows(Input(random, 2049, 1, 1), "one group, one key");
  expect_windows(Input(random, 2049, 1, 1'000'000), "one group, many keys");
  expect_windows(Input(random, 2049, 1'000'000, 3), "many groups");
}

}  // namespace
}  // namespace stoa
