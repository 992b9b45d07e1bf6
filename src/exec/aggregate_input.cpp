#include "exec/aggregate_input.h"

#include "base/bits.h"
#include "column/kernels/mask.h"

namespace stoa {

AggregateInput::AggregateInput(const BoundAggregate& aggregate, const ColumnPositions& positions,
                               const ExecutionContext& context) {
  if (aggregate.filter) {
    filter_.emplace(*aggregate.filter, positions, context.functions, context.parameters);
  }
  columns_.reserve(aggregate.arguments.size() + aggregate.order_by.size());
  for (const ExpressionPtr& argument : aggregate.arguments) {
    columns_.emplace_back(*argument, positions, context.functions, context.parameters);
  }
  for (const BoundOrder& order : aggregate.order_by) {
    columns_.emplace_back(*order.expression, positions, context.functions, context.parameters);
  }
  rows_.argument_count = aggregate.arguments.size();
}

/// Selects the passing rows into `selected_`; false when the batch is to be taken whole.
bool AggregateInput::apply_filter(const Batch& batch) {
  rows_.row_count = batch.row_count;
  rows_.selection = nullptr;
  if (!filter_) {
    return false;
  }
  mask_.assign(words_for_bits(batch.row_count) + 1, 0);
  filter_->evaluate_mask(batch, mask_.data());
  rows_.row_count = mask_count(mask_.data(), batch.row_count);
  if (rows_.row_count == batch.row_count) {
    return false;
  }
  const BufferRef selection = Buffer::allocate((batch.row_count + 64) * sizeof(uint32_t));
  mask_to_selection(mask_.data(), batch.row_count, selection->as<uint32_t>());
  rows_.selection = selection->as<uint32_t>();
  rows_.selection_owner = selection;
  if (!columns_.empty() && rows_.row_count != 0) {
    selected_ = batch.select({rows_.selection, rows_.row_count}, selection);
  }
  return true;
}

const AggregateRows& AggregateInput::evaluate(const Batch& batch) {
  const Batch& from = apply_filter(batch) ? selected_ : batch;
  rows_.columns.clear();
  for (size_t i = 0; i < columns_.size() && rows_.row_count != 0; ++i) {
    rows_.columns.push_back(columns_[i].evaluate(from));
  }
  return rows_;
}

}  // namespace stoa
