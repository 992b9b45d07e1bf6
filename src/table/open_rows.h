#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/batch.h"
#include "table/row_group.h"

namespace stoa {

/// The last rows of a table while they are few: up to 64 rows of all columns in one piece of memory, which a
/// fork copies whole when it does not own it. Once full they become a row group that shares the memory.
/// Immutable once shared.
class OpenRows final : public RowBlock {
 public:
  static constexpr size_t kCapacity = 64;

  /// `columns` are the schema's; they stay the same as long as the rows are open.
  OpenRows(uint64_t first_row_id, const std::vector<ColumnDefinition>& columns, MemoryBudget* budget);
  OpenRows(const OpenRows& other);

  bool is_open() const noexcept override { return true; }
  bool is_deleted(size_t offset) const noexcept override { return ((deleted_ >> offset) & 1) != 0; }
  uint64_t deletion_word(size_t /*word*/) const noexcept override { return deleted_; }
  ColumnVector read(const ColumnDefinition& column, size_t offset, size_t count) const override;
  void gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
              size_t first) const override;
  uint64_t size_bytes() const noexcept { return memory_->size_bytes(); }

  // --- changing, on rows that the fork owns
  size_t room() const noexcept { return kCapacity - row_count_; }
  /// Columns in the schema's order. REQUIRES: count <= room().
  void append(const Batch& rows, size_t offset, size_t count);
  size_t erase(std::span<const uint64_t> row_ids);
  void update(std::span<const uint64_t> row_ids, TableColumnId column, const ColumnVector& values,
              size_t first);
  /// The same rows as a row group.
  std::shared_ptr<RowGroup> to_group(MemoryBudget* budget, EditToken token) const;

 private:
  /// Where a column lies in the memory: one validity word, then 64 values.
  struct Place {
    LogicalType type;
    TableColumnId id;
    size_t offset_bytes;
    size_t width_bytes;
  };
  using Layout = std::vector<Place>;

  static std::shared_ptr<const Layout> make_layout(const std::vector<ColumnDefinition>& columns,
                                                   size_t& total_bytes);
  const Place& place_of(TableColumnId column) const;
  uint64_t& validity_of(const Place& place) const noexcept;
  std::byte* values_of(const Place& place) const noexcept;
  /// Writes value `position` of `from` to a row; long texts are copied to `text_place`, which moves on.
  void put(const Place& place, size_t row, const UnifiedVector& from, size_t position,
           char*& text_place) const;
  char* make_text_room(size_t size_bytes);
  void pack_texts();
  /// All rows of a column, sharing the memory.
  ColumnVector view(const Place& place) const;

  std::shared_ptr<const Layout> layout_;
  MemoryBudget* budget_;
  BufferRef memory_;
  Owner texts_;  ///< what long texts point into: a chain of blocks, newest first
  size_t text_block_count_ = 0;
  uint64_t deleted_ = 0;
};

}  // namespace stoa
