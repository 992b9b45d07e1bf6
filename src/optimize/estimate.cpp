#include <algorithm>
#include <cmath>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

constexpr double kUnknownRows = 10'000;
constexpr double kEqualSelectivity = 0.05;
constexpr double kRangeSelectivity = 0.33;
constexpr double kOtherSelectivity = 0.25;
constexpr double kGroupShare = 0.1;

double rows_of(const LogicalOperator& o) {
  return o.estimate ? o.estimate->row_count : kUnknownRows;
}

/// The scan that a column comes from, when it reaches `o` unchanged, with its index there.
const LogicalScan* find_scan(ColumnId column, const LogicalOperator& o, size_t& source_column) {
  if (const auto* scan = try_as<LogicalScan>(o)) {
    for (const LogicalScan::Column& candidate : scan->columns) {
      if (candidate.id == column && candidate.source_column < ~size_t{0}) {
        source_column = candidate.source_column;
        return scan;
      }
    }
    return nullptr;
  }
  for (const OperatorPtr& child : o.children) {
    if (const LogicalScan* found = find_scan(column, *child, source_column)) {
      return found;
    }
  }
  return nullptr;
}

const TableSource* source_of(const LogicalScan& scan) {
  return scan.source ? scan.source.get() : scan.statistics_source.get();
}

std::optional<SourceStatistics> statistics_of(ColumnId column, const LogicalOperator& o) {
  size_t source_column = 0;
  const LogicalScan* scan = find_scan(column, o, source_column);
  const TableSource* source = scan == nullptr ? nullptr : source_of(*scan);
  return source == nullptr ? std::nullopt : source->statistics(source_column);
}

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

double comparison_selectivity(const BoundComparison& e, const LogicalOperator& input) {
  const bool column_is_left = e.left->kind == ExpressionKind::kColumn;
  const BoundExpression& column = column_is_left ? *e.left : *e.right;
  const BoundExpression& other = column_is_left ? *e.right : *e.left;
  const CompareOperator op = column_is_left ? e.op : flip(e.op);
  if (column.kind != ExpressionKind::kColumn) {
    return op == CompareOperator::kEqual ? kEqualSelectivity : kRangeSelectivity;
  }
  const ColumnId id = as<BoundColumn>(column).column;
  if (op == CompareOperator::kEqual) {
    return 1 / std::max(1.0, estimate_distinct(id, input));
  }
  if (op == CompareOperator::kNotEqual) {
    return 0.9;
  }
  const auto* constant = try_as<BoundConstant>(other);
  const auto below = constant == nullptr ? std::nullopt : share_below(id, constant->value, input);
  if (!below) {
    return kRangeSelectivity;
  }
  const bool is_less = op == CompareOperator::kLess || op == CompareOperator::kLessEqual;
  return std::max(1e-4, is_less ? *below : 1 - *below);
}

double join_rows(const LogicalJoin& join) {
  const LogicalOperator& left = *join.children[0];
  const LogicalOperator& right = *join.children[1];
  double row_count = rows_of(left) * rows_of(right);
  for (const ExpressionPtr& e : join.conditions) {
    const auto* comparison = try_as<BoundComparison>(*e);
    const bool is_key = comparison != nullptr && comparison->op == CompareOperator::kEqual &&
                        comparison->left->kind == ExpressionKind::kColumn &&
                        comparison->right->kind == ExpressionKind::kColumn;
    if (!is_key) {
      row_count *= comparison != nullptr && comparison->op == CompareOperator::kEqual ? kEqualSelectivity
                                                                                      : kRangeSelectivity;
      continue;
    }
    const ColumnId a = as<BoundColumn>(*comparison->left).column;
    const ColumnId b = as<BoundColumn>(*comparison->right).column;
    row_count /= std::max({1.0, estimate_distinct(a, join), estimate_distinct(b, join)});
  }
  row_count = std::max(1.0, row_count);
  switch (join.join) {
    case JoinKind::kInner: return row_count;
    case JoinKind::kLeft: return std::max(row_count, rows_of(left));
    case JoinKind::kRight: return std::max(row_count, rows_of(right));
    case JoinKind::kFull: return std::max({row_count, rows_of(left), rows_of(right)});
    case JoinKind::kSemi: return std::max(1.0, std::min(rows_of(left), row_count) * 0.5);
    case JoinKind::kAnti: return std::max(1.0, rows_of(left) * 0.5);
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
    groups *= item.expression->kind == ExpressionKind::kColumn
                  ? estimate_distinct(as<BoundColumn>(*item.expression).column, *aggregate.children[0])
                  : std::max(1.0, input * kGroupShare);
  }
  return std::clamp(groups, 1.0, std::max(1.0, input));
}

double estimate_node(const LogicalOperator& o) {
  switch (o.kind) {
    case OperatorKind::kScan: {
      const auto& scan = as<LogicalScan>(o);
      const TableSource* source = source_of(scan);
      const double row_count =
          source == nullptr ? kUnknownRows : source->estimated_row_count().value_or(kUnknownRows);
      return scan.filters.empty() ? row_count : filtered(row_count, scan.filters, o);
    }
    case OperatorKind::kValues: return static_cast<double>(as<LogicalValues>(o).rows.size());
    case OperatorKind::kFilter: return filtered(rows_of(*o.children[0]), as<LogicalFilter>(o).conjuncts, o);
    case OperatorKind::kJoin: return join_rows(as<LogicalJoin>(o));
    case OperatorKind::kAggregate: return aggregate_rows(as<LogicalAggregate>(o));
    case OperatorKind::kDistinct: return std::max(1.0, rows_of(*o.children[0]) * 0.5);
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

double estimate_distinct(ColumnId column, const LogicalOperator& input) {
  size_t source_column = 0;
  const LogicalScan* scan = find_scan(column, input, source_column);
  const double row_count = scan == nullptr ? rows_of(input) : rows_of(*scan);
  const std::optional<SourceStatistics> statistics = statistics_of(column, input);
  if (statistics && statistics->distinct_count) {
    return std::max(1.0, std::min(*statistics->distinct_count, row_count));
  }
  return std::max(1.0, scan != nullptr ? row_count * 0.5 : row_count * kGroupShare);
}

double estimate_selectivity(const BoundExpression& e, const LogicalOperator& input) {
  switch (e.kind) {
    case ExpressionKind::kComparison: return comparison_selectivity(as<BoundComparison>(e), input);
    case ExpressionKind::kNot:
      return std::max(0.01, 1 - estimate_selectivity(*as<BoundNot>(e).operand, input));
    case ExpressionKind::kIsNull: return as<BoundIsNull>(e).is_negated ? 0.95 : 0.05;
    case ExpressionKind::kInList: {
      const auto& in = as<BoundInList>(e);
      const double one = in.operand->kind == ExpressionKind::kColumn
                             ? 1 / estimate_distinct(as<BoundColumn>(*in.operand).column, input)
                             : kEqualSelectivity;
      const double share = std::min(1.0, one * static_cast<double>(in.items.size()));
      return in.is_negated ? std::max(0.01, 1 - share) : share;
    }
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

void estimate_rows(LogicalOperator& root) {
  for (OperatorPtr& child : root.children) {
    estimate_rows(*child);
  }
  root.estimate = Estimate{estimate_node(root), false};
}

}  // namespace stoa
