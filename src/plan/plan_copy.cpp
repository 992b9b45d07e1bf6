#include "base/assert.h"
#include "base/error.h"
#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/logical_statement.h"

namespace stoa {

namespace {

ExpressionPtr copy_of(const ExpressionPtr& e) {
  return e ? clone(*e) : nullptr;
}

ExpressionList copy_of(const ExpressionList& list) {
  ExpressionList copy;
  for (const ExpressionPtr& e : list) {
    copy.push_back(clone(*e));
  }
  return copy;
}

std::vector<BoundOrder> copy_of(const std::vector<BoundOrder>& orders) {
  std::vector<BoundOrder> copy;
  for (const BoundOrder& o : orders) {
    copy.push_back({clone(*o.expression), o.is_descending, o.nulls_first});
  }
  return copy;
}

template <class Item>
std::vector<Item> copy_items(const std::vector<Item>& items) {
  std::vector<Item> copy;
  for (const Item& item : items) {
    copy.push_back({item.id, clone(*item.expression)});
  }
  return copy;
}

OperatorPtr copy_scan(const LogicalScan& o) {
  auto copy = std::make_unique<LogicalScan>();
  copy->table = o.table;
  copy->table_id = o.table_id;
  copy->source = o.source;
  copy->statistics_source = o.statistics_source;
  copy->name = o.name;
  copy->columns = o.columns;
  copy->filters = copy_of(o.filters);
  return copy;
}

OperatorPtr copy_values(const LogicalValues& o) {
  auto copy = std::make_unique<LogicalValues>();
  copy->columns = o.columns;
  for (const ExpressionList& row : o.rows) {
    copy->rows.push_back(copy_of(row));
  }
  return copy;
}

OperatorPtr copy_join(const LogicalJoin& o) {
  auto copy = std::make_unique<LogicalJoin>();
  copy->join = o.join;
  copy->conditions = copy_of(o.conditions);
  copy->is_dependent = o.is_dependent;
  copy->mark = o.mark;
  copy->is_null_aware = o.is_null_aware;
  return copy;
}

OperatorPtr copy_aggregate(const LogicalAggregate& o) {
  auto copy = std::make_unique<LogicalAggregate>();
  copy->groups = copy_items(o.groups);
  copy->aggregates = copy_items(o.aggregates);
  copy->sets = o.sets;
  copy->grouping_id = o.grouping_id;
  return copy;
}

OperatorPtr copy_limit(const LogicalLimit& o) {
  auto copy = std::make_unique<LogicalLimit>();
  copy->limit = copy_of(o.limit);
  copy->offset = copy_of(o.offset);
  copy->with_ties = o.with_ties;
  return copy;
}

OperatorPtr copy_top_n(const LogicalTopN& o) {
  auto copy = std::make_unique<LogicalTopN>();
  copy->order_by = copy_of(o.order_by);
  copy->limit = copy_of(o.limit);
  copy->offset = copy_of(o.offset);
  return copy;
}

OperatorPtr copy_set_operation(const LogicalSetOperation& o) {
  auto copy = std::make_unique<LogicalSetOperation>();
  copy->operation = o.operation;
  copy->columns = o.columns;
  copy->child_columns = o.child_columns;
  return copy;
}

OperatorPtr copy_cte(const LogicalCte& o) {
  auto copy = std::make_unique<LogicalCte>();
  copy->number = o.number;
  copy->name = o.name;
  copy->definition_columns = o.definition_columns;
  copy->must_materialize = o.must_materialize;
  return copy;
}

OperatorPtr copy_cte_reference(const LogicalCteReference& o) {
  auto copy = std::make_unique<LogicalCteReference>();
  copy->number = o.number;
  copy->name = o.name;
  copy->columns = o.columns;
  copy->positions = o.positions;
  return copy;
}

OperatorPtr copy_node(const LogicalOperator& o) {
  switch (o.kind) {
    case OperatorKind::kScan: return copy_scan(as<LogicalScan>(o));
    case OperatorKind::kValues: return copy_values(as<LogicalValues>(o));
    case OperatorKind::kProject: {
      auto copy = std::make_unique<LogicalProject>();
      copy->items = copy_items(as<LogicalProject>(o).items);
      return copy;
    }
    case OperatorKind::kFilter: {
      auto copy = std::make_unique<LogicalFilter>();
      copy->conjuncts = copy_of(as<LogicalFilter>(o).conjuncts);
      return copy;
    }
    case OperatorKind::kJoin: return copy_join(as<LogicalJoin>(o));
    case OperatorKind::kAggregate: return copy_aggregate(as<LogicalAggregate>(o));
    case OperatorKind::kDistinct: {
      auto copy = std::make_unique<LogicalDistinct>();
      copy->on = copy_of(as<LogicalDistinct>(o).on);
      return copy;
    }
    case OperatorKind::kSort: {
      auto copy = std::make_unique<LogicalSort>();
      copy->order_by = copy_of(as<LogicalSort>(o).order_by);
      return copy;
    }
    case OperatorKind::kLimit: return copy_limit(as<LogicalLimit>(o));
    case OperatorKind::kTopN: return copy_top_n(as<LogicalTopN>(o));
    case OperatorKind::kWindow: {
      auto copy = std::make_unique<LogicalWindow>();
      copy->items = copy_items(as<LogicalWindow>(o).items);
      return copy;
    }
    case OperatorKind::kSetOperation: return copy_set_operation(as<LogicalSetOperation>(o));
    case OperatorKind::kCte: return copy_cte(as<LogicalCte>(o));
    case OperatorKind::kCteReference: return copy_cte_reference(as<LogicalCteReference>(o));
    default: break;
  }
  STOA_UNREACHABLE("only query operators are copied");
}

}  // namespace

OperatorPtr clone(const LogicalOperator& o) {
  OperatorPtr copy = copy_node(o);
  copy->estimate = o.estimate;
  for (const OperatorPtr& child : o.children) {
    copy->children.push_back(clone(*child));
  }
  return copy;
}

}  // namespace stoa
