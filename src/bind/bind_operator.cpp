#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "sql/operators.h"
#include "types/cast.h"

namespace stoa {

namespace {

std::optional<CompareOperator> comparison_of(sql::BinaryOperator op) {
  switch (op) {
    case sql::BinaryOperator::kEqual: return CompareOperator::kEqual;
    case sql::BinaryOperator::kNotEqual: return CompareOperator::kNotEqual;
    case sql::BinaryOperator::kLess: return CompareOperator::kLess;
    case sql::BinaryOperator::kLessEqual: return CompareOperator::kLessEqual;
    case sql::BinaryOperator::kGreater: return CompareOperator::kGreater;
    case sql::BinaryOperator::kGreaterEqual: return CompareOperator::kGreaterEqual;
    default: return std::nullopt;
  }
}

ExpressionList pair_of(ExpressionPtr a, ExpressionPtr b) {
  ExpressionList list;
  list.push_back(std::move(a));
  list.push_back(std::move(b));
  return list;
}

bool is_negative_number_literal(const sql::Unary& e) {
  return e.op == sql::UnaryOperator::kMinus && sql::is<sql::Literal>(*e.operand) &&
         (sql::as<sql::Literal>(*e.operand).literal_kind == sql::LiteralKind::kInteger ||
          sql::as<sql::Literal>(*e.operand).literal_kind == sql::LiteralKind::kDecimal);
}

std::string_view unary_function(sql::UnaryOperator op) {
  switch (op) {
    case sql::UnaryOperator::kMinus: return "-";
    case sql::UnaryOperator::kPlus: return "+";
    case sql::UnaryOperator::kBitNot: return "~";
    case sql::UnaryOperator::kAbsolute: return "abs";
    case sql::UnaryOperator::kSquareRoot: return "sqrt";
    case sql::UnaryOperator::kCubeRoot: return "cbrt";
    default: return "";
  }
}

}  // namespace

ExpressionPtr QueryBinder::bind_unary(const sql::Unary& e, Clause clause) {
  if (e.op == sql::UnaryOperator::kNot) {
    return make_not(bind_condition(*e.operand, clause));
  }
  if (is_negative_number_literal(e)) {
    // -9223372036854775808 is a BIGINT, though its digits alone are not.
    const auto& literal = sql::as<sql::Literal>(*e.operand);
    if (literal.literal_kind == sql::LiteralKind::kInteger) {
      for (const TypeId type : {TypeId::kInteger, TypeId::kBigint, TypeId::kHugeint}) {
        Value value;
        if (try_cast_value(Value::text("-" + literal.text), type, value)) {
          return make_constant(std::move(value));
        }
      }
    } else {
      ExpressionPtr positive = bind_literal(literal);
      return make_constant(cast_value(Value::text("-" + literal.text), positive->type));
    }
  }
  const std::string_view name = unary_function(e.op);
  if (name.empty()) {
    raise_at(e.place, sqlstate::kFeatureNotSupported,
             fmt::format("the operator {} is not supported", e.text.empty() ? sql::to_text(e.op) : e.text));
  }
  ExpressionList arguments;
  arguments.push_back(bind(*e.operand, clause));
  return call(name, std::move(arguments), e.place);
}

ExpressionPtr QueryBinder::bind_binary(const sql::Binary& e, Clause clause) {
  if (const auto op = comparison_of(e.op)) {
    if (sql::is<sql::Row>(*e.left) && sql::is<sql::Row>(*e.right)) {
      return bind_row_comparison(e, clause);
    }
    return make_bound_comparison(*op, bind(*e.left, clause), bind(*e.right, clause));
  }
  ExpressionPtr left = bind(*e.left, clause);
  ExpressionPtr right = bind(*e.right, clause);
  std::string name(e.op == sql::BinaryOperator::kUser ? e.text : std::string(sql::to_text(e.op)));
  const bool divides_integers = e.op == sql::BinaryOperator::kDivide && left->type.is_integer() &&
                                right->type.is_integer() &&
                                statement_.context.function_context.integer_division;
  if (divides_integers) {
    name = "integer_divide";
  }
  if (!statement_.context.functions.has_scalar(name)) {
    raise_at(e.operator_place, sqlstate::kFeatureNotSupported,
             fmt::format("the operator {} is not supported", name));
  }
  return call(name, pair_of(std::move(left), std::move(right)), e.operator_place);
}

/// (a, b) = (c, d) is a = c AND b = d; (a, b) < (c, d) is a < c OR (a = c AND b < d).
ExpressionPtr QueryBinder::bind_row_comparison(const sql::Binary& e, Clause clause) {
  const auto& left = sql::as<sql::Row>(*e.left);
  const auto& right = sql::as<sql::Row>(*e.right);
  if (left.items.size() != right.items.size()) {
    raise_at(e.place, sqlstate::kSyntaxError, "the rows compared have different numbers of columns");
  }
  const CompareOperator op = *comparison_of(e.op);
  const auto compare_item = [&](size_t i, CompareOperator item_op) {
    return make_bound_comparison(item_op, bind(*left.items[i], clause), bind(*right.items[i], clause));
  };
  if (op == CompareOperator::kEqual || op == CompareOperator::kNotEqual) {
    ExpressionList parts;
    for (size_t i = 0; i < left.items.size(); ++i) {
      parts.push_back(compare_item(i, op));
    }
    if (parts.size() == 1) {
      return std::move(parts[0]);
    }
    return std::make_unique<BoundConjunction>(op == CompareOperator::kEqual, std::move(parts));
  }
  // The comparison becomes one nested as deep as the rows are wide.
  constexpr size_t kOrderedColumnsMax = 500;
  if (left.items.size() > kOrderedColumnsMax) {
    raise_at(e.place, sqlstate::kStatementTooComplex,
             fmt::format("rows of over {} columns can be compared by = and <> only", kOrderedColumnsMax));
  }
  const size_t last = left.items.size() - 1;
  ExpressionPtr result = compare_item(last, op);
  const bool is_less = op == CompareOperator::kLess || op == CompareOperator::kLessEqual;
  const CompareOperator strict = is_less ? CompareOperator::kLess : CompareOperator::kGreater;
  for (size_t i = last; i-- > 0;) {
    ExpressionPtr equal_here = std::make_unique<BoundConjunction>(
        true, pair_of(compare_item(i, CompareOperator::kEqual), std::move(result)));
    result =
        std::make_unique<BoundConjunction>(false, pair_of(compare_item(i, strict), std::move(equal_here)));
  }
  return result;
}

/// a || b || c is (a || b) || c. A long chain of texts becomes a tree of little height, so that any length
/// can be walked through.
ExpressionPtr QueryBinder::bind_concatenation(const sql::Chain& e, Clause clause) {
  constexpr size_t kNestedOperandsMax = 64;
  ExpressionPtr result = bind(*e.operands[0], clause);
  size_t i = 1;
  const auto is_flat = [&] { return e.operands.size() <= kNestedOperandsMax || !result->type.is_text(); };
  for (; i < e.operands.size() && is_flat(); ++i) {
    result = call("||", pair_of(std::move(result), bind(*e.operands[i], clause)), e.place);
  }
  ExpressionList level;
  level.push_back(std::move(result));
  for (; i < e.operands.size(); ++i) {
    ExpressionPtr operand = bind(*e.operands[i], clause);
    level.push_back(operand->type.is_text() ? std::move(operand)
                                            : make_cast(std::move(operand), LogicalType(TypeId::kText)));
  }
  while (level.size() > 1) {
    ExpressionList next;
    for (size_t k = 0; k + 1 < level.size(); k += 2) {
      next.push_back(call("||", pair_of(std::move(level[k]), std::move(level[k + 1])), e.place));
    }
    if (level.size() % 2 == 1) {
      next.push_back(std::move(level.back()));
    }
    level = std::move(next);
  }
  return std::move(level[0]);
}

ExpressionPtr QueryBinder::bind_chain(const sql::Chain& e, Clause clause) {
  if (e.op == sql::ChainOperator::kConcat) {
    return bind_concatenation(e, clause);
  }
  const bool is_and = e.op == sql::ChainOperator::kAnd;
  ExpressionList operands;
  for (const sql::ExpressionPtr& operand : e.operands) {
    ExpressionPtr bound = bind_condition(*operand, clause);
    auto* same = try_as<BoundConjunction>(*bound);
    if (same == nullptr || same->is_and != is_and) {
      operands.push_back(std::move(bound));
      continue;
    }
    for (ExpressionPtr& inner : same->operands) {
      operands.push_back(std::move(inner));
    }
  }
  return std::make_unique<BoundConjunction>(is_and, std::move(operands));
}

ExpressionPtr QueryBinder::bind_is_test(const sql::IsTest& e, Clause clause) {
  const CompareOperator op = e.negated ? CompareOperator::kDistinct : CompareOperator::kNotDistinct;
  switch (e.test) {
    case sql::IsTestKind::kNull: return std::make_unique<BoundIsNull>(bind(*e.operand, clause), e.negated);
    case sql::IsTestKind::kUnknown:
      return std::make_unique<BoundIsNull>(bind_condition(*e.operand, clause), e.negated);
    case sql::IsTestKind::kTrue:
    case sql::IsTestKind::kFalse:
      return make_comparison(op, bind_condition(*e.operand, clause),
                             make_constant(Value::boolean(e.test == sql::IsTestKind::kTrue)));
    case sql::IsTestKind::kNormalized: {
      const std::string form = e.form.empty() ? "nfc" : e.form;
      ExpressionPtr test =
          call("is_normalized", pair_of(bind(*e.operand, clause), make_constant(Value::text(form))), e.place);
      return e.negated ? make_not(std::move(test)) : std::move(test);
    }
    default: raise_at(e.place, sqlstate::kFeatureNotSupported, "IS JSON is not supported");
  }
}

ExpressionPtr QueryBinder::bind_between(const sql::Between& e, Clause clause) {
  const auto between = [&](const sql::Expression& low, const sql::Expression& high) {
    ExpressionPtr above =
        make_bound_comparison(CompareOperator::kGreaterEqual, bind(*e.operand, clause), bind(low, clause));
    ExpressionPtr below =
        make_bound_comparison(CompareOperator::kLessEqual, bind(*e.operand, clause), bind(high, clause));
    return std::make_unique<BoundConjunction>(true, pair_of(std::move(above), std::move(below)));
  };
  ExpressionPtr result = between(*e.low, *e.high);
  if (e.symmetric) {
    result = std::make_unique<BoundConjunction>(false, pair_of(std::move(result), between(*e.high, *e.low)));
  }
  return e.negated ? make_not(std::move(result)) : std::move(result);
}

ExpressionPtr QueryBinder::bind_in_list(const sql::InList& e, Clause clause) {
  if (sql::is<sql::Row>(*e.operand)) {
    ExpressionList options;
    for (const sql::ExpressionPtr& item : e.items) {
      sql::Binary equal;
      if (!sql::is<sql::Row>(*item)) {
        raise_at(item->place, sqlstate::kSyntaxError, "a row is compared with something that is not a row");
      }
      const auto& left = sql::as<sql::Row>(*e.operand);
      const auto& right = sql::as<sql::Row>(*item);
      if (left.items.size() != right.items.size()) {
        raise_at(item->place, sqlstate::kSyntaxError, "the rows compared have different numbers of columns");
      }
      ExpressionList parts;
      for (size_t i = 0; i < left.items.size(); ++i) {
        parts.push_back(make_bound_comparison(CompareOperator::kEqual, bind(*left.items[i], clause),
                                              bind(*right.items[i], clause)));
      }
      options.push_back(join_conjuncts(std::move(parts)));
    }
    ExpressionPtr any = options.size() == 1 ? std::move(options[0])
                                            : std::make_unique<BoundConjunction>(false, std::move(options));
    return e.negated ? make_not(std::move(any)) : std::move(any);
  }
  ExpressionPtr operand = bind(*e.operand, clause);
  ExpressionList items;
  std::vector<ExpressionPtr*> all{&operand};
  items.reserve(e.items.size());
  for (const sql::ExpressionPtr& item : e.items) {
    items.push_back(bind(*item, clause));
  }
  for (ExpressionPtr& item : items) {
    all.push_back(&item);
  }
  unify(all, "IN");
  return std::make_unique<BoundInList>(std::move(operand), std::move(items), e.negated);
}

ExpressionPtr QueryBinder::bind_like(const sql::Like& e, Clause clause) {
  static constexpr std::string_view kNames[] = {"like", "ilike", "similar_to", "glob"};
  ExpressionList arguments = pair_of(bind(*e.operand, clause), bind(*e.pattern, clause));
  if (e.escape) {
    arguments.push_back(bind(*e.escape, clause));
  }
  ExpressionPtr like = call(kNames[static_cast<size_t>(e.like)], std::move(arguments), e.place);
  return e.negated ? make_not(std::move(like)) : std::move(like);
}

ExpressionPtr QueryBinder::bind_case(const sql::Case& e, Clause clause) {
  std::vector<BoundCase::Branch> branches;
  for (const sql::CaseBranch& branch : e.branches) {
    ExpressionPtr condition = e.operand
                                  ? make_bound_comparison(CompareOperator::kEqual, bind(*e.operand, clause),
                                                          bind(*branch.condition, clause))
                                  : bind_condition(*branch.condition, clause);
    branches.push_back({std::move(condition), bind(*branch.result, clause)});
  }
  ExpressionPtr otherwise = e.otherwise ? bind(*e.otherwise, clause) : make_constant(Value::null());
  std::vector<ExpressionPtr*> results;
  for (BoundCase::Branch& branch : branches) {
    results.push_back(&branch.result);
  }
  results.push_back(&otherwise);
  const LogicalType type = unify(results, "CASE");
  return std::make_unique<BoundCase>(type, std::move(branches), std::move(otherwise));
}

}  // namespace stoa
