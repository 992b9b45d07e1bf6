#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// ORDER BY: keeps all batches, sorts references to their rows by normalized keys, gives gathered rows. Equal
/// rows stay in input order.
class PhysicalSort final : public PhysicalOperator {
 public:
  explicit PhysicalSort(std::vector<BoundOrder> order_by);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::vector<BoundOrder> order_by_;
};

}  // namespace stoa
