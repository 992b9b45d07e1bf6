#include "exec/set_operation.h"

#include <algorithm>
#include <mutex>

#include "base/assert.h"
#include "base/error.h"
#include "exec/execution.h"
#include "exec/group_merge.h"
#include "exec/group_result.h"

namespace stoa {

namespace {

int64_t& count_at(std::byte* state) {
  return *reinterpret_cast<int64_t*>(state);
}

/// Counts rows; one such aggregate per child counts how often the child has a row.
AggregateFunction make_row_counter() {
  AggregateFunction function;
  function.name = "row_count";
  function.return_type = TypeId::kBigint;
  function.state_bytes = sizeof(int64_t);
  function.update = [](const AggregateCall&, std::span<const ColumnVector>, size_t row_count,
                       const GroupedStates& states) {
    for (size_t row = 0; row < row_count; ++row) {
      ++count_at(states.at(row));
    }
  };
  function.combine = [](const AggregateCall&, std::byte* from, std::byte* into) {
    count_at(into) += count_at(from);
  };
  function.finalize = [](const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                         ColumnVector& result) {
    auto* to = result.mutable_values<int64_t>();
    for (size_t i = 0; i < count; ++i) {
      to[i] = count_at(base + i * stride_bytes);
    }
  };
  return function;
}

/// How often a row is in the result, given how often it is in each child.
int64_t multiplicity(SetOperationKind operation, std::span<const int64_t* const> counts, size_t row) {
  int64_t result = counts[0][row];
  for (size_t child = 1; child < counts.size(); ++child) {
    const int64_t count = counts[child][row];
    switch (operation) {
      case SetOperationKind::kIntersect:
      case SetOperationKind::kIntersectAll: result = std::min(result, count); break;
      case SetOperationKind::kExcept: result = count == 0 ? result : 0; break;
      case SetOperationKind::kExceptAll: result = std::max<int64_t>(0, result - count); break;
      case SetOperationKind::kUnion:
      case SetOperationKind::kUnionAll: return 1;
    }
  }
  const bool is_all =
      operation == SetOperationKind::kIntersectAll || operation == SetOperationKind::kExceptAll;
  return is_all ? result : std::min<int64_t>(result, 1);
}

class SetOperationSink final : public SinkState {
 public:
  SetOperationSink(SetOperationKind operation, const std::vector<std::vector<size_t>>& child_positions,
                   const std::vector<LogicalType>& types, const ExecutionContext& context)
      : operation_(operation),
        child_positions_(child_positions),
        types_(types),
        context_(context),
        row_counter_(make_row_counter()),
        layout_(context.functions) {
    require_groupable(types, "set operations over");
    if (operation_ != SetOperationKind::kUnion) {
      for (size_t child = 0; child < child_positions.size(); ++child) {
        layout_.add(row_counter_, {context.functions, nullptr, row_counter_.return_type, {}});
      }
    }
  }

  void begin_child(size_t index) override { child_ = index; }

  std::unique_ptr<SinkLocal> make_local() override {
    return std::make_unique<Local>(types_, layout_, child_, &context_.budget);
  }

  bool consume(SinkLocal& base, Batch& batch, size_t morsel) override {
    auto& local = static_cast<Local&>(base);
    local.keys.clear();
    for (const size_t position : child_positions_[local.child]) {
      local.keys.push_back(batch.columns[position]);
    }
    const RowOrdinals ordinals{local.ordinals.take(morsel, batch.row_count)};
    if (operation_ == SetOperationKind::kUnion) {
      local.rows.add(local.keys, batch.row_count, ordinals);
      return true;
    }
    const uint32_t* groups = local.rows.assign(local.keys, batch.row_count, ordinals);
    const AggregateLayout::Item& item = layout_.items()[local.child];
    item.function->update(item.call, {}, batch.row_count, local.rows.part().states.at(local.child, groups));
    return true;
  }

  void finish_local(SinkLocal& base) override {
    const std::lock_guard lock(mutex_);
    runs_.push_back(static_cast<Local&>(base).rows.take());
  }

  void finish() override {
    MergedGroups merged = GroupMerger(context_, std::move(runs_)).merge();
    GroupResult result = take_result(merged.parts, context_);
    if (operation_ != SetOperationKind::kUnion && result.row_count != 0) {
      keep_counted(result);
    }
    results_.push_back(std::move(result));
  }

  std::unique_ptr<TableScan> open_result() override {
    return scan_results(std::move(results_), context_.vector_size, &context_.budget);
  }

 private:
  struct Local final : SinkLocal {
    Local(const std::vector<LogicalType>& types, const AggregateLayout& layout, size_t child_index,
          MemoryBudget* budget)
        : rows(types, layout, budget), child(child_index) {}
    GroupBuilder rows;
    OrdinalCounter ordinals;
    size_t child;
    std::vector<ColumnVector> keys;
  };

  /// Replaces the order of all distinct rows by that of the rows in the result.
  void keep_counted(GroupResult& result) const {
    const std::vector<ColumnVector> count_columns(
        result.columns.begin() + static_cast<ptrdiff_t>(types_.size()), result.columns.end());
    result.columns.resize(types_.size());
    std::vector<const int64_t*> counts;
    for (const ColumnVector& column : count_columns) {
      counts.push_back(column.values<int64_t>());
    }
    GroupArray<uint32_t> order(&context_.budget);
    for (size_t i = 0; i < result.row_count; ++i) {
      const uint32_t row = result.is_ordered ? static_cast<uint32_t>(i) : result.order[i];
      for (int64_t left = multiplicity(operation_, counts, row); left > 0; --left) {
        order.push_back(row);
      }
    }
    result.row_count = order.size();
    result.order = std::move(order);
    result.is_ordered = false;
  }

  SetOperationKind operation_;
  const std::vector<std::vector<size_t>>& child_positions_;
  std::vector<LogicalType> types_;
  const ExecutionContext& context_;
  const AggregateFunction row_counter_;
  AggregateLayout layout_;
  size_t child_ = 0;
  std::mutex mutex_;
  std::vector<GroupPart> runs_;
  std::vector<GroupResult> results_;
};

}  // namespace

PhysicalSetOperation::PhysicalSetOperation(SetOperationKind operation,
                                           std::vector<std::vector<size_t>> child_positions)
    : PhysicalOperator(OperatorRole::kSink, "SetOperation"),
      operation_(operation),
      child_positions_(std::move(child_positions)) {
  STOA_ASSERT(operation_ != SetOperationKind::kUnionAll);
}

std::unique_ptr<SinkState> PhysicalSetOperation::open_sink(Execution& execution) const {
  return std::make_unique<SetOperationSink>(operation_, child_positions_, types(), execution.context());
}

}  // namespace stoa
