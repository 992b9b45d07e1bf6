#pragma once

#include "exec/physical_operator.h"

namespace stoa {

/// WITH ... AS MATERIALIZED: child 1 is run once and kept under `number` before child 0, which reads it.
class PhysicalCommonTable final : public PhysicalOperator {
 public:
  explicit PhysicalCommonTable(uint32_t number);
  std::unique_ptr<StreamFactory> open_stream(Execution& execution) const override;

 private:
  uint32_t number_;
};

/// Reads a common table that an operator above has materialized.
class PhysicalCommonTableScan final : public PhysicalOperator {
 public:
  /// `positions`: which columns of the common table.
  PhysicalCommonTableScan(uint32_t number, std::vector<size_t> positions);
  std::unique_ptr<TableScan> open_source(Execution& execution) const override;

 private:
  uint32_t number_;
  std::vector<size_t> positions_;
};

/// UNION ALL: the rows of each child in turn; children give the same types in the same order.
class PhysicalUnionAll final : public PhysicalOperator {
 public:
  PhysicalUnionAll() : PhysicalOperator(OperatorRole::kUnion, "UnionAll") {}
};

}  // namespace stoa
