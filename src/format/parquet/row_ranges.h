#pragma once

#include <cstdint>
#include <vector>

namespace stoa::parquet {

/// Rows [begin, end) of a row group.
struct RowRange {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t size() const noexcept { return end - begin; }
};

/// Takes rows out of ascending ranges that don't overlap; they stay so.
void remove_range(std::vector<RowRange>& ranges, const RowRange& removed);

/// Cuts rows [0, row_count) into about `row_count / piece_rows` pieces, at page starts (ascending) where
/// there are some near, so that few pages are decompressed for two pieces; otherwise at multiples of `grain`.
std::vector<RowRange> cut_rows(uint64_t row_count, uint64_t piece_rows,
                               const std::vector<uint64_t>& page_starts, uint64_t grain);

uint64_t total_size(const std::vector<RowRange>& ranges);

}  // namespace stoa::parquet
