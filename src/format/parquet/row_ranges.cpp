#include "format/parquet/row_ranges.h"

#include <algorithm>

namespace stoa::parquet {

void remove_range(std::vector<RowRange>& ranges, const RowRange& removed) {
  std::vector<RowRange> kept;
  for (const RowRange& range : ranges) {
    const RowRange before{range.begin, std::clamp(removed.begin, range.begin, range.end)};
    const RowRange after{std::clamp(removed.end, range.begin, range.end), range.end};
    if (removed.size() == 0 || before.end >= after.begin) {
      kept.push_back(range);
      continue;
    }
    if (before.size() != 0) {
      kept.push_back(before);
    }
    if (after.size() != 0) {
      kept.push_back(after);
    }
  }
  ranges = std::move(kept);
}

uint64_t total_size(const std::vector<RowRange>& ranges) {
  uint64_t total = 0;
  for (const RowRange& range : ranges) {
    total += range.size();
  }
  return total;
}

}  // namespace stoa::parquet
