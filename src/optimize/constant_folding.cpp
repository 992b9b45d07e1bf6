#include <algorithm>

#include "base/error.h"
#include "optimize/rewrite.h"
#include "plan/evaluator.h"

namespace stoa {

namespace {

const BoundConstant* as_constant(const ExpressionPtr& e) {
  return try_as<BoundConstant>(*e);
}

bool is_true(const ExpressionPtr& e) {
  const BoundConstant* constant = as_constant(e);
  return constant != nullptr && !constant->value.is_null() && constant->value.as_boolean();
}

/// FALSE, or also NULL where both fail alike.
bool is_false(const ExpressionPtr& e, bool or_null) {
  const BoundConstant* constant = as_constant(e);
  return constant != nullptr && (constant->value.is_null() ? or_null : !constant->value.as_boolean());
}

bool is_null(const ExpressionPtr& e) {
  const BoundConstant* constant = as_constant(e);
  return constant != nullptr && constant->value.is_null();
}

/// Simplifies one expression tree, operands first. Errors stay where they are: what raises is left to be
/// evaluated, if a row ever reaches it, and nothing that may raise is dropped.
class Folder {
 public:
  explicit Folder(const FunctionContext& functions) : functions_(functions) {}

  void fold(ExpressionPtr& e) const {
    if (evaluate(e)) {
      return;
    }
    visit_children(*e, [this](ExpressionPtr& child) { fold(child); });
    const std::optional<uint32_t> place = e->place;
    switch (e->kind) {
      case ExpressionKind::kConjunction: simplify_conjunction(e); break;
      case ExpressionKind::kNot: simplify_not(e); break;
      case ExpressionKind::kComparison: simplify_comparison(e); break;
      case ExpressionKind::kCase: simplify_case(e); break;
      case ExpressionKind::kCoalesce: simplify_coalesce(e); break;
      default: break;
    }
    if (!e->place) {
      e->place = place;
    }
  }

 private:
  /// True when the expression is a constant afterwards.
  bool evaluate(ExpressionPtr& e) const {
    if (e->kind == ExpressionKind::kConstant) {
      return true;
    }
    if (!is_foldable(*e) || e->type.is_nested()) {
      return false;
    }
    try {
      Value value = evaluate_constant(*e, functions_);
      if (value.type() != e->type) {
        return false;
      }
      const std::optional<uint32_t> place = e->place;
      e = make_constant(std::move(value));
      e->place = place;
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  static void simplify_conjunction(ExpressionPtr& e) {
    auto& conjunction = as<BoundConjunction>(*e);
    const bool is_and = conjunction.is_and;
    const auto decides = [is_and](const ExpressionPtr& operand) {
      return is_and ? is_false(operand, false) : is_true(operand);
    };
    const auto neutral = [is_and](const ExpressionPtr& operand) {
      return is_and ? is_true(operand) : is_false(operand, false);
    };
    ExpressionList flat;
    for (ExpressionPtr& operand : conjunction.operands) {
      auto* inner = try_as<BoundConjunction>(*operand);
      if (inner != nullptr && inner->is_and == is_and) {
        std::move(inner->operands.begin(), inner->operands.end(), std::back_inserter(flat));
      } else if (!neutral(operand)) {
        flat.push_back(std::move(operand));
      }
    }
    const auto decisive = std::find_if(flat.begin(), flat.end(), decides);
    const bool is_decided = decisive != flat.end() &&
                            std::all_of(flat.begin(), flat.end(),
                                        [](const ExpressionPtr& operand) { return cannot_raise(*operand); });
    if (is_decided || flat.empty()) {
      e = make_constant(Value::boolean(is_decided != is_and));
    } else if (flat.size() == 1) {
      ExpressionPtr only = std::move(flat[0]);
      e = std::move(only);
    } else {
      conjunction.operands = std::move(flat);
    }
  }

  static void simplify_not(ExpressionPtr& e) {
    ExpressionPtr& operand = as<BoundNot>(*e).operand;
    ExpressionPtr result;
    if (operand->kind == ExpressionKind::kNot) {
      result = std::move(as<BoundNot>(*operand).operand);
    } else if (auto* comparison = try_as<BoundComparison>(*operand)) {
      comparison->op = negate(comparison->op);
      result = std::move(operand);
    } else if (auto* is_null = try_as<BoundIsNull>(*operand)) {
      is_null->is_negated = !is_null->is_negated;
      result = std::move(operand);
    } else if (auto* in = try_as<BoundInList>(*operand)) {
      in->is_negated = !in->is_negated;
      result = std::move(operand);
    }
    if (result) {
      e = std::move(result);
    }
  }

  /// A comparison with NULL is NULL.
  static void simplify_comparison(ExpressionPtr& e) {
    const auto& comparison = as<BoundComparison>(*e);
    const bool has_null = is_null(comparison.left) || is_null(comparison.right);
    const bool sees_null =
        comparison.op == CompareOperator::kDistinct || comparison.op == CompareOperator::kNotDistinct;
    if (has_null && !sees_null && cannot_raise(*comparison.left) && cannot_raise(*comparison.right)) {
      e = make_constant(Value::null(TypeId::kBoolean));
    }
  }

  /// Branches that no row takes are dropped; one that every remaining row takes is the last.
  static void simplify_case(ExpressionPtr& e) {
    auto& node = as<BoundCase>(*e);
    std::vector<BoundCase::Branch> kept;
    for (BoundCase::Branch& branch : node.branches) {
      if (is_false(branch.condition, true)) {
        continue;
      }
      if (is_true(branch.condition)) {
        node.otherwise = std::move(branch.result);
        break;
      }
      kept.push_back(std::move(branch));
    }
    node.branches = std::move(kept);
    if (node.branches.empty()) {
      ExpressionPtr only = std::move(node.otherwise);
      e = std::move(only);
    }
  }

  static void simplify_coalesce(ExpressionPtr& e) {
    auto& node = as<BoundCoalesce>(*e);
    ExpressionList kept;
    for (ExpressionPtr& operand : node.operands) {
      if (is_null(operand)) {
        continue;
      }
      const bool is_last = operand->kind == ExpressionKind::kConstant;
      kept.push_back(std::move(operand));
      if (is_last) {
        break;
      }
    }
    if (kept.empty()) {
      e = make_constant(Value::null(e->type));
    } else if (kept.size() == 1) {
      ExpressionPtr only = std::move(kept[0]);
      e = std::move(only);
    } else {
      node.operands = std::move(kept);
    }
  }

  const FunctionContext& functions_;
};

}  // namespace

void constant_folding(OperatorPtr& root, RewriteContext& context) {
  const Folder folder(context.functions);
  visit_all_expressions(*root, [&](ExpressionPtr& e) { folder.fold(e); });
}

}  // namespace stoa
