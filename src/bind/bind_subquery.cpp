#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"

namespace stoa {

std::unique_ptr<BoundSubquery> QueryBinder::make_subquery(SubqueryKind kind, const sql::Query& query,
                                                          LogicalType type) {
  QueryBinder inner(statement_, this);
  BoundQuery bound = inner.bind_query(query);
  std::vector<ColumnId> ids;
  for (const OutputColumn& column : bound.output) {
    ids.push_back(column.column);
  }
  if (type.is_null() && kind == SubqueryKind::kScalar) {
    if (ids.size() != 1) {
      raise_at(query.place, sqlstate::kSyntaxError, "a subquery used as a value must have one column");
    }
    type = columns().type(ids[0]);
  }
  auto subquery = std::make_unique<BoundSubquery>(kind, type, std::move(bound.root), std::move(ids));
  subquery->outer.assign(inner.outer_references().begin(), inner.outer_references().end());
  subquery->place = query.place.offset;
  return subquery;
}

ExpressionPtr QueryBinder::bind_scalar_subquery(const sql::ScalarSubquery& e) {
  return make_subquery(SubqueryKind::kScalar, *e.query, TypeId::kNull);
}

ExpressionPtr QueryBinder::bind_exists(const sql::Exists& e) {
  return make_subquery(SubqueryKind::kExists, *e.query, TypeId::kBoolean);
}

/// Brings the operands and the subquery's columns to common types: operands are cast, columns by a projection
/// on top.
ExpressionPtr QueryBinder::compare_subquery(std::unique_ptr<BoundSubquery> subquery,
                                            ExpressionList operands) {
  if (subquery->columns.size() != operands.size()) {
    raise_at({*subquery->place, 1}, sqlstate::kSyntaxError,
             fmt::format("the subquery has {} columns where {} are compared", subquery->columns.size(),
                         operands.size()));
  }
  auto project = std::make_unique<LogicalProject>();
  std::vector<ColumnId> ids;
  bool is_changed = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    ExpressionPtr column = make_column(subquery->columns[i], columns());
    unify({&operands[i], &column}, "subquery comparison");
    ColumnId id = subquery->columns[i];
    if (column->kind != ExpressionKind::kColumn) {
      id = columns().add(columns().name(id), column->type);
      is_changed = true;
    }
    project->items.push_back({id, std::move(column)});
    ids.push_back(id);
  }
  if (is_changed) {
    project->children.push_back(std::move(subquery->plan));
    subquery->plan = std::move(project);
    subquery->columns = std::move(ids);
  }
  subquery->operands = std::move(operands);
  return subquery;
}

namespace {

/// The operands on the left of IN or ANY: the items of a row, or the expression alone.
std::vector<const sql::Expression*> left_items(const sql::Expression& e) {
  std::vector<const sql::Expression*> items;
  if (!sql::is<sql::Row>(e)) {
    return {&e};
  }
  for (const sql::ExpressionPtr& item : sql::as<sql::Row>(e).items) {
    items.push_back(item.get());
  }
  return items;
}

CompareOperator comparison_operator(const sql::QuantifiedComparison& e) {
  switch (e.op) {
    case sql::BinaryOperator::kEqual: return CompareOperator::kEqual;
    case sql::BinaryOperator::kNotEqual: return CompareOperator::kNotEqual;
    case sql::BinaryOperator::kLess: return CompareOperator::kLess;
    case sql::BinaryOperator::kLessEqual: return CompareOperator::kLessEqual;
    case sql::BinaryOperator::kGreater: return CompareOperator::kGreater;
    case sql::BinaryOperator::kGreaterEqual: return CompareOperator::kGreaterEqual;
    default:
      raise_at(e.place, sqlstate::kFeatureNotSupported, "this operator with ANY or ALL is not supported");
  }
}

}  // namespace

ExpressionPtr QueryBinder::bind_in_subquery(const sql::InSubquery& e, Clause clause) {
  ExpressionList operands;
  for (const sql::Expression* item : left_items(*e.operand)) {
    operands.push_back(bind(*item, clause));
  }
  ExpressionPtr any =
      compare_subquery(make_subquery(SubqueryKind::kAny, *e.query, TypeId::kBoolean), std::move(operands));
  return e.negated ? make_not(std::move(any)) : std::move(any);
}

ExpressionPtr QueryBinder::bind_quantified(const sql::QuantifiedComparison& e, Clause clause) {
  if (!e.query || e.like) {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "ANY and ALL over lists are not supported");
  }
  const CompareOperator op = comparison_operator(e);
  ExpressionList operands;
  for (const sql::Expression* item : left_items(*e.operand)) {
    operands.push_back(bind(*item, clause));
  }
  if (operands.size() != 1 && op != CompareOperator::kEqual) {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "rows with ANY and ALL are supported for = only");
  }
  // x op ALL (q) is NOT (x negated-op ANY (q)), also for NULLs.
  auto subquery = make_subquery(SubqueryKind::kAny, *e.query, TypeId::kBoolean);
  subquery->op = e.all ? negate(op) : op;
  ExpressionPtr any = compare_subquery(std::move(subquery), std::move(operands));
  return e.all ? make_not(std::move(any)) : std::move(any);
}

}  // namespace stoa
