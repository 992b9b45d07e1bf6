#include "plan/expression_tree.h"

#include "base/assert.h"
#include "plan/logical_operator.h"
#include "plan/plan_rewrite.h"

namespace stoa {

BoundSubquery::BoundSubquery(SubqueryKind k, LogicalType t, std::unique_ptr<LogicalOperator> p,
                             std::vector<ColumnId> out)
    : BoundExpression(kKind, std::move(t)), subquery(k), plan(std::move(p)), columns(std::move(out)) {}

BoundSubquery::~BoundSubquery() = default;

namespace {

using Visitor = std::function<void(ExpressionPtr&)>;

void visit_optional(ExpressionPtr& e, const Visitor& visit) {
  if (e) {
    visit(e);
  }
}

void visit_list(ExpressionList& list, const Visitor& visit) {
  for (ExpressionPtr& e : list) {
    visit(e);
  }
}

void visit_orders(std::vector<BoundOrder>& orders, const Visitor& visit) {
  for (BoundOrder& order : orders) {
    visit(order.expression);
  }
}

void visit_case(BoundCase& e, const Visitor& visit) {
  for (BoundCase::Branch& branch : e.branches) {
    visit(branch.condition);
    visit(branch.result);
  }
  visit(e.otherwise);
}

void visit_window(BoundWindow& e, const Visitor& visit) {
  visit_list(e.arguments, visit);
  visit_optional(e.filter, visit);
  visit_list(e.partition_by, visit);
  visit_orders(e.order_by, visit);
  visit_optional(e.start_offset, visit);
  visit_optional(e.end_offset, visit);
}

}  // namespace

void visit_children(BoundExpression& e, const Visitor& visit) {
  switch (e.kind) {
    case ExpressionKind::kConstant:
    case ExpressionKind::kParameter:
    case ExpressionKind::kColumn: return;
    case ExpressionKind::kCall: return visit_list(as<BoundCall>(e).arguments, visit);
    case ExpressionKind::kComparison:
      visit(as<BoundComparison>(e).left);
      return visit(as<BoundComparison>(e).right);
    case ExpressionKind::kConjunction: return visit_list(as<BoundConjunction>(e).operands, visit);
    case ExpressionKind::kNot: return visit(as<BoundNot>(e).operand);
    case ExpressionKind::kIsNull: return visit(as<BoundIsNull>(e).operand);
    case ExpressionKind::kCase: return visit_case(as<BoundCase>(e), visit);
    case ExpressionKind::kCoalesce: return visit_list(as<BoundCoalesce>(e).operands, visit);
    case ExpressionKind::kCast: return visit(as<BoundCast>(e).operand);
    case ExpressionKind::kInList:
      visit(as<BoundInList>(e).operand);
      return visit_list(as<BoundInList>(e).items, visit);
    case ExpressionKind::kAggregate:
      visit_list(as<BoundAggregate>(e).arguments, visit);
      visit_optional(as<BoundAggregate>(e).filter, visit);
      return visit_orders(as<BoundAggregate>(e).order_by, visit);
    case ExpressionKind::kWindow: return visit_window(as<BoundWindow>(e), visit);
    case ExpressionKind::kSubquery: return visit_list(as<BoundSubquery>(e).operands, visit);
  }
}

void visit_children(const BoundExpression& e, const std::function<void(const BoundExpression&)>& visit) {
  // The walk itself changes nothing; only the visitor could, and it gets a const reference.
  visit_children(const_cast<BoundExpression&>(e), Visitor([&visit](ExpressionPtr& child) { visit(*child); }));
}

void collect_columns(const BoundExpression& e, ColumnSet& columns) {
  if (const auto* column = try_as<BoundColumn>(e)) {
    columns.insert(column->column);
  }
  if (const auto* subquery = try_as<BoundSubquery>(e)) {
    const ColumnSet outer = outer_columns(*subquery->plan);
    columns.insert(outer.begin(), outer.end());
  }
  visit_children(e, [&columns](const BoundExpression& child) { collect_columns(child, columns); });
}

ColumnSet columns_of(const BoundExpression& e) {
  ColumnSet columns;
  collect_columns(e, columns);
  return columns;
}

bool refers_only_to(const BoundExpression& e, const ColumnSet& available) {
  for (const ColumnId column : columns_of(e)) {
    if (!available.contains(column)) {
      return false;
    }
  }
  return true;
}

namespace {

template <class Predicate>
bool any_node(const BoundExpression& e, const Predicate& predicate) {
  if (predicate(e)) {
    return true;
  }
  bool found = false;
  visit_children(e, [&](const BoundExpression& child) { found = found || any_node(child, predicate); });
  return found;
}

}  // namespace

bool contains(const BoundExpression& e, ExpressionKind kind) {
  return any_node(e, [kind](const BoundExpression& node) { return node.kind == kind; });
}

bool is_volatile(const BoundExpression& e) {
  return any_node(e, [](const BoundExpression& node) {
    const auto* call = try_as<BoundCall>(node);
    return call != nullptr && call->call.function->volatility == Volatility::kVolatile;
  });
}

bool is_foldable(const BoundExpression& e) {
  return !any_node(e, [](const BoundExpression& node) {
    switch (node.kind) {
      case ExpressionKind::kParameter:
      case ExpressionKind::kColumn:
      case ExpressionKind::kAggregate:
      case ExpressionKind::kWindow:
      case ExpressionKind::kSubquery: return true;
      case ExpressionKind::kCall:
        return as<BoundCall>(node).call.function->volatility != Volatility::kImmutable;
      default: return false;
    }
  });
}

bool cannot_raise(const BoundExpression& e) {
  return !any_node(e, [](const BoundExpression& node) {
    switch (node.kind) {
      case ExpressionKind::kCall:
      case ExpressionKind::kSubquery:
      case ExpressionKind::kAggregate:
      case ExpressionKind::kWindow: return true;
      case ExpressionKind::kCast: return !as<BoundCast>(node).is_try;
      default: return false;
    }
  });
}

void replace_columns(ExpressionPtr& e, const ColumnMap<ColumnId>& replacements) {
  if (auto* column = try_as<BoundColumn>(*e)) {
    const auto found = replacements.find(column->column);
    if (found != replacements.end()) {
      column->column = found->second;
    }
    return;
  }
  if (auto* subquery = try_as<BoundSubquery>(*e)) {
    replace_columns(*subquery->plan, replacements);
  }
  visit_children(*e, [&](ExpressionPtr& child) { replace_columns(child, replacements); });
}

void replace_columns(ExpressionPtr& e, const ColumnMap<const BoundExpression*>& replacements) {
  if (const auto* column = try_as<BoundColumn>(*e)) {
    const auto found = replacements.find(column->column);
    if (found != replacements.end()) {
      e = clone(*found->second);
    }
    return;
  }
  visit_children(*e, [&](ExpressionPtr& child) { replace_columns(child, replacements); });
}

void split_conjuncts(ExpressionPtr predicate, ExpressionList& conjuncts) {
  auto* conjunction = try_as<BoundConjunction>(*predicate);
  if (conjunction == nullptr || !conjunction->is_and) {
    conjuncts.push_back(std::move(predicate));
    return;
  }
  for (ExpressionPtr& operand : conjunction->operands) {
    split_conjuncts(std::move(operand), conjuncts);
  }
}

ExpressionPtr join_conjuncts(ExpressionList conjuncts) {
  if (conjuncts.empty()) {
    return make_constant(Value::boolean(true));
  }
  if (conjuncts.size() == 1) {
    return std::move(conjuncts[0]);
  }
  return std::make_unique<BoundConjunction>(true, std::move(conjuncts));
}

ExpressionPtr make_constant(Value value) {
  return std::make_unique<BoundConstant>(std::move(value));
}

ExpressionPtr make_column(ColumnId column, const ColumnTable& columns) {
  return std::make_unique<BoundColumn>(column, columns.type(column));
}

ExpressionPtr make_comparison(CompareOperator op, ExpressionPtr left, ExpressionPtr right) {
  STOA_ASSERT(left->type.physical() == right->type.physical());
  return std::make_unique<BoundComparison>(op, std::move(left), std::move(right));
}

ExpressionPtr make_not(ExpressionPtr operand) {
  return std::make_unique<BoundNot>(std::move(operand));
}

ExpressionPtr make_cast(ExpressionPtr operand, const LogicalType& type, bool is_try) {
  auto* constant = try_as<BoundConstant>(*operand);
  if (operand->type == type) {
    if (constant != nullptr) {
      constant->is_untyped = false;  // 'a'::text is a text
    }
    return operand;
  }
  const std::optional<uint32_t> place = operand->place;
  if (constant != nullptr) {
    Value cast;
    if (try_cast_value(constant->value, type, cast)) {
      constant->value = std::move(cast);
      constant->type = type;
      constant->is_untyped = false;
      return operand;
    }
  }
  auto cast = std::make_unique<BoundCast>(std::move(operand), type, is_try);
  cast->place = place;
  return cast;
}

}  // namespace stoa
