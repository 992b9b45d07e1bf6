#include "exec/aggregate_sink.h"

#include <numeric>

namespace stoa {

namespace {

std::vector<LogicalType> group_types(const ExpressionList& groups, const std::vector<size_t>& chosen) {
  std::vector<LogicalType> types;
  for (const size_t group : chosen) {
    types.push_back(groups[group]->type);
  }
  return types;
}

/// The group of each of the aggregate's rows as a key column.
ColumnVector group_column(const AggregateRows& rows, const uint32_t* groups) {
  if (rows.selection == nullptr) {
    return ColumnVector::view_flat(TypeId::kUinteger, rows.row_count, groups, nullptr);
  }
  ColumnVector column = ColumnVector::make_flat(TypeId::kUinteger, rows.row_count);
  auto* to = column.mutable_values<uint32_t>();
  for (size_t i = 0; i < rows.row_count; ++i) {
    to[i] = groups[rows.selection[i]];
  }
  return column;
}

}  // namespace

AggregatePlan::AggregatePlan(const BoundAggregate& bound) : aggregate(bound), mode(Mode::kDirect) {
  const AggregateFunction& function = *bound.call.function;
  if (bound.is_distinct && !function.ignores_duplicates) {
    mode = Mode::kDistinct;
  } else if (function.is_order_sensitive) {
    mode = Mode::kOrdered;
  }
  feed.argument_count = bound.arguments.size();
  for (const ExpressionPtr& argument : bound.arguments) {
    feed.types.push_back(argument->type);
  }
  for (const BoundOrder& order : bound.order_by) {
    feed.order.push_back({order.expression->type, order.is_descending, order.nulls_first});
    feed.order_columns.push_back(feed.types.size());
    feed.types.push_back(order.expression->type);
  }
  if (mode == Mode::kDistinct && feed.order.empty()) {
    for (size_t i = 0; i < feed.argument_count; ++i) {
      feed.order.push_back({feed.types[i], false, false});
      feed.order_columns.push_back(i);
    }
  }
}

struct AggregateSink::Local final : SinkLocal {
  std::vector<ExpressionEvaluator> groups;
  std::vector<AggregateInput> inputs;
  std::vector<AggregateRun> runs;  ///< one per grouping set
  OrdinalCounter ordinals;
  // Scratch of a batch.
  std::vector<ColumnVector> keys;
  std::vector<ColumnVector> set_keys;
  std::vector<const uint32_t*> groups_of_set;
};

AggregateSink::AggregateSink(const AggregateExpressions& expressions, const PhysicalOperator& op,
                             const ColumnPositions& positions, const ExecutionContext& context)
    : expressions_(expressions),
      op_(op),
      positions_(positions),
      context_(context),
      layout_(context.functions),
      no_aggregates_(context.functions) {
  for (const ExpressionPtr& e : expressions.aggregates) {
    const auto& aggregate = as<BoundAggregate>(*e);
    layout_.add(aggregate.call);
    plans_.emplace_back(aggregate);
    if (plans_.back().mode == AggregatePlan::Mode::kDistinct) {
      require_groupable(plans_.back().feed.types, "DISTINCT over");
    }
  }
  std::vector<std::vector<size_t>> sets = expressions.sets;
  if (sets.empty()) {
    sets.emplace_back(expressions.groups.size());
    std::iota(sets[0].begin(), sets[0].end(), 0);
  }
  for (std::vector<size_t>& groups : sets) {
    std::vector<LogicalType> types = group_types(expressions.groups, groups);
    require_groupable(types, "GROUP BY");
    sets_.push_back({std::move(groups), std::move(types), {}});
  }
}

bool AggregateSink::has_mode(AggregatePlan::Mode mode) const {
  for (const AggregatePlan& plan : plans_) {
    if (plan.mode == mode) {
      return true;
    }
  }
  return false;
}

AggregateRun AggregateSink::make_run(const GroupingSet& set) const {
  AggregateRun run;
  run.groups = std::make_unique<GroupBuilder>(set.key_types, layout_, &context_.budget);
  run.ordered.resize(plans_.size());
  run.distinct.resize(plans_.size());
  for (size_t a = 0; a < plans_.size(); ++a) {
    const AggregatePlan& plan = plans_[a];
    if (plan.mode == AggregatePlan::Mode::kOrdered) {
      run.ordered[a] = std::make_unique<OrderedRows>(plan.feed.types, &context_.budget);
    } else if (plan.mode == AggregatePlan::Mode::kDistinct) {
      run.distinct[a] = std::make_unique<GroupBuilder>(
          distinct_key_types(plan.feed.types, !set.key_types.empty()), no_aggregates_, &context_.budget);
    }
  }
  return run;
}

std::unique_ptr<SinkLocal> AggregateSink::make_local() {
  auto local = std::make_unique<Local>();
  for (const ExpressionPtr& group : expressions_.groups) {
    local->groups.emplace_back(*group, positions_, context_.functions, context_.parameters);
  }
  for (const AggregatePlan& plan : plans_) {
    local->inputs.emplace_back(plan.aggregate, positions_, context_);
  }
  for (const GroupingSet& set : sets_) {
    local->runs.push_back(make_run(set));
  }
  return local;
}

bool AggregateSink::consume(SinkLocal& base, Batch& batch, size_t morsel) {
  auto& local = static_cast<Local&>(base);
  const RowOrdinal first = local.ordinals.take(morsel, batch.row_count);
  local.keys.clear();
  for (ExpressionEvaluator& group : local.groups) {
    local.keys.push_back(group.evaluate(batch));
  }
  const bool wants_groups = !plans_.empty();
  local.groups_of_set.clear();
  for (size_t s = 0; s < sets_.size(); ++s) {
    local.set_keys.clear();
    for (const size_t group : sets_[s].groups) {
      local.set_keys.push_back(local.keys[group]);
    }
    GroupBuilder& builder = *local.runs[s].groups;
    if (wants_groups) {
      local.groups_of_set.push_back(builder.assign(local.set_keys, batch.row_count, {first}));
    } else {
      builder.add(local.set_keys, batch.row_count, {first});
    }
  }
  for (size_t a = 0; a < plans_.size(); ++a) {
    const AggregateRows& rows = local.inputs[a].evaluate(batch);
    for (size_t s = 0; s < sets_.size() && rows.row_count != 0; ++s) {
      update(local.runs[s], !sets_[s].groups.empty(), a, rows, local.groups_of_set[s], first);
    }
  }
  return true;
}

void AggregateSink::update(AggregateRun& run, bool is_grouped, size_t aggregate, const AggregateRows& rows,
                           const uint32_t* groups, RowOrdinal first) const {
  const RowOrdinals ordinals{first, rows.selection};
  switch (plans_[aggregate].mode) {
    case AggregatePlan::Mode::kOrdered: return run.ordered[aggregate]->append(rows, groups, ordinals);
    case AggregatePlan::Mode::kDistinct: {
      if (!is_grouped) {
        return run.distinct[aggregate]->add(rows.columns, rows.row_count, ordinals);
      }
      std::vector<ColumnVector> keys{group_column(rows, groups)};
      keys.insert(keys.end(), rows.columns.begin(), rows.columns.end());
      return run.distinct[aggregate]->add(keys, rows.row_count, ordinals);
    }
    case AggregatePlan::Mode::kDirect: break;
  }
  AggregateStates& states = run.groups->part().states;
  const AggregateLayout::Item& item = layout_.items()[aggregate];
  if (!is_grouped) {
    item.function->update_single(item.call, rows.arguments(), rows.row_count, states.state(aggregate, 0));
  } else if (rows.selection == nullptr) {
    item.function->update(item.call, rows.arguments(), rows.row_count, states.at(aggregate, groups));
  } else {
    const ColumnVector selected = group_column(rows, groups);
    item.function->update(item.call, rows.arguments(), rows.row_count,
                          states.at(aggregate, selected.values<uint32_t>()));
  }
}

void AggregateSink::finish_local(SinkLocal& base) {
  auto& local = static_cast<Local&>(base);
  const std::lock_guard lock(mutex_);
  for (size_t s = 0; s < sets_.size(); ++s) {
    sets_[s].runs.push_back(std::move(local.runs[s]));
  }
}

MergedGroups AggregateSink::merge_groups(GroupingSet& set) {
  if (set.runs.empty()) {
    set.runs.push_back(make_run(set));
  }
  std::vector<GroupPart> parts;
  for (AggregateRun& run : set.runs) {
    parts.push_back(run.groups->take());
  }
  GroupMerger merger(context_, std::move(parts));
  if (has_mode(AggregatePlan::Mode::kOrdered) || has_mode(AggregatePlan::Mode::kDistinct)) {
    merger.keep_places();
  }
  for (const AggregatePlan& plan : plans_) {
    if (plan.mode != AggregatePlan::Mode::kDirect && plan.aggregate.call.function->is_order_sensitive) {
      merger.use_one_part();
    }
  }
  MergedGroups merged = merger.merge();
  if (set.key_types.empty() && merged.group_count() == 0) {
    GroupPart& only = merged.parts[0];
    const uint64_t hash = 0;
    uint32_t group = 0;
    std::vector<uint32_t> new_rows;
    only.table.find_or_add({}, &hash, 1, &group, new_rows);
    only.ordinals.push_back(0);
    only.states.grow(1);
  }
  return merged;
}

/// Feeds the aggregates whose rows were kept.
void AggregateSink::feed_late(GroupingSet& set, MergedGroups& merged) {
  for (size_t a = 0; a < plans_.size(); ++a) {
    const AggregatePlan& plan = plans_[a];
    if (plan.mode == AggregatePlan::Mode::kDistinct) {
      std::vector<GroupPart> runs;
      for (AggregateRun& run : set.runs) {
        runs.push_back(run.distinct[a]->take());
      }
      const bool is_ordered = plan.aggregate.call.function->is_order_sensitive;
      feed_distinct({plan.feed, !set.key_types.empty(), is_ordered, a}, std::move(runs), merged, context_);
    } else if (plan.mode == AggregatePlan::Mode::kOrdered) {
      std::vector<OrderedRows> runs;
      for (size_t r = 0; r < set.runs.size(); ++r) {
        OrderedRows& rows = *set.runs[r].ordered[a];
        for (size_t i = 0; i < rows.size(); ++i) {
          rows.groups()[i] = merged.places[r][rows.groups()[i]].group;
        }
        runs.push_back(std::move(rows));
      }
      feed_ordered(plan.feed, std::move(runs), merged.parts[0].states, a, context_);
    }
  }
}

/// Puts the set's keys where the groups are expected; groups outside the set are NULL.
void AggregateSink::arrange_columns(const GroupingSet& set, GroupResult& result) const {
  std::vector<ColumnVector> columns;
  for (const ExpressionPtr& group : expressions_.groups) {
    columns.push_back(ColumnVector::make_null(group->type, result.row_count));
  }
  for (size_t k = 0; k < set.groups.size(); ++k) {
    columns[set.groups[k]] = std::move(result.columns[k]);
  }
  for (size_t c = set.groups.size(); c < result.columns.size(); ++c) {
    columns.push_back(std::move(result.columns[c]));
  }
  if (expressions_.has_grouping_id) {
    uint64_t grouping_id = (uint64_t{1} << expressions_.groups.size()) - 1;
    for (const size_t group : set.groups) {
      grouping_id &= ~(uint64_t{1} << group);
    }
    const Value id = Value::from_integer(op_.types().back(), static_cast<Int128>(grouping_id));
    columns.push_back(ColumnVector::make_constant(id, result.row_count));
  }
  result.columns = std::move(columns);
}

GroupResult AggregateSink::finish_set(GroupingSet& set) {
  MergedGroups merged = merge_groups(set);
  feed_late(set, merged);
  set.runs.clear();
  GroupResult result = take_result(merged.parts, context_);
  arrange_columns(set, result);
  return result;
}

void AggregateSink::finish() {
  for (GroupingSet& set : sets_) {
    results_.push_back(finish_set(set));
  }
}

std::unique_ptr<TableScan> AggregateSink::open_result() {
  return scan_results(std::move(results_), context_.vector_size, &context_.budget);
}

}  // namespace stoa
