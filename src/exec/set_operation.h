#pragma once

#include "exec/physical_operator.h"
#include "plan/logical_query.h"

namespace stoa {

/// UNION, INTERSECT [ALL], EXCEPT [ALL] of two or more children, from left to right; NULLs are equal. Rows
/// come out in the order of their first appearance, repeated rows next to each other. (UNION ALL is
/// PhysicalUnionAll.)
class PhysicalSetOperation final : public PhysicalOperator {
 public:
  /// `child_positions`: for each child, which columns of its batches stand for the output's, in that order.
  PhysicalSetOperation(SetOperationKind operation, std::vector<std::vector<size_t>> child_positions);
  bool takes_all_children() const override { return true; }
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  SetOperationKind operation_;
  std::vector<std::vector<size_t>> child_positions_;
};

}  // namespace stoa
