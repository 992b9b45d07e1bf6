#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exec/execution_context.h"
#include "exec/group_builder.h"
#include "format/reader.h"

namespace stoa {

/// Rows of a sink's result: columns of equal length, and which of their rows to give in which order.
struct GroupResult {
  std::vector<ColumnVector> columns;
  GroupArray<uint32_t> order;  ///< ignored when `is_ordered`
  bool is_ordered = false;     ///< the columns' rows as they are
  size_t row_count = 0;
};

/// The positions 0, 1, ... of some rows in the order of their ordinals; leaves `order` empty and says true
/// when they are in order already.
bool order_by_ordinal(std::span<const RowOrdinal> ordinals, GroupArray<uint32_t>& order);

/// Takes the keys out of merged parts, brings them together with one result column per aggregate, and orders
/// them by first row. The states are freed.
GroupResult take_result(std::vector<GroupPart>& parts, const ExecutionContext& context);

/// The same result columns behind each other: `part_columns[p][c]` -> column c. Works in parallel.
std::vector<ColumnVector> concatenate_parts(const std::vector<LogicalType>& types,
                                            std::vector<std::vector<ColumnVector>> part_columns,
                                            const ExecutionContext& context);

/// A scan over results, one after the other, in batches of `vector_size`.
std::unique_ptr<TableScan> scan_results(std::vector<GroupResult> results, size_t vector_size,
                                        MemoryBudget* budget);

}  // namespace stoa
