#include <algorithm>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

/// A region of inner joins: what is joined, and all conditions.
struct Region {
  std::vector<OperatorPtr> relations;
  ExpressionList conditions;
};

bool is_inner(const LogicalOperator& o) {
  const auto* join = try_as<LogicalJoin>(o);
  return join != nullptr && join->join == JoinKind::kInner && !join->is_dependent;
}

void flatten(OperatorPtr o, Region& region) {
  if (!is_inner(*o)) {
    region.relations.push_back(std::move(o));
    return;
  }
  auto& join = as<LogicalJoin>(*o);
  for (ExpressionPtr& condition : join.conditions) {
    region.conditions.push_back(std::move(condition));
  }
  for (OperatorPtr& child : join.children) {
    flatten(std::move(child), region);
  }
}

/// Greedy: of all pairs the join with the fewest expected rows is made first (Fegaras, "A New Heuristic for
/// Optimizing Large Queries", 1998); pairs without a condition between them come last.
class GreedyOrder {
 public:
  explicit GreedyOrder(Region region) : region_(std::move(region)) {
    for (const OperatorPtr& relation : region_.relations) {
      estimate_rows(*relation);
    }
  }

  OperatorPtr run() {
    while (region_.relations.size() > 1) {
      join_best_pair();
    }
    OperatorPtr root = std::move(region_.relations[0]);
    if (!region_.conditions.empty()) {
      // Conditions of one relation alone, or of none.
      auto filter = wrap<LogicalFilter>(std::move(root));
      filter->conjuncts = std::move(region_.conditions);
      root = std::move(filter);
    }
    return root;
  }

 private:
  void join_best_pair() {
    size_t best_left = 0, best_right = 1;
    double best_rows = 0;
    bool best_connected = false;
    bool has_best = false;
    for (size_t i = 0; i < region_.relations.size(); ++i) {
      for (size_t j = i + 1; j < region_.relations.size(); ++j) {
        const bool connected = !conditions_between(i, j).empty();
        if (has_best && best_connected && !connected) {
          continue;
        }
        const double row_count = estimate_pair(i, j);
        if (has_best && connected == best_connected && row_count >= best_rows) {
          continue;
        }
        best_left = i;
        best_right = j;
        best_rows = row_count;
        best_connected = connected;
        has_best = true;
      }
    }
    make_join(best_left, best_right);
  }

  std::vector<size_t> conditions_between(size_t i, size_t j) const {
    ColumnSet both = output_set(*region_.relations[i]);
    const ColumnSet right = output_set(*region_.relations[j]);
    both.insert(right.begin(), right.end());
    std::vector<size_t> found;
    for (size_t c = 0; c < region_.conditions.size(); ++c) {
      const BoundExpression& e = *region_.conditions[c];
      if (!columns_of(e).empty() && refers_only_to(e, both)) {
        found.push_back(c);
      }
    }
    return found;
  }

  double estimate_pair(size_t i, size_t j) const {
    double row_count = region_.relations[i]->estimate->row_count * region_.relations[j]->estimate->row_count;
    for (const size_t c : conditions_between(i, j)) {
      row_count *= selectivity(*region_.conditions[c], i, j);
    }
    return row_count;
  }

  double selectivity(const BoundExpression& e, size_t i, size_t j) const {
    const auto* comparison = try_as<BoundComparison>(e);
    if (comparison == nullptr || comparison->op != CompareOperator::kEqual) {
      return 0.33;
    }
    double distinct = 1;
    for (const BoundExpression* side : {comparison->left.get(), comparison->right.get()}) {
      if (side->kind != ExpressionKind::kColumn) {
        return 0.05;
      }
      const ColumnId id = as<BoundColumn>(*side).column;
      const LogicalOperator& owner =
          output_set(*region_.relations[i]).contains(id) ? *region_.relations[i] : *region_.relations[j];
      distinct = std::max(distinct, estimate_distinct(id, owner));
    }
    return 1 / distinct;
  }

  void make_join(size_t i, size_t j) {
    auto join = std::make_unique<LogicalJoin>();
    std::vector<size_t> used = conditions_between(i, j);
    for (const size_t c : used) {
      join->conditions.push_back(std::move(region_.conditions[c]));
    }
    std::erase(region_.conditions, nullptr);
    // The side with more rows probes, the other is built.
    const bool left_is_larger =
        region_.relations[i]->estimate->row_count >= region_.relations[j]->estimate->row_count;
    join->children.push_back(std::move(region_.relations[left_is_larger ? i : j]));
    join->children.push_back(std::move(region_.relations[left_is_larger ? j : i]));
    region_.relations.erase(region_.relations.begin() + static_cast<ptrdiff_t>(j));
    region_.relations.erase(region_.relations.begin() + static_cast<ptrdiff_t>(i));
    OperatorPtr made = std::move(join);
    estimate_rows(*made);
    region_.relations.push_back(std::move(made));
  }

  Region region_;
};

void order(OperatorPtr& o) {
  if (!is_inner(*o)) {
    for (OperatorPtr& child : o->children) {
      order(child);
    }
    return;
  }
  Region region;
  flatten(std::move(o), region);
  for (OperatorPtr& relation : region.relations) {
    order(relation);
  }
  o = GreedyOrder(std::move(region)).run();
}

}  // namespace

void join_order(OperatorPtr& root, RewriteContext&) {
  order(root);
}

}  // namespace stoa
