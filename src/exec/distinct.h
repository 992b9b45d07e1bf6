#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// DISTINCT over all columns, or DISTINCT ON (`on`): of equal rows the first in the child's order, in that
/// order, whatever the number of threads.
class PhysicalDistinct final : public PhysicalOperator {
 public:
  explicit PhysicalDistinct(ExpressionList on = {});
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;
  bool has_on() const { return !on_.empty(); }

 private:
  ExpressionList on_;
};

}  // namespace stoa
