#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "format/reader.h"
#include "table/table_data.h"

namespace stoa {

/// A table at one state, as a source for scans. Keeps the state alive; thread-safe.
///
/// Morsels are pieces of at most kMorselRows rows of a block, or runs of smaller blocks. Filters skip blocks
/// by their bounds. Vectors are views of the stored values wherever the form allows; deleted rows are left
/// out by a selection. kRowIdColumn may be asked for like any column (in `scan` only; columns() does not list
/// it).
class TableDataSource final : public TableSource {
 public:
  static constexpr size_t kMorselRows = 16384;

  explicit TableDataSource(std::shared_ptr<const TableData> table);

  const TableData& table() const noexcept { return *table_; }
  const std::shared_ptr<const TableData>& shared_table() const noexcept { return table_; }

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<uint64_t> row_count() const override { return table_->row_count(); }
  std::optional<SourceStatistics> statistics(size_t column) const override;
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                  size_t vector_size) override;
  /// The same over some blocks of the table only (ascending), for when others are answered from statistics.
  std::unique_ptr<TableScan> scan_blocks(std::vector<size_t> blocks, std::vector<size_t> columns,
                                         std::vector<ScanFilter> filters, size_t vector_size) const;

 private:
  std::shared_ptr<const TableData> table_;
  std::vector<SourceColumn> columns_;
};

/// A scan of a table, which knows bounds of what its morsels hold.
class TableDataScan : public TableScan {
 public:
  /// Whether any of a column's values makes its row worth reading. Called by many threads.
  using FirstLook = std::function<bool(const ColumnVector& values, size_t row_count)>;

  /// Bounds of a column's values (an index into the source's columns) in a morsel.
  virtual ZoneStatistics morsel_zone(size_t morsel, size_t column) const = 0;
  /// From now on the column at `position` among those that are read is read before the others, which are not
  /// read where the first look at it wants no row of the batch.
  virtual void set_first_look(size_t position, FirstLook look) = 0;
  /// Counts rows as skipped that whoever reads the scan did not read.
  virtual void add_skipped_rows(size_t morsel) = 0;
};

/// Whether some row of these bounds may pass the filter. False is sure.
bool may_pass(const ScanFilter& filter, const ZoneStatistics& zone);

}  // namespace stoa
