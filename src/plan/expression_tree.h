#pragma once

#include <functional>
#include <string>

#include "plan/expression.h"
#include "plan/subquery.h"

/// What can be done with any bound expression tree: walk, copy, compare, print. Pure functions.
namespace stoa {

/// Calls `visit` with the owning pointer of every direct child, so that it may be replaced. Subquery plans
/// are not entered; a subquery's operands are children.
void visit_children(BoundExpression& e, const std::function<void(ExpressionPtr&)>& visit);
void visit_children(const BoundExpression& e, const std::function<void(const BoundExpression&)>& visit);

/// A deep copy; column ids stay the same, also those made inside subqueries.
ExpressionPtr clone(const BoundExpression& e);
/// Structural equality, places ignored. Volatile calls are never equal to another.
bool equal(const BoundExpression& a, const BoundExpression& b);
size_t hash(const BoundExpression& e);
/// For EXPLAIN and errors; columns by name.
std::string to_text(const BoundExpression& e, const ColumnTable& columns);

/// All columns that it refers to, those outside of subqueries and the outer ones of subqueries.
void collect_columns(const BoundExpression& e, ColumnSet& columns);
ColumnSet columns_of(const BoundExpression& e);
/// Whether every column it refers to is in `available`.
bool refers_only_to(const BoundExpression& e, const ColumnSet& available);
bool contains(const BoundExpression& e, ExpressionKind kind);
bool is_volatile(const BoundExpression& e);
/// No column, no parameter, no subquery, nothing volatile or stable: may be folded.
bool is_foldable(const BoundExpression& e);
/// True when evaluating it can't raise for any input (columns, constants, comparisons, AND/OR, IS NULL ...):
/// such an expression may be evaluated for rows that a filter would have dropped.
bool cannot_raise(const BoundExpression& e);

/// Replaces columns throughout: by other columns, or by clones of expressions. Also inside of subquery plans.
void replace_columns(ExpressionPtr& e, const ColumnMap<ColumnId>& replacements);
void replace_columns(ExpressionPtr& e, const ColumnMap<const BoundExpression*>& replacements);

/// Splits a predicate at its top-level ANDs; joins a list by AND (TRUE when empty; the list is consumed).
void split_conjuncts(ExpressionPtr predicate, ExpressionList& conjuncts);
ExpressionPtr join_conjuncts(ExpressionList conjuncts);

ExpressionPtr make_constant(Value value);
ExpressionPtr make_column(ColumnId column, const ColumnTable& columns);
ExpressionPtr make_comparison(CompareOperator op, ExpressionPtr left, ExpressionPtr right);
ExpressionPtr make_not(ExpressionPtr operand);
/// The expression itself when it has the type already; a cast constant when it is a constant.
ExpressionPtr make_cast(ExpressionPtr operand, const LogicalType& type, bool is_try = false);

}  // namespace stoa
