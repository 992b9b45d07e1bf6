#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/column_vector.h"
#include "store/edit_token.h"
#include "store/segment_statistics.h"

namespace stoa {

/// New values of a few rows of a column, over its segment: sorted by row and copied on write in pages of
/// 1,024 rows, so that changing one value costs a page's changed values. Once many rows are in it the owner
/// makes a new segment. Immutable once shared.
class Patch {
 public:
  static constexpr size_t kPageRows = 1024;

  Patch(LogicalType type, size_t row_count, MemoryBudget* budget);
  Patch(const Patch&) = default;

  size_t value_count() const noexcept { return value_count_; }
  /// Bounds of all values that the patch ever held: they widen what the segment says.
  const ZoneStatistics& zone() const noexcept { return zone_; }
  bool touches(size_t offset, size_t count) const noexcept;
  /// Writes the changed rows of [offset, offset + count) over out[0 ...], which holds the rows as they were.
  void apply(size_t offset, size_t count, ColumnVector& out) const;
  /// Writes over out[first + i] where rows[i] was changed.
  void apply(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const;
  /// All changed rows, ascending, with their values, for a builder.
  void collect(std::vector<uint32_t>& rows, ColumnVector& values) const;
  uint64_t size_bytes() const noexcept;

  /// Sets rows `row_ids[i] - first_row_id` (ascending, distinct) to values[first + i].
  void set(std::span<const uint64_t> row_ids, uint64_t first_row_id, const ColumnVector& values,
           size_t first);

  EditToken owner = EditToken::kNone;

 private:
  /// Never changed: a change makes a new page.
  struct Page {
    std::vector<uint16_t> rows;
    ColumnVector values;
  };
  std::shared_ptr<const Page> merge_page(const Page* old, size_t page_begin,
                                         std::span<const uint64_t> row_ids, uint64_t first_row_id,
                                         const ColumnVector& values, size_t first) const;

  LogicalType type_;
  MemoryBudget* budget_;
  std::vector<std::shared_ptr<const Page>> pages_;
  size_t value_count_ = 0;
  ZoneStatistics zone_;
};

}  // namespace stoa
