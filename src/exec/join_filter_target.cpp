#include "exec/join_filter_target.h"

#include <algorithm>

#include "exec/table_scan.h"

namespace stoa {

const PhysicalOperator* find_join_filter_target(const PhysicalOperator& op, ColumnId column) {
  const std::vector<ColumnId>& output = op.output();
  if (std::find(output.begin(), output.end(), column) == output.end()) {
    return nullptr;
  }
  if (dynamic_cast<const PhysicalScan*>(&op) != nullptr) {
    return &op;
  }
  // Filters, projections and the probe sides of joins pass rows on one by one; sinks (windows, limits) may
  // not be crossed.
  if (op.role() != OperatorRole::kStream) {
    return nullptr;
  }
  return find_join_filter_target(*op.children()[0], column);
}

}  // namespace stoa
