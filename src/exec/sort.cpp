#include "exec/sort.h"

#include "exec/execution.h"
#include "exec/ordered_input.h"
#include "exec/row_order.h"

namespace stoa {

namespace {

class SortSink final : public OrderedInputSink {
 public:
  SortSink(const std::vector<BoundOrder>& order_by, const PhysicalOperator& child,
           const ExecutionContext& context)
      : OrderedInputSink(expressions_of(order_by), child, context), encoder_(sort_specs(order_by)) {}

  void finish() override {
    Input input = take_input();
    order_ = sort_rows(encoder_, input.keys, context());
    rows_ = std::make_shared<RowGatherer>(types(), std::move(input.batches));
  }
  std::unique_ptr<TableScan> open_result() override {
    return scan_in_order(std::move(rows_), std::move(order_), context().vector_size);
  }

 private:
  SortKeyEncoder encoder_;
  std::shared_ptr<const RowGatherer> rows_;
  std::vector<RowReference> order_;
};

}  // namespace

PhysicalSort::PhysicalSort(std::vector<BoundOrder> order_by)
    : PhysicalOperator(OperatorRole::kSink, "Sort"), order_by_(std::move(order_by)) {}

std::unique_ptr<SinkState> PhysicalSort::open_sink(Execution& execution) const {
  return std::make_unique<SortSink>(order_by_, *children()[0], execution.context());
}

}  // namespace stoa
