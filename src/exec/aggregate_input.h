#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exec/execution_context.h"
#include "exec/group_builder.h"
#include "plan/evaluator.h"

namespace stoa {

/// The rows of a batch that one aggregate takes: those that pass its FILTER.
struct AggregateRows {
  /// Its arguments, then its ORDER BY expressions.
  std::vector<ColumnVector> columns;
  size_t argument_count = 0;
  size_t row_count = 0;
  /// Their positions in the batch; null: all rows.
  const uint32_t* selection = nullptr;
  Owner selection_owner;

  std::span<const ColumnVector> arguments() const { return {columns.data(), argument_count}; }
};

/// Evaluates what an aggregate reads. Arguments are only evaluated for rows that pass the filter, so that
/// sum(1 / x) FILTER (WHERE x <> 0) does not raise. One thread.
class AggregateInput {
 public:
  AggregateInput(const BoundAggregate& aggregate, const ColumnPositions& positions,
                 const ExecutionContext& context);

  /// The rows of a batch; good until the next call. May be none.
  const AggregateRows& evaluate(const Batch& batch);

 private:
  bool apply_filter(const Batch& batch);

  std::optional<ExpressionEvaluator> filter_;
  std::vector<ExpressionEvaluator> columns_;
  AggregateRows rows_;
  Batch selected_;
  std::vector<uint64_t> mask_;
};

}  // namespace stoa
