#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// Rows of expressions without columns: VALUES, SELECT without FROM.
class PhysicalValues final : public PhysicalOperator {
 public:
  explicit PhysicalValues(std::vector<ExpressionList> rows);
  std::unique_ptr<TableScan> open_source(Execution& execution) const override;

 private:
  std::vector<ExpressionList> rows_;
};

}  // namespace stoa
