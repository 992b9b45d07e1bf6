#pragma once

#include <map>
#include <mutex>

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// The part that sinks over all of their input share (sort, window): every thread evaluates the key
/// expressions of its batches and keeps both; at the end they are put in row order. The buffers of batches
/// are counted where they are made.
class OrderedInputSink : public SinkState {
 public:
  std::unique_ptr<SinkLocal> make_local() override;
  bool consume(SinkLocal& local, Batch& batch, size_t morsel) override;
  void finish_local(SinkLocal& local) override;

 protected:
  struct Input {
    std::vector<Batch> batches;
    std::vector<std::vector<ColumnVector>> keys;  ///< the evaluated expressions of each batch
  };

  /// `child` and `context` outlive the sink, and so do the expressions.
  OrderedInputSink(std::vector<const BoundExpression*> expressions, const PhysicalOperator& child,
                   const ExecutionContext& context);
  Input take_input();
  const std::vector<LogicalType>& types() const { return types_; }
  const ExecutionContext& context() const { return context_; }

 private:
  struct Local;
  struct Part {
    Batch batch;
    std::vector<ColumnVector> keys;
  };

  std::vector<const BoundExpression*> expressions_;
  ColumnPositions positions_;
  std::vector<LogicalType> types_;
  const ExecutionContext& context_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Part>> morsels_;
  Reservation reservation_ = Reservation::from_scope();
};

/// The expressions of an ORDER BY.
std::vector<const BoundExpression*> expressions_of(const std::vector<BoundOrder>& order_by);

}  // namespace stoa
