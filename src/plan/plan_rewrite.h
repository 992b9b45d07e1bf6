#pragma once

#include <functional>

#include "plan/logical_operator.h"

/// Generic walks over operator trees, for rewrites. Pure but for what the visitor does.
namespace stoa {

/// Calls `visit` on every operator of the tree, children first, with its owning pointer (which it may
/// replace).
void visit_operators(OperatorPtr& root, const std::function<void(OperatorPtr&)>& visit);
/// Calls `visit` on every expression of every operator of the tree (owning pointers), subquery plans
/// included.
void visit_all_expressions(LogicalOperator& root, const std::function<void(ExpressionPtr&)>& visit);
/// Renames columns that the tree refers to or makes, throughout.
void replace_columns(LogicalOperator& root, const ColumnMap<ColumnId>& replacements);
/// Wraps `child` in a new operator as its only child.
template <class Node>
std::unique_ptr<Node> wrap(OperatorPtr child) {
  auto node = std::make_unique<Node>();
  node->children.push_back(std::move(child));
  return node;
}
/// The set of columns that an operator gives.
ColumnSet output_set(const LogicalOperator& o);

}  // namespace stoa
