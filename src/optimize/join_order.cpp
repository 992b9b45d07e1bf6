#include <algorithm>
#include <bit>
#include <cmath>

#include "optimize/estimate.h"
#include "optimize/join_graph.h"

namespace stoa {

namespace {

/// Up to so many relations all orders are looked at.
constexpr size_t kDynamicRelationsMax = 12;

/// Rows of a hash table from which on looking one up misses a cache.
constexpr double kCachedRows = 20'000;
constexpr double kBuildCost = 1.5;
constexpr double kOutputCost = 1;
constexpr double kPairCost = 0.2;

/// What a row costs that is put into a table or looked up in it.
double access_cost(double table_row_count) {
  return 1 + 0.35 * std::log2(std::max(1.0, table_row_count / kCachedRows));
}

/// The cost of one join, by the rows of what it reads and gives.
double join_cost(double left, double right, double output, bool has_key) {
  if (!has_key) {
    return left * right * kPairCost + output * kOutputCost;
  }
  const double build = std::min(left, right);
  const double probe = std::max(left, right);
  return build * kBuildCost * access_cost(build) + probe * access_cost(build) + output * kOutputCost;
}

/// A tree of joins over sets of relations, and what it costs.
struct JoinPlan {
  double row_count = 0;
  double cost = 0;
  uint64_t left = 0;  ///< 0: a single relation
  uint64_t right = 0;
};

/// Finds the cheapest tree: for few relations by dynamic programming over all connected sets (bushy trees
/// included), for many by joining the pair with the fewest expected rows first (Fegaras, "A New Heuristic for
/// Optimizing Large Queries", 1998). Cross products are only between parts that no condition connects.
class JoinOrderSearch {
 public:
  explicit JoinOrderSearch(JoinGraph graph) : graph_(std::move(graph)) {}

  OperatorPtr run() {
    std::vector<uint64_t> parts;
    for (size_t i = 0; i < graph_.size(); ++i) {
      const uint64_t one = uint64_t{1} << i;
      plans_[one] = {graph_.row_count(one), 0};
      parts.push_back(one);
    }
    if (graph_.size() <= kDynamicRelationsMax) {
      parts = search_sets();
    }
    while (parts.size() > 1) {
      join_best_pair(parts);
    }
    OperatorPtr root = build(parts[0]);
    if (ExpressionList free = graph_.take_free_conditions(); !free.empty()) {
      auto filter = wrap<LogicalFilter>(std::move(root));
      filter->conjuncts = std::move(free);
      root = std::move(filter);
    }
    return root;
  }

 private:
  /// Plans of all connected sets, smaller ones first; gives the largest ones, which nothing connects.
  std::vector<uint64_t> search_sets() {
    const uint64_t all = graph_.all();
    for (uint64_t set = 1; set <= all; ++set) {
      if (!std::has_single_bit(set)) {
        search_splits(set);
      }
    }
    std::vector<uint64_t> parts;
    uint64_t rest = all;
    while (rest != 0) {
      const uint64_t part = connected_part(rest);
      parts.push_back(part);
      rest &= ~part;
    }
    return parts;
  }

  /// The best way to make a set out of two sets that a condition connects.
  void search_splits(uint64_t set) {
    JoinPlan best;
    const uint64_t lowest = set & (~set + 1);
    for (uint64_t left = (set - 1) & set; left != 0; left = (left - 1) & set) {
      if ((left & lowest) == 0) {
        continue;
      }
      const uint64_t right = set & ~left;
      const auto of_left = plans_.find(left);
      const auto of_right = plans_.find(right);
      if (of_left == plans_.end() || of_right == plans_.end() || !graph_.is_connected(left, right)) {
        continue;
      }
      if (best.left == 0) {
        best.row_count = graph_.row_count(set);
      }
      const double cost = of_left->second.cost + of_right->second.cost +
                          join_cost(of_left->second.row_count, of_right->second.row_count, best.row_count,
                                    graph_.has_key(left, right));
      if (best.left == 0 || cost < best.cost) {
        best = {best.row_count, cost, left, right};
      }
    }
    if (best.left != 0) {
      plans_[set] = best;
    }
  }

  /// The largest planned set around the lowest relation of `rest`.
  uint64_t connected_part(uint64_t rest) const {
    uint64_t part = rest & (~rest + 1);
    for (bool grew = true; grew;) {
      grew = false;
      for (uint64_t left = rest & ~part; left != 0; left &= left - 1) {
        const uint64_t one = left & (~left + 1);
        if (plans_.contains(part | one)) {
          part |= one;
          grew = true;
        }
      }
    }
    return part;
  }

  void join_best_pair(std::vector<uint64_t>& parts) {
    size_t best_left = 0, best_right = 1;
    double best_rows = 0;
    bool best_connected = false;
    bool has_best = false;
    for (size_t i = 0; i < parts.size(); ++i) {
      for (size_t j = i + 1; j < parts.size(); ++j) {
        const bool connected = graph_.is_connected(parts[i], parts[j]);
        if (has_best && best_connected && !connected) {
          continue;
        }
        const double row_count = graph_.row_count(parts[i] | parts[j]);
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
    const uint64_t joined = parts[best_left] | parts[best_right];
    plans_[joined] = {best_rows, 0, parts[best_left], parts[best_right]};
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(best_right));
    parts[best_left] = joined;
  }

  /// The tree of a set; the side with more rows probes, the other is built.
  OperatorPtr build(uint64_t set) {
    const JoinPlan& plan = plans_.at(set);
    if (plan.left == 0) {
      return graph_.take_relation(static_cast<size_t>(std::countr_zero(set)));
    }
    const bool left_is_larger = plans_.at(plan.left).row_count >= plans_.at(plan.right).row_count;
    const uint64_t probe = left_is_larger ? plan.left : plan.right;
    const uint64_t other = left_is_larger ? plan.right : plan.left;
    auto join = std::make_unique<LogicalJoin>();
    join->conditions = graph_.conditions_between(probe, other);
    join->children.push_back(build(probe));
    join->children.push_back(build(other));
    join->estimate = Estimate{plan.row_count, false};
    return join;
  }

  JoinGraph graph_;
  std::unordered_map<uint64_t, JoinPlan> plans_;
};

bool is_inner(const LogicalOperator& o) {
  const auto* join = try_as<LogicalJoin>(o);
  return join != nullptr && join->join == JoinKind::kInner && !join->is_dependent;
}

size_t count_relations(const LogicalOperator& o) {
  return is_inner(o) ? count_relations(*o.children[0]) + count_relations(*o.children[1]) : 1;
}

void flatten(OperatorPtr o, std::vector<OperatorPtr>& relations, ExpressionList& conditions) {
  if (!is_inner(*o)) {
    relations.push_back(std::move(o));
    return;
  }
  for (ExpressionPtr& condition : as<LogicalJoin>(*o).conditions) {
    split_conjuncts(std::move(condition), conditions);
  }
  for (OperatorPtr& child : o->children) {
    flatten(std::move(child), relations, conditions);
  }
}

bool has_volatile_condition(const LogicalOperator& o) {
  const auto& conditions = as<LogicalJoin>(o).conditions;
  return std::any_of(conditions.begin(), conditions.end(),
                     [](const ExpressionPtr& e) { return is_volatile(*e); }) ||
         std::any_of(o.children.begin(), o.children.end(), [](const OperatorPtr& child) {
           return is_inner(*child) && has_volatile_condition(*child);
         });
}

void order(OperatorPtr& o, RewriteContext& context) {
  if (!is_inner(*o) || count_relations(*o) > JoinGraph::kRelationsMax || has_volatile_condition(*o)) {
    for (OperatorPtr& child : o->children) {
      order(child, context);
    }
    return;
  }
  std::vector<OperatorPtr> relations;
  ExpressionList conditions;
  flatten(std::move(o), relations, conditions);
  for (OperatorPtr& relation : relations) {
    order(relation, context);
  }
  o = JoinOrderSearch(JoinGraph(std::move(relations), std::move(conditions), context)).run();
}

}  // namespace

void join_order(OperatorPtr& root, RewriteContext& context) {
  order(root, context);
}

}  // namespace stoa
