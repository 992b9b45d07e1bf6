#include "optimize/estimate.h"
#include "optimize/rewrite.h"

namespace stoa {

namespace {

bool is_semi_or_anti(const LogicalOperator& o) {
  const auto* join = try_as<LogicalJoin>(o);
  return join != nullptr && (join->join == JoinKind::kSemi || join->join == JoinKind::kAnti) &&
         !join->is_dependent;
}

/// Columns of the left side that the conditions read.
ColumnSet restricted_columns(const LogicalJoin& join) {
  const ColumnSet left = output_set(*join.children[0]);
  ColumnSet used;
  for (const ExpressionPtr& e : join.conditions) {
    for (const ColumnId column : columns_of(*e)) {
      if (left.contains(column)) {
        used.insert(column);
      }
    }
  }
  return used;
}

bool has_all(const LogicalOperator& o, const ColumnSet& columns) {
  const ColumnSet output = output_set(o);
  for (const ColumnId column : columns) {
    if (!output.contains(column)) {
      return false;
    }
  }
  return true;
}

bool has_volatile_condition(const LogicalJoin& join) {
  for (const ExpressionPtr& e : join.conditions) {
    if (is_volatile(*e)) {
      return true;
    }
  }
  return false;
}

/// The deepest place below inner joins that gives all `columns`.
OperatorPtr* find_place(OperatorPtr& o, const ColumnSet& columns) {
  const auto* join = try_as<LogicalJoin>(*o);
  if (join == nullptr || join->join != JoinKind::kInner || join->is_dependent ||
      has_volatile_condition(*join)) {
    return &o;
  }
  for (OperatorPtr& child : o->children) {
    if (has_all(*child, columns)) {
      return find_place(child, columns);
    }
  }
  return &o;
}

void push(OperatorPtr& o, RewriteContext& context) {
  if (!is_semi_or_anti(*o) || has_volatile_condition(as<LogicalJoin>(*o))) {
    return;
  }
  auto& semi = as<LogicalJoin>(*o);
  const ColumnSet columns = restricted_columns(semi);
  // Other semi joins in between commute with this one.
  OperatorPtr* top = &semi.children[0];
  while (is_semi_or_anti(**top)) {
    top = &(*top)->children[0];
  }
  if (columns.empty() || !has_all(**top, columns)) {
    return;
  }
  OperatorPtr* place = find_place(*top, columns);
  if (place == top) {
    return;
  }
  estimate_rows(**top, context.functions, true);
  if (rows_of(**place) > rows_of(**top)) {
    return;
  }
  OperatorPtr whole = std::move(semi.children[0]);
  OperatorPtr moved = std::move(o);
  as<LogicalJoin>(*moved).children[0] = std::move(*place);
  *place = std::move(moved);
  o = std::move(whole);
}

}  // namespace

void semi_join_pushdown(OperatorPtr& root, RewriteContext& context) {
  visit_operators(root, [&](OperatorPtr& o) { push(o, context); });
}

}  // namespace stoa
