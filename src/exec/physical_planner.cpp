#include "exec/physical_planner.h"

#include "base/error.h"
#include "exec/aggregate.h"
#include "exec/change.h"
#include "exec/common_table.h"
#include "exec/copy_to.h"
#include "exec/distinct.h"
#include "exec/filter_project.h"
#include "exec/hash_join.h"
#include "exec/limit.h"
#include "exec/set_operation.h"
#include "exec/sort.h"
#include "exec/statistics_aggregate.h"
#include "exec/table_scan.h"
#include "exec/top_n.h"
#include "exec/values.h"
#include "exec/window.h"
#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/logical_statement.h"

namespace stoa {

namespace {

/// Turns a tree of logical operators into physical ones, children first; takes the expressions along.
class Planner {
 public:
  Planner(const ColumnTable& columns, const PlannerSettings& settings)
      : columns_(columns), settings_(settings) {}

  PhysicalOperatorPtr plan(OperatorPtr o) {
    const std::vector<ColumnId> output = o->output();
    const std::optional<Estimate> estimate = o->estimate;
    auto [name, details] = describe(*o, columns_);
    PhysicalOperatorPtr op = plan_node(std::move(o));
    if (op->output().empty()) {
      op->set_output(output, types_of(output));
    }
    if (op->details().empty()) {
      op->set_details(std::move(details));
    }
    if (estimate) {
      op->set_estimated_rows(estimate->row_count);
    }
    return op;
  }

 private:
  PhysicalOperatorPtr plan_node(OperatorPtr o) {
    switch (o->kind) {
      case OperatorKind::kScan: return std::make_unique<PhysicalScan>(take<LogicalScan>(o));
      case OperatorKind::kValues:
        return std::make_unique<PhysicalValues>(std::move(as<LogicalValues>(*o).rows));
      case OperatorKind::kProject: return plan_project(as<LogicalProject>(*o));
      case OperatorKind::kFilter:
        return passing_on(*o, std::make_unique<PhysicalFilter>(std::move(as<LogicalFilter>(*o).conjuncts)));
      case OperatorKind::kJoin: return plan_join(as<LogicalJoin>(*o));
      case OperatorKind::kAggregate: return plan_aggregate(as<LogicalAggregate>(*o));
      case OperatorKind::kDistinct:
        return passing_on(*o, std::make_unique<PhysicalDistinct>(std::move(as<LogicalDistinct>(*o).on)));
      case OperatorKind::kSort:
        return passing_on(*o, std::make_unique<PhysicalSort>(std::move(as<LogicalSort>(*o).order_by)));
      case OperatorKind::kLimit: return plan_limit(as<LogicalLimit>(*o));
      case OperatorKind::kTopN: {
        auto& top = as<LogicalTopN>(*o);
        return passing_on(*o, std::make_unique<PhysicalTopN>(std::move(top.order_by), std::move(top.limit),
                                                             std::move(top.offset)));
      }
      case OperatorKind::kWindow: {
        ExpressionList windows;
        std::vector<ColumnId> added;
        for (LogicalWindow::Item& item : as<LogicalWindow>(*o).items) {
          windows.push_back(std::move(item.expression));
          added.push_back(item.id);
        }
        return passing_on(*o, std::make_unique<PhysicalWindow>(std::move(windows)), added);
      }
      case OperatorKind::kSetOperation: return plan_set_operation(as<LogicalSetOperation>(*o));
      case OperatorKind::kCte: return plan_cte(as<LogicalCte>(*o));
      case OperatorKind::kCteReference: {
        auto& reference = as<LogicalCteReference>(*o);
        return std::make_unique<PhysicalCommonTableScan>(reference.number, std::move(reference.positions));
      }
      default: return plan_statement(std::move(o));
    }
  }

  PhysicalOperatorPtr plan_statement(OperatorPtr o) {
    PhysicalOperatorPtr child = plan(std::move(o->children.at(0)));
    o->children.clear();
    PhysicalOperatorPtr op;
    switch (o->kind) {
      case OperatorKind::kInsert: op = std::make_unique<PhysicalInsert>(take<LogicalInsert>(o)); break;
      case OperatorKind::kUpdate: op = std::make_unique<PhysicalUpdate>(take<LogicalUpdate>(o)); break;
      case OperatorKind::kDelete: op = std::make_unique<PhysicalDelete>(take<LogicalDelete>(o)); break;
      case OperatorKind::kCreateTableAs:
        op = std::make_unique<PhysicalCreateTableAs>(take<LogicalCreateTableAs>(o));
        break;
      case OperatorKind::kCopyTo: op = std::make_unique<PhysicalCopyTo>(take<LogicalCopyTo>(o)); break;
      default: raise_unsupported("EXPLAIN inside of a statement");
    }
    op->children().push_back(std::move(child));
    return op;
  }

  template <class Node>
  static std::unique_ptr<Node> take(OperatorPtr& o) {
    return std::unique_ptr<Node>(static_cast<Node*>(o.release()));
  }

  PhysicalOperatorPtr over_child(LogicalOperator& o, PhysicalOperatorPtr op) {
    op->children().push_back(plan(std::move(o.children[0])));
    return op;
  }

  /// An operator that hands its child's columns on, `added` behind them. A join whose sides were turned has
  /// them in another order than its logical operator.
  PhysicalOperatorPtr passing_on(LogicalOperator& o, PhysicalOperatorPtr op,
                                 const std::vector<ColumnId>& added = {}) {
    op = over_child(o, std::move(op));
    std::vector<ColumnId> output = op->children()[0]->output();
    output.insert(output.end(), added.begin(), added.end());
    std::vector<LogicalType> types = types_of(output);
    op->set_output(std::move(output), std::move(types));
    return op;
  }

  std::vector<LogicalType> types_of(const std::vector<ColumnId>& ids) const {
    std::vector<LogicalType> types;
    for (const ColumnId id : ids) {
      types.push_back(columns_.type(id));
    }
    return types;
  }

  /// A projection that keeps its child's columns as they are is left out.
  PhysicalOperatorPtr plan_project(LogicalProject& project) {
    PhysicalOperatorPtr child = plan(std::move(project.children[0]));
    bool is_same = project.items.size() == child->output().size();
    ExpressionList expressions;
    for (size_t i = 0; i < project.items.size(); ++i) {
      const auto* column = try_as<BoundColumn>(*project.items[i].expression);
      is_same = is_same && column != nullptr && column->column == project.items[i].id &&
                child->output()[i] == column->column;
      expressions.push_back(std::move(project.items[i].expression));
    }
    if (is_same) {
      return child;
    }
    auto op = std::make_unique<PhysicalProject>(std::move(expressions));
    op->children().push_back(std::move(child));
    return op;
  }

  PhysicalOperatorPtr plan_limit(LogicalLimit& limit) {
    if (limit.with_ties) {
      raise_unsupported("WITH TIES");
    }
    return passing_on(limit,
                      std::make_unique<PhysicalLimit>(std::move(limit.limit), std::move(limit.offset)));
  }

  PhysicalOperatorPtr plan_join(LogicalJoin& join) {
    if (join.is_dependent) {
      raise_unsupported("this correlated subquery");
    }
    JoinExpressions expressions;
    expressions.kind = join.join;
    expressions.is_null_aware = join.is_null_aware;
    const ColumnSet left = output_columns(*join.children[0]);
    const ColumnSet right = output_columns(*join.children[1]);
    for (ExpressionPtr& condition : join.conditions) {
      add_condition(std::move(condition), left, right, expressions);
    }
    PhysicalOperatorPtr probe = plan(std::move(join.children[0]));
    PhysicalOperatorPtr build = plan(std::move(join.children[1]));
    const std::optional<ColumnId> mark =
        join.join == JoinKind::kMark ? std::optional(join.mark) : std::nullopt;
    return make_join(std::move(expressions), std::move(probe), std::move(build), mark);
  }

  static ColumnSet output_columns(const LogicalOperator& o) {
    const std::vector<ColumnId> ids = o.output();
    return {ids.begin(), ids.end()};
  }

  /// `left expression = right expression` becomes a pair of keys; anything else is checked for each pair of
  /// rows.
  static void add_condition(ExpressionPtr condition, const ColumnSet& left, const ColumnSet& right,
                            JoinExpressions& expressions) {
    auto* comparison = try_as<BoundComparison>(*condition);
    const bool is_equality = comparison != nullptr && (comparison->op == CompareOperator::kEqual ||
                                                       comparison->op == CompareOperator::kNotDistinct);
    if (!is_equality) {
      expressions.residual.push_back(std::move(condition));
      return;
    }
    const ColumnSet left_used = columns_of(*comparison->left);
    const ColumnSet right_used = columns_of(*comparison->right);
    const bool is_straight = !left_used.empty() && !right_used.empty() &&
                             refers_only_to(*comparison->left, left) &&
                             refers_only_to(*comparison->right, right);
    const bool is_crossed = !left_used.empty() && !right_used.empty() &&
                            refers_only_to(*comparison->left, right) &&
                            refers_only_to(*comparison->right, left);
    if (!is_straight && !is_crossed) {
      expressions.residual.push_back(std::move(condition));
      return;
    }
    expressions.probe_keys.push_back(std::move(is_straight ? comparison->left : comparison->right));
    expressions.build_keys.push_back(std::move(is_straight ? comparison->right : comparison->left));
    expressions.nulls_are_equal.push_back(comparison->op == CompareOperator::kNotDistinct);
  }

  PhysicalOperatorPtr plan_aggregate(LogicalAggregate& aggregate) {
    std::optional<StatisticsQuestion> question;
    if (settings_.answers_from_statistics) {
      question = statistics_question(aggregate);
    }
    const std::vector<ColumnId> output = aggregate.output();
    PhysicalOperatorPtr general = plan_general_aggregate(aggregate);
    if (!question) {
      return general;
    }
    general->set_output(output, types_of(output));
    return std::make_unique<PhysicalStatisticsAggregate>(std::move(*question), std::move(general));
  }

  PhysicalOperatorPtr plan_general_aggregate(LogicalAggregate& aggregate) {
    AggregateExpressions expressions;
    for (LogicalAggregate::Item& item : aggregate.groups) {
      expressions.groups.push_back(std::move(item.expression));
    }
    for (LogicalAggregate::Item& item : aggregate.aggregates) {
      expressions.aggregates.push_back(std::move(item.expression));
    }
    expressions.sets = std::move(aggregate.sets);
    expressions.has_grouping_id = aggregate.grouping_id.has_value();
    if (expressions.groups.empty() && expressions.sets.empty()) {
      return over_child(aggregate,
                        std::make_unique<PhysicalUngroupedAggregate>(std::move(expressions.aggregates)));
    }
    return over_child(aggregate, std::make_unique<PhysicalHashAggregate>(std::move(expressions)));
  }

  PhysicalOperatorPtr plan_set_operation(LogicalSetOperation& set) {
    PhysicalOperatorPtr op;
    if (set.operation == SetOperationKind::kUnionAll) {
      op = std::make_unique<PhysicalUnionAll>();
    } else {
      std::vector<std::vector<size_t>> positions(set.children.size());
      for (std::vector<size_t>& child : positions) {
        for (size_t c = 0; c < set.columns.size(); ++c) {
          child.push_back(c);
        }
      }
      op = std::make_unique<PhysicalSetOperation>(set.operation, std::move(positions));
    }
    for (size_t i = 0; i < set.children.size(); ++i) {
      op->children().push_back(in_order(plan(std::move(set.children[i])), set.child_columns[i]));
    }
    return op;
  }

  /// The child giving exactly `ids`, in that order.
  PhysicalOperatorPtr in_order(PhysicalOperatorPtr child, const std::vector<ColumnId>& ids) const {
    if (child->output() == ids) {
      return child;
    }
    ExpressionList expressions;
    for (const ColumnId id : ids) {
      expressions.push_back(make_column(id, columns_));
    }
    auto project = std::make_unique<PhysicalProject>(std::move(expressions));
    project->children().push_back(std::move(child));
    project->set_output(ids, types_of(ids));
    return project;
  }

  PhysicalOperatorPtr plan_cte(LogicalCte& cte) {
    PhysicalOperatorPtr definition = in_order(plan(std::move(cte.children[0])), cte.definition_columns);
    PhysicalOperatorPtr body = plan(std::move(cte.children[1]));
    auto op = std::make_unique<PhysicalCommonTable>(cte.number);
    op->set_output(body->output(), body->types());
    op->children().push_back(std::move(body));
    op->children().push_back(std::move(definition));
    return op;
  }

  const ColumnTable& columns_;
  const PlannerSettings& settings_;
};

void number_operators(PhysicalOperator& op, size_t& next) {
  op.set_number(next++);
  if (op.alternative() != nullptr) {
    number_operators(*op.alternative(), next);
  }
  for (const PhysicalOperatorPtr& child : op.children()) {
    number_operators(*child, next);
  }
}

}  // namespace

PhysicalPlan make_physical_plan(LogicalPlan logical, const PlannerSettings& settings) {
  PhysicalPlan plan;
  plan.root = Planner(logical.columns, settings).plan(std::move(logical.root));
  const ColumnPositions positions = plan.root->positions();
  for (const OutputColumn& column : logical.output) {
    plan.positions.push_back(positions.at(column.column));
    plan.names.push_back(column.name);
    plan.types.push_back(logical.columns.type(column.column));
  }
  plan.parameter_types = std::move(logical.parameter_types);
  number_operators(*plan.root, plan.operator_count);
  return plan;
}

}  // namespace stoa
