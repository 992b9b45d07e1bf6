#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"
#include "plan/logical_query.h"

namespace stoa {

/// What a join compares. Keys are pairs of equal type; `residual` conditions are over both sides' columns.
/// Without keys every pair of rows is looked at.
struct JoinExpressions {
  JoinKind kind = JoinKind::kInner;
  ExpressionList probe_keys;
  ExpressionList build_keys;
  std::vector<bool> nulls_are_equal;  ///< for each pair: IS NOT DISTINCT FROM
  ExpressionList residual;
  bool is_null_aware = false;  ///< of kMark: three-valued
};

/// The operator for `left` JOIN `right`. Builds a hash table of the side that is estimated smaller and probes
/// it with the other. The output columns are set: those of LogicalJoin::output() in any order (`mark` is a
/// new column of kMark).
PhysicalOperatorPtr make_join(JoinExpressions expressions, PhysicalOperatorPtr left,
                              PhysicalOperatorPtr right, std::optional<ColumnId> mark);

/// What a join builds, when rows of it may be left out whose columns a join above drops; else null.
const PhysicalOperator* build_side_to_filter(const PhysicalOperator& op);
/// Whether it is a join that gives NULLs for rows without a match.
bool adds_nulls(const PhysicalOperator& op);

}  // namespace stoa
