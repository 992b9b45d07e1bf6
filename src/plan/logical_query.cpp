#include "plan/logical_query.h"

namespace stoa {

using Visitor = std::function<void(ExpressionPtr&)>;

namespace {

template <class Items>
void visit_items(Items& items, const Visitor& visit) {
  for (auto& item : items) {
    visit(item.expression);
  }
}

void visit_optional(ExpressionPtr& e, const Visitor& visit) {
  if (e) {
    visit(e);
  }
}

template <class Items>
void append_ids(const Items& items, std::vector<ColumnId>& ids) {
  for (const auto& item : items) {
    ids.push_back(item.id);
  }
}

}  // namespace

std::vector<ColumnId> LogicalScan::output() const {
  std::vector<ColumnId> ids;
  append_ids(columns, ids);
  return ids;
}

void LogicalScan::visit_expressions(const Visitor& visit) {
  for (ExpressionPtr& filter : filters) {
    visit(filter);
  }
}

void LogicalValues::visit_expressions(const Visitor& visit) {
  for (ExpressionList& row : rows) {
    for (ExpressionPtr& e : row) {
      visit(e);
    }
  }
}

std::vector<ColumnId> LogicalProject::output() const {
  std::vector<ColumnId> ids;
  append_ids(items, ids);
  return ids;
}

void LogicalProject::visit_expressions(const Visitor& visit) {
  visit_items(items, visit);
}

void LogicalFilter::visit_expressions(const Visitor& visit) {
  for (ExpressionPtr& conjunct : conjuncts) {
    visit(conjunct);
  }
}

std::vector<ColumnId> LogicalJoin::output() const {
  std::vector<ColumnId> ids = children[0]->output();
  if (join == JoinKind::kMark) {
    ids.push_back(mark);
  }
  if (join == JoinKind::kSemi || join == JoinKind::kAnti || join == JoinKind::kMark) {
    return ids;
  }
  const std::vector<ColumnId> right = children[1]->output();
  ids.insert(ids.end(), right.begin(), right.end());
  return ids;
}

void LogicalJoin::visit_expressions(const Visitor& visit) {
  for (ExpressionPtr& condition : conditions) {
    visit(condition);
  }
}

std::vector<ColumnId> LogicalAggregate::output() const {
  std::vector<ColumnId> ids;
  append_ids(groups, ids);
  append_ids(aggregates, ids);
  if (grouping_id) {
    ids.push_back(*grouping_id);
  }
  return ids;
}

void LogicalAggregate::visit_expressions(const Visitor& visit) {
  visit_items(groups, visit);
  visit_items(aggregates, visit);
}

void LogicalDistinct::visit_expressions(const Visitor& visit) {
  for (ExpressionPtr& e : on) {
    visit(e);
  }
}

void LogicalSort::visit_expressions(const Visitor& visit) {
  visit_items(order_by, visit);
}

void LogicalLimit::visit_expressions(const Visitor& visit) {
  visit_optional(limit, visit);
  visit_optional(offset, visit);
}

void LogicalTopN::visit_expressions(const Visitor& visit) {
  visit_items(order_by, visit);
  visit_optional(limit, visit);
  visit_optional(offset, visit);
}

std::vector<ColumnId> LogicalWindow::output() const {
  std::vector<ColumnId> ids = children[0]->output();
  append_ids(items, ids);
  return ids;
}

void LogicalWindow::visit_expressions(const Visitor& visit) {
  visit_items(items, visit);
}

}  // namespace stoa
