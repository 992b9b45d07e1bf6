#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/column_vector.h"
#include "store/charge.h"
#include "store/edit_token.h"
#include "store/segment.h"
#include "table/patch.h"
#include "table/table_schema.h"

namespace stoa {

/// A run of rows with consecutive row ids. Immutable once shared.
class RowBlock {
 public:
  virtual ~RowBlock() = default;

  uint64_t first_row_id() const noexcept { return first_row_id_; }
  uint64_t end_row_id() const noexcept { return first_row_id_ + row_count_; }
  /// Deleted rows included.
  size_t row_count() const noexcept { return row_count_; }
  size_t deleted_count() const noexcept { return deleted_count_; }
  virtual bool is_open() const noexcept = 0;

  virtual bool is_deleted(size_t offset) const noexcept = 0;
  /// 64 rows' deletion bits, rows 64 * word and on.
  virtual uint64_t deletion_word(size_t word) const noexcept = 0;

  /// Rows [offset, offset + count) of a column, deleted ones included.
  virtual ColumnVector read(const ColumnDefinition& column, size_t offset, size_t count) const = 0;
  /// Writes rows into out[first ...]; `out` is flat and its maker's.
  virtual void gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
                      size_t first) const = 0;

  EditToken owner = EditToken::kNone;

 protected:
  RowBlock() = default;
  RowBlock(const RowBlock&) = default;
  RowBlock& operator=(const RowBlock&) = delete;

  uint64_t first_row_id_ = 0;
  size_t row_count_ = 0;
  size_t deleted_count_ = 0;
};

using RowBlockRef = std::shared_ptr<const RowBlock>;

/// Deletion bits, copied on write in pieces of 4,096 rows.
class Deletions {
 public:
  static constexpr size_t kChunkRows = 4096;

  Deletions(size_t row_count, MemoryBudget* budget);
  Deletions(const Deletions&) = default;

  bool get(size_t row) const noexcept {
    const Chunk* chunk = chunks_[row / kChunkRows].get();
    return chunk != nullptr && get_bit(chunk->words.data(), row % kChunkRows);
  }
  uint64_t word(size_t index) const noexcept {
    const Chunk* chunk = chunks_[index / (kChunkRows / 64)].get();
    return chunk == nullptr ? 0 : chunk->words[index % (kChunkRows / 64)];
  }
  /// Sets the bits of rows `row_ids[i] - first_row_id`, ascending; gives the number that were not set before.
  size_t set(std::span<const uint64_t> row_ids, uint64_t first_row_id, EditToken token);

  EditToken owner = EditToken::kNone;

 private:
  struct Chunk {
    std::array<uint64_t, kChunkRows / 64> words{};
    Charge charge;
    EditToken owner = EditToken::kNone;
  };
  std::vector<std::shared_ptr<const Chunk>> chunks_;
  MemoryBudget* budget_;
};

/// A column of a row group: a segment, and what was changed since in a few of its rows. No segment: every row
/// has the column's initial value (it was added later).
struct ColumnPart {
  SegmentRef segment;
  std::shared_ptr<const Patch> patch;
};

/// Rows that are kept as segments, columns by TableColumnId.
class RowGroup final : public RowBlock {
 public:
  struct Parts {
    std::vector<ColumnPart> columns;
    EditToken owner = EditToken::kNone;
  };

  /// Segments by TableColumnId; null where the group has none.
  RowGroup(size_t row_count, std::vector<SegmentRef> segments);
  RowGroup(const RowGroup&) = default;

  bool is_open() const noexcept override { return false; }
  bool is_deleted(size_t offset) const noexcept override {
    return deletions_ != nullptr && deletions_->get(offset);
  }
  uint64_t deletion_word(size_t word) const noexcept override {
    return deletions_ == nullptr ? 0 : deletions_->word(word);
  }
  ColumnVector read(const ColumnDefinition& column, size_t offset, size_t count) const override;
  void gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
              size_t first) const override;

  /// The column's part; empty where the group has none.
  const ColumnPart& part(TableColumnId column) const noexcept;
  const std::shared_ptr<const Deletions>& deletions() const noexcept { return deletions_; }
  uint64_t size_bytes() const noexcept;

  // --- changing, on a group that the fork owns
  void set_first_row_id(uint64_t first_row_id) noexcept { first_row_id_ = first_row_id; }
  void set_deletions(std::shared_ptr<const Deletions> deletions, size_t deleted_count) noexcept;
  /// Rows by id, ascending; gives the number that were not deleted before.
  size_t erase(std::span<const uint64_t> row_ids, MemoryBudget* budget, EditToken token);
  ColumnPart& own_part(TableColumnId column, EditToken token);
  void drop_part(TableColumnId column, EditToken token);

 private:
  std::shared_ptr<const Parts> parts_;
  std::shared_ptr<const Deletions> deletions_;
};

}  // namespace stoa
