#pragma once

#include <memory>
#include <vector>

#include "column/batch.h"
#include "format/reader.h"

namespace stoa {

/// Rows that are all in memory, as one morsel: short lists, and what is cheaper to make than to describe.
class RowsSource final : public TableSource {
 public:
  RowsSource(std::vector<SourceColumn> columns, Batch rows)
      : columns_(std::move(columns)), rows_(std::move(rows)) {}

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<uint64_t> row_count() const override { return rows_.row_count; }
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                  size_t vector_size) override;

 private:
  std::vector<SourceColumn> columns_;
  Batch rows_;
};

}  // namespace stoa
