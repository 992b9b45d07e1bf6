#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "column/batch.h"
#include "store/charge.h"
#include "store/persistent_vector.h"
#include "store/segment_statistics.h"
#include "store/shared_dictionary.h"
#include "store/storage_options.h"
#include "table/open_rows.h"
#include "table/row_group.h"
#include "table/table_schema.h"
#include "txn/root.h"

namespace stoa {

/// The rows of a table: sealed row groups, then the tail (smaller groups, merged as they add up), then up to
/// 64 open rows.
///
/// A row id is the row's place: group number * row group size + offset. It never changes and is never used
/// for another row; a group that was sealed before it was full leaves a gap. Blocks (groups of either kind,
/// and the open rows) lie in ascending order of their row ids.
///
/// Immutable once published; before that changed by the fork that owns it, through change records
/// (table_changes.h). Reading is thread-safe. All memory is charged to the budget of the storage options.
class TableData final : public RootObject {
 public:
  TableData(ObjectId id, TableSchemaRef schema, StorageOptions options);
  TableData(const TableData& other);
  ~TableData() override;

  std::shared_ptr<RootObject> clone() const override;
  std::string describe() const override;

  ObjectId id() const noexcept { return id_; }
  const TableSchema& schema() const noexcept { return *schema_; }
  const TableSchemaRef& shared_schema() const noexcept { return schema_; }
  const StorageOptions& options() const noexcept { return options_; }

  // --- rows
  /// Rows that are there (deleted ones are not counted).
  uint64_t row_count() const noexcept { return row_count_; }
  /// The id that the next appended row gets; all ids in use are below.
  uint64_t next_row_id() const noexcept;
  bool contains(uint64_t row_id) const noexcept;
  /// Values of the rows, in the order given, columns by index into schema().columns or kRowIdColumn. Raises
  /// XX000 for an id that is not in the table; deleted rows still give their last values.
  Batch fetch(std::span<const uint64_t> row_ids, std::span<const size_t> columns) const;

  // --- blocks
  size_t block_count() const noexcept { return sealed_.size() + tail_.size() + (open_ != nullptr ? 1 : 0); }
  const std::shared_ptr<const RowBlock>& block(size_t index) const noexcept;
  /// Blocks [0, sealed_count()) are sealed row groups, as large as they will be.
  size_t sealed_count() const noexcept { return sealed_.size(); }
  /// The block that holds a row, null where none does.
  const RowBlock* find_block(uint64_t row_id) const noexcept;
  /// Rows [offset, offset + count) of a block, deleted ones included; `column` is an index into
  /// schema().columns.
  ColumnVector read(const RowBlock& block, size_t column, size_t offset, size_t count) const;

  // --- what is known without reading
  /// The statistics of one block's rows, when no deletion or patch cuts them: COUNT, SUM, MIN, MAX, AVG from
  /// here are exact. Made when first asked for.
  std::optional<SegmentStatistics> exact_statistics(size_t block, size_t column) const;
  /// The same over the whole table, kept once made. None when some block has no exact ones.
  const SegmentStatistics* exact_statistics(size_t column) const;
  /// Bounds of a block's values: nothing lies outside, but the bounds need not be met.
  ZoneStatistics zone(size_t block, size_t column) const;
  /// Bounds and the null count (an upper bound when rows were deleted) over the whole table.
  ZoneStatistics zone(size_t column) const;
  /// An estimate from the sketches; the number of rows is an upper bound of it.
  double estimate_distinct_count(size_t column) const;
  /// Bytes of values and bitmaps, shared parts included.
  uint64_t size_bytes() const;

  // --- changing: for change records, on an object that the fork owns
  /// Appends rows [offset, offset + count) of columns in schema order; gives the first row id.
  uint64_t append(const Batch& rows, size_t offset, size_t count, EditToken token);
  /// Attaches whole row groups; gives the first row id of each.
  std::vector<uint64_t> attach(std::span<const std::shared_ptr<const RowGroup>> groups, EditToken token);
  /// Deletes rows, ids ascending; gives the number of those that were there.
  uint64_t erase(std::span<const uint64_t> row_ids, EditToken token);
  /// Gives rows new values; ids ascending and distinct, `values` holds one flat or constant column for each
  /// of `columns` (ids of columns; one that is gone is passed over).
  void update(std::span<const uint64_t> row_ids, std::span<const TableColumnId> columns, const Batch& values,
              EditToken token);
  /// Removes all rows; row ids go on from where they were.
  void truncate(EditToken token);
  /// Takes a new shape; the parts of columns that are gone are dropped.
  void set_schema(TableSchemaRef schema, EditToken token);

  /// The dictionary that the segments of a text column share; null for other types.
  std::shared_ptr<SharedDictionary> dictionary(TableColumnId column) const;
  /// Makes a row group of rows [offset, offset + count) of `batches` put behind each other, as `attach` takes
  /// it. Any thread may build; all share the table's dictionaries.
  std::shared_ptr<const RowGroup> build_group(std::span<const Batch> batches, size_t offset,
                                              size_t count) const;

 private:
  struct Cache;
  using BlockRef = std::shared_ptr<const RowBlock>;

  size_t group_row_count() const noexcept { return options_.row_group_row_count; }
  uint64_t tail_begin() const noexcept { return uint64_t{sealed_.size()} * group_row_count(); }
  size_t tail_row_count() const noexcept { return static_cast<size_t>(next_row_id() - tail_begin()); }
  /// The number of the block that holds a row; block_count() where none does.
  size_t find_block_index(uint64_t row_id) const noexcept;
  BlockRef& edit_block(size_t index, EditToken token);
  RowGroup& own_group(size_t index, EditToken token);
  OpenRows& own_open(EditToken token);
  size_t erase_in_block(size_t index, std::span<const uint64_t> row_ids, EditToken token);
  void update_block(size_t index, std::span<const uint64_t> row_ids, size_t first,
                    std::span<const TableColumnId> columns, const Batch& values, EditToken token);
  void update_part(RowGroup& group, const ColumnDefinition& column, bool encode,
                   std::span<const uint64_t> row_ids, const ColumnVector& values, size_t first,
                   EditToken token);
  void rewrite_part(RowGroup& group, const ColumnDefinition& column, bool encode,
                    std::span<const uint32_t> rows, const ColumnVector& values, size_t first,
                    EditToken token);
  size_t append_piece(const Batch& rows, size_t offset, size_t count, EditToken token);
  void append_group(const Batch& rows, size_t offset, size_t count, EditToken token);
  void close_open(EditToken token);
  void merge_tail(EditToken token);
  void seal_tail(EditToken token);
  std::shared_ptr<RowGroup> merge_blocks(std::span<const BlockRef> blocks, EditToken token) const;
  void add_dictionaries();
  Cache& cache() const;
  void forget_cache() noexcept;

  ObjectId id_;
  TableSchemaRef schema_;
  StorageOptions options_;
  PersistentVector<BlockRef> sealed_;
  std::vector<BlockRef> tail_;
  BlockRef open_;
  uint64_t row_count_ = 0;
  /// By column id.
  std::vector<std::shared_ptr<SharedDictionary>> dictionaries_;
  mutable std::atomic<Cache*> cache_{nullptr};
};

/// The virtual column that gives a row's id, BIGINT.
inline constexpr size_t kRowIdColumn = ~size_t{0};

}  // namespace stoa
