#include "optimize/estimate.h"

#include <algorithm>
#include <cmath>

#include "plan/expression_tree.h"
#include "plan/plan_rewrite.h"

namespace stoa {

namespace {

constexpr double kUnknownRows = 10'000;

/// Rows of filtered scans: what statistics tell, and a sample for the other conjuncts.
double scan_rows(const LogicalScan& scan, const FunctionContext& functions, bool may_sample) {
  double row_count = table_rows(scan);
  std::vector<const BoundExpression*> unknown;
  for (const ExpressionPtr& e : scan.filters) {
    if (const auto known = known_selectivity(*e, scan)) {
      row_count *= *known;
    } else {
      unknown.push_back(e.get());
    }
  }
  if (!unknown.empty()) {
    const auto sampled = may_sample ? sample_selectivity(scan, unknown, functions) : std::nullopt;
    if (sampled) {
      row_count *= *sampled;
    } else {
      for (const BoundExpression* e : unknown) {
        row_count *= estimate_selectivity(*e, scan);
      }
    }
  }
  return scan.filters.empty() ? row_count : std::max(1.0, row_count);
}

/// The pairs of keys that a join's equalities compare.
KeyPairs key_pairs(const LogicalJoin& join) {
  const ColumnSet left = output_set(*join.children[0]);
  const ColumnSet right = output_set(*join.children[1]);
  KeyPairs pairs;
  for (const ExpressionPtr& e : join.conditions) {
    const auto* comparison = try_as<BoundComparison>(*e);
    if (comparison == nullptr ||
        (comparison->op != CompareOperator::kEqual && comparison->op != CompareOperator::kNotDistinct)) {
      continue;
    }
    const BoundExpression* a = comparison->left.get();
    const BoundExpression* b = comparison->right.get();
    if (columns_of(*a).empty() || columns_of(*b).empty()) {
      continue;
    }
    if (refers_only_to(*a, left) && refers_only_to(*b, right)) {
      pairs.emplace_back(a, b);
    } else if (refers_only_to(*a, right) && refers_only_to(*b, left)) {
      pairs.emplace_back(b, a);
    }
  }
  return pairs;
}

/// The share of left rows that have a match, where `row_count` pairs match.
double matched_share(const LogicalJoin& join, const KeyPairs& pairs, double row_count) {
  const LogicalOperator& left = *join.children[0];
  const LogicalOperator& right = *join.children[1];
  if (pairs.empty()) {
    return std::min(1.0, row_count / std::max(1.0, rows_of(left)));
  }
  std::vector<const BoundExpression*> left_keys, right_keys;
  for (const auto& [l, r] : pairs) {
    left_keys.push_back(l);
    right_keys.push_back(r);
  }
  const double wanted = estimate_combinations(left_keys, left);
  const double there = values_in_draws(estimate_combinations(right_keys, right), rows_of(right));
  const double others = std::pow(0.7, static_cast<double>(join.conditions.size() - pairs.size()));
  return std::clamp(there / wanted * others, 1e-4, 1.0);
}

double join_rows(const LogicalJoin& join) {
  const LogicalOperator& left = *join.children[0];
  const LogicalOperator& right = *join.children[1];
  const KeyPairs pairs = key_pairs(join);
  double row_count = rows_of(left) * rows_of(right) * estimate_key_selectivity(pairs, left, right);
  size_t found = pairs.size();
  for (const ExpressionPtr& e : join.conditions) {
    const auto* comparison = try_as<BoundComparison>(*e);
    const bool is_equality = comparison != nullptr && (comparison->op == CompareOperator::kEqual ||
                                                       comparison->op == CompareOperator::kNotDistinct);
    if (is_equality && found > 0) {
      --found;
      continue;
    }
    row_count *= estimate_selectivity(*e, join);
  }
  row_count = std::max(1.0, row_count);
  switch (join.join) {
    case JoinKind::kInner: return row_count;
    case JoinKind::kLeft: return std::max(row_count, rows_of(left));
    case JoinKind::kRight: return std::max(row_count, rows_of(right));
    case JoinKind::kFull: return std::max({row_count, rows_of(left), rows_of(right)});
    case JoinKind::kSemi: return std::max(1.0, rows_of(left) * matched_share(join, pairs, row_count));
    case JoinKind::kAnti:
      return std::max(1.0, rows_of(left) * std::max(0.05, 1 - matched_share(join, pairs, row_count)));
    case JoinKind::kMark:
    case JoinKind::kSingle: return rows_of(left);
  }
  return row_count;
}

double limit_rows(const ExpressionPtr& limit, double row_count) {
  const auto* constant = limit ? try_as<BoundConstant>(*limit) : nullptr;
  if (constant == nullptr || constant->value.is_null()) {
    return row_count;
  }
  return std::min(row_count, static_cast<double>(constant->value.as_integer()));
}

double filtered(double row_count, const ExpressionList& conjuncts, const LogicalOperator& input) {
  for (const ExpressionPtr& e : conjuncts) {
    row_count *= estimate_selectivity(*e, input);
  }
  return std::max(1.0, row_count);
}

double aggregate_rows(const LogicalAggregate& aggregate) {
  if (aggregate.groups.empty()) {
    return 1;
  }
  const double input = rows_of(*aggregate.children[0]);
  double groups = 1;
  for (const LogicalAggregate::Item& item : aggregate.groups) {
    groups *= estimate_distinct(*item.expression, *aggregate.children[0]);
  }
  return std::clamp(values_in_draws(groups, input), 1.0, std::max(1.0, input));
}

double distinct_rows(const LogicalOperator& child) {
  double combinations = 1;
  for (const ColumnId column : child.output()) {
    combinations *= estimate_distinct(column, child);
  }
  return std::clamp(values_in_draws(combinations, rows_of(child)), 1.0, std::max(1.0, rows_of(child)));
}

double estimate_node(const LogicalOperator& o, const FunctionContext& functions, bool may_sample) {
  switch (o.kind) {
    case OperatorKind::kScan:
      return o.estimate ? o.estimate->row_count : scan_rows(as<LogicalScan>(o), functions, may_sample);
    case OperatorKind::kValues: return static_cast<double>(as<LogicalValues>(o).rows.size());
    case OperatorKind::kFilter: return filtered(rows_of(*o.children[0]), as<LogicalFilter>(o).conjuncts, o);
    case OperatorKind::kJoin: return join_rows(as<LogicalJoin>(o));
    case OperatorKind::kAggregate: return aggregate_rows(as<LogicalAggregate>(o));
    case OperatorKind::kDistinct: return distinct_rows(*o.children[0]);
    case OperatorKind::kLimit: return limit_rows(as<LogicalLimit>(o).limit, rows_of(*o.children[0]));
    case OperatorKind::kTopN: return limit_rows(as<LogicalTopN>(o).limit, rows_of(*o.children[0]));
    case OperatorKind::kCte: return rows_of(*o.children[1]);
    case OperatorKind::kSetOperation: {
      double total = 0;
      for (const OperatorPtr& child : o.children) {
        total += rows_of(*child);
      }
      return total;
    }
    default: return o.children.empty() ? kUnknownRows : rows_of(*o.children[0]);
  }
}

}  // namespace

double rows_of(const LogicalOperator& o) {
  return o.estimate ? o.estimate->row_count : kUnknownRows;
}

void estimate_rows(LogicalOperator& root, const FunctionContext& functions, bool may_sample) {
  for (OperatorPtr& child : root.children) {
    estimate_rows(*child, functions, may_sample);
  }
  root.estimate = Estimate{estimate_node(root, functions, may_sample), false};
}

}  // namespace stoa
