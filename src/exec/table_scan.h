#pragma once

#include "exec/join_filter.h"
#include "exec/physical_operator.h"
#include "plan/logical_query.h"

namespace stoa {

/// Reads a table or an opened source, keeping the rows that pass its filters. Filters of the form `column op
/// constant` are also given to the source, which skips whole blocks by their bounds.
class PhysicalScan final : public PhysicalOperator {
 public:
  explicit PhysicalScan(std::unique_ptr<LogicalScan> scan);
  std::unique_ptr<TableScan> open_source(Execution& execution) const override;

  const LogicalScan& logical() const { return *scan_; }

 private:
  std::shared_ptr<TableSource> open_table(const ExecutionContext& context) const;
  std::vector<ScanFilter> skip_filters(const ExecutionContext& context) const;
  void add_bounds(const JoinFilter& filter, std::vector<ScanFilter>& filters) const;

  std::unique_ptr<LogicalScan> scan_;
};

}  // namespace stoa
