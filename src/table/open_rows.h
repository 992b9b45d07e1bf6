#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/batch.h"
#include "store/charge.h"
#include "table/row_group.h"

namespace stoa {

/// The last rows of a table while they are few: up to 64 rows of all columns in one piece of memory, which a
/// fork copies whole when it does not own it. Once full they become a row group that shares the memory.
/// Immutable once shared.
class OpenRows final : public RowBlock {
 public:
  static constexpr size_t kCapacity = 64;

  /// Columns by ColumnId: `types[slot]`, null types for slots that are not in use.
  OpenRows(uint64_t first_row_id, std::shared_ptr<const std::vector<LogicalType>> types,
           MemoryBudget* budget);
  OpenRows(const OpenRows& other);

  bool is_open() const noexcept override { return true; }
  bool is_deleted(size_t offset) const noexcept override { return ((deleted_ >> offset) & 1) != 0; }
  uint64_t deletion_word(size_t /*word*/) const noexcept override { return deleted_; }
  ColumnVector read(const ColumnDefinition& column, size_t offset, size_t count,
                    BufferRef& scratch) const override;
  void gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
              size_t first) const override;
  uint64_t size_bytes() const noexcept { return memory_->size_bytes(); }

  // --- changing, on rows that the fork owns
  size_t room() const noexcept { return kCapacity - row_count_; }
  /// REQUIRES: count <= room(). `columns` are the schema's, in the order of the batch's.
  void append(const Batch& rows, size_t offset, size_t count, const std::vector<ColumnDefinition>& columns);
  size_t erase(std::span<const uint64_t> row_ids);
  void update(std::span<const uint64_t> row_ids, ColumnId column, const ColumnVector& values, size_t first);
  /// The same rows as a row group.
  std::shared_ptr<RowGroup> to_group() const;

 private:
  struct Layout;
  void put(size_t slot, size_t row, const UnifiedVector& from, size_t position);
  std::byte* values_of(size_t slot) const noexcept;
  uint64_t* validity_of(size_t slot) const noexcept;
  bool has_slot(size_t slot) const noexcept;

  std::shared_ptr<const std::vector<LogicalType>> types_;
  std::shared_ptr<const Layout> layout_;
  MemoryBudget* budget_;
  BufferRef memory_;
  std::shared_ptr<const void> texts_;  ///< what long texts point into: a chain, newest first
  uint64_t deleted_ = 0;
};

}  // namespace stoa
