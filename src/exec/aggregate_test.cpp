#include "exec/aggregate.h"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"
#include "exec/group_oracle.h"

namespace stoa {
namespace {

using namespace exec_test;

constexpr size_t kRows = 3000;

enum Column : uint32_t { kDictionary, kInteger, kDouble, kLongText, kNumber, kMeasure, kWord };
const std::vector<LogicalType>& column_types() {
  static const std::vector<LogicalType> kTypes{TypeId::kText, TypeId::kInteger, TypeId::kDouble,
                                               TypeId::kText, TypeId::kBigint,  TypeId::kDouble,
                                               TypeId::kText};
  return kTypes;
}

double sample_double(Random& random) {
  constexpr double kSpecial[] = {0.0, -0.0, std::numeric_limits<double>::quiet_NaN(), 1.5,
                                 -std::numeric_limits<double>::quiet_NaN()};
  return random.chance(0.7) ? kSpecial[random.below(5)] : static_cast<double>(random.below(20));
}

std::vector<ColumnVector> make_rows(uint64_t seed, size_t row_count) {
  Random random(seed);
  const ColumnVector entries = make_column(TypeId::kText, 6, [](size_t i) {
    return i == 3 ? Value::null(TypeId::kText) : Value::text("dictionary entry " + std::to_string(i));
  });
  const auto maybe = [&](Value value) { return random.chance(0.1) ? Value::null(value.type()) : value; };
  return {
      make_dictionary_column(entries, true, row_count, [&](size_t) { return random.below(6); }),
      make_column(TypeId::kInteger, row_count,
                  [&](size_t) { return maybe(Value::integer(static_cast<int32_t>(random.between(-9, 9)))); }),
      make_column(TypeId::kDouble, row_count,
                  [&](size_t) { return maybe(Value::double_precision(sample_double(random))); }),
      make_column(TypeId::kText, row_count,
                  [&](size_t) {
                    return maybe(Value::text("a text of some length " + std::to_string(random.below(40))));
                  }),
      make_column(TypeId::kBigint, row_count,
                  [&](size_t) { return maybe(Value::bigint(random.between(-99, 99))); }),
      make_column(TypeId::kDouble, row_count,
                  [&](size_t) {
                    return maybe(Value::double_precision(
                        std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(200)) - 100)));
                  }),
      make_column(TypeId::kText, row_count,
                  [&](size_t) { return maybe(Value::text("w" + std::to_string(random.below(30)))); })};
}

ExpressionPtr input(Column id) {
  return column(id, column_types()[id]);
}

struct PlanMaker {
  std::vector<ColumnVector> columns;
  size_t row_count;
  size_t morsel_rows = 257;

  PhysicalOperatorPtr over_source(PhysicalOperatorPtr plan) const {
    plan->children().push_back(std::make_unique<TestSource>(columns, row_count, morsel_rows));
    return plan;
  }
  PhysicalOperatorPtr make(AggregateExpressions expressions) const {
    std::vector<LogicalType> types;
    for (const ExpressionPtr& e : expressions.groups) {
      types.push_back(e->type);
    }
    for (const ExpressionPtr& e : expressions.aggregates) {
      types.push_back(e->type);
    }
    if (expressions.has_grouping_id) {
      types.emplace_back(TypeId::kBigint);
    }
    std::vector<ColumnId> ids(types.size());
    auto plan = std::make_unique<PhysicalHashAggregate>(std::move(expressions));
    plan->set_output(std::move(ids), std::move(types));
    return over_source(std::move(plan));
  }
  PhysicalOperatorPtr make_ungrouped(ExpressionList aggregates) const {
    std::vector<LogicalType> types;
    for (const ExpressionPtr& e : aggregates) {
      types.push_back(e->type);
    }
    auto plan = std::make_unique<PhysicalUngroupedAggregate>(std::move(aggregates));
    plan->set_output(std::vector<ColumnId>(types.size()), types);
    return over_source(std::move(plan));
  }
};

void expect_rows_everywhere(const PhysicalOperator& plan, const Rows& expected, const std::string& what) {
  for (const RunSettings& settings : all_settings()) {
    ASSERT_EQ(run_rows(plan, settings), expected)
        << what << ", " << settings.thread_count << " threads, vectors of " << settings.vector_size;
  }
}

// --- what the oracle computes over the rows of a group
std::string count_of(const ColumnVector& column, const std::vector<size_t>& rows) {
  int64_t count = 0;
  for (const size_t row : rows) {
    count += column.is_null(row) ? 0 : 1;
  }
  return std::to_string(count);
}
std::string sum_of(const ColumnVector& column, const std::vector<size_t>& rows) {
  Int128 sum = 0;
  bool has_value = false;
  for (const size_t row : rows) {
    if (!column.is_null(row)) {
      sum += column.value(row).as_integer();
      has_value = true;
    }
  }
  return has_value ? Value::hugeint(sum).to_string() : "NULL";
}
std::string min_of(const ColumnVector& column, const std::vector<size_t>& rows) {
  Value least;
  for (const size_t row : rows) {
    const Value value = column.value(row);
    if (!value.is_null() && (least.is_null() || compare_values(value, least) < 0)) {
      least = value;
    }
  }
  return exact_text(least);
}
std::string distinct_count_of(const ColumnVector& column, const std::vector<size_t>& rows) {
  std::set<std::string> seen;
  for (const size_t row : rows) {
    if (!column.is_null(row)) {
      seen.insert(canonical_text(column.value(row)));
    }
  }
  return std::to_string(seen.size());
}
std::string joined(const ColumnVector& column, const std::vector<size_t>& rows) {
  std::string text;
  bool has_value = false;
  for (const size_t row : rows) {
    if (!column.is_null(row)) {
      text += (has_value ? "," : "") + column.value(row).to_string();
      has_value = true;
    }
  }
  return has_value ? text : "NULL";
}

ExpressionPtr constant(Value value) {
  return std::make_unique<BoundConstant>(std::move(value));
}
ExpressionPtr count_rows() {
  return aggregate_of("count", {});
}

TEST(HashAggregate, GroupsByEveryKindOfKey) {
  const PlanMaker maker{make_rows(11, kRows), kRows};
  const std::vector<std::vector<size_t>> key_lists{{kDictionary},
                                                   {kInteger},
                                                   {kDouble},
                                                   {kLongText},
                                                   {kDictionary, kInteger},
                                                   {kDictionary, kDouble, kLongText},
                                                   {kInteger, kLongText}};
  for (const std::vector<size_t>& keys : key_lists) {
    AggregateExpressions expressions;
    for (const size_t key : keys) {
      expressions.groups.push_back(input(static_cast<Column>(key)));
    }
    expressions.aggregates = list_of(count_rows(), aggregate_of("sum", list_of(input(kNumber))),
                                     aggregate_of("min", list_of(input(kWord))));
    Rows expected;
    for (const std::vector<size_t>& rows : group_rows(maker.columns, keys, kRows)) {
      expected.push_back(row_text(maker.columns, keys, rows[0], false) + "|" + std::to_string(rows.size()) +
                         "|" + sum_of(maker.columns[kNumber], rows) + "|" +
                         min_of(maker.columns[kWord], rows));
    }
    expect_rows_everywhere(*maker.make(std::move(expressions)), expected, std::to_string(keys[0]));
  }
}

TEST(HashAggregate, GroupsEveryTypeInEveryVectorKind) {
  Random random(12);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const size_t row_count = 700;
      PlanMaker maker{{sample_vector(random, type, kind, row_count, 0.1)}, row_count, 64};
      AggregateExpressions expressions;
      expressions.groups = list_of(column(0, type));
      expressions.aggregates = list_of(count_rows());
      Rows expected;
      for (const std::vector<size_t>& rows : group_rows(maker.columns, {0}, row_count)) {
        expected.push_back(exact_text(maker.columns[0].value(rows[0])) + "|" + std::to_string(rows.size()));
      }
      expect_rows_everywhere(*maker.make(std::move(expressions)), expected, describe(type, kind, row_count));
    }
  }
}

TEST(HashAggregate, SumsOfDoublesDoNotDependOnThreads) {
  const PlanMaker maker{make_rows(13, kRows), kRows};
  AggregateExpressions expressions;
  expressions.groups = list_of(input(kInteger));
  expressions.aggregates =
      list_of(aggregate_of("sum", list_of(input(kMeasure))), aggregate_of("avg", list_of(input(kMeasure))));
  const PhysicalOperatorPtr plan = maker.make(std::move(expressions));
  expect_rows_everywhere(*plan, run_rows(*plan), "double sums");
}

TEST(HashAggregate, FiltersBeforeEvaluatingArguments) {
  const PlanMaker maker{make_rows(14, kRows), kRows};
  const auto is_positive = [] {
    return std::make_unique<BoundComparison>(CompareOperator::kGreater, input(kNumber),
                                             constant(Value::bigint(0)));
  };
  auto filtered_count = aggregate_of("count", {});
  filtered_count->filter = is_positive();
  auto filtered_sum = aggregate_of("sum", list_of(input(kNumber)));
  filtered_sum->filter = is_positive();
  auto none = aggregate_of("sum", list_of(input(kNumber)));
  none->filter = constant(Value::boolean(false));
  AggregateExpressions expressions;
  expressions.groups = list_of(input(kLongText));
  expressions.aggregates = list_of<ExpressionPtr, ExpressionPtr, ExpressionPtr>(
      std::move(filtered_count), std::move(filtered_sum), std::move(none));
  Rows expected;
  for (const std::vector<size_t>& rows : group_rows(maker.columns, {kLongText}, kRows)) {
    std::vector<size_t> passing;
    for (const size_t row : rows) {
      const Value value = maker.columns[kNumber].value(row);
      if (!value.is_null() && value.as_int64() > 0) {
        passing.push_back(row);
      }
    }
    expected.push_back(exact_text(maker.columns[kLongText].value(rows[0])) + "|" +
                       std::to_string(passing.size()) + "|" + sum_of(maker.columns[kNumber], passing) +
                       "|NULL");
  }
  expect_rows_everywhere(*maker.make(std::move(expressions)), expected, "filter");
}

ExpressionPtr distinct_of(const char* name, ExpressionList arguments) {
  auto aggregate = aggregate_of(name, std::move(arguments));
  aggregate->is_distinct = true;
  return aggregate;
}

TEST(HashAggregate, CountsDistinctValues) {
  const PlanMaker maker{make_rows(15, kRows), kRows};
  for (const Column key : {kInteger, kLongText}) {
    AggregateExpressions expressions;
    expressions.groups = list_of(input(key));
    expressions.aggregates = list_of(distinct_of("count", list_of(input(kDictionary))),
                                     distinct_of("count", list_of(input(kDouble))),
                                     distinct_of("count", list_of(input(kWord))), count_rows());
    Rows expected;
    for (const std::vector<size_t>& rows : group_rows(maker.columns, {key}, kRows)) {
      expected.push_back(exact_text(maker.columns[key].value(rows[0])) + "|" +
                         distinct_count_of(maker.columns[kDictionary], rows) + "|" +
                         distinct_count_of(maker.columns[kDouble], rows) + "|" +
                         distinct_count_of(maker.columns[kWord], rows) + "|" + std::to_string(rows.size()));
    }
    expect_rows_everywhere(*maker.make(std::move(expressions)), expected, "distinct");
  }
}

TEST(HashAggregate, DistinctWithManyGroupsAndManyValues) {
  // The three ways in which distinct rows are partitioned: few groups, many in one part, many parts.
  for (const uint64_t group_count : {uint64_t{100}, uint64_t{3000}, uint64_t{60'000}}) {
    constexpr size_t kManyRows = 150'000;
    Random random(16);
    ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, kManyRows);
    ColumnVector value = ColumnVector::make_flat(TypeId::kBigint, kManyRows);
    std::map<int64_t, std::set<int64_t>> values_of;
    for (size_t row = 0; row < kManyRows; ++row) {
      key.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(group_count) * 1'000'003);
      value.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(500) * 1'000'000'007);
      values_of[key.values<int64_t>()[row]].insert(value.values<int64_t>()[row]);
    }
    const PlanMaker maker{{key, value}, kManyRows, 10'000};
    AggregateExpressions expressions;
    expressions.groups = list_of(column(0, TypeId::kBigint));
    expressions.aggregates = list_of(distinct_of("count", list_of(column(1, TypeId::kBigint))),
                                     distinct_of("sum", list_of(column(1, TypeId::kBigint))));
    const PhysicalOperatorPtr plan = maker.make(std::move(expressions));
    const Rows rows = run_rows(*plan);
    EXPECT_EQ(run_rows(*plan, {2, 2048}), rows);
    EXPECT_EQ(run_rows(*plan, {8, 1000}), rows);
    std::set<std::string> expected;
    for (const auto& [group, values] : values_of) {
      int64_t sum = 0;
      for (const int64_t one : values) {
        sum += one;
      }
      expected.insert(std::to_string(group) + "|" + std::to_string(values.size()) + "|" +
                      std::to_string(sum));
    }
    EXPECT_EQ(std::set<std::string>(rows.begin(), rows.end()), expected);
    EXPECT_EQ(rows.size(), expected.size());
  }
}

TEST(HashAggregate, FeedsRowsInOrder) {
  const PlanMaker maker{make_rows(17, kRows), kRows};
  const auto string_agg = [] {
    return aggregate_of("string_agg", list_of(input(kWord), constant(Value::text(","))));
  };
  auto ordered = string_agg();
  ordered->order_by.push_back({input(kLongText), true, false});
  ordered->order_by.push_back({input(kNumber), false, true});
  auto distinct = string_agg();
  distinct->is_distinct = true;
  AggregateExpressions expressions;
  expressions.groups = list_of(input(kInteger));
  expressions.aggregates = list_of<ExpressionPtr, ExpressionPtr, ExpressionPtr, ExpressionPtr>(
      string_agg(), std::move(ordered), std::move(distinct), count_rows());
  Rows expected;
  for (const std::vector<size_t>& rows : group_rows(maker.columns, {kInteger}, kRows)) {
    std::vector<size_t> sorted = rows;
    std::stable_sort(sorted.begin(), sorted.end(), [&](size_t a, size_t b) {
      const Value x = maker.columns[kLongText].value(a);
      const Value y = maker.columns[kLongText].value(b);
      if (x.is_null() != y.is_null()) {
        return y.is_null();  // nulls last
      }
      const int order = x.is_null() ? 0 : compare_values(y, x);
      const Value m = maker.columns[kNumber].value(a);
      const Value n = maker.columns[kNumber].value(b);
      if (order != 0 || (m.is_null() && n.is_null())) {
        return order < 0;
      }
      return m.is_null() || n.is_null() ? m.is_null() : compare_values(m, n) < 0;
    });
    std::map<std::string, size_t> words;
    for (const size_t row : rows) {
      if (!maker.columns[kWord].is_null(row)) {
        words.emplace(maker.columns[kWord].value(row).to_string(), row);
      }
    }
    std::vector<size_t> distinct_rows;
    for (const auto& [word, row] : words) {
      distinct_rows.push_back(row);
    }
    expected.push_back(exact_text(maker.columns[kInteger].value(rows[0])) + "|" +
                       joined(maker.columns[kWord], rows) + "|" + joined(maker.columns[kWord], sorted) + "|" +
                       joined(maker.columns[kWord], distinct_rows) + "|" + std::to_string(rows.size()));
  }
  expect_rows_everywhere(*maker.make(std::move(expressions)), expected, "ordered");
}

TEST(HashAggregate, KeepsManyGroupsInOrderOfFirstRows) {
  constexpr size_t kManyRows = 300'000;
  Random random(18);
  ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, kManyRows);
  std::map<int64_t, int64_t> counts;
  std::vector<int64_t> firsts;
  for (size_t row = 0; row < kManyRows; ++row) {
    const auto value = static_cast<int64_t>(random.below(200'000) * 1'000'000'007);
    key.mutable_values<int64_t>()[row] = value;
    if (counts[value]++ == 0) {
      firsts.push_back(value);
    }
  }
  Rows expected;
  for (const int64_t value : firsts) {
    expected.push_back(std::to_string(value) + "|" + std::to_string(counts[value]));
  }
  const PlanMaker maker{{key}, kManyRows, 20'000};
  AggregateExpressions expressions;
  expressions.groups = list_of(column(0, TypeId::kBigint));
  expressions.aggregates = list_of(count_rows());
  const PhysicalOperatorPtr plan = maker.make(std::move(expressions));
  for (const RunSettings& settings : {RunSettings{1, 2048}, RunSettings{2, 2048}, RunSettings{8, 500}}) {
    const Rows rows = run_rows(*plan, settings);
    ASSERT_EQ(rows.size(), expected.size());
    ASSERT_TRUE(rows == expected) << settings.thread_count;
  }
}

TEST(HashAggregate, GroupsBySeveralSets) {
  const PlanMaker maker{make_rows(19, kRows), kRows};
  AggregateExpressions expressions;
  expressions.groups = list_of(input(kDictionary), input(kInteger));
  expressions.aggregates = list_of(count_rows(), distinct_of("count", list_of(input(kWord))));
  expressions.sets = {{0, 1}, {1}, {}, {0}};
  expressions.has_grouping_id = true;
  Rows expected;
  for (const std::vector<size_t>& set : expressions.sets) {
    for (const std::vector<size_t>& rows : group_rows(maker.columns, set, kRows)) {
      std::string text;
      int64_t id = 3;
      for (const size_t key : {size_t{0}, size_t{1}}) {
        const bool is_in = std::find(set.begin(), set.end(), key) != set.end();
        text += (is_in ? exact_text(maker.columns[key].value(rows[0])) : "NULL") + "|";
        id -= is_in ? int64_t{1} << key : 0;
      }
      expected.push_back(text + std::to_string(rows.size()) + "|" +
                         distinct_count_of(maker.columns[kWord], rows) + "|" + std::to_string(id));
    }
  }
  expect_rows_everywhere(*maker.make(std::move(expressions)), expected, "sets");
}

TEST(HashAggregate, OverNothing) {
  const PlanMaker maker{make_rows(20, 0), 0};
  AggregateExpressions grouped;
  grouped.groups = list_of(input(kInteger));
  grouped.aggregates = list_of(count_rows());
  EXPECT_EQ(run_rows(*maker.make(std::move(grouped))), Rows());
  AggregateExpressions sets;
  sets.groups = list_of(input(kInteger));
  sets.aggregates = list_of(count_rows(), aggregate_of("sum", list_of(input(kNumber))));
  sets.sets = {{0}, {}};
  EXPECT_EQ(run_rows(*maker.make(std::move(sets))), Rows{"NULL|0|NULL"});
}

TEST(UngroupedAggregate, ComputesOneRow) {
  for (const size_t row_count : {size_t{0}, size_t{1}, kRows}) {
    const PlanMaker maker{make_rows(21, row_count), row_count};
    std::vector<size_t> rows(row_count);
    for (size_t row = 0; row < row_count; ++row) {
      rows[row] = row;
    }
    const PhysicalOperatorPtr plan = maker.make_ungrouped(list_of(
        count_rows(), aggregate_of("count", list_of(input(kNumber))),
        aggregate_of("sum", list_of(input(kNumber))), aggregate_of("min", list_of(input(kLongText))),
        distinct_of("count", list_of(input(kDictionary))), distinct_of("count", list_of(input(kDouble))),
        aggregate_of("string_agg", list_of(input(kWord), constant(Value::text(","))))));
    const Rows expected{std::to_string(row_count) + "|" + count_of(maker.columns[kNumber], rows) + "|" +
                        sum_of(maker.columns[kNumber], rows) + "|" + min_of(maker.columns[kLongText], rows) +
                        "|" + distinct_count_of(maker.columns[kDictionary], rows) + "|" +
                        distinct_count_of(maker.columns[kDouble], rows) + "|" +
                        joined(maker.columns[kWord], rows)};
    expect_rows_everywhere(*plan, expected, std::to_string(row_count));
  }
}

TEST(UngroupedAggregate, CountsManyDistinctValues) {
  constexpr size_t kManyRows = 400'000;
  Random random(22);
  ColumnVector value = ColumnVector::make_flat(TypeId::kBigint, kManyRows);
  std::set<int64_t> seen;
  for (size_t row = 0; row < kManyRows; ++row) {
    value.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(100'000) * 1'000'003);
    seen.insert(value.values<int64_t>()[row]);
  }
  const PlanMaker maker{{value}, kManyRows, 30'000};
  const PhysicalOperatorPtr plan =
      maker.make_ungrouped(list_of(distinct_of("count", list_of(column(0, TypeId::kBigint)))));
  EXPECT_EQ(run_rows(*plan, {1, 2048}), Rows{std::to_string(seen.size())});
  EXPECT_EQ(run_rows(*plan, {4, 2048}), Rows{std::to_string(seen.size())});
}

// --- an aggregate that counts its living states, to see that each is destroyed

std::atomic<int64_t> living_states{0};

AggregateFunction make_owner() {
  AggregateFunction function;
  function.name = "owner";
  function.return_type = TypeId::kBigint;
  function.state_bytes = sizeof(int64_t*);
  function.initialize = [](std::byte* state) {
    ++living_states;
    *reinterpret_cast<int64_t**>(state) = std::make_unique<int64_t>(0).release();
  };
  function.update = [](const AggregateCall&, std::span<const ColumnVector>, size_t row_count,
                       const GroupedStates& states) {
    for (size_t row = 0; row < row_count; ++row) {
      ++**reinterpret_cast<int64_t**>(states.at(row));
    }
  };
  function.update_single = [](const AggregateCall&, std::span<const ColumnVector>, size_t row_count,
                              std::byte* state) {
    **reinterpret_cast<int64_t**>(state) += static_cast<int64_t>(row_count);
  };
  function.combine = [](const AggregateCall&, std::byte* from, std::byte* into) {
    **reinterpret_cast<int64_t**>(into) += **reinterpret_cast<int64_t**>(from);
  };
  function.finalize = [](const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                         ColumnVector& result) {
    for (size_t i = 0; i < count; ++i) {
      result.mutable_values<int64_t>()[i] = **reinterpret_cast<int64_t**>(base + i * stride_bytes);
      if (result.values<int64_t>()[i] == 13) {
        raise(sqlstate::kNumericOutOfRange, "thirteen");
      }
    }
  };
  function.destroy = [](std::byte* state) {
    --living_states;
    const std::unique_ptr<int64_t> owned(*reinterpret_cast<int64_t**>(state));
  };
  return function;
}

class OwnedStates : public testing::Test {
 protected:
  PhysicalOperatorPtr make_plan(uint64_t group_count, size_t row_count) {
    Random random(23);
    ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, row_count);
    for (size_t row = 0; row < row_count; ++row) {
      key.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(group_count) * 1'000'000'007);
    }
    BoundAggregateCall call;
    call.function = &function_;
    call.return_type = TypeId::kBigint;
    AggregateExpressions expressions;
    expressions.groups = list_of(column(0, TypeId::kBigint));
    expressions.aggregates.push_back(std::make_unique<BoundAggregate>(std::move(call), ExpressionList()));
    return PlanMaker{{key}, row_count, 5000}.make(std::move(expressions));
  }
  AggregateFunction function_ = make_owner();
};

TEST_F(OwnedStates, AreDestroyedOnce) {
  for (const uint64_t group_count : {uint64_t{3}, uint64_t{80'000}}) {
    const PhysicalOperatorPtr plan = make_plan(group_count, 120'000);
    const bool has_thirteen = group_count == 80'000 &&
                              run_state(*plan, {1, 2048}) == std::string(sqlstate::kNumericOutOfRange.view());
    EXPECT_EQ(living_states, 0);
    if (!has_thirteen) {
      EXPECT_EQ(run_rows(*plan, {4, 2048}), run_rows(*plan));
    }
    EXPECT_EQ(living_states, 0);
  }
}

TEST_F(OwnedStates, AreDestroyedWhenFinalizeRaises) {
  const PhysicalOperatorPtr plan = make_plan(60'000, 400'000);
  EXPECT_EQ(run_state(*plan, {1, 2048}), "22003");
  EXPECT_EQ(run_state(*plan, {4, 2048}), "22003");
  EXPECT_EQ(living_states, 0);
}

TEST_F(OwnedStates, AreDestroyedWhenMemoryRunsOut) {
  const PhysicalOperatorPtr plan = make_plan(1'000'000, 400'000);
  for (const uint64_t limit_kib : {16, 200, 1'000, 8'000, 20'000}) {
    EXPECT_EQ(run_state(*plan, {4, 2048, limit_kib << 10}), "53200") << limit_kib;
    EXPECT_EQ(living_states, 0);
  }
}

TEST_F(OwnedStates, AreDestroyedWhenCancelled) {
  const PhysicalOperatorPtr plan = make_plan(1000, 100'000);
  TestStatement statement({2, 2048});
  statement.cancellation().cancel();
  EXPECT_THROW(statement.run(*plan), Error);
  EXPECT_EQ(living_states, 0);
}

TEST(HashAggregate, GivesItsMemoryBack) {
  const PlanMaker maker{make_rows(24, kRows), kRows};
  AggregateExpressions expressions;
  expressions.groups = list_of(input(kLongText), input(kInteger));
  expressions.aggregates = list_of(count_rows(), distinct_of("count", list_of(input(kWord))));
  const PhysicalOperatorPtr plan = maker.make(std::move(expressions));
  TestStatement statement({2, 2048});
  statement.run(*plan);
  EXPECT_EQ(statement.budget().used_bytes(), 0);
  EXPECT_GT(statement.budget().peak_bytes(), 1000);
}

TEST(HashAggregate, RefusesNestedKeys) {
  const LogicalType list = LogicalType::list(TypeId::kInteger);
  AggregateExpressions expressions;
  expressions.groups.push_back(constant(Value::null(list)));
  const PlanMaker maker{make_rows(25, 1), 1};
  EXPECT_EQ(run_state(*maker.make(std::move(expressions)), {}), "0A000");
}

}  // namespace
}  // namespace stoa
