#include <algorithm>
#include <cmath>

#include "optimize/estimate.h"
#include "plan/expression_tree.h"

namespace stoa {

namespace {

constexpr double kEqualSelectivity = 0.05;
constexpr double kRangeSelectivity = 0.33;
constexpr double kOtherSelectivity = 0.25;
constexpr double kGroupShare = 0.1;

std::optional<double> as_number(const Value& value) {
  Value number;
  if (value.is_null()) {
    return std::nullopt;
  }
  const LogicalType& type = value.type();
  if (type.is_temporal()) {
    return static_cast<double>(value.as_integer());
  }
  if (!type.is_numeric() || !try_cast_value(value, TypeId::kDouble, number)) {
    return std::nullopt;
  }
  return number.as_double();
}

/// The share of a column's range that lies below a constant.
std::optional<double> share_below(ColumnId column, const Value& constant, const LogicalOperator& input) {
  const std::optional<SourceStatistics> statistics = statistics_of(column, input);
  if (!statistics) {
    return std::nullopt;
  }
  const auto low = as_number(statistics->minimum);
  const auto high = as_number(statistics->maximum);
  const auto at = as_number(constant);
  if (!low || !high || !at || !(*high > *low) || !std::isfinite(*high - *low)) {
    return std::nullopt;
  }
  return std::clamp((*at - *low) / (*high - *low), 0.0, 1.0);
}

/// The values that the table of a column has of it; nothing of filters.
double table_distinct(ColumnId column, const LogicalOperator& input) {
  const ColumnOrigin origin = find_origin(column, input);
  if (const ComputedColumn computed = find_computed(column, input); computed.expression != nullptr) {
    return estimate_distinct(*computed.expression, *computed.input);
  }
  const double row_count = origin.scan == nullptr ? rows_of(input) : table_rows(*origin.scan);
  const std::optional<SourceStatistics> statistics = statistics_of(column, input);
  if (statistics && statistics->distinct_count) {
    return std::max(1.0, std::min(*statistics->distinct_count, row_count));
  }
  return std::max(1.0, origin.scan != nullptr ? row_count * 0.5 : row_count);
}

bool is_column(const BoundExpression& e) {
  return e.kind == ExpressionKind::kColumn;
}

std::optional<double> known_comparison(const BoundComparison& e, const LogicalOperator& input) {
  const bool column_is_left = is_column(*e.left);
  const BoundExpression& column = column_is_left ? *e.left : *e.right;
  const BoundExpression& other = column_is_left ? *e.right : *e.left;
  const CompareOperator op = column_is_left ? e.op : flip(e.op);
  if (!is_column(column) || !columns_of(other).empty()) {
    return std::nullopt;
  }
  const ColumnId id = as<BoundColumn>(column).column;
  if (op == CompareOperator::kEqual || op == CompareOperator::kNotDistinct) {
    return 1 / table_distinct(id, input);
  }
  if (op == CompareOperator::kNotEqual || op == CompareOperator::kDistinct) {
    return std::max(0.1, 1 - 1 / table_distinct(id, input));
  }
  const auto* constant = try_as<BoundConstant>(other);
  const auto below = constant == nullptr ? std::nullopt : share_below(id, constant->value, input);
  if (!below) {
    return std::nullopt;
  }
  const bool is_less = op == CompareOperator::kLess || op == CompareOperator::kLessEqual;
  return std::max(1e-4, is_less ? *below : 1 - *below);
}

std::optional<double> known_in_list(const BoundInList& in, const LogicalOperator& input) {
  if (!is_column(*in.operand)) {
    return std::nullopt;
  }
  const double one = 1 / table_distinct(as<BoundColumn>(*in.operand).column, input);
  const double share = std::min(1.0, one * static_cast<double>(in.items.size()));
  return in.is_negated ? std::max(0.01, 1 - share) : share;
}

std::optional<double> known_is_null(const BoundIsNull& e, const LogicalOperator& input) {
  if (!is_column(*e.operand)) {
    return std::nullopt;
  }
  const ColumnId id = as<BoundColumn>(*e.operand).column;
  const ColumnOrigin origin = find_origin(id, input);
  const auto statistics = statistics_of(id, input);
  if (!statistics || !statistics->null_count) {
    return std::nullopt;
  }
  const double share = static_cast<double>(*statistics->null_count) / std::max(1.0, table_rows(*origin.scan));
  return std::clamp(e.is_negated ? 1 - share : share, 1e-4, 1.0);
}

std::optional<double> known_conjunction(const BoundConjunction& e, const LogicalOperator& input) {
  double share = e.is_and ? 1 : 0;
  for (const ExpressionPtr& operand : e.operands) {
    const std::optional<double> own = known_selectivity(*operand, input);
    if (!own) {
      return std::nullopt;
    }
    share = e.is_and ? share * *own : share + *own - share * *own;
  }
  return share;
}

double guess(const BoundExpression& e, const LogicalOperator& input) {
  switch (e.kind) {
    case ExpressionKind::kComparison:
      return as<BoundComparison>(e).op == CompareOperator::kEqual ? kEqualSelectivity : kRangeSelectivity;
    case ExpressionKind::kNot:
      return std::max(0.01, 1 - estimate_selectivity(*as<BoundNot>(e).operand, input));
    case ExpressionKind::kIsNull: return as<BoundIsNull>(e).is_negated ? 0.95 : 0.05;
    case ExpressionKind::kInList:
      return std::min(1.0, kEqualSelectivity * static_cast<double>(as<BoundInList>(e).items.size()));
    case ExpressionKind::kConjunction: {
      const auto& conjunction = as<BoundConjunction>(e);
      double share = conjunction.is_and ? 1 : 0;
      for (const ExpressionPtr& operand : conjunction.operands) {
        const double own = estimate_selectivity(*operand, input);
        share = conjunction.is_and ? share * own : share + own - share * own;
      }
      return share;
    }
    default: return kOtherSelectivity;
  }
}

}  // namespace

std::optional<double> known_selectivity(const BoundExpression& e, const LogicalOperator& input) {
  switch (e.kind) {
    case ExpressionKind::kComparison: return known_comparison(as<BoundComparison>(e), input);
    case ExpressionKind::kInList: return known_in_list(as<BoundInList>(e), input);
    case ExpressionKind::kIsNull: return known_is_null(as<BoundIsNull>(e), input);
    case ExpressionKind::kConjunction: return known_conjunction(as<BoundConjunction>(e), input);
    case ExpressionKind::kNot: {
      const auto share = known_selectivity(*as<BoundNot>(e).operand, input);
      return share ? std::optional(std::max(0.01, 1 - *share)) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

double estimate_selectivity(const BoundExpression& e, const LogicalOperator& input) {
  const std::optional<double> known = known_selectivity(e, input);
  return known ? *known : guess(e, input);
}

double estimate_distinct(ColumnId column, const LogicalOperator& input) {
  double distinct = table_distinct(column, input);
  const ColumnOrigin origin = find_origin(column, input);
  if (origin.scan == nullptr) {
    return distinct;
  }
  for (const ExpressionPtr& filter : origin.scan->filters) {
    const ColumnSet used = columns_of(*filter);
    if (used.size() != 1) {
      continue;
    }
    const ColumnOrigin filtered = find_origin(*used.begin(), *origin.scan);
    if (filtered.scan != nullptr && filtered.source_column == origin.source_column) {
      distinct *= estimate_selectivity(*filter, *origin.scan);
    }
  }
  return std::max(1.0, distinct);
}

double estimate_distinct(const BoundExpression& e, const LogicalOperator& input) {
  if (is_column(e)) {
    return estimate_distinct(as<BoundColumn>(e).column, input);
  }
  double combinations = 1;
  for (const ColumnId column : columns_of(e)) {
    combinations *= estimate_distinct(column, input);
  }
  return std::max(1.0, std::min(combinations, rows_of(input) * kGroupShare));
}

double values_in_draws(double distinct_count, double draw_count) {
  return std::max(1.0, distinct_count * (1 - std::exp(-draw_count / std::max(1.0, distinct_count))));
}

double estimate_combinations(const std::vector<const BoundExpression*>& keys, const LogicalOperator& input) {
  double combinations = 1;
  double rows_max = 0;
  const LogicalScan* scan = nullptr;
  bool is_one_table = true;
  for (const BoundExpression* key : keys) {
    combinations *= estimate_distinct(*key, input);
    const ColumnOrigin origin =
        is_column(*key) ? find_origin(as<BoundColumn>(*key).column, input) : ColumnOrigin{};
    is_one_table = is_one_table && origin.scan != nullptr && (scan == nullptr || scan == origin.scan);
    scan = origin.scan;
  }
  rows_max = is_one_table && scan != nullptr ? table_rows(*scan) : rows_of(input);
  return std::max(1.0, std::min(combinations, rows_max));
}

double estimate_key_selectivity(const KeyPairs& keys, const LogicalOperator& left,
                                const LogicalOperator& right) {
  double each = 1;
  double largest = 1;
  std::vector<const BoundExpression*> left_keys, right_keys;
  for (const auto& [l, r] : keys) {
    const double distinct = std::max(estimate_distinct(*l, left), estimate_distinct(*r, right));
    each *= distinct;
    largest = std::max(largest, distinct);
    left_keys.push_back(l);
    right_keys.push_back(r);
  }
  if (keys.size() > 1) {
    // Keys of several columns are rarely independent: one side's combinations are among the other's.
    const double together =
        std::min(estimate_combinations(left_keys, left), estimate_combinations(right_keys, right));
    each = std::min(each, std::max(largest, together));
  }
  return 1 / each;
}

}  // namespace stoa
