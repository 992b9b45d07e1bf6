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

// --- named rewrites
/// What depends on no row is computed once; AND, OR, NOT, CASE and COALESCE lose what constants decide. An
/// expression that raises stays, to raise for the rows that reach it and no others.
void constant_folding(OperatorPtr& root, RewriteContext& context);
/// Comparisons get a form that statistics and zone maps know: a column that was cast to a wider type is
/// compared in its own, IN of one is an equality, equalities of one column under OR are a list.
void comparison_simplification(OperatorPtr& root, RewriteContext& context);
/// (a AND x) OR (a AND y) has the conjunct a, which may be a join's key; and what the arms ask of one
/// relation alone is a filter of it.
void disjunction_filters(OperatorPtr& root, RewriteContext& context);
/// Conjuncts move down to where their columns come from, into scans at best; those over both sides of an
/// inner join become its conditions. Their order among themselves stays; volatile ones stay in place.
void filter_pushdown(OperatorPtr& root, RewriteContext& context);
/// A common table that is referred to once is put in that place; one that is never referred to is dropped.
void inline_common_tables(OperatorPtr& root, RewriteContext& context);
/// EXISTS and IN over several joined relations are asked of the one that they are about, where that has fewer
/// rows than the join.
void semi_join_pushdown(OperatorPtr& root, RewriteContext& context);
/// Inner joins of several relations are put in the order that is expected to cost least.
void join_order(OperatorPtr& root, RewriteContext& context);
/// What the expressions of a projection or an aggregation have in common is computed once, below them.
void common_subexpressions(OperatorPtr& root, RewriteContext& context);
/// LIMIT over ORDER BY becomes one operator that keeps only the rows wanted.
void top_n(OperatorPtr& root, RewriteContext& context);
/// Columns that nothing above needs are neither read nor computed.
void projection_pushdown(OperatorPtr& root, RewriteContext& context);

/// A copy of a tree in which every column that it makes has a new id; `renamed` tells which.
OperatorPtr clone_with_new_ids(const LogicalOperator& o, ColumnTable& columns, ColumnMap<ColumnId>& renamed);

}  // namespace stoa
