#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "exec/aggregate.h"
#include "exec/aggregate_distinct.h"
#include "exec/aggregate_input.h"
#include "exec/aggregate_ordered.h"

namespace stoa {

/// How the rows of one aggregate reach its states. Immutable; refers to the bound aggregate.
struct AggregatePlan {
  enum class Mode : uint8_t {
    kDirect,    ///< batch by batch, in any order
    kOrdered,   ///< kept, and fed in order at the end
    kDistinct,  ///< collected in a table, and fed at the end
  };
  explicit AggregatePlan(const BoundAggregate& aggregate);
  const BoundAggregate& aggregate;
  Mode mode;
  OrderedFeed feed;  ///< of kOrdered and kDistinct
};

/// One thread's groups for one grouping set, and what is kept for aggregates that are fed at the end (null
/// where that is nothing).
struct AggregateRun {
  std::unique_ptr<GroupBuilder> groups;
  std::vector<std::unique_ptr<OrderedRows>> ordered;
  std::vector<std::unique_ptr<GroupBuilder>> distinct;
};

/// GROUP BY at work: threads build groups of their own, finish() merges them. Several grouping sets each have
/// their own groups and share the evaluated expressions.
class AggregateSink final : public SinkState {
 public:
  AggregateSink(const AggregateExpressions& expressions, const PhysicalOperator& op,
                const ColumnPositions& positions, const ExecutionContext& context);

  std::unique_ptr<SinkLocal> make_local() override;
  bool consume(SinkLocal& local, Batch& batch, size_t morsel) override;
  void finish_local(SinkLocal& local) override;
  void finish() override;
  std::unique_ptr<TableScan> open_result() override;

 private:
  struct Local;
  struct GroupingSet {
    std::vector<size_t> groups;  ///< positions among the group expressions
    std::vector<LogicalType> key_types;
    std::vector<AggregateRun> runs;
  };

  AggregateRun make_run(const GroupingSet& set) const;
  void update(AggregateRun& run, bool is_grouped, size_t aggregate, const AggregateRows& rows,
              const uint32_t* groups, RowOrdinal first) const;
  MergedGroups merge_groups(GroupingSet& set);
  void feed_late(GroupingSet& set, MergedGroups& merged);
  GroupResult finish_set(GroupingSet& set);
  void arrange_columns(const GroupingSet& set, GroupResult& result) const;
  bool has_mode(AggregatePlan::Mode mode) const;

  const AggregateExpressions& expressions_;
  const PhysicalOperator& op_;
  const ColumnPositions positions_;
  const ExecutionContext& context_;
  AggregateLayout layout_;
  AggregateLayout no_aggregates_;  ///< of the tables of DISTINCT
  std::vector<AggregatePlan> plans_;
  std::vector<GroupingSet> sets_;
  std::mutex mutex_;
  std::vector<GroupResult> results_;
};

}  // namespace stoa
