#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// Window functions that share PARTITION BY and ORDER BY: the output is the child's columns with one column
/// for each call. Rows come out in the order of partitions and, within them, of the window.
class PhysicalWindow final : public PhysicalOperator {
 public:
  /// `windows` are BoundWindows.
  explicit PhysicalWindow(ExpressionList windows);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  ExpressionList windows_;
};

}  // namespace stoa
