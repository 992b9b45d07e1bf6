#include <algorithm>
#include <map>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

std::vector<const BoundExpression*> parts_of(const BoundExpression& e, bool is_and) {
  const auto* conjunction = try_as<BoundConjunction>(e);
  if (conjunction == nullptr || conjunction->is_and != is_and) {
    return {&e};
  }
  std::vector<const BoundExpression*> parts;
  for (const ExpressionPtr& operand : conjunction->operands) {
    parts.push_back(operand.get());
  }
  return parts;
}

ExpressionPtr conjunction_of(bool is_and, ExpressionList operands) {
  if (operands.size() == 1) {
    return std::move(operands[0]);
  }
  return std::make_unique<BoundConjunction>(is_and, std::move(operands));
}

bool has_equal(const ExpressionList& conjuncts, const BoundExpression& e) {
  return std::any_of(conjuncts.begin(), conjuncts.end(),
                     [&](const ExpressionPtr& other) { return equal(*other, e); });
}

/// Where columns come from: each scan, or other leaf, of the tree below has a number.
class Leaves {
 public:
  explicit Leaves(const LogicalOperator& root) { visit(root); }

  /// The one leaf that an expression reads; none for several or no column.
  std::optional<size_t> leaf_of(const BoundExpression& e) const {
    std::optional<size_t> leaf;
    for (const ColumnId column : columns_of(e)) {
      const auto found = leaves_.find(column);
      if (found == leaves_.end() || (leaf && *leaf != found->second)) {
        return std::nullopt;
      }
      leaf = found->second;
    }
    return leaf;
  }

 private:
  void visit(const LogicalOperator& o) {
    const auto* join = try_as<LogicalJoin>(o);
    if (o.kind != OperatorKind::kFilter && join == nullptr) {
      for (const ColumnId id : o.output()) {
        leaves_.emplace(id, count_);
      }
      ++count_;
      return;
    }
    for (const OperatorPtr& child : o.children) {
      visit(*child);
    }
  }

  ColumnMap<size_t> leaves_;
  size_t count_ = 0;
};

/// What every arm of a disjunction asks.
void add_common_parts(const BoundConjunction& disjunction, ExpressionList& conjuncts) {
  for (const BoundExpression* candidate : parts_of(*disjunction.operands[0], true)) {
    const bool is_common = std::all_of(
        disjunction.operands.begin() + 1, disjunction.operands.end(), [&](const ExpressionPtr& arm) {
          const auto parts = parts_of(*arm, true);
          return std::any_of(parts.begin(), parts.end(),
                             [&](const BoundExpression* part) { return equal(*candidate, *part); });
        });
    if (is_common && !has_equal(conjuncts, *candidate)) {
      conjuncts.push_back(clone(*candidate));
    }
  }
}

/// What the arms ask of one leaf alone, where all of them ask something.
void add_parts_by_leaf(const BoundConjunction& disjunction, const Leaves& leaves, ExpressionList& conjuncts) {
  std::map<size_t, ExpressionList> arms_by_leaf;
  for (size_t arm = 0; arm < disjunction.operands.size(); ++arm) {
    std::map<size_t, ExpressionList> parts_by_leaf;
    for (const BoundExpression* part : parts_of(*disjunction.operands[arm], true)) {
      const std::optional<size_t> leaf = leaves.leaf_of(*part);
      if (leaf && cannot_raise(*part)) {
        parts_by_leaf[*leaf].push_back(clone(*part));
      }
    }
    for (auto& [leaf, parts] : parts_by_leaf) {
      ExpressionList& arms = arms_by_leaf[leaf];
      if (arms.size() == arm) {
        arms.push_back(conjunction_of(true, std::move(parts)));
      }
    }
  }
  for (auto& [leaf, arms] : arms_by_leaf) {
    if (arms.size() != disjunction.operands.size()) {
      continue;
    }
    // Arms that are disjunctions themselves are dissolved into this one.
    ExpressionList flat;
    for (ExpressionPtr& arm : arms) {
      for (const BoundExpression* part : parts_of(*arm, false)) {
        flat.push_back(clone(*part));
      }
    }
    ExpressionPtr derived = conjunction_of(false, std::move(flat));
    if (!has_equal(conjuncts, *derived)) {
      conjuncts.push_back(std::move(derived));
    }
  }
}

void derive(ExpressionList& conjuncts, const LogicalOperator& o) {
  ExpressionList split;
  for (ExpressionPtr& e : conjuncts) {
    split_conjuncts(std::move(e), split);
  }
  conjuncts = std::move(split);
  std::optional<Leaves> leaves;
  for (size_t i = 0, count = conjuncts.size(); i < count; ++i) {
    const auto* disjunction = try_as<BoundConjunction>(*conjuncts[i]);
    if (disjunction == nullptr || disjunction->is_and || is_volatile(*disjunction)) {
      continue;
    }
    if (!leaves) {
      leaves.emplace(o);
    }
    // The list may move while it grows, the expressions don't.
    add_common_parts(*disjunction, conjuncts);
    if (!leaves->leaf_of(*disjunction)) {
      add_parts_by_leaf(*disjunction, *leaves, conjuncts);
    }
  }
}

}  // namespace

void disjunction_filters(OperatorPtr& root, RewriteContext&) {
  visit_operators(root, [](OperatorPtr& o) {
    if (auto* filter = try_as<LogicalFilter>(*o)) {
      derive(filter->conjuncts, *filter);
    } else if (auto* join = try_as<LogicalJoin>(*o); join != nullptr && join->join == JoinKind::kInner) {
      derive(join->conditions, *join);
    }
  });
}

}  // namespace stoa
