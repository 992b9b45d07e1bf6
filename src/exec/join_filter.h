#pragma once

#include <memory>
#include <vector>

#include "exec/join_table.h"
#include "format/reader.h"
#include "plan/columns.h"

namespace stoa {

/// What the build side of a join tells the scan of its probe side: rows whose column can't be among the build
/// keys need not be read on. Only for joins that drop probe rows without a match. Immutable; shared by
/// threads.
struct JoinFilter {
  std::shared_ptr<const JoinTable> table;
  /// The scan's output column that is the only key.
  ColumnId column;
  /// Bounds of the build keys; NULL when there is none.
  Value minimum;
  Value maximum;
};

}  // namespace stoa
