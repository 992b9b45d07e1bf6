#pragma once

#include <memory>
#include <vector>

#include "exec/bloom_filter.h"
#include "plan/columns.h"
#include "types/value.h"

namespace stoa {

/// What the build side of a join tells a scan below its probe side: rows whose columns can't be among the
/// build keys need not be read on. Only of joins that drop probe rows without a match. Immutable; shared by
/// threads.
struct JoinFilter {
  /// Over the combined hash of `columns`, output columns of the scan.
  std::shared_ptr<const BloomFilter> bloom;
  std::vector<ColumnId> columns;
  /// A column's bounds among the build keys.
  struct Bounds {
    ColumnId column;
    Value minimum;
    Value maximum;
  };
  std::vector<Bounds> bounds;
};

}  // namespace stoa
