#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/expression_tree.h"
#include "plan/logical_operator.h"

namespace stoa {

namespace {

ExpressionPtr clone_optional(const ExpressionPtr& e) {
  return e ? clone(*e) : nullptr;
}

ExpressionList clone_list(const ExpressionList& list) {
  ExpressionList copy;
  copy.reserve(list.size());
  for (const ExpressionPtr& e : list) {
    copy.push_back(clone(*e));
  }
  return copy;
}

std::vector<BoundOrder> clone_orders(const std::vector<BoundOrder>& orders) {
  std::vector<BoundOrder> copy;
  for (const BoundOrder& o : orders) {
    copy.push_back({clone(*o.expression), o.is_descending, o.nulls_first});
  }
  return copy;
}

ExpressionPtr clone_case(const BoundCase& e) {
  std::vector<BoundCase::Branch> branches;
  for (const BoundCase::Branch& b : e.branches) {
    branches.push_back({clone(*b.condition), clone(*b.result)});
  }
  return std::make_unique<BoundCase>(e.type, std::move(branches), clone(*e.otherwise));
}

ExpressionPtr clone_aggregate(const BoundAggregate& e) {
  auto copy = std::make_unique<BoundAggregate>(e.call, clone_list(e.arguments));
  copy->is_distinct = e.is_distinct;
  copy->filter = clone_optional(e.filter);
  copy->order_by = clone_orders(e.order_by);
  return copy;
}

ExpressionPtr clone_window(const BoundWindow& e) {
  auto copy = std::make_unique<BoundWindow>(e.function, e.type);
  copy->aggregate = e.aggregate;
  copy->arguments = clone_list(e.arguments);
  copy->filter = clone_optional(e.filter);
  copy->is_distinct = e.is_distinct;
  copy->ignores_nulls = e.ignores_nulls;
  copy->partition_by = clone_list(e.partition_by);
  copy->order_by = clone_orders(e.order_by);
  copy->frame_unit = e.frame_unit;
  copy->frame_start = e.frame_start;
  copy->frame_end = e.frame_end;
  copy->start_offset = clone_optional(e.start_offset);
  copy->end_offset = clone_optional(e.end_offset);
  copy->exclusion = e.exclusion;
  return copy;
}

ExpressionPtr clone_node(const BoundExpression& e) {
  switch (e.kind) {
    case ExpressionKind::kConstant: return std::make_unique<BoundConstant>(as<BoundConstant>(e).value);
    case ExpressionKind::kParameter:
      return std::make_unique<BoundParameter>(as<BoundParameter>(e).index, e.type);
    case ExpressionKind::kColumn: return std::make_unique<BoundColumn>(as<BoundColumn>(e).column, e.type);
    case ExpressionKind::kCall: {
      const auto& call = as<BoundCall>(e);
      return std::make_unique<BoundCall>(call.call, clone_list(call.arguments));
    }
    case ExpressionKind::kComparison: {
      const auto& c = as<BoundComparison>(e);
      return std::make_unique<BoundComparison>(c.op, clone(*c.left), clone(*c.right));
    }
    case ExpressionKind::kConjunction: {
      const auto& c = as<BoundConjunction>(e);
      return std::make_unique<BoundConjunction>(c.is_and, clone_list(c.operands));
    }
    case ExpressionKind::kNot: return std::make_unique<BoundNot>(clone(*as<BoundNot>(e).operand));
    case ExpressionKind::kIsNull:
      return std::make_unique<BoundIsNull>(clone(*as<BoundIsNull>(e).operand), as<BoundIsNull>(e).is_negated);
    case ExpressionKind::kCase: return clone_case(as<BoundCase>(e));
    case ExpressionKind::kCoalesce:
      return std::make_unique<BoundCoalesce>(e.type, clone_list(as<BoundCoalesce>(e).operands));
    case ExpressionKind::kCast:
      return std::make_unique<BoundCast>(clone(*as<BoundCast>(e).operand), e.type, as<BoundCast>(e).is_try);
    case ExpressionKind::kInList: {
      const auto& in = as<BoundInList>(e);
      return std::make_unique<BoundInList>(clone(*in.operand), clone_list(in.items), in.is_negated);
    }
    case ExpressionKind::kAggregate: return clone_aggregate(as<BoundAggregate>(e));
    case ExpressionKind::kWindow: return clone_window(as<BoundWindow>(e));
    case ExpressionKind::kSubquery: {
      const auto& s = as<BoundSubquery>(e);
      auto copy = std::make_unique<BoundSubquery>(s.subquery, s.type, clone(*s.plan), s.columns);
      copy->outer = s.outer;
      copy->op = s.op;
      copy->operands = clone_list(s.operands);
      return copy;
    }
  }
  STOA_UNREACHABLE("expression kind");
}

/// Compares what a node holds besides its children.
bool equal_nodes(const BoundExpression& a, const BoundExpression& b) {
  if (a.kind != b.kind || !(a.type == b.type)) {
    return false;
  }
  switch (a.kind) {
    case ExpressionKind::kConstant: return as<BoundConstant>(a).value == as<BoundConstant>(b).value;
    case ExpressionKind::kParameter: return as<BoundParameter>(a).index == as<BoundParameter>(b).index;
    case ExpressionKind::kColumn: return as<BoundColumn>(a).column == as<BoundColumn>(b).column;
    case ExpressionKind::kCall: {
      const BoundScalarCall& call = as<BoundCall>(a).call;
      return call.function == as<BoundCall>(b).call.function &&
             call.function->volatility != Volatility::kVolatile;
    }
    case ExpressionKind::kComparison: return as<BoundComparison>(a).op == as<BoundComparison>(b).op;
    case ExpressionKind::kConjunction:
      return as<BoundConjunction>(a).is_and == as<BoundConjunction>(b).is_and;
    case ExpressionKind::kIsNull: return as<BoundIsNull>(a).is_negated == as<BoundIsNull>(b).is_negated;
    case ExpressionKind::kCast: return as<BoundCast>(a).is_try == as<BoundCast>(b).is_try;
    case ExpressionKind::kInList: return as<BoundInList>(a).is_negated == as<BoundInList>(b).is_negated;
    case ExpressionKind::kNot:
    case ExpressionKind::kCase:
    case ExpressionKind::kCoalesce: return true;
    case ExpressionKind::kAggregate: {
      const auto& x = as<BoundAggregate>(a);
      const auto& y = as<BoundAggregate>(b);
      return x.call.function == y.call.function && x.is_distinct == y.is_distinct && !x.filter == !y.filter &&
             x.order_by.empty() && y.order_by.empty();
    }
    case ExpressionKind::kWindow:
    case ExpressionKind::kSubquery: return &a == &b;
  }
  return false;
}

std::vector<const BoundExpression*> children_of(const BoundExpression& e) {
  std::vector<const BoundExpression*> children;
  visit_children(e, [&children](const BoundExpression& child) { children.push_back(&child); });
  return children;
}

}  // namespace

ExpressionPtr clone(const BoundExpression& e) {
  ExpressionPtr copy = clone_node(e);
  copy->place = e.place;
  return copy;
}

bool equal(const BoundExpression& a, const BoundExpression& b) {
  if (!equal_nodes(a, b)) {
    return false;
  }
  const auto children_a = children_of(a);
  const auto children_b = children_of(b);
  if (children_a.size() != children_b.size()) {
    return false;
  }
  for (size_t i = 0; i < children_a.size(); ++i) {
    if (!equal(*children_a[i], *children_b[i])) {
      return false;
    }
  }
  return true;
}

size_t hash(const BoundExpression& e) {
  uint64_t result = hash_integer(static_cast<uint64_t>(e.kind) * 64 + static_cast<uint64_t>(e.type.id()));
  if (const auto* constant = try_as<BoundConstant>(e)) {
    result = combine_hashes(result, hash_bytes(constant->value.to_string()));
  } else if (const auto* column = try_as<BoundColumn>(e)) {
    result = combine_hashes(result, static_cast<uint64_t>(column->column));
  } else if (const auto* call = try_as<BoundCall>(e)) {
    result = combine_hashes(result, reinterpret_cast<uintptr_t>(call->call.function));
  } else if (const auto* comparison = try_as<BoundComparison>(e)) {
    result = combine_hashes(result, static_cast<uint64_t>(comparison->op));
  }
  visit_children(e,
                 [&result](const BoundExpression& child) { result = combine_hashes(result, hash(child)); });
  return result;
}

}  // namespace stoa
