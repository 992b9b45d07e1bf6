#include "exec/window.h"

#include "base/error.h"
#include "column/column_builder.h"
#include "column/row_compare.h"
#include "exec/execution.h"
#include "exec/ordered_input.h"
#include "exec/row_order.h"
#include "exec/window_function.h"
#include "plan/expression_tree.h"

namespace stoa {

namespace {

/// All expressions that a window needs of each input row, with their places in the list.
struct WindowInputs {
  std::vector<const BoundExpression*> expressions;
  size_t partition_count = 0;
  struct Call {
    size_t first_argument = 0;
    std::optional<size_t> filter;
  };
  std::vector<Call> calls;
};

WindowInputs collect_inputs(const ExpressionList& windows) {
  WindowInputs inputs;
  const auto& first = as<BoundWindow>(*windows[0]);
  inputs.partition_count = first.partition_by.size();
  for (const ExpressionPtr& e : first.partition_by) {
    inputs.expressions.push_back(e.get());
  }
  for (const BoundOrder& o : first.order_by) {
    inputs.expressions.push_back(o.expression.get());
  }
  for (const ExpressionPtr& e : windows) {
    const auto& window = as<BoundWindow>(*e);
    WindowInputs::Call call;
    call.first_argument = inputs.expressions.size();
    for (const ExpressionPtr& argument : window.arguments) {
      inputs.expressions.push_back(argument.get());
    }
    if (window.filter) {
      call.filter = inputs.expressions.size();
      inputs.expressions.push_back(window.filter.get());
    }
    inputs.calls.push_back(call);
  }
  return inputs;
}

std::vector<SortSpec> window_specs(const BoundWindow& window) {
  std::vector<SortSpec> specs;
  for (const ExpressionPtr& e : window.partition_by) {
    specs.push_back({e->type, false, false});
  }
  for (const BoundOrder& o : window.order_by) {
    specs.push_back({o.expression->type, o.is_descending, o.nulls_first});
  }
  return specs;
}

class WindowSink final : public OrderedInputSink {
 public:
  WindowSink(const ExpressionList& windows, WindowInputs inputs, const PhysicalOperator& child,
             ExecutionContext& context)
      : OrderedInputSink(inputs.expressions, child, context), windows_(windows), inputs_(std::move(inputs)) {}

  void finish() override {
    Input input = take_input();
    for (const Batch& batch : input.batches) {
      reservation_.grow(batch.row_count * kBytesPerRow);
    }
    const auto& first = as<BoundWindow>(*windows_[0]);
    const size_t key_count = first.partition_by.size() + first.order_by.size();
    order_ = order_rows(input, first, key_count);
    std::vector<LogicalType> key_types;
    for (const BoundExpression* e : inputs_.expressions) {
      key_types.push_back(e->type);
    }
    std::vector<Batch> key_batches;
    for (size_t b = 0; b < input.batches.size(); ++b) {
      Batch batch;
      batch.row_count = input.batches[b].row_count;
      batch.columns = std::move(input.keys[b]);
      key_batches.push_back(std::move(batch));
    }
    const RowGatherer keys(std::move(key_types), std::move(key_batches));
    compute(keys, key_count);
    rows_ = std::make_shared<RowGatherer>(types(), std::move(input.batches));
  }

  std::unique_ptr<TableScan> open_result() override;

 private:
  /// The order of the rows, and the starts of partitions and peers.
  static constexpr size_t kRowsPerCheck = 4096;
  static constexpr size_t kBytesPerRow = sizeof(RowReference) + 2 * sizeof(uint32_t);

  std::vector<RowReference> order_rows(const Input& input, const BoundWindow& window, size_t key_count) {
    if (key_count == 0) {
      std::vector<RowReference> order;
      for (uint32_t b = 0; b < input.batches.size(); ++b) {
        for (uint32_t r = 0; r < input.batches[b].row_count; ++r) {
          order.push_back({b, r});
        }
      }
      return order;
    }
    std::vector<std::vector<ColumnVector>> keys;
    for (const auto& columns : input.keys) {
      keys.emplace_back(columns.begin(), columns.begin() + static_cast<ptrdiff_t>(key_count));
    }
    return sort_rows(SortKeyEncoder(window_specs(window)), keys, context());
  }

  /// Sorted columns, the bounds of partitions and peers, then each call over each partition.
  void compute(const RowGatherer& keys, size_t key_count) {
    const size_t row_count = order_.size();
    std::vector<ColumnVector> sorted(inputs_.expressions.size());
    context().scheduler.for_each(sorted.size(), context().thread_count_for(row_count),
                                 [&](size_t i) { sorted[i] = keys.gather(i, order_).flatten(); });
    WindowRows rows;
    rows.partition_starts = starts_of_groups(sorted, inputs_.partition_count, row_count);
    rows.peer_starts = starts_of_groups(sorted, key_count, row_count);
    rows.row_count = row_count;
    results_.resize(windows_.size());
    context().scheduler.for_each(windows_.size(), context().thread_count_for(row_count), [&](size_t w) {
      const auto& window = as<BoundWindow>(*windows_[w]);
      std::vector<ColumnVector> arguments(
          sorted.begin() + static_cast<ptrdiff_t>(inputs_.calls[w].first_argument),
          sorted.begin() + static_cast<ptrdiff_t>(inputs_.calls[w].first_argument + window.arguments.size()));
      const ColumnVector* filter = inputs_.calls[w].filter ? &sorted[*inputs_.calls[w].filter] : nullptr;
      results_[w] = compute_window(window, rows, arguments, filter, context());
    });
  }

  /// The rows at which any of the first columns differs from the row before; row 0 too.
  std::vector<uint32_t> starts_of_groups(const std::vector<ColumnVector>& columns, size_t column_count,
                                         size_t row_count) const {
    std::vector<uint32_t> starts;
    for (size_t row = 0; row < row_count; ++row) {
      bool differs = row == 0;
      if (row % kRowsPerCheck == 0) {
        context().cancellation.check();
      }
      for (size_t c = 0; c < column_count && !differs; ++c) {
        differs = !rows_equal(columns[c], row - 1, columns[c], row);
      }
      if (differs) {
        starts.push_back(static_cast<uint32_t>(row));
      }
    }
    return starts;
  }

  const ExpressionList& windows_;
  WindowInputs inputs_;
  Reservation reservation_ = Reservation::from_scope();
  std::vector<RowReference> order_;
  std::shared_ptr<const RowGatherer> rows_;
  std::vector<ColumnVector> results_;
};

/// Rows in window order with the computed columns behind their own.
class WindowScan final : public TableScan {
 public:
  WindowScan(std::unique_ptr<TableScan> rows, std::vector<ColumnVector> results,
             std::vector<size_t> first_rows)
      : rows_(std::move(rows)), results_(std::move(results)), first_rows_(std::move(first_rows)) {}
  size_t morsel_count() const override { return rows_->morsel_count(); }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<Reader>(rows_->open_morsel(morsel), results_, first_rows_[morsel]);
  }

 private:
  class Reader final : public MorselReader {
   public:
    Reader(std::unique_ptr<MorselReader> rows, const std::vector<ColumnVector>& results, size_t first_row)
        : rows_(std::move(rows)), results_(results), next_row_(first_row) {}
    bool next(Batch& batch) override {
      if (!rows_->next(batch)) {
        return false;
      }
      for (const ColumnVector& result : results_) {
        batch.columns.push_back(result.slice(next_row_, batch.row_count));
      }
      next_row_ += batch.row_count;
      return true;
    }

   private:
    std::unique_ptr<MorselReader> rows_;
    const std::vector<ColumnVector>& results_;
    size_t next_row_;
  };

  std::unique_ptr<TableScan> rows_;
  std::vector<ColumnVector> results_;
  std::vector<size_t> first_rows_;
};

std::unique_ptr<TableScan> WindowSink::open_result() {
  const size_t row_count = order_.size();
  std::vector<size_t> first_rows;
  for (size_t row = 0; row < row_count; row += kOrderedRowsPerMorsel) {
    first_rows.push_back(row);
  }
  auto rows = scan_in_order(std::move(rows_), std::move(order_), context().vector_size);
  return std::make_unique<WindowScan>(std::move(rows), std::move(results_), std::move(first_rows));
}

}  // namespace

PhysicalWindow::PhysicalWindow(ExpressionList windows)
    : PhysicalOperator(OperatorRole::kSink, "Window"), windows_(std::move(windows)) {}

std::unique_ptr<SinkState> PhysicalWindow::open_sink(Execution& execution) const {
  return std::make_unique<WindowSink>(windows_, collect_inputs(windows_), *children()[0],
                                      execution.context());
}

}  // namespace stoa
