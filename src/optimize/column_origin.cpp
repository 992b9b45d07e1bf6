#include "optimize/estimate.h"
#include "table/table_data.h"

namespace stoa {

namespace {

constexpr double kUnknownRows = 10'000;

const TableSource* source_of(const LogicalScan& scan) {
  return scan.source ? scan.source.get() : scan.statistics_source.get();
}

ColumnOrigin find_in_scan(ColumnId column, const LogicalScan& scan) {
  for (const LogicalScan::Column& candidate : scan.columns) {
    if (candidate.id == column && candidate.source_column != kRowIdColumn) {
      return {&scan, candidate.source_column};
    }
  }
  return {};
}

/// A projection's or a group's own column, when it is a column of the child under another id.
template <class Item>
ColumnOrigin find_in_items(ColumnId column, const std::vector<Item>& items, const LogicalOperator& child) {
  for (const Item& item : items) {
    if (item.id == column) {
      const auto* inner = try_as<BoundColumn>(*item.expression);
      return inner == nullptr ? ColumnOrigin{} : find_origin(inner->column, child);
    }
  }
  return {};
}

}  // namespace

ColumnOrigin find_origin(ColumnId column, const LogicalOperator& o) {
  switch (o.kind) {
    case OperatorKind::kScan: return find_in_scan(column, as<LogicalScan>(o));
    case OperatorKind::kProject: return find_in_items(column, as<LogicalProject>(o).items, *o.children[0]);
    case OperatorKind::kAggregate:
      return find_in_items(column, as<LogicalAggregate>(o).groups, *o.children[0]);
    case OperatorKind::kSetOperation: return {};
    default: break;
  }
  for (const OperatorPtr& child : o.children) {
    if (const ColumnOrigin found = find_origin(column, *child); found.scan != nullptr) {
      return found;
    }
  }
  return {};
}

ComputedColumn find_computed(ColumnId column, const LogicalOperator& o) {
  const auto find_in = [&](const auto& items) -> ComputedColumn {
    for (const auto& item : items) {
      if (item.id == column && item.expression->kind != ExpressionKind::kColumn) {
        return {item.expression.get(), o.children[0].get()};
      }
    }
    return {};
  };
  ComputedColumn found;
  if (const auto* project = try_as<LogicalProject>(o)) {
    found = find_in(project->items);
  } else if (const auto* aggregate = try_as<LogicalAggregate>(o)) {
    found = find_in(aggregate->groups);
  }
  for (size_t i = 0; found.expression == nullptr && i < o.children.size(); ++i) {
    found = find_computed(column, *o.children[i]);
  }
  return found;
}

std::optional<SourceStatistics> statistics_of(ColumnId column, const LogicalOperator& o) {
  const ColumnOrigin origin = find_origin(column, o);
  const TableSource* source = origin.scan == nullptr ? nullptr : source_of(*origin.scan);
  return source == nullptr ? std::nullopt : source->statistics(origin.source_column);
}

double table_rows(const LogicalScan& scan) {
  const TableSource* source = source_of(scan);
  return source == nullptr ? kUnknownRows : source->estimated_row_count().value_or(kUnknownRows);
}

}  // namespace stoa
