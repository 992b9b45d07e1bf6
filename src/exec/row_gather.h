#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/batch.h"

namespace stoa {

/// A row among many batches.
struct RowReference {
  uint32_t batch;
  uint32_t row;
};

/// Rows of many batches by reference: what sorts, windows and joins give back. Immutable once made,
/// thread-safe. Gathered texts point into the batches, which the gathered vectors keep alive; where all
/// batches of a column share one distinct dictionary only codes are gathered.
class RowGatherer {
 public:
  RowGatherer(std::vector<LogicalType> types, std::vector<Batch> batches);
  ~RowGatherer();
  RowGatherer(const RowGatherer&) = delete;
  RowGatherer& operator=(const RowGatherer&) = delete;

  const std::vector<LogicalType>& types() const { return types_; }
  const std::vector<Batch>& batches() const { return *batches_; }
  size_t row_count() const { return row_count_; }

  ColumnVector gather(size_t column, std::span<const RowReference> rows) const;
  /// All columns.
  Batch gather(std::span<const RowReference> rows) const;

 private:
  struct Column;
  std::vector<LogicalType> types_;
  std::shared_ptr<const std::vector<Batch>> batches_;
  std::vector<Column> columns_;
  size_t row_count_ = 0;
};

}  // namespace stoa
