#include "exec/distinct.h"

#include <mutex>

#include "exec/execution.h"
#include "exec/group_merge.h"
#include "exec/group_result.h"

namespace stoa {

namespace {

std::vector<LogicalType> types_of(const ExpressionList& expressions) {
  std::vector<LogicalType> types;
  for (const ExpressionPtr& e : expressions) {
    types.push_back(e->type);
  }
  return types;
}

/// DISTINCT: the groups are the rows.
class DistinctSink final : public SinkState {
 public:
  DistinctSink(const std::vector<LogicalType>& types, const ExecutionContext& context)
      : types_(types), context_(context), layout_(context.functions) {
    require_groupable(types, "DISTINCT over");
  }

  std::unique_ptr<SinkLocal> make_local() override {
    return std::make_unique<Local>(types_, layout_, &context_.budget);
  }
  bool consume(SinkLocal& base, Batch& batch, size_t morsel) override {
    auto& local = static_cast<Local&>(base);
    const RowOrdinal first = local.ordinals.take(morsel, batch.row_count);
    local.rows.add(batch.columns, batch.row_count, {first});
    return true;
  }
  void finish_local(SinkLocal& base) override {
    const std::lock_guard lock(mutex_);
    runs_.push_back(static_cast<Local&>(base).rows.take());
  }
  void finish() override {
    MergedGroups merged = GroupMerger(context_, std::move(runs_)).merge();
    results_.push_back(take_result(merged.parts, context_));
  }
  std::unique_ptr<TableScan> open_result() override {
    return scan_results(std::move(results_), context_.vector_size, &context_.budget);
  }

 private:
  struct Local final : SinkLocal {
    Local(const std::vector<LogicalType>& types, const AggregateLayout& layout, MemoryBudget* budget)
        : rows(types, layout, budget) {}
    GroupBuilder rows;
    OrdinalCounter ordinals;
  };

  std::vector<LogicalType> types_;
  const ExecutionContext& context_;
  AggregateLayout layout_;
  std::mutex mutex_;
  std::vector<GroupPart> runs_;
  std::vector<GroupResult> results_;
};

/// DISTINCT ON: beside the group table of its expressions a thread keeps the whole first row of each group.
class DistinctOnSink final : public SinkState {
 public:
  DistinctOnSink(const ExpressionList& on, const std::vector<LogicalType>& types, ColumnPositions positions,
                 const ExecutionContext& context)
      : on_(on),
        key_types_(types_of(on)),
        types_(types),
        positions_(std::move(positions)),
        context_(context),
        layout_(context.functions) {
    require_groupable(key_types_, "DISTINCT ON");
  }

  std::unique_ptr<SinkLocal> make_local() override {
    auto local = std::make_unique<Local>();
    local->groups = std::make_unique<GroupBuilder>(key_types_, layout_, &context_.budget);
    for (const ExpressionPtr& e : on_) {
      local->keys.emplace_back(*e, positions_, context_.functions, context_.parameters);
    }
    for (const LogicalType& type : types_) {
      local->rows.emplace_back(type, &context_.budget);
    }
    return local;
  }

  bool consume(SinkLocal& base, Batch& batch, size_t morsel) override {
    auto& local = static_cast<Local&>(base);
    std::vector<ColumnVector> keys;
    for (ExpressionEvaluator& key : local.keys) {
      keys.push_back(key.evaluate(batch));
    }
    local.groups->add(keys, batch.row_count, {local.ordinals.take(morsel, batch.row_count)});
    const Selection new_rows = local.groups->new_rows();
    for (size_t c = 0; c < local.rows.size() && !new_rows.empty(); ++c) {
      local.rows[c].append(batch.columns[c], new_rows);
    }
    return true;
  }

  void finish_local(SinkLocal& base) override {
    auto& local = static_cast<Local&>(base);
    std::vector<ColumnVector> columns;
    for (VectorBuilder& column : local.rows) {
      columns.push_back(column.finish());
    }
    const std::lock_guard lock(mutex_);
    runs_.push_back(local.groups->take());
    run_rows_.push_back(std::move(columns));
  }

  void finish() override {
    GroupResult result;
    result.order = GroupArray<uint32_t>(&context_.budget);
    if (!runs_.empty()) {
      choose_rows(result);
      result.columns = concatenate_parts(types_, std::move(run_rows_), context_);
    }
    results_.push_back(std::move(result));
  }

  std::unique_ptr<TableScan> open_result() override {
    return scan_results(std::move(results_), context_.vector_size, &context_.budget);
  }

 private:
  struct Local final : SinkLocal {
    std::unique_ptr<GroupBuilder> groups;
    std::vector<ExpressionEvaluator> keys;
    std::vector<VectorBuilder> rows;
    OrdinalCounter ordinals;
  };

  /// Of the rows that runs kept, behind each other, the one of each group that came first: the one whose
  /// ordinal is the merged group's.
  void choose_rows(GroupResult& result) {
    std::vector<GroupArray<RowOrdinal>> run_ordinals;
    for (const GroupPart& run : runs_) {
      run_ordinals.emplace_back(&context_.budget);
      run_ordinals.back().append(run.ordinals);
    }
    GroupMerger merger(context_, std::move(runs_));
    merger.keep_places();
    const MergedGroups merged = merger.merge();
    GroupArray<RowOrdinal> ordinals(&context_.budget);
    GroupArray<uint32_t> rows(&context_.budget);
    size_t first_row = 0;
    for (size_t run = 0; run < run_ordinals.size(); ++run) {
      for (size_t i = 0; i < run_ordinals[run].size(); ++i) {
        const GroupPlace place = merged.places[run][i];
        if (merged.parts[place.part].ordinals[place.group] == run_ordinals[run][i]) {
          ordinals.push_back(run_ordinals[run][i]);
          rows.push_back(static_cast<uint32_t>(first_row + i));
        }
      }
      first_row += run_ordinals[run].size();
    }
    result.row_count = rows.size();
    GroupArray<uint32_t> order(&context_.budget);
    if (order_by_ordinal(ordinals, order)) {
      result.order = std::move(rows);
      return;
    }
    for (size_t i = 0; i < order.size(); ++i) {
      result.order.push_back(rows[order[i]]);
    }
  }

  const ExpressionList& on_;
  std::vector<LogicalType> key_types_;
  std::vector<LogicalType> types_;
  ColumnPositions positions_;
  const ExecutionContext& context_;
  AggregateLayout layout_;
  std::mutex mutex_;
  std::vector<GroupPart> runs_;
  std::vector<std::vector<ColumnVector>> run_rows_;
  std::vector<GroupResult> results_;
};

}  // namespace

PhysicalDistinct::PhysicalDistinct(ExpressionList on)
    : PhysicalOperator(OperatorRole::kSink, "Distinct"), on_(std::move(on)) {}

std::unique_ptr<SinkState> PhysicalDistinct::open_sink(Execution& execution) const {
  if (on_.empty()) {
    return std::make_unique<DistinctSink>(types(), execution.context());
  }
  return std::make_unique<DistinctOnSink>(on_, types(), children()[0]->positions(), execution.context());
}

}  // namespace stoa
