#include "exec/set_operation.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"
#include "exec/group_oracle.h"

namespace stoa {
namespace {

using namespace exec_test;

/// Rows of a child: its columns may come in another order than the result's.
struct Child {
  std::vector<ColumnVector> columns;
  std::vector<size_t> positions;
  size_t row_count;
};

PhysicalOperatorPtr make_plan(SetOperationKind operation, const std::vector<Child>& children,
                              std::vector<LogicalType> types) {
  std::vector<std::vector<size_t>> positions;
  for (const Child& child : children) {
    positions.push_back(child.positions);
  }
  auto plan = std::make_unique<PhysicalSetOperation>(operation, std::move(positions));
  plan->set_output(std::vector<ColumnId>(types.size()), std::move(types));
  for (const Child& child : children) {
    plan->children().push_back(std::make_unique<TestSource>(child.columns, child.row_count, 90));
  }
  return plan;
}

/// The result by the definition: two operands at a time, through counts of canonical texts.
class Oracle {
 public:
  explicit Oracle(const std::vector<Child>& children) {
    for (size_t c = 0; c < children.size(); ++c) {
      for (size_t row = 0; row < children[c].row_count; ++row) {
        const std::string key = row_text(children[c].columns, children[c].positions, row, true);
        const auto [place, is_new] = numbers_.emplace(key, forms_.size());
        if (is_new) {
          forms_.push_back(row_text(children[c].columns, children[c].positions, row, false));
          counts_.emplace_back(children.size(), 0);
        }
        ++counts_[place->second][c];
      }
    }
  }

  Rows rows(SetOperationKind operation) const {
    Rows result;
    for (size_t i = 0; i < forms_.size(); ++i) {
      int count = first_count(operation, counts_[i][0]);
      for (size_t c = 1; c < counts_[i].size(); ++c) {
        count = step(operation, count, counts_[i][c]);
      }
      result.insert(result.end(), static_cast<size_t>(count), forms_[i]);
    }
    return result;
  }

 private:
  static int first_count(SetOperationKind operation, int count) {
    const bool is_all =
        operation == SetOperationKind::kIntersectAll || operation == SetOperationKind::kExceptAll;
    return is_all ? count : std::min(count, 1);
  }
  static int step(SetOperationKind operation, int left, int right) {
    switch (operation) {
      case SetOperationKind::kUnion: return std::min(left + right, 1);
      case SetOperationKind::kIntersect: return left != 0 && right != 0 ? 1 : 0;
      case SetOperationKind::kIntersectAll: return std::min(left, right);
      case SetOperationKind::kExcept: return left != 0 && right == 0 ? 1 : 0;
      case SetOperationKind::kExceptAll: return std::max(0, left - right);
      case SetOperationKind::kUnionAll: return left + right;
    }
    return 0;
  }
  std::map<std::string, size_t> numbers_;
  std::vector<std::string> forms_;
  std::vector<std::vector<int>> counts_;
};

constexpr SetOperationKind kOperations[] = {SetOperationKind::kUnion, SetOperationKind::kIntersect,
                                            SetOperationKind::kIntersectAll, SetOperationKind::kExcept,
                                            SetOperationKind::kExceptAll};

TEST(SetOperation, FollowsTheDefinition) {
  Random random(41);
  for (const LogicalType& type : sample_types()) {
    for (const size_t child_count : {size_t{2}, size_t{3}}) {
      std::vector<Child> children;
      for (size_t c = 0; c < child_count; ++c) {
        const size_t row_count = c == 1 ? 150 : 400;
        ColumnVector values = sample_vector(random, type, kSampleKinds[c * 2], row_count, 0.1);
        ColumnVector flags = sample_vector(random, TypeId::kInteger, SampleKind::kFlat, row_count, 0.1);
        if (c == 1) {
          children.push_back({{flags, values}, {1, 0}, row_count});
        } else {
          children.push_back({{values, flags}, {0, 1}, row_count});
        }
      }
      const Oracle oracle(children);
      for (const SetOperationKind operation : kOperations) {
        const PhysicalOperatorPtr plan = make_plan(operation, children, {type, TypeId::kInteger});
        for (const RunSettings& settings : all_settings()) {
          ASSERT_EQ(run_rows(*plan, settings), oracle.rows(operation))
              << type.to_string() << ", operation " << static_cast<int>(operation) << ", "
              << settings.thread_count << " threads";
        }
      }
    }
  }
}

TEST(SetOperation, WithEmptyChildren) {
  const ColumnVector three = make_column(TypeId::kInteger, 3, [](size_t) { return Value::integer(7); });
  const Child full{{three}, {0}, 3};
  const Child empty{{ColumnVector::make_flat(TypeId::kInteger, 0)}, {0}, 0};
  const auto run = [](SetOperationKind operation, std::vector<Child> children) {
    return run_rows(*make_plan(operation, children, {TypeId::kInteger}), {2, 2048});
  };
  EXPECT_EQ(run(SetOperationKind::kUnion, {full, empty}), Rows{"7"});
  EXPECT_EQ(run(SetOperationKind::kExceptAll, {full, empty}), (Rows{"7", "7", "7"}));
  EXPECT_EQ(run(SetOperationKind::kExcept, {empty, full}), Rows());
  EXPECT_EQ(run(SetOperationKind::kIntersect, {full, empty}), Rows());
  EXPECT_EQ(run(SetOperationKind::kUnion, {empty, empty}), Rows());
}

TEST(SetOperation, ManyRows) {
  constexpr size_t kRows = 120'000;
  std::vector<Child> children;
  for (size_t c = 0; c < 2; ++c) {
    ColumnVector values = ColumnVector::make_flat(TypeId::kBigint, kRows);
    for (size_t row = 0; row < kRows; ++row) {
      values.mutable_values<int64_t>()[row] =
          static_cast<int64_t>((row + c * kRows / 2) * 1'000'000'007 % 1'000'000'009);
    }
    children.push_back({{values}, {0}, kRows});
  }
  const Oracle oracle(children);
  for (const SetOperationKind operation : kOperations) {
    const PhysicalOperatorPtr plan = make_plan(operation, children, {TypeId::kBigint});
    EXPECT_TRUE(run_rows(*plan, {1, 2048}) == oracle.rows(operation));
    EXPECT_TRUE(run_rows(*plan, {4, 2048}) == oracle.rows(operation));
    EXPECT_EQ(run_state(*plan, {2, 2048, 1 << 20}), "53200");
  }
}

}  // namespace
}  // namespace stoa
