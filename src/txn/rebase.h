#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "txn/root.h"

namespace stoa {

/// Where the rows that a transaction inserted went when its change records are applied anew: on the newest
/// root (other commits took its row ids) or in recovery. Rows that the transaction did not insert keep their
/// ids.
class RowIdMap {
 public:
  /// Rows [from, from + count) of the table now are [to, to + count). Ranges of a table come in ascending
  /// order of `from`.
  void add(ObjectId table, uint64_t from, uint64_t count, uint64_t to);
  uint64_t map(ObjectId table, uint64_t row_id) const;
  /// False: every id of the table stays, so nothing needs to be mapped.
  bool moves(ObjectId table) const;

 private:
  struct Range {
    uint64_t from;
    uint64_t count;
    uint64_t to;
  };
  std::map<ObjectId, std::vector<Range>> ranges_;
};

}  // namespace stoa
