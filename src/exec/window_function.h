#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exec/execution_context.h"
#include "plan/expression.h"

namespace stoa {

/// The rows of a window in their order: partition after partition, peers (equal in ORDER BY) together.
struct WindowRows {
  std::vector<uint32_t> partition_starts;  ///< ascending, the first is 0
  std::vector<uint32_t> peer_starts;       ///< of groups of peers; every partition start is one
  size_t row_count = 0;
};

/// The values of one window call for all rows, a flat vector. Arguments are flat vectors over the sorted
/// rows; `filter` (null: none) a boolean one. Aggregates over the default frame and others that only grow are
/// kept running; frames that slide are computed anew for each row. Raises what the aggregate raises, and
/// 22023 for a bad ntile or nth_value.
ColumnVector compute_window(const BoundWindow& window, const WindowRows& rows,
                            std::span<const ColumnVector> arguments, const ColumnVector* filter,
                            const ExecutionContext& context);

}  // namespace stoa
