#include "exec/execution.h"

#include <optional>

#include "base/assert.h"
#include "exec/collect.h"
#include "exec/collected_rows.h"
#include "exec/pipeline.h"

namespace stoa {

/// The context of one operator while profiling: the statement's with a budget of its own.
struct Execution::OwnContext {
  OwnContext(const ExecutionContext& statement, MemoryBudget& budget)
      : functions(with_budget(statement.functions, budget)),
        context{functions,
                statement.parameters,
                statement.scheduler,
                budget,
                statement.cancellation,
                statement.progress,
                statement.thread_count_max,
                statement.vector_size,
                statement.root,
                statement.fork,
                statement.search_path,
                statement.profiles} {}

  static FunctionContext with_budget(FunctionContext functions, MemoryBudget& budget) {
    functions.budget = &budget;
    return functions;
  }

  FunctionContext functions;
  ExecutionContext context;
};

/// While it lives an operator is opened or finished: what it makes is charged to it when profiling.
class Execution::Opening {
 public:
  Opening(Execution& execution, const PhysicalOperator& op)
      : execution_(execution), outer_(execution.current_) {
    OperatorProfile* profile = execution.context_.profile(op.number());
    if (profile == nullptr) {
      return;
    }
    std::unique_ptr<OwnContext>& own = execution.own_contexts_[op.number()];
    if (own == nullptr) {
      own = std::make_unique<OwnContext>(execution.context_, profile->memory);
    }
    execution.current_ = &own->context;
    scope_.emplace(profile->memory, MemoryScope::Counting::kExact);
  }
  ~Opening() { execution_.current_ = outer_; }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

 private:
  Execution& execution_;
  ExecutionContext* outer_;
  std::optional<MemoryScope> scope_;
};

Execution::Execution(ExecutionContext& context)
    : context_(context), current_(&context), memory_scope_(context.budget) {}

Execution::~Execution() = default;

std::unique_ptr<SinkState> Execution::open_sink(const PhysicalOperator& sink) {
  const Opening opening(*this, sink);
  return sink.open_sink(*this);
}

SinkState& Execution::run_sink(const PhysicalOperator& sink) {
  STOA_ASSERT(sink.role() == OperatorRole::kSink);
  SinkState& state = *(sinks_[&sink] = open_sink(sink));
  Pipeline pipeline(context_, &sink, state);
  const size_t fed_count =
      sink.takes_all_children() ? sink.children().size() : std::min<size_t>(1, sink.children().size());
  for (size_t i = fed_count; i < sink.children().size(); ++i) {
    run_child_sink(*sink.children()[i]);
  }
  for (size_t i = 0; i < fed_count; ++i) {
    if (sink.takes_all_children()) {
      state.begin_child(i);
    }
    std::vector<PipelineStage> stages;
    feed(*sink.children()[i], stages, pipeline);
  }
  const Opening finishing(*this, sink);
  state.finish();
  return state;
}

SinkState& Execution::sink_of(const PhysicalOperator& sink) {
  const auto found = sinks_.find(&sink);
  STOA_CHECK(found != sinks_.end());
  return *found->second;
}

void Execution::run_child_sink(const PhysicalOperator& child) {
  if (child.role() == OperatorRole::kSink && !sinks_.contains(&child)) {
    run_sink(child);
  }
}

void Execution::run_further_children(const PhysicalOperator& op) {
  const size_t first = op.role() == OperatorRole::kSource ? 0 : 1;
  for (size_t i = first; i < op.children().size(); ++i) {
    run_child_sink(*op.children()[i]);
  }
}

void Execution::feed(const PhysicalOperator& op, std::vector<PipelineStage>& stages, Pipeline& pipeline) {
  switch (op.role()) {
    case OperatorRole::kStream: return feed_stream(op, stages, pipeline);
    case OperatorRole::kUnion:
      for (const PhysicalOperatorPtr& child : op.children()) {
        feed(*child, stages, pipeline);
      }
      return;
    case OperatorRole::kSource: {
      run_further_children(op);
      const std::unique_ptr<TableScan> scan = open_source(op);
      return pipeline.push(*scan, &op, stages);
    }
    case OperatorRole::kSink: {
      const std::unique_ptr<TableScan> scan = open_result(op, run_sink(op));
      return pipeline.push(*scan, &op, stages);
    }
  }
}

void Execution::feed_stream(const PhysicalOperator& op, std::vector<PipelineStage>& stages,
                            Pipeline& pipeline) {
  run_further_children(op);
  const std::unique_ptr<StreamFactory> factory = open_stream(op);
  std::vector<PipelineStage> longer;
  longer.reserve(stages.size() + 1);
  longer.push_back({&op, factory.get()});
  longer.insert(longer.end(), stages.begin(), stages.end());
  feed(*op.children()[0], longer, pipeline);
  if (const std::unique_ptr<TableScan> rest = factory->remainder()) {
    pipeline.push(*rest, &op, stages);
  }
}

std::unique_ptr<TableScan> Execution::open_source(const PhysicalOperator& op) {
  const Opening opening(*this, op);
  return op.open_source(*this);
}

std::unique_ptr<TableScan> Execution::open_result(const PhysicalOperator& op, SinkState& state) {
  const Opening opening(*this, op);
  return state.open_result();
}

std::unique_ptr<StreamFactory> Execution::open_stream(const PhysicalOperator& op) {
  const Opening opening(*this, op);
  return op.open_stream(*this);
}

std::shared_ptr<const CollectedRows> Execution::run_to_rows(const PhysicalOperator& op) {
  CollectSink sink(op.types());
  Pipeline pipeline(context_, nullptr, sink);
  std::vector<PipelineStage> stages;
  feed(op, stages, pipeline);
  sink.finish();
  return sink.take();
}

std::unique_ptr<TableScan> Execution::run_to_scan(const PhysicalOperator& op) {
  return scan_rows(run_to_rows(op), {});
}

void Execution::add_join_filter(const PhysicalOperator& scan, JoinFilter filter) {
  join_filters_.emplace(&scan, std::move(filter));
}

std::vector<JoinFilter> Execution::join_filters(const PhysicalOperator& scan) const {
  std::vector<JoinFilter> filters;
  const auto [begin, end] = join_filters_.equal_range(&scan);
  for (auto it = begin; it != end; ++it) {
    filters.push_back(it->second);
  }
  return filters;
}

void Execution::set_top_bound(const PhysicalOperator& scan, std::shared_ptr<TopBound> bound) {
  top_bounds_[&scan] = std::move(bound);
}

std::shared_ptr<TopBound> Execution::top_bound(const PhysicalOperator& scan) const {
  const auto found = top_bounds_.find(&scan);
  return found == top_bounds_.end() ? nullptr : found->second;
}

void Execution::set_common_table(uint32_t number, std::shared_ptr<const CollectedRows> rows) {
  common_tables_[number] = std::move(rows);
}

std::shared_ptr<const CollectedRows> Execution::common_table(uint32_t number) const {
  const auto found = common_tables_.find(number);
  STOA_CHECK(found != common_tables_.end());
  return found->second;
}

}  // namespace stoa
