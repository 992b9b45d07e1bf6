#pragma once

#include <optional>

#include "exec/physical_operator.h"

namespace stoa {

/// A scan that may drop rows whose `column` can't match a join above.
struct JoinFilterTarget {
  const PhysicalOperator* scan;
  ColumnId column;
};

/// The scan below `op` that `column` comes from, if nothing in between would give other rows for the rows
/// that stay, but for rows that the join above drops too: the way leads through filters, projections, either
/// side of joins, and what groups by the column. None when there is no such scan. `null_matches`: the join
/// above keeps rows with NULL in the column, so that no join in between may add some.
std::optional<JoinFilterTarget> find_join_filter_target(const PhysicalOperator& op, ColumnId column,
                                                        bool null_matches);

}  // namespace stoa
