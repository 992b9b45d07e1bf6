#pragma once

#include <memory>
#include <vector>

#include "base/memory.h"
#include "column/batch.h"
#include "format/reader.h"

namespace stoa {

/// Batches kept in row order: a query's result, a materialized common table. Immutable once made; shared by
/// threads.
class CollectedRows {
 public:
  /// `reservation` holds what the batches take besides their vectors' buffers.
  CollectedRows(std::vector<LogicalType> types, std::vector<Batch> batches, Reservation reservation = {});

  const std::vector<LogicalType>& types() const { return types_; }
  const std::vector<Batch>& batches() const { return batches_; }
  size_t row_count() const { return row_count_; }

 private:
  std::vector<LogicalType> types_;
  std::vector<Batch> batches_;
  size_t row_count_ = 0;
  Reservation reservation_;
};

/// A scan over collected rows, giving the columns at `positions` of each batch (all of them when empty and
/// `all`).
std::unique_ptr<TableScan> scan_rows(std::shared_ptr<const CollectedRows> rows,
                                     std::vector<size_t> positions);

}  // namespace stoa
