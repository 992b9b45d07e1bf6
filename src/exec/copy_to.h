#pragma once

#include "exec/physical_operator.h"
#include "plan/logical_statement.h"

namespace stoa {

/// COPY ... TO a CSV or Parquet file. The file appears under its name only when all rows are written; a
/// failed statement leaves whatever was there before.
class PhysicalCopyTo final : public PhysicalOperator {
 public:
  explicit PhysicalCopyTo(std::unique_ptr<LogicalCopyTo> copy);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::unique_ptr<LogicalCopyTo> copy_;
};

}  // namespace stoa
