#pragma once

#include <memory>
#include <unordered_map>

#include "base/memory.h"
#include "exec/join_filter.h"
#include "exec/physical_operator.h"

namespace stoa {

class CollectedRows;
class TopBound;
class Pipeline;
struct PipelineStage;

/// One run of a physical plan: walks the tree, runs its pipelines in the order that they depend on each
/// other. Made and used by one thread; the pipelines use the scheduler's.
///
/// How a subtree is run: from a sink (or the plan's root) down child 0 through streaming operators to a
/// source or to another sink, which is run first. Before a streaming operator or source is opened, its
/// further children (1, 2, ...; a join's build side, a common table's definition) are run if they are sinks,
/// and kept for `sink_of`.
class Execution {
 public:
  /// What is made from here on, until this object ends, is charged to the context's budget.
  explicit Execution(ExecutionContext& context);
  ~Execution();

  /// The statement's context; for an operator that is being opened while profiling, one whose budget is the
  /// operator's own. Lives as long as this execution.
  ExecutionContext& context() { return *current_; }

  /// Runs everything below `sink`, and the sink, to its end. The state stays valid as long as this execution.
  SinkState& run_sink(const PhysicalOperator& sink);
  /// The state of a sink that has been run.
  SinkState& sink_of(const PhysicalOperator& sink);
  /// Runs everything below any operator, and it, and keeps its rows in order.
  std::shared_ptr<const CollectedRows> run_to_rows(const PhysicalOperator& op);
  /// The same as a scan.
  std::unique_ptr<TableScan> run_to_scan(const PhysicalOperator& op);

  /// What joins above tell a scan; set before the scan is opened.
  void add_join_filter(const PhysicalOperator& scan, JoinFilter filter);
  std::vector<JoinFilter> join_filters(const PhysicalOperator& scan) const;

  /// What a TopN above tells a scan; set before the scan is opened. Null: nothing.
  void set_top_bound(const PhysicalOperator& scan, std::shared_ptr<TopBound> bound);
  std::shared_ptr<TopBound> top_bound(const PhysicalOperator& scan) const;

  /// Materialized common tables by number: set by the Cte operator, read by its references.
  void set_common_table(uint32_t number, std::shared_ptr<const CollectedRows> rows);
  std::shared_ptr<const CollectedRows> common_table(uint32_t number) const;

 private:
  class Opening;
  struct OwnContext;
  void feed(const PhysicalOperator& op, std::vector<PipelineStage>& stages, Pipeline& pipeline);
  void feed_stream(const PhysicalOperator& op, std::vector<PipelineStage>& stages, Pipeline& pipeline);
  std::unique_ptr<TableScan> open_source(const PhysicalOperator& op);
  std::unique_ptr<TableScan> open_result(const PhysicalOperator& op, SinkState& state);
  std::unique_ptr<StreamFactory> open_stream(const PhysicalOperator& op);
  std::unique_ptr<SinkState> open_sink(const PhysicalOperator& sink);
  void run_child_sink(const PhysicalOperator& child);
  void run_further_children(const PhysicalOperator& op);

  ExecutionContext& context_;
  ExecutionContext* current_;
  MemoryScope memory_scope_;
  std::unordered_map<size_t, std::unique_ptr<OwnContext>> own_contexts_;  ///< by operator, while profiling
  std::unordered_map<const PhysicalOperator*, std::unique_ptr<SinkState>> sinks_;
  std::unordered_map<uint32_t, std::shared_ptr<const CollectedRows>> common_tables_;
  std::unordered_multimap<const PhysicalOperator*, JoinFilter> join_filters_;
  std::unordered_map<const PhysicalOperator*, std::shared_ptr<TopBound>> top_bounds_;
};

}  // namespace stoa
