#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// ORDER BY with LIMIT: each thread keeps the rows that may be among the first limit + offset, dropping the
/// others a batch at a time; the rest is sorted at the end. Ties are broken by input order, as PhysicalSort
/// with PhysicalLimit does, which is the general path (`top_n` rewrite off).
class PhysicalTopN final : public PhysicalOperator {
 public:
  PhysicalTopN(std::vector<BoundOrder> order_by, ExpressionPtr limit, ExpressionPtr offset);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::vector<BoundOrder> order_by_;
  ExpressionPtr limit_;
  ExpressionPtr offset_;
};

}  // namespace stoa
