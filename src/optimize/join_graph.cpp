#include "optimize/join_graph.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/assert.h"
#include "optimize/estimate.h"

namespace stoa {

namespace {

uint64_t bit(size_t index) {
  return uint64_t{1} << index;
}

/// A filter of a scan that compares one column with constants, as which equal columns may be filtered too.
bool compares_with_constants(const BoundExpression& e) {
  if (const auto* comparison = try_as<BoundComparison>(e)) {
    return (comparison->left->kind == ExpressionKind::kColumn &&
            comparison->right->kind == ExpressionKind::kConstant) ||
           (comparison->right->kind == ExpressionKind::kColumn &&
            comparison->left->kind == ExpressionKind::kConstant);
  }
  const auto* in = try_as<BoundInList>(e);
  return in != nullptr && in->operand->kind == ExpressionKind::kColumn &&
         std::all_of(in->items.begin(), in->items.end(),
                     [](const ExpressionPtr& item) { return item->kind == ExpressionKind::kConstant; });
}

}  // namespace

JoinGraph::JoinGraph(std::vector<OperatorPtr> relations, ExpressionList conditions, RewriteContext& context)
    : context_(context), relations_(std::move(relations)) {
  STOA_CHECK(relations_.size() <= kRelationsMax);
  for (size_t i = 0; i < relations_.size(); ++i) {
    for (const ColumnId id : relations_[i]->output()) {
      owners_.emplace(id, i);
    }
  }
  for (ExpressionPtr& e : conditions) {
    if (!add_equality(*e)) {
      add_condition(std::move(e));
    }
  }
  filter_inside_relations();
  pass_on_constants();
  for (const OperatorPtr& relation : relations_) {
    estimate_rows(*relation, context_.functions, true);
    row_counts_.push_back(rows_of(*relation));
  }
  for (Class& members : classes_) {
    for (Member& member : members) {
      member.distinct = estimate_distinct(member.column, *relations_[member.relation]);
    }
  }
  estimate_conditions();
  find_corrections();
}

uint64_t JoinGraph::relations_in(const BoundExpression& e) const {
  uint64_t set = 0;
  for (const ColumnId id : columns_of(e)) {
    const auto found = owners_.find(id);
    STOA_CHECK(found != owners_.end());
    set |= bit(found->second);
  }
  return set;
}

bool JoinGraph::add_equality(const BoundExpression& e) {
  const auto* comparison = try_as<BoundComparison>(e);
  if (comparison == nullptr || comparison->op != CompareOperator::kEqual) {
    return false;
  }
  const auto* left = try_as<BoundColumn>(*comparison->left);
  const auto* right = try_as<BoundColumn>(*comparison->right);
  if (left == nullptr || right == nullptr || left->type != right->type) {
    return false;
  }
  const size_t left_relation = owners_.at(left->column);
  const size_t right_relation = owners_.at(right->column);
  if (left_relation == right_relation) {
    return false;
  }
  merge({left->column, left_relation, 1}, {right->column, right_relation, 1});
  return true;
}

void JoinGraph::merge(Member a, Member b) {
  const auto find = [&](const Member& wanted) {
    return std::find_if(classes_.begin(), classes_.end(), [&](const Class& members) {
      return std::any_of(members.begin(), members.end(),
                         [&](const Member& member) { return member.column == wanted.column; });
    });
  };
  auto of_a = find(a);
  if (of_a == classes_.end()) {
    classes_.push_back({a});
    of_a = classes_.end() - 1;
  }
  const auto of_b = find(b);
  if (of_b == classes_.end()) {
    of_a->push_back(b);
  } else if (of_b != of_a) {
    of_a->insert(of_a->end(), of_b->begin(), of_b->end());
    classes_.erase(of_b);
  }
}

void JoinGraph::add_condition(ExpressionPtr e) {
  const uint64_t set = relations_in(*e);
  if (set == 0) {
    free_.push_back(std::move(e));
    return;
  }
  if (std::has_single_bit(set)) {
    OperatorPtr& relation = relations_[static_cast<size_t>(std::countr_zero(set))];
    auto filter = wrap<LogicalFilter>(std::move(relation));
    filter->conjuncts.push_back(std::move(e));
    relation = std::move(filter);
    return;
  }
  Condition condition{std::move(e), set, 1};
  const auto* comparison = try_as<BoundComparison>(*condition.expression);
  if (comparison != nullptr &&
      (comparison->op == CompareOperator::kEqual || comparison->op == CompareOperator::kNotDistinct)) {
    condition.left = relations_in(*comparison->left);
    condition.right = relations_in(*comparison->right);
    if (condition.left == 0 || condition.right == 0 || (condition.left & condition.right) != 0) {
      condition.left = condition.right = 0;
    }
  }
  conditions_.push_back(std::move(condition));
}

/// Columns of one relation that are equal to the same column elsewhere are equal to each other: from here on
/// within the relation, so that a join needs to compare one of them.
void JoinGraph::filter_inside_relations() {
  for (Class& members : classes_) {
    Class first_of_each;
    for (const Member& member : members) {
      const Member* known = member_in(first_of_each, bit(member.relation));
      if (known == nullptr) {
        first_of_each.push_back(member);
        continue;
      }
      auto filter = wrap<LogicalFilter>(std::move(relations_[member.relation]));
      filter->conjuncts.push_back(make_comparison(CompareOperator::kEqual,
                                                  make_column(known->column, context_.columns),
                                                  make_column(member.column, context_.columns)));
      relations_[member.relation] = std::move(filter);
    }
    members = std::move(first_of_each);
  }
}

/// What a scan asks of a column, scans of equal columns may ask too: their zone maps then skip blocks.
void JoinGraph::pass_on_constants() {
  for (const Class& members : classes_) {
    std::vector<std::pair<const BoundExpression*, ColumnId>> asked;
    for (const Member& member : members) {
      const auto* scan = try_as<LogicalScan>(*relations_[member.relation]);
      for (size_t i = 0; scan != nullptr && i < scan->filters.size(); ++i) {
        const BoundExpression& e = *scan->filters[i];
        if (compares_with_constants(e) && columns_of(e).contains(member.column)) {
          asked.emplace_back(&e, member.column);
        }
      }
    }
    ExpressionList copies;
    for (const auto& [e, column] : asked) {
      copies.push_back(clone(*e));
    }
    for (const Member& member : members) {
      auto* scan = try_as<LogicalScan>(*relations_[member.relation]);
      for (size_t i = 0; scan != nullptr && i < copies.size(); ++i) {
        ExpressionPtr own = clone(*copies[i]);
        replace_columns(own, ColumnMap<ColumnId>{{asked[i].second, member.column}});
        const bool is_there = std::any_of(scan->filters.begin(), scan->filters.end(),
                                          [&](const ExpressionPtr& e) { return equal(*e, *own); });
        if (!is_there) {
          scan->filters.push_back(std::move(own));
          scan->estimate.reset();
        }
      }
    }
  }
}

void JoinGraph::estimate_conditions() {
  for (Condition& condition : conditions_) {
    const BoundExpression& e = *condition.expression;
    if (condition.left != 0) {
      double distinct = 1;
      const auto& comparison = as<BoundComparison>(e);
      for (const BoundExpression* side : {comparison.left.get(), comparison.right.get()}) {
        double combinations = 1;
        double row_count = 1;
        for (const ColumnId id : columns_of(*side)) {
          const LogicalOperator& owner = *relations_[owners_.at(id)];
          combinations *= estimate_distinct(id, owner);
          row_count = std::max(row_count, rows_of(owner));
        }
        distinct = std::max(distinct, std::min(combinations, row_count));
      }
      condition.selectivity = 1 / distinct;
      continue;
    }
    const size_t owner = static_cast<size_t>(std::countr_zero(condition.relations));
    const auto* disjunction = try_as<BoundConjunction>(e);
    // Whatever a disjunction over several relations allows of each alone has been pushed into them.
    condition.selectivity =
        disjunction != nullptr && !disjunction->is_and ? 0.5 : estimate_selectivity(e, *relations_[owner]);
  }
}

void JoinGraph::find_corrections() {
  for (size_t i = 0; i < size(); ++i) {
    for (size_t j = i + 1; j < size(); ++j) {
      KeyPairs pairs;
      ExpressionList columns;
      double each = 1;
      for (const Class& members : classes_) {
        const Member* left = member_in(members, bit(i));
        const Member* right = member_in(members, bit(j));
        if (left != nullptr && right != nullptr) {
          columns.push_back(make_column(left->column, context_.columns));
          columns.push_back(make_column(right->column, context_.columns));
          pairs.emplace_back(columns[columns.size() - 2].get(), columns.back().get());
          each *= std::max(left->distinct, right->distinct);
        }
      }
      if (pairs.size() > 1) {
        const double share = estimate_key_selectivity(pairs, *relations_[i], *relations_[j]);
        corrections_.push_back({bit(i) | bit(j), std::max(1.0, share * each)});
      }
    }
  }
}

const JoinGraph::Member* JoinGraph::member_in(const Class& members, uint64_t set) {
  const Member* best = nullptr;
  for (const Member& member : members) {
    if ((bit(member.relation) & set) != 0 && (best == nullptr || member.distinct < best->distinct)) {
      best = &member;
    }
  }
  return best;
}

double JoinGraph::row_count(uint64_t set) const {
  double rows = 1;
  for (size_t i = 0; i < size(); ++i) {
    rows *= (bit(i) & set) != 0 ? row_counts_[i] : 1;
  }
  for (const Class& members : classes_) {
    // One relation's values are the others': all factors but the smallest count.
    double product = 1;
    double smallest = 0;
    for (const Member& member : members) {
      if ((bit(member.relation) & set) != 0) {
        product *= member.distinct;
        smallest = smallest == 0 ? member.distinct : std::min(smallest, member.distinct);
      }
    }
    rows /= smallest == 0 ? 1 : product / smallest;
  }
  // Corrections along a forest: three relations that share the same keys are joined by two of the pairs.
  std::vector<uint64_t> trees;
  for (const Correction& correction : corrections_) {
    if ((correction.relations & ~set) != 0) {
      continue;
    }
    uint64_t merged = correction.relations;
    bool is_cycle = false;
    std::vector<uint64_t> others;
    for (const uint64_t tree : trees) {
      is_cycle = is_cycle || (tree & correction.relations) == correction.relations;
      if ((tree & correction.relations) != 0) {
        merged |= tree;
      } else {
        others.push_back(tree);
      }
    }
    others.push_back(merged);
    trees = std::move(others);
    rows *= is_cycle ? 1 : correction.factor;
  }
  for (const Condition& condition : conditions_) {
    rows *= (condition.relations & ~set) == 0 ? condition.selectivity : 1;
  }
  return std::max(1.0, rows);
}

bool JoinGraph::has_key(uint64_t left, uint64_t right) const {
  const bool has_class = std::any_of(classes_.begin(), classes_.end(), [&](const Class& members) {
    return member_in(members, left) != nullptr && member_in(members, right) != nullptr;
  });
  return has_class || std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
           const auto within = [](uint64_t part, uint64_t whole) { return (part & ~whole) == 0; };
           return condition.left != 0 && ((within(condition.left, left) && within(condition.right, right)) ||
                                          (within(condition.left, right) && within(condition.right, left)));
         });
}

bool JoinGraph::is_connected(uint64_t left, uint64_t right) const {
  return has_key(left, right) ||
         std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
           return (condition.relations & ~(left | right)) == 0 && (condition.relations & left) != 0 &&
                  (condition.relations & right) != 0;
         });
}

ExpressionList JoinGraph::conditions_between(uint64_t left, uint64_t right) const {
  ExpressionList found;
  for (const Class& members : classes_) {
    const Member* a = member_in(members, left);
    const Member* b = member_in(members, right);
    if (a != nullptr && b != nullptr) {
      found.push_back(make_comparison(CompareOperator::kEqual, make_column(a->column, context_.columns),
                                      make_column(b->column, context_.columns)));
    }
  }
  for (const Condition& condition : conditions_) {
    if ((condition.relations & ~(left | right)) == 0 && (condition.relations & left) != 0 &&
        (condition.relations & right) != 0) {
      found.push_back(clone(*condition.expression));
    }
  }
  return found;
}

}  // namespace stoa
