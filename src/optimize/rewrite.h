#pragma once

#include "optimize/optimizer.h"
#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/plan_rewrite.h"

/// One function per rewrite; each is in a file of its name. A rewrite changes the tree in place and keeps its
/// meaning: the output columns of the root, and the rows. optimizer.cpp has their order and their names.
namespace stoa {

/// What rewrites work on.
struct RewriteContext {
  ColumnTable& columns;
  const FunctionContext& functions;
};

// --- always done
/// Subqueries inside of expressions become joins, dependent ones where they are correlated.
void unnest_subqueries(OperatorPtr& root, RewriteContext& context);
/// Dependent joins become ordinary ones (Neumann & Kemper, "Unnesting Arbitrary Queries", 2015, bottom up; a
/// correlated column that an equality binds needs no domain).
void remove_dependent_joins(OperatorPtr& root, RewriteContext& context);

/// A copy of a tree in which every column that it makes has a new id; `renamed` tells which.
OperatorPtr clone_with_new_ids(const LogicalOperator& o, ColumnTable& columns, ColumnMap<ColumnId>& renamed);

}  // namespace stoa
