#pragma once

#include <vector>

#include "column/sort_key.h"
#include "exec/aggregate_input.h"
#include "exec/group_result.h"

namespace stoa {

/// Aggregates whose result depends on the order of their rows (string_agg, first) and those with ORDER BY: a
/// thread keeps the rows that it sees, and once all are there they are put in order and fed. Without ORDER BY
/// the order is that of the input.

/// The rows that one thread kept for one aggregate. Counted by the budget.
class OrderedRows {
 public:
  OrderedRows(const std::vector<LogicalType>& types, MemoryBudget* budget);

  /// `groups` by row of the batch; `ordinals` of the batch's rows.
  void append(const AggregateRows& rows, const uint32_t* groups, RowOrdinals ordinals);
  /// Whole columns at once.
  void append(std::span<const ColumnVector> columns, std::span<const uint32_t> groups,
              std::span<const RowOrdinal> ordinals);
  size_t size() const { return groups_.size(); }
  size_t size_bytes() const;

  GroupArray<uint32_t>& groups() { return groups_; }
  const GroupArray<RowOrdinal>& ordinals() const { return ordinals_; }
  std::vector<ColumnVector> take_columns();

 private:
  std::vector<VectorBuilder> columns_;
  GroupArray<uint32_t> groups_;
  GroupArray<RowOrdinal> ordinals_;
};

/// How kept rows are fed: their columns are arguments, then whatever `order` sorts by.
struct OrderedFeed {
  std::vector<LogicalType> types;  ///< of all columns
  size_t argument_count = 0;
  std::vector<SortSpec> order;        ///< empty: by ordinal
  std::vector<size_t> order_columns;  ///< for each of `order`, its column
};

/// Feeds the rows of all threads, whose groups are numbers of `states` by now, to aggregate `item`.
void feed_ordered(const OrderedFeed& feed, std::vector<OrderedRows> runs, AggregateStates& states,
                  size_t item, const ExecutionContext& context);

}  // namespace stoa
