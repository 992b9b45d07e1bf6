#pragma once

#include "exec/physical_operator.h"

namespace stoa {

/// The scan below `op` that may drop rows whose `column` can't match a join above `op`: it gives the column,
/// and nothing in between would give other rows for the rows that stay. Null when there is none.
const PhysicalOperator* find_join_filter_target(const PhysicalOperator& op, ColumnId column);

}  // namespace stoa
