#include "format/parquet/row_ranges.h"

#include <algorithm>
#include <iterator>

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

std::vector<RowRange> cut_rows(uint64_t row_count, uint64_t piece_rows,
                               const std::vector<uint64_t>& page_starts, uint64_t grain) {
  std::vector<RowRange> pieces;
  const uint64_t piece_count = std::max<uint64_t>(1, (row_count + piece_rows / 2) / piece_rows);
  uint64_t begin = 0;
  for (uint64_t i = 1; i <= piece_count; ++i) {
    uint64_t end = row_count;
    if (i != piece_count) {
      const uint64_t target = row_count * i / piece_count;
      end = target / grain * grain;
      const auto after = std::lower_bound(page_starts.begin(), page_starts.end(), target);
      uint64_t nearest_distance = piece_rows / 2;
      const auto consider = [&](uint64_t start) {
        const uint64_t distance = start > target ? start - target : target - start;
        if (distance <= nearest_distance) {
          nearest_distance = distance;
          end = start;
        }
      };
      if (after != page_starts.end()) {
        consider(*after);
      }
      if (after != page_starts.begin()) {
        consider(*std::prev(after));
      }
    }
    end = std::clamp(end, begin, row_count);
    if (end != begin) {
      pieces.push_back({begin, end});
    }
    begin = end;
  }
  return pieces;
}

uint64_t total_size(const std::vector<RowRange>& ranges) {
  uint64_t total = 0;
  for (const RowRange& range : ranges) {
    total += range.size();
  }
  return total;
}

}  // namespace stoa::parquet
