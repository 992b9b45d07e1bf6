#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"

namespace stoa {

namespace {

bool stands_in_grouped_clause(Clause clause) {
  return clause == Clause::kSelect || clause == Clause::kHaving || clause == Clause::kOrderBy ||
         clause == Clause::kQualify || clause == Clause::kWindowArgument;
}

std::string_view clause_name(Clause clause) {
  switch (clause) {
    case Clause::kWhere: return "WHERE";
    case Clause::kJoinCondition: return "JOIN conditions";
    case Clause::kGroupBy: return "GROUP BY";
    case Clause::kValues: return "VALUES";
    case Clause::kLimit: return "LIMIT";
    case Clause::kReturning: return "RETURNING";
    case Clause::kTableFunction: return "functions in FROM";
    case Clause::kAssignment: return "UPDATE";
    default: return "this place";
  }
}

bool is_hypothetical_set_aggregate(std::string_view name) {
  return name == "rank" || name == "dense_rank" || name == "percent_rank" || name == "cume_dist";
}

void require_plain_call(const sql::FunctionCall& e, const std::string& name) {
  if (e.distinct || e.star || !e.order_by.empty() || !e.within_group.empty() || e.filter) {
    raise_at(e.place, sqlstate::kWrongObjectType,
             fmt::format("{} is not an aggregate function: DISTINCT, *, ORDER BY and FILTER don't go with it",
                         name));
  }
  for (const sql::Argument& argument : e.arguments) {
    if (!argument.name.text.empty()) {
      raise_at(e.place, sqlstate::kFeatureNotSupported, "named arguments are not supported here");
    }
  }
}

}  // namespace

ExpressionPtr QueryBinder::bind_function(const sql::FunctionCall& e, Clause clause) {
  const std::string& name = e.name.last();
  if (e.over) {
    return bind_window(name, e, clause);
  }
  if (!e.within_group.empty() && is_hypothetical_set_aggregate(name)) {
    raise_at(e.place, sqlstate::kFeatureNotSupported,
             fmt::format("the hypothetical-set aggregate {} is not supported", name));
  }
  if (ExpressionPtr special = bind_special_function(name, e, clause)) {
    return special;
  }
  if (statement_.context.functions.has_aggregate(name)) {
    return bind_aggregate(name, e, clause);
  }
  if (is_window_function(name) && !statement_.context.functions.has_scalar(name)) {
    raise_at(e.place, sqlstate::kWrongObjectType,
             fmt::format("window function {} requires an OVER clause", name));
  }
  return bind_scalar_function(name, e, clause);
}

/// Functions that are expressions of their own: their arguments are not all evaluated.
ExpressionPtr QueryBinder::bind_special_function(const std::string& name, const sql::FunctionCall& e,
                                                 Clause clause) {
  const auto argument = [&](size_t i) { return bind(*e.arguments[i].value, clause); };
  if ((name == "coalesce" || name == "ifnull" || name == "nvl") && !e.arguments.empty()) {
    ExpressionList operands;
    for (size_t i = 0; i < e.arguments.size(); ++i) {
      operands.push_back(argument(i));
    }
    std::vector<ExpressionPtr*> all;
    for (ExpressionPtr& operand : operands) {
      all.push_back(&operand);
    }
    const LogicalType type = unify(all, "COALESCE");
    return std::make_unique<BoundCoalesce>(type, std::move(operands));
  }
  if (name == "nullif" && e.arguments.size() == 2) {
    ExpressionPtr value = argument(0);
    const LogicalType type = value->type;
    std::vector<BoundCase::Branch> branches;
    branches.push_back({make_bound_comparison(CompareOperator::kEqual, argument(0), argument(1)),
                        make_constant(Value::null(type))});
    return std::make_unique<BoundCase>(type, std::move(branches), std::move(value));
  }
  if (name == "if" && e.arguments.size() == 3) {
    std::vector<BoundCase::Branch> branches;
    branches.push_back({bind_condition(*e.arguments[0].value, clause), argument(1)});
    ExpressionPtr otherwise = argument(2);
    const LogicalType type = unify({&branches[0].result, &otherwise}, "IF");
    return std::make_unique<BoundCase>(type, std::move(branches), std::move(otherwise));
  }
  if (name == "grouping") {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "GROUPING() is not supported");
  }
  return nullptr;
}

ExpressionPtr QueryBinder::bind_scalar_function(const std::string& name, const sql::FunctionCall& e,
                                                Clause clause) {
  require_plain_call(e, name);
  ExpressionList arguments;
  for (const sql::Argument& argument : e.arguments) {
    arguments.push_back(bind(*argument.value, clause));
  }
  return call(name, std::move(arguments), e.place);
}

BoundAggregateCall QueryBinder::resolve_aggregate(const std::string& name, const sql::FunctionCall& e,
                                                  ExpressionList& arguments) {
  std::vector<LogicalType> types;
  std::vector<const Value*> constants;
  std::vector<bool> is_literal;
  for (const ExpressionPtr& argument : arguments) {
    types.push_back(argument->type);
    const auto* constant = try_as<BoundConstant>(*argument);
    constants.push_back(constant != nullptr ? &constant->value : nullptr);
    is_literal.push_back(argument->type.is_null() || (constant != nullptr && constant->is_untyped));
  }
  try {
    BoundAggregateCall bound =
        statement_.context.functions.bind_aggregate(name, types, constants, is_literal);
    for (size_t i = 0; i < arguments.size(); ++i) {
      arguments[i] = implicit_cast(std::move(arguments[i]), bound.parameter_types[i]);
    }
    return bound;
  } catch (Error& error) {
    error.set_place_if_none(e.place.offset);
    throw;
  }
}

ExpressionPtr QueryBinder::bind_aggregate(const std::string& name, const sql::FunctionCall& e,
                                          Clause clause) {
  if (clause == Clause::kAggregateArgument) {
    raise_at(e.place, sqlstate::kGroupingError, "aggregate function calls cannot be nested");
  }
  if (select_ == nullptr || !stands_in_grouped_clause(clause)) {
    raise_at(e.place, sqlstate::kGroupingError,
             fmt::format("aggregate functions are not allowed in {}", clause_name(clause)));
  }
  ExpressionList arguments;
  for (const sql::Argument& argument : e.arguments) {
    arguments.push_back(bind(*argument.value, Clause::kAggregateArgument));
  }
  std::vector<BoundOrder> within = bind_orders(e.within_group, Clause::kAggregateArgument);
  // percentile_cont(0.5) WITHIN GROUP (ORDER BY x) is an aggregate over x with the fraction as second
  // argument.
  // A descending order is told by a third argument.
  if (within.size() > 1) {
    raise_at(e.place, sqlstate::kFeatureNotSupported,
             fmt::format("{} WITHIN GROUP over several expressions is not supported", name));
  }
  if (!within.empty()) {
    const bool is_descending = within[0].is_descending;
    arguments.insert(arguments.begin(), std::move(within[0].expression));
    if (is_descending) {
      arguments.push_back(make_constant(Value::boolean(true)));
    }
  }
  BoundAggregateCall resolved = resolve_aggregate(name, e, arguments);
  auto aggregate = std::make_unique<BoundAggregate>(std::move(resolved), std::move(arguments));
  aggregate->is_distinct = e.distinct && !aggregate->call.function->ignores_duplicates;
  aggregate->order_by = bind_orders(e.order_by, Clause::kAggregateArgument);
  if (e.filter) {
    aggregate->filter = bind_condition(*e.filter, Clause::kAggregateArgument);
  }
  if (contains(*aggregate, ExpressionKind::kWindow)) {
    raise_at(e.place, sqlstate::kGroupingError, "window functions are not allowed inside of aggregates");
  }
  for (const LogicalAggregate::Item& known : select_->aggregates) {
    if (equal(*known.expression, *aggregate)) {
      return make_column(known.id, columns());
    }
  }
  const ColumnId id = columns().add(name, aggregate->type);
  select_->aggregates.push_back({id, std::move(aggregate)});
  return make_column(id, columns());
}

std::vector<BoundOrder> QueryBinder::bind_orders(const std::vector<sql::SortItem>& items, Clause clause) {
  std::vector<BoundOrder> orders;
  for (const sql::SortItem& item : items) {
    BoundOrder order;
    order.expression = bind(*item.expression, clause);
    order.is_descending = item.direction == sql::SortDirection::kDescending || item.using_operator == ">";
    order.nulls_first =
        item.nulls == sql::NullOrder::kDefault ? order.is_descending : item.nulls == sql::NullOrder::kFirst;
    orders.push_back(std::move(order));
  }
  return orders;
}

}  // namespace stoa
