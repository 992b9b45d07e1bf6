#include <algorithm>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

/// Whether a cast keeps all values, their differences and their order.
bool is_widening(const LogicalType& from, const LogicalType& to) {
  const auto integer_part = [](const LogicalType& type) {
    return type.is_decimal() ? type.precision() - type.scale() : static_cast<int>(integer_digits(type.id()));
  };
  if (from.is_integer() && to.is_integer()) {
    return from.is_unsigned_integer() == to.is_unsigned_integer() && from.id() < to.id();
  }
  if ((from.is_integer() || from.is_decimal()) && to.is_decimal()) {
    const int scale = from.is_decimal() ? from.scale() : 0;
    return scale <= to.scale() && integer_part(from) <= integer_part(to);
  }
  if (from.is_integer() && to.id() == TypeId::kDouble) {
    return from.id() == TypeId::kTinyint || from.id() == TypeId::kSmallint || from.id() == TypeId::kInteger ||
           from.id() == TypeId::kUtinyint || from.id() == TypeId::kUsmallint ||
           from.id() == TypeId::kUinteger;
  }
  return (from.id() == TypeId::kReal && to.id() == TypeId::kDouble) ||
         (from.id() == TypeId::kDate && to.id() == TypeId::kTimestamp);
}

/// The operand of a widening cast of a column; else null.
ExpressionPtr* widened_column(ExpressionPtr& e) {
  auto* cast = try_as<BoundCast>(*e);
  const bool is_column = cast != nullptr && cast->operand->kind == ExpressionKind::kColumn;
  return is_column && is_widening(cast->operand->type, cast->type) ? &cast->operand : nullptr;
}

/// The constant in the narrower type, when it is the same value there.
std::optional<Value> narrowed(const BoundExpression& e, const LogicalType& type) {
  const auto* constant = try_as<BoundConstant>(e);
  Value narrow, back;
  if (constant == nullptr || constant->value.is_null() || !try_cast_value(constant->value, type, narrow) ||
      !try_cast_value(narrow, constant->type, back) || compare_values(back, constant->value) != 0 ||
      narrow.type() != type) {
    return std::nullopt;
  }
  return narrow;
}

void narrow_comparison(BoundComparison& comparison) {
  for (const bool column_is_left : {true, false}) {
    ExpressionPtr& side = column_is_left ? comparison.left : comparison.right;
    ExpressionPtr& other = column_is_left ? comparison.right : comparison.left;
    ExpressionPtr* column = widened_column(side);
    if (column == nullptr) {
      continue;
    }
    if (auto value = narrowed(*other, (*column)->type)) {
      ExpressionPtr bare = std::move(*column);
      side = std::move(bare);
      other = make_constant(std::move(*value));
      return;
    }
  }
}

void narrow_list(BoundInList& in) {
  ExpressionPtr* column = widened_column(in.operand);
  if (column == nullptr) {
    return;
  }
  ExpressionList items;
  for (const ExpressionPtr& item : in.items) {
    auto value = narrowed(*item, (*column)->type);
    if (!value) {
      return;
    }
    items.push_back(make_constant(std::move(*value)));
  }
  ExpressionPtr bare = std::move(*column);
  in.operand = std::move(bare);
  in.items = std::move(items);
}

/// What an operand of OR says in the form `expression IN (constants)`: the expression, else null.
const BoundExpression* listed(const BoundExpression& e, std::vector<const BoundExpression*>& items) {
  if (const auto* comparison = try_as<BoundComparison>(e)) {
    if (comparison->op == CompareOperator::kEqual && comparison->right->kind == ExpressionKind::kConstant &&
        comparison->left->kind == ExpressionKind::kColumn) {
      items.push_back(comparison->right.get());
      return comparison->left.get();
    }
    return nullptr;
  }
  const auto* in = try_as<BoundInList>(e);
  const bool is_list = in != nullptr && !in->is_negated && in->operand->kind == ExpressionKind::kColumn &&
                       std::all_of(in->items.begin(), in->items.end(), [](const ExpressionPtr& item) {
                         return item->kind == ExpressionKind::kConstant;
                       });
  if (!is_list) {
    return nullptr;
  }
  for (const ExpressionPtr& item : in->items) {
    items.push_back(item.get());
  }
  return in->operand.get();
}

/// a = 1 OR a = 2 is a IN (1, 2), when all of the OR is about one column.
void list_disjunction(ExpressionPtr& e) {
  const auto& disjunction = as<BoundConjunction>(*e);
  if (disjunction.is_and) {
    return;
  }
  const BoundExpression* subject = nullptr;
  std::vector<const BoundExpression*> items;
  for (const ExpressionPtr& operand : disjunction.operands) {
    const BoundExpression* own = listed(*operand, items);
    if (own == nullptr || (subject != nullptr && !equal(*subject, *own))) {
      return;
    }
    subject = own;
  }
  ExpressionList copies;
  for (const BoundExpression* item : items) {
    copies.push_back(clone(*item));
  }
  e = std::make_unique<BoundInList>(clone(*subject), std::move(copies), false);
}

void simplify(ExpressionPtr& e) {
  visit_children(*e, [](ExpressionPtr& child) { simplify(child); });
  const std::optional<uint32_t> place = e->place;
  if (auto* in = try_as<BoundInList>(*e)) {
    narrow_list(*in);
    if (in->items.size() == 1) {
      const CompareOperator op = in->is_negated ? CompareOperator::kNotEqual : CompareOperator::kEqual;
      e = make_comparison(op, std::move(in->operand), std::move(in->items[0]));
    }
  } else if (auto* comparison = try_as<BoundComparison>(*e)) {
    narrow_comparison(*comparison);
  } else if (e->kind == ExpressionKind::kConjunction) {
    list_disjunction(e);
  }
  if (!e->place) {
    e->place = place;
  }
}

}  // namespace

void comparison_simplification(OperatorPtr& root, RewriteContext&) {
  visit_all_expressions(*root, [](ExpressionPtr& e) { simplify(e); });
}

}  // namespace stoa
