#include "txn/rebase.h"

#include <algorithm>

namespace stoa {

void RowIdMap::add(ObjectId table, uint64_t from, uint64_t count, uint64_t to) {
  if (from == to || count == 0) {
    return;
  }
  ranges_[table].push_back({from, count, to});
}

uint64_t RowIdMap::map(ObjectId table, uint64_t row_id) const {
  const auto found = ranges_.find(table);
  if (found == ranges_.end()) {
    return row_id;
  }
  const std::vector<Range>& ranges = found->second;
  auto behind = std::upper_bound(ranges.begin(), ranges.end(), row_id,
                                 [](uint64_t id, const Range& range) { return id < range.from; });
  if (behind == ranges.begin()) {
    return row_id;
  }
  const Range& range = *--behind;
  return row_id - range.from < range.count ? range.to + (row_id - range.from) : row_id;
}

bool RowIdMap::moves(ObjectId table) const {
  return ranges_.contains(table);
}

}  // namespace stoa
