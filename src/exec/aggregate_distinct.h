#pragma once

#include <vector>

#include "exec/aggregate_ordered.h"
#include "exec/group_merge.h"

namespace stoa {

/// DISTINCT aggregates: each thread collects the distinct (group, arguments) in a group table of its own;
/// when all rows are there, these are merged and each is fed once.

/// One aggregate's distinct rows to be fed into merged groups.
struct DistinctFeed {
  const OrderedFeed& columns;  ///< arguments and what they are ordered by, as for ordered aggregates
  bool is_grouped;             ///< the tables' first key is the group
  bool is_ordered;             ///< the function depends on the order of its rows
  size_t item;                 ///< the aggregate
};

/// `runs[r]` holds what was seen beside the groups of run r of `merged`, whose places it has.
void feed_distinct(const DistinctFeed& feed, std::vector<GroupPart> runs, MergedGroups& merged,
                   const ExecutionContext& context);

/// The keys of such a table.
std::vector<LogicalType> distinct_key_types(const std::vector<LogicalType>& types, bool is_grouped);

}  // namespace stoa
