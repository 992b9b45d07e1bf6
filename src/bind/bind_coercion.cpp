#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "types/cast.h"

namespace stoa {

namespace {

/// Takes its type from its surroundings: NULL, a bare string literal, a parameter of no known type.
bool is_flexible(const BoundExpression& e) {
  if (e.type.is_null()) {
    return true;
  }
  const auto* constant = try_as<BoundConstant>(e);
  return constant != nullptr && constant->is_untyped;
}

/// The constant as a value of `type`, if it is the same number, date ... there.
bool exact_constant(const BoundExpression& e, const LogicalType& type, Value& result) {
  const auto* constant = try_as<BoundConstant>(e);
  if (constant == nullptr || constant->value.is_null()) {
    return false;
  }
  if (constant->value.type().is_decimal() && type.is_floating()) {
    return try_cast_value(constant->value, type,
                          result);  // a written 0.1 means the double 0.1 beside a double
  }
  const bool both_numeric = constant->value.type().is_numeric() && type.is_numeric();
  Value back;
  return both_numeric && try_cast_value(constant->value, type, result) &&
         try_cast_value(result, constant->value.type(), back) && back == constant->value;
}

/// An exact number that a double can't always hold.
bool is_wide_exact(const LogicalType& type) {
  return type.id() == TypeId::kBigint || type.id() == TypeId::kUbigint || type.id() == TypeId::kHugeint ||
         type.is_decimal();
}

[[noreturn]] void raise_no_operator(CompareOperator op, const BoundExpression& left,
                                    const BoundExpression& right) {
  static constexpr std::string_view kSymbols[] = {
      "=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"};
  throw Error(sqlstate::kUndefinedFunction,
              fmt::format("operator does not exist: {} {} {}", left.type.to_string(),
                          kSymbols[static_cast<size_t>(op)], right.type.to_string()))
      .with_hint("cast one side, so that both have the same type");
}

}  // namespace

ExpressionPtr QueryBinder::implicit_cast(ExpressionPtr e, const LogicalType& type) {
  give_parameter_type(*e, type);
  if (e->type == type) {
    return e;
  }
  if (auto* constant = try_as<BoundConstant>(*e)) {
    // Cast now, so that a bad literal is reported where it stands.
    try {
      auto cast = std::make_unique<BoundConstant>(cast_value(constant->value, type));
      cast->type = type;
      cast->place = e->place;
      return cast;
    } catch (Error& error) {
      if (e->place) {
        error.set_place_if_none(*e->place);
      }
      throw;
    }
  }
  return make_cast(std::move(e), type);
}

ExpressionPtr QueryBinder::coerce(ExpressionPtr e, const LogicalType& type) {
  if (is_flexible(*e) || e->type == type) {
    return implicit_cast(std::move(e), type);
  }
  if (cast_kind(e->type, type) != CastKind::kImplicit) {
    throw Error(sqlstate::kDatatypeMismatch,
                fmt::format("{} is needed here, not {}", type.to_string(), e->type.to_string()))
        .at(e->place.value_or(0));
  }
  return implicit_cast(std::move(e), type);
}

ExpressionPtr QueryBinder::assign(ExpressionPtr e, const LogicalType& type, const std::string& column) {
  if (is_flexible(*e)) {
    give_parameter_type(*e, type);
  }
  if (e->type == type) {
    return e;
  }
  const CastKind kind = is_flexible(*e) ? CastKind::kImplicit : cast_kind(e->type, type);
  if (kind != CastKind::kImplicit && kind != CastKind::kAssignment) {
    throw Error(sqlstate::kDatatypeMismatch,
                fmt::format("column \"{}\" is of type {} but the value is of type {}", column,
                            type.to_string(), e->type.to_string()))
        .with_hint("cast the value")
        .at(e->place.value_or(0));
  }
  // An explicit cast to VARCHAR(n) cuts, assignment must not: the length is checked when the row is stored.
  const bool is_limited_text = type.is_text() && type.length() != 0;
  return implicit_cast(std::move(e),
                       is_limited_text && !type.is_fixed_char() ? LogicalType(TypeId::kText) : type);
}

LogicalType QueryBinder::unify(const std::vector<ExpressionPtr*>& expressions, std::string_view where) {
  LogicalType type;
  bool has_text_literal = false;
  for (const ExpressionPtr* e : expressions) {
    if (is_flexible(**e)) {
      has_text_literal = has_text_literal || !(*e)->type.is_null();
      continue;
    }
    LogicalType common;
    if (!common_type(type, (*e)->type, common)) {
      throw Error(sqlstate::kDatatypeMismatch, fmt::format("{} types {} and {} cannot be matched", where,
                                                           type.to_string(), (*e)->type.to_string()))
          .at((*e)->place.value_or(0));
    }
    type = common;
  }
  if (type.is_null() && has_text_literal) {
    type = TypeId::kText;
  }
  for (ExpressionPtr* e : expressions) {
    *e = implicit_cast(std::move(*e), type);
  }
  return type;
}

ExpressionPtr QueryBinder::make_bound_comparison(CompareOperator op, ExpressionPtr left,
                                                 ExpressionPtr right) {
  if (is_flexible(*left) && is_flexible(*right)) {
    left = implicit_cast(std::move(left), TypeId::kText);
    right = implicit_cast(std::move(right), TypeId::kText);
  } else if (is_flexible(*left)) {
    left = implicit_cast(std::move(left), right->type);
  } else if (is_flexible(*right)) {
    right = implicit_cast(std::move(right), left->type);
  }
  if (left->type == right->type) {
    return make_comparison(op, std::move(left), std::move(right));
  }
  Value exact;
  if (exact_constant(*right, left->type, exact)) {
    return make_comparison(op, std::move(left), make_constant(std::move(exact)));
  }
  if (exact_constant(*left, right->type, exact)) {
    return make_comparison(op, make_constant(std::move(exact)), std::move(right));
  }
  const bool mixes_exact_and_double = (is_wide_exact(left->type) && right->type.is_floating()) ||
                                      (is_wide_exact(right->type) && left->type.is_floating());
  if (mixes_exact_and_double && op != CompareOperator::kDistinct && op != CompareOperator::kNotDistinct) {
    // Never through double: the sign of an exact comparison is compared with 0.
    ExpressionList arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    ExpressionPtr sign = call("exact_compare", std::move(arguments), {});
    return make_comparison(op, std::move(sign), make_constant(Value::integer(0)));
  }
  LogicalType common;
  if (!common_type(left->type, right->type, common)) {
    raise_no_operator(op, *left, *right);
  }
  return make_comparison(op, implicit_cast(std::move(left), common), implicit_cast(std::move(right), common));
}

ExpressionPtr QueryBinder::call(std::string_view name, ExpressionList arguments, const sql::Place& place) {
  std::vector<LogicalType> types;
  std::vector<const Value*> constants;
  std::vector<bool> is_literal;
  for (const ExpressionPtr& argument : arguments) {
    types.push_back(argument->type);
    const auto* constant = try_as<BoundConstant>(*argument);
    constants.push_back(constant != nullptr ? &constant->value : nullptr);
    is_literal.push_back(is_flexible(*argument));
  }
  try {
    BoundScalarCall bound = statement_.context.functions.bind_scalar(name, types, constants, is_literal);
    for (size_t i = 0; i < arguments.size(); ++i) {
      arguments[i] = implicit_cast(std::move(arguments[i]), bound.parameter_types[i]);
    }
    auto result = std::make_unique<BoundCall>(std::move(bound), std::move(arguments));
    if (place.length != 0) {
      result->place = place.offset;
    }
    return result;
  } catch (Error& error) {
    if (place.length != 0) {
      error.set_place_if_none(place.offset);
    }
    throw;
  }
}

}  // namespace stoa
