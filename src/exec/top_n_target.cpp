#include "exec/top_n_target.h"

#include <algorithm>

#include "exec/filter_project.h"
#include "exec/table_scan.h"

namespace stoa {

const PhysicalOperator* find_top_n_target(const PhysicalOperator& op, ColumnId column) {
  const std::vector<ColumnId>& output = op.output();
  if (std::find(output.begin(), output.end(), column) == output.end()) {
    return nullptr;
  }
  if (dynamic_cast<const PhysicalScan*>(&op) != nullptr) {
    return &op;
  }
  if (dynamic_cast<const PhysicalFilter*>(&op) == nullptr &&
      dynamic_cast<const PhysicalProject*>(&op) == nullptr) {
    return nullptr;
  }
  return find_top_n_target(*op.children()[0], column);
}

}  // namespace stoa
