#pragma once

#include <memory>
#include <vector>

#include "plan/expression.h"

namespace stoa {

struct LogicalOperator;

enum class SubqueryKind : uint8_t {
  kScalar,  ///< its one column, NULL for no row, 21000 for two rows
  kExists,  ///< whether there is a row
  kAny,     ///< operands <op> ANY (columns); IN is = ANY, ALL is bound as NOT (negated ANY)
};

/// A subquery inside an expression, as bound; gone after the `unnest` rewrite, which turns each into a join.
struct BoundSubquery final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kSubquery;
  BoundSubquery(SubqueryKind k, LogicalType t, std::unique_ptr<LogicalOperator> p, std::vector<ColumnId> out);
  ~BoundSubquery() override;
  SubqueryKind subquery;
  std::unique_ptr<LogicalOperator> plan;
  std::vector<ColumnId> columns;  ///< the columns of its select list
  std::vector<ColumnId> outer;    ///< columns of enclosing queries that it refers to; empty: not correlated
  CompareOperator op = CompareOperator::kEqual;  ///< of kAny
  ExpressionList operands;                       ///< of kAny: one per column, types equal to the columns'
};

}  // namespace stoa
