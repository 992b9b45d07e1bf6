#pragma once

#include <memory>
#include <span>
#include <vector>

#include "column/sort_key.h"
#include "exec/execution_context.h"
#include "exec/row_gather.h"
#include "format/reader.h"
#include "plan/evaluator.h"

namespace stoa {

/// The sort specification of an ORDER BY.
std::vector<SortSpec> sort_specs(const std::vector<BoundOrder>& order_by);

/// Puts rows of many batches in order. `keys[b]` holds the evaluated sort columns of batch b. Equal rows stay
/// in the order of batches and rows, so the result doesn't depend on the number of threads, which sort runs
/// that are merged. Memory for keys is counted by the context's budget.
std::vector<RowReference> sort_rows(const SortKeyEncoder& encoder,
                                    const std::vector<std::vector<ColumnVector>>& keys,
                                    const ExecutionContext& context);

/// Rows of a morsel of scan_in_order.
inline constexpr size_t kOrderedRowsPerMorsel = 32768;

/// Rows in a given order as a source: morsels of gathered batches.
std::unique_ptr<TableScan> scan_in_order(std::shared_ptr<const RowGatherer> rows,
                                         std::vector<RowReference> order, size_t vector_size);

}  // namespace stoa
