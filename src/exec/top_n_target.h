#pragma once

#include "exec/physical_operator.h"

namespace stoa {

/// The scan below a TopN's input `op` whose output has the first sort column, when every row of the input
/// comes from one row of the scan with the same value there: only filters and projections are in between. (A
/// join may make rows of its own where a row of the scan is missing.) Null when there is none.
const PhysicalOperator* find_top_n_target(const PhysicalOperator& op, ColumnId column);

}  // namespace stoa
