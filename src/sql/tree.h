// What can be done with any syntax tree: copy, compare, hash, walk, print.
//
// All functions are pure and recurse over the tree, which parser.h keeps shallow.
#pragma once

#include <functional>
#include <string>

#include "sql/statement.h"

namespace stoa::sql {

/// Deep copies, places included.
ExpressionPtr clone(const Expression& e);
QueryPtr clone(const Query& q);
TableReferencePtr clone(const TableReference& t);
StatementPtr clone(const Statement& s);
TypeName clone(const TypeName& t);
SortItem clone(const SortItem& item);
WindowSpecification clone(const WindowSpecification& window);

/// Same structure and same text; places, whether a name was quoted, and how a query was laid out don't count.
bool equal(const Expression& a, const Expression& b);
bool equal(const Query& a, const Query& b);
bool equal(const TableReference& a, const TableReference& b);
bool equal(const Statement& a, const Statement& b);
bool equal(const TypeName& a, const TypeName& b);

/// equal(a, b) implies hash(a) == hash(b).
size_t hash(const Expression& e);
size_t hash(const Query& q);

using ExpressionVisitor = std::function<void(ExpressionPtr&)>;
using ConstExpressionVisitor = std::function<void(const Expression&)>;
using ConstQueryVisitor = std::function<void(const Query&)>;

/// Calls `visit` with every direct child expression (of arguments, window, filter too), in the order written.
/// Subqueries are not entered. The owning pointer is given, so that a child may be replaced.
void visit_children(Expression& e, const ExpressionVisitor& visit);
void visit_children(const Expression& e, const ConstExpressionVisitor& visit);
/// Calls `visit` with every query that stands directly in this node.
void visit_queries(const Expression& e, const ConstQueryVisitor& visit);

/// The tree as SQL that parses to an equal tree. Names are quoted where needed, parentheses set where needed.
std::string to_text(const Expression& e);
std::string to_text(const Query& q);
std::string to_text(const TableReference& t);
std::string to_text(const Statement& s);

}  // namespace stoa::sql
