#include "plan/logical_statement.h"

namespace stoa {

std::vector<ColumnId> LogicalChange::output() const {
  if (!has_returning) {
    return {row_count};
  }
  std::vector<ColumnId> ids;
  for (const Item& item : returning) {
    ids.push_back(item.id);
  }
  return ids;
}

void LogicalChange::visit_expressions(const std::function<void(ExpressionPtr&)>& visit) {
  for (Item& item : returning) {
    visit(item.expression);
  }
}

}  // namespace stoa
