#include <gtest/gtest.h>

#include "exec/aggregate.h"
#include "exec/distinct.h"
#include "exec/group_oracle.h"
#include "exec/set_operation.h"

/// Grouping on more threads than cores, many times over: for the thread sanitizer.
namespace stoa {
namespace {

using namespace exec_test;

constexpr size_t kRows = 60'000;

std::vector<ColumnVector> make_rows(uint64_t group_count) {
  Random random(group_count);
  ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, kRows);
  ColumnVector value = ColumnVector::make_flat(TypeId::kDouble, kRows);
  for (size_t row = 0; row < kRows; ++row) {
    key.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(group_count) * 1'000'000'007);
    value.mutable_values<double>()[row] = random.unit();
  }
  const ColumnVector entries = make_column(
      TypeId::kText, 5, [](size_t i) { return Value::text("a longer text " + std::to_string(i)); });
  return {key, value, make_dictionary_column(entries, true, kRows, [&](size_t) { return random.below(5); })};
}

void expect_stable(const PhysicalOperator& plan) {
  const Rows expected = run_rows(plan);
  for (int repetition = 0; repetition < 3; ++repetition) {
    ASSERT_TRUE(run_rows(plan, {8, 500}) == expected);
  }
}

TEST(GroupingConcurrency, GroupsOnManyThreads) {
  for (const uint64_t group_count : {uint64_t{4}, uint64_t{700}, uint64_t{40'000}}) {
    auto distinct = aggregate_of("count", list_of(column(2, TypeId::kText)));
    distinct->is_distinct = true;
    AggregateExpressions expressions;
    expressions.groups = list_of(column(0, TypeId::kBigint));
    expressions.aggregates = list_of<ExpressionPtr, ExpressionPtr, ExpressionPtr>(
        aggregate_of("count", {}), aggregate_of("sum", list_of(column(1, TypeId::kDouble))),
        std::move(distinct));
    PhysicalHashAggregate plan(std::move(expressions));
    plan.set_output(std::vector<ColumnId>(4),
                    {TypeId::kBigint, TypeId::kBigint, TypeId::kDouble, TypeId::kBigint});
    plan.children().push_back(std::make_unique<TestSource>(make_rows(group_count), kRows, 1000));
    expect_stable(plan);
  }
}

TEST(GroupingConcurrency, CountsDistinctValuesOfAllRows) {
  auto distinct = aggregate_of("count", list_of(column(0, TypeId::kBigint)));
  distinct->is_distinct = true;
  PhysicalUngroupedAggregate plan(list_of<ExpressionPtr>(std::move(distinct)));
  plan.set_output(std::vector<ColumnId>(1), {TypeId::kBigint});
  plan.children().push_back(std::make_unique<TestSource>(make_rows(40'000), kRows, 1000));
  expect_stable(plan);
}

TEST(GroupingConcurrency, DistinctAndSetOperations) {
  PhysicalDistinct distinct(list_of(column(0, TypeId::kBigint)));
  auto source = std::make_unique<TestSource>(make_rows(40'000), kRows, 1000);
  distinct.set_output(source->output(), source->types());
  distinct.children().push_back(std::move(source));
  expect_stable(distinct);
  PhysicalSetOperation except(SetOperationKind::kExceptAll, {{0, 2}, {0, 2}});
  except.set_output(std::vector<ColumnId>(2), {TypeId::kBigint, TypeId::kText});
  except.children().push_back(std::make_unique<TestSource>(make_rows(20'000), kRows, 1000));
  except.children().push_back(std::make_unique<TestSource>(make_rows(10'000), kRows, 1000));
  expect_stable(except);
}

}  // namespace
}  // namespace stoa
