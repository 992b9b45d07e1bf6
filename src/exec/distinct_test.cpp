#include "exec/distinct.h"

#include <gtest/gtest.h>

#include "column/sample_vectors.h"
#include "exec/group_oracle.h"

namespace stoa {
namespace {

using namespace exec_test;

PhysicalOperatorPtr make_plan(const std::vector<ColumnVector>& columns, size_t row_count, ExpressionList on,
                              size_t morsel_rows = 100) {
  auto plan = std::make_unique<PhysicalDistinct>(std::move(on));
  auto source = std::make_unique<TestSource>(columns, row_count, morsel_rows);
  plan->set_output(source->output(), source->types());
  plan->children().push_back(std::move(source));
  return plan;
}

void expect_first_rows(const PhysicalOperator& plan, const std::vector<ColumnVector>& columns,
                       const std::vector<size_t>& keys, size_t row_count, const std::string& what) {
  std::vector<size_t> all;
  for (size_t c = 0; c < columns.size(); ++c) {
    all.push_back(c);
  }
  Rows expected;
  for (const std::vector<size_t>& rows : group_rows(columns, keys, row_count)) {
    expected.push_back(row_text(columns, all, rows[0], false));
  }
  for (const RunSettings& settings : all_settings()) {
    ASSERT_EQ(run_rows(plan, settings), expected)
        << what << ", " << settings.thread_count << " threads, vectors of " << settings.vector_size;
  }
}

TEST(Distinct, KeepsFirstRowsOfEveryTypeAndKind) {
  Random random(31);
  const size_t row_count = 900;
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const std::vector<ColumnVector> one{sample_vector(random, type, kind, row_count, 0.1)};
      expect_first_rows(*make_plan(one, row_count, {}), one, {0}, row_count, describe(type, kind, row_count));
      const std::vector<ColumnVector> two{
          one[0], sample_vector(random, TypeId::kBoolean, SampleKind::kFlat, row_count, 0.3)};
      expect_first_rows(*make_plan(two, row_count, {}), two, {0, 1}, row_count,
                        describe(type, kind, row_count) + " and boolean");
    }
  }
}

TEST(Distinct, OnKeepsWholeFirstRows) {
  Random random(32);
  const size_t row_count = 2000;
  const std::vector<ColumnVector> columns{
      sample_vector(random, TypeId::kText, SampleKind::kFlat, row_count, 0.1),
      sample_vector(random, TypeId::kDouble, SampleKind::kFlat, row_count, 0.1),
      sample_vector(random, TypeId::kInteger, SampleKind::kSelection, row_count, 0.1),
      make_column(TypeId::kBigint, row_count,
                  [](size_t i) { return Value::bigint(static_cast<int64_t>(i)); })};
  expect_first_rows(*make_plan(columns, row_count, list_of(column(0, TypeId::kText))), columns, {0},
                    row_count, "on text");
  expect_first_rows(
      *make_plan(columns, row_count, list_of(column(2, TypeId::kInteger), column(1, TypeId::kDouble))),
      columns, {2, 1}, row_count, "on integer and double");
}

TEST(Distinct, ManyRows) {
  constexpr size_t kRows = 250'000;
  Random random(33);
  ColumnVector key = ColumnVector::make_flat(TypeId::kBigint, kRows);
  for (size_t row = 0; row < kRows; ++row) {
    key.mutable_values<int64_t>()[row] = static_cast<int64_t>(random.below(150'000) * 1'000'000'007);
  }
  const auto id = [](size_t i) { return Value::bigint(static_cast<int64_t>(i)); };
  const std::vector<ColumnVector> columns{key, make_column(TypeId::kBigint, kRows, id)};
  const std::vector<PhysicalOperatorPtr> plans = [&] {
    std::vector<PhysicalOperatorPtr> made;
    made.push_back(make_plan({key}, kRows, {}, 20'000));
    made.push_back(make_plan(columns, kRows, list_of(column(0, TypeId::kBigint)), 20'000));
    return made;
  }();
  for (const PhysicalOperatorPtr& plan : plans) {
    const Rows rows = run_rows(*plan);
    EXPECT_EQ(rows.size(), group_rows(columns, {0}, kRows).size());
    EXPECT_TRUE(run_rows(*plan, {2, 2048}) == rows);
    EXPECT_TRUE(run_rows(*plan, {8, 300}) == rows);
    EXPECT_EQ(run_state(*plan, {2, 2048, 1 << 20}), "53200");
  }
}

TEST(Distinct, OverNothing) {
  const std::vector<ColumnVector> columns{ColumnVector::make_flat(TypeId::kInteger, 0)};
  EXPECT_EQ(run_rows(*make_plan(columns, 0, {})), Rows());
  EXPECT_EQ(run_rows(*make_plan(columns, 0, list_of(column(0, TypeId::kInteger)))), Rows());
}

}  // namespace
}  // namespace stoa
