#include "exec/join_filter_target.h"

#include <algorithm>

#include "exec/aggregate.h"
#include "exec/distinct.h"
#include "exec/hash_join.h"
#include "exec/sort.h"
#include "exec/table_scan.h"

namespace stoa {

namespace {

/// The child's column behind a group of an aggregate.
std::optional<ColumnId> grouped_column(const PhysicalHashAggregate& aggregate, ColumnId column) {
  const AggregateExpressions& expressions = aggregate.expressions();
  if (!expressions.sets.empty()) {
    return std::nullopt;
  }
  for (size_t i = 0; i < expressions.groups.size(); ++i) {
    if (aggregate.output()[i] == column) {
      const auto* inner = try_as<BoundColumn>(*expressions.groups[i]);
      return inner == nullptr ? std::nullopt : std::optional(inner->column);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<JoinFilterTarget> find_join_filter_target(const PhysicalOperator& op, ColumnId column,
                                                        bool null_matches) {
  const std::vector<ColumnId>& output = op.output();
  if (std::find(output.begin(), output.end(), column) == output.end()) {
    return std::nullopt;
  }
  if (dynamic_cast<const PhysicalScan*>(&op) != nullptr) {
    return JoinFilterTarget{&op, column};
  }
  if (const auto* aggregate = dynamic_cast<const PhysicalHashAggregate*>(&op)) {
    const std::optional<ColumnId> inner = grouped_column(*aggregate, column);
    return inner ? find_join_filter_target(*op.children()[0], *inner, null_matches) : std::nullopt;
  }
  const auto* distinct = dynamic_cast<const PhysicalDistinct*>(&op);
  const bool is_sink_to_cross =
      (distinct != nullptr && !distinct->has_on()) || dynamic_cast<const PhysicalSort*>(&op) != nullptr;
  const bool is_blocked = null_matches && adds_nulls(op);
  if (is_blocked || (op.role() != OperatorRole::kStream && !is_sink_to_cross)) {
    return std::nullopt;
  }
  if (const auto found = find_join_filter_target(*op.children()[0], column, null_matches)) {
    return found;
  }
  const PhysicalOperator* built = build_side_to_filter(op);
  return built == nullptr ? std::nullopt : find_join_filter_target(*built, column, null_matches);
}

}  // namespace stoa
