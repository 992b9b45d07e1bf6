#include "exec/statistics_aggregate.h"

#include "base/exact_sum.h"
#include "exec/collected_rows.h"
#include "exec/execution.h"
#include "table/table_data.h"

namespace stoa {

namespace {

using Kind = StatisticsQuestion::Kind;

std::optional<Kind> kind_of(const BoundAggregate& aggregate) {
  const std::string& name = aggregate.call.function->name;
  if (name == "count") {
    return aggregate.arguments.empty() ? Kind::kCountAll : Kind::kCount;
  }
  if (name == "sum") {
    return Kind::kSum;
  }
  if (name == "min") {
    return Kind::kMinimum;
  }
  if (name == "max") {
    return Kind::kMaximum;
  }
  if (name == "avg") {
    return Kind::kAverage;
  }
  return std::nullopt;
}

/// The table's column that an argument is, also under a widening cast of integers, which changes no sum or
/// count.
std::optional<size_t> column_of(const BoundExpression& argument, const LogicalScan& scan) {
  const BoundExpression* e = &argument;
  if (const auto* cast = try_as<BoundCast>(*e)) {
    if (!cast->type.is_signed_integer() || !cast->operand->type.is_signed_integer()) {
      return std::nullopt;
    }
    if (cast->type.width_bytes() < cast->operand->type.width_bytes()) {
      return std::nullopt;
    }
    e = cast->operand.get();
  }
  const auto* column = try_as<BoundColumn>(*e);
  if (column == nullptr) {
    return std::nullopt;
  }
  for (const LogicalScan::Column& candidate : scan.columns) {
    if (candidate.id == column->column && candidate.source_column != kRowIdColumn) {
      return candidate.source_column;
    }
  }
  return std::nullopt;
}

std::optional<Value> sum_of(const SegmentStatistics& statistics, const LogicalType& type) {
  if (statistics.value_count() == 0) {
    return Value::null(type);
  }
  if (type.is_floating() && statistics.double_sum && !statistics.double_sum->overflowed()) {
    return Value::from_double(type, statistics.double_sum->round());
  }
  if ((type.is_integer() || type.is_decimal()) && statistics.integer_sum) {
    return Value::from_integer(type, *statistics.integer_sum);
  }
  return std::nullopt;
}

std::optional<Value> average_of(const SegmentStatistics& statistics, const LogicalType& type) {
  if (type.id() != TypeId::kDouble) {
    return std::nullopt;
  }
  const uint64_t count = statistics.value_count();
  if (count == 0) {
    return Value::null(type);
  }
  if (statistics.double_sum) {
    if (statistics.double_sum->overflowed()) {
      return std::nullopt;
    }
    return Value::double_precision(statistics.double_sum->round() / static_cast<double>(count));
  }
  if (!statistics.integer_sum || statistics.zone.minimum.type().is_decimal()) {
    return std::nullopt;
  }
  return Value::double_precision(divide_rounded(*statistics.integer_sum, count));
}

std::optional<Value> bound_of(const SegmentStatistics& statistics, const Value& bound,
                              const LogicalType& type) {
  if (statistics.value_count() == 0) {
    return Value::null(type);
  }
  if (bound.is_null() || !statistics.zone.is_known) {
    return std::nullopt;
  }
  // Of -0 and 0, which are equal, the general path gives the one that it met.
  if (type.is_floating() && bound.as_double() == 0) {
    return std::nullopt;
  }
  return bound;
}

std::optional<Value> answer(const TableData& table, const StatisticsQuestion::Item& item) {
  if (item.kind == Kind::kCountAll) {
    return Value::bigint(static_cast<int64_t>(table.row_count()));
  }
  const SegmentStatistics* statistics = table.exact_statistics(item.column);
  if (statistics == nullptr) {
    return std::nullopt;
  }
  switch (item.kind) {
    case Kind::kCount: return Value::bigint(static_cast<int64_t>(statistics->value_count()));
    case Kind::kSum: return sum_of(*statistics, item.type);
    case Kind::kAverage: return average_of(*statistics, item.type);
    case Kind::kMinimum: return bound_of(*statistics, statistics->zone.minimum, item.type);
    case Kind::kMaximum: return bound_of(*statistics, statistics->zone.maximum, item.type);
    case Kind::kCountAll: break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<StatisticsQuestion> statistics_question(const LogicalAggregate& aggregate) {
  const auto* scan = try_as<LogicalScan>(*aggregate.children[0]);
  if (scan == nullptr || !scan->table || !scan->filters.empty()) {
    return std::nullopt;
  }
  if (!aggregate.groups.empty() || !aggregate.sets.empty()) {
    return std::nullopt;
  }
  StatisticsQuestion question;
  question.table = scan->table_id;
  for (const LogicalAggregate::Item& item : aggregate.aggregates) {
    const auto& call = as<BoundAggregate>(*item.expression);
    const std::optional<Kind> kind = kind_of(call);
    if (!kind || call.is_distinct || call.filter || call.arguments.size() > 1) {
      return std::nullopt;
    }
    size_t column = 0;
    if (*kind != Kind::kCountAll) {
      const std::optional<size_t> found = column_of(*call.arguments[0], *scan);
      if (!found) {
        return std::nullopt;
      }
      const LogicalType& stored = scan->table->columns[*found].type;
      const bool has_bound = *kind == Kind::kMinimum || *kind == Kind::kMaximum;
      if (has_bound && !(stored == item.expression->type)) {
        return std::nullopt;
      }
      column = *found;
    }
    question.items.push_back({*kind, column, item.expression->type});
  }
  return question;
}

PhysicalStatisticsAggregate::PhysicalStatisticsAggregate(StatisticsQuestion question,
                                                         PhysicalOperatorPtr general)
    : PhysicalOperator(OperatorRole::kSource, "StatisticsAggregate"),
      question_(std::move(question)),
      general_(std::move(general)) {}

std::unique_ptr<TableScan> PhysicalStatisticsAggregate::open_source(Execution& execution) const {
  const TableData* table = execution.context().root->find_as<TableData>(question_.table);
  Batch row;
  row.row_count = 1;
  for (const StatisticsQuestion::Item& item : question_.items) {
    const std::optional<Value> value = table != nullptr ? answer(*table, item) : std::nullopt;
    if (!value) {
      return execution.run_to_scan(*general_);
    }
    row.columns.push_back(ColumnVector::make_constant(*value, 1));
    row.columns.back().set_type(item.type);
  }
  std::vector<Batch> rows;
  rows.push_back(std::move(row));
  return scan_rows(std::make_shared<CollectedRows>(types(), std::move(rows)), {});
}

}  // namespace stoa
