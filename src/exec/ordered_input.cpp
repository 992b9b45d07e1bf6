#include "exec/ordered_input.h"

namespace stoa {

struct OrderedInputSink::Local final : SinkLocal {
  std::vector<ExpressionEvaluator> evaluators;
  std::map<size_t, std::vector<Part>> morsels;
  Reservation reservation = Reservation::from_scope();
};

OrderedInputSink::OrderedInputSink(std::vector<const BoundExpression*> expressions,
                                   const PhysicalOperator& child, const ExecutionContext& context)
    : expressions_(std::move(expressions)),
      positions_(child.positions()),
      types_(child.types()),
      context_(context) {}

std::unique_ptr<SinkLocal> OrderedInputSink::make_local() {
  auto local = std::make_unique<Local>();
  for (const BoundExpression* e : expressions_) {
    local->evaluators.emplace_back(*e, positions_, context_.functions, context_.parameters);
  }
  return local;
}

bool OrderedInputSink::consume(SinkLocal& base, Batch& batch, size_t morsel) {
  auto& local = static_cast<Local&>(base);
  Part part;
  for (ExpressionEvaluator& evaluator : local.evaluators) {
    part.keys.push_back(evaluator.evaluate(batch));
  }
  part.batch = std::move(batch);
  batch = Batch();
  local.reservation.grow(sizeof(Part) +
                         (part.keys.size() + part.batch.columns.size()) * sizeof(ColumnVector));
  local.morsels[morsel].push_back(std::move(part));
  return true;
}

void OrderedInputSink::finish_local(SinkLocal& local) {
  auto& own = static_cast<Local&>(local);
  const std::lock_guard lock(mutex_);
  reservation_.grow(own.reservation.size_bytes());
  morsels_.merge(own.morsels);
}

OrderedInputSink::Input OrderedInputSink::take_input() {
  Input input;
  for (auto& [morsel, parts] : morsels_) {
    for (Part& part : parts) {
      input.batches.push_back(std::move(part.batch));
      input.keys.push_back(std::move(part.keys));
    }
  }
  morsels_.clear();
  return input;
}

std::vector<const BoundExpression*> expressions_of(const std::vector<BoundOrder>& order_by) {
  std::vector<const BoundExpression*> expressions;
  for (const BoundOrder& o : order_by) {
    expressions.push_back(o.expression.get());
  }
  return expressions;
}

}  // namespace stoa
