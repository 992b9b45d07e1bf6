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

uint64_t total_size(const std::vector<RowRange>& ranges);

}  // namespace stoa::parquet
