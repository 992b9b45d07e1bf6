#include "exec/filter_project.h"

#include "base/bits.h"
#include "column/kernels/mask.h"
#include "exec/execution.h"

namespace stoa {

BatchFilter::BatchFilter(const ExpressionList& conjuncts, const ColumnPositions& positions,
                         const ExecutionContext& context) {
  for (const ExpressionPtr& e : conjuncts) {
    conjuncts_.emplace_back(*e, positions, context.functions, context.parameters);
  }
}

bool BatchFilter::apply(Batch& batch) {
  for (ExpressionEvaluator& conjunct : conjuncts_) {
    const size_t row_count = batch.row_count;
    mask_.assign(words_for_bits(row_count) + 1, 0);
    conjunct.evaluate_mask(batch, mask_.data());
    const size_t kept = mask_count(mask_.data(), row_count);
    if (kept == 0) {
      return false;
    }
    if (kept == row_count) {
      continue;
    }
    const BufferRef rows = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
    mask_to_selection(mask_.data(), row_count, rows->as<uint32_t>());
    batch = batch.select({rows->as<uint32_t>(), kept}, rows);
  }
  return true;
}

namespace {

class FilterState final : public StreamState {
 public:
  FilterState(const ExpressionList& conjuncts, const ColumnPositions& positions,
              const ExecutionContext& context)
      : filter_(conjuncts, positions, context) {}
  bool process(Batch& batch, const Emit& emit) override { return !filter_.apply(batch) || emit(batch); }

 private:
  BatchFilter filter_;
};

class FilterFactory final : public StreamFactory {
 public:
  FilterFactory(const ExpressionList& conjuncts, ColumnPositions positions, const ExecutionContext& context)
      : conjuncts_(conjuncts), positions_(std::move(positions)), context_(context) {}
  std::unique_ptr<StreamState> make_state() override {
    return std::make_unique<FilterState>(conjuncts_, positions_, context_);
  }

 private:
  const ExpressionList& conjuncts_;
  ColumnPositions positions_;
  const ExecutionContext& context_;
};

class ProjectState final : public StreamState {
 public:
  ProjectState(const ExpressionList& expressions, const ColumnPositions& positions,
               const ExecutionContext& context) {
    for (const ExpressionPtr& e : expressions) {
      evaluators_.emplace_back(*e, positions, context.functions, context.parameters);
    }
  }
  bool process(Batch& batch, const Emit& emit) override {
    Batch projected;
    projected.row_count = batch.row_count;
    projected.columns.reserve(evaluators_.size());
    for (ExpressionEvaluator& evaluator : evaluators_) {
      projected.columns.push_back(evaluator.evaluate(batch));
    }
    return emit(projected);
  }

 private:
  std::vector<ExpressionEvaluator> evaluators_;
};

class ProjectFactory final : public StreamFactory {
 public:
  ProjectFactory(const ExpressionList& expressions, ColumnPositions positions,
                 const ExecutionContext& context)
      : expressions_(expressions), positions_(std::move(positions)), context_(context) {}
  std::unique_ptr<StreamState> make_state() override {
    return std::make_unique<ProjectState>(expressions_, positions_, context_);
  }

 private:
  const ExpressionList& expressions_;
  ColumnPositions positions_;
  const ExecutionContext& context_;
};

}  // namespace

PhysicalFilter::PhysicalFilter(ExpressionList conjuncts)
    : PhysicalOperator(OperatorRole::kStream, "Filter"), conjuncts_(std::move(conjuncts)) {}

std::unique_ptr<StreamFactory> PhysicalFilter::open_stream(Execution& execution) const {
  return std::make_unique<FilterFactory>(conjuncts_, children()[0]->positions(), execution.context());
}

PhysicalProject::PhysicalProject(ExpressionList expressions)
    : PhysicalOperator(OperatorRole::kStream, "Project"), expressions_(std::move(expressions)) {}

std::unique_ptr<StreamFactory> PhysicalProject::open_stream(Execution& execution) const {
  return std::make_unique<ProjectFactory>(expressions_, children()[0]->positions(), execution.context());
}

}  // namespace stoa
