#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/expression.h"
#include "txn/root.h"

/// Logical plans: trees of operators over columns with plan-wide ids. Owned through unique_ptr, never shared,
/// but for common table expressions, which are referred to by number (LogicalCteReference). Built by the
/// binder, rewritten by the optimizer, turned into physical operators by exec. logical_query.h has the
/// operators of queries, logical_statement.h those which change something.
namespace stoa {

enum class OperatorKind : uint8_t {
  kScan,
  kValues,
  kProject,
  kFilter,
  kJoin,
  kAggregate,
  kDistinct,
  kSort,
  kLimit,
  kTopN,
  kWindow,
  kSetOperation,
  kCte,
  kCteReference,
  kInsert,
  kUpdate,
  kDelete,
  kCreateTableAs,
  kCopyTo,
  kExplain,
};

/// What the optimizer believes of an operator's result.
struct Estimate {
  double row_count = 0;
  bool is_exact = false;
};

struct LogicalOperator {
  const OperatorKind kind;
  std::vector<std::unique_ptr<LogicalOperator>> children;
  std::optional<Estimate> estimate;

  virtual ~LogicalOperator() = default;
  LogicalOperator(const LogicalOperator&) = delete;
  LogicalOperator& operator=(const LogicalOperator&) = delete;

  /// The columns that it gives, in order. For pass-through operators those of the child.
  virtual std::vector<ColumnId> output() const = 0;
  /// Calls `visit` with the owning pointer of each expression directly in this operator.
  virtual void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) = 0;

 protected:
  explicit LogicalOperator(OperatorKind k) : kind(k) {}
};

using OperatorPtr = std::unique_ptr<LogicalOperator>;

template <class Node>
const Node& as(const LogicalOperator& o) {
  return static_cast<const Node&>(o);
}
template <class Node>
Node& as(LogicalOperator& o) {
  return static_cast<Node&>(o);
}
template <class Node>
const Node* try_as(const LogicalOperator& o) {
  return o.kind == Node::kKind ? static_cast<const Node*>(&o) : nullptr;
}
template <class Node>
Node* try_as(LogicalOperator& o) {
  return o.kind == Node::kKind ? static_cast<Node*>(&o) : nullptr;
}

/// A column with the name that a result shows, which need not be unique.
struct OutputColumn {
  ColumnId column;
  std::string name;
};

/// A whole bound query: the tree, its columns, and what the client sees.
struct LogicalPlan {
  ColumnTable columns;
  OperatorPtr root;
  std::vector<OutputColumn> output;
  /// Types of `$1`, `$2` ..., as given or inferred.
  std::vector<LogicalType> parameter_types;
  /// Views that the statement names: what a view over it depends on, besides the tables that it scans.
  std::vector<ObjectId> referenced_views;
};

/// Deep copy of an operator tree, same column ids.
OperatorPtr clone(const LogicalOperator& o);
/// All columns that `o` and its subtree refer to but don't make: the correlated ones.
ColumnSet outer_columns(const LogicalOperator& o);
/// One line per operator, indented, with expressions and estimates: EXPLAIN.
std::string to_text(const LogicalOperator& o, const ColumnTable& columns);
/// The name and details of one operator alone, e.g. {"HashJoin", "inner, a.id = b.id"}.
std::pair<std::string, std::string> describe(const LogicalOperator& o, const ColumnTable& columns);

}  // namespace stoa
