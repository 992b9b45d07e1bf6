#include "exec/aggregate_distinct.h"

#include <bit>
#include <mutex>

namespace stoa {

namespace {

constexpr size_t kChunkRows = 2048;
/// With so few groups every partition of the distinct rows gets states of its own; with more, partitions are
/// made of whole groups, so that no two threads write one state.
constexpr size_t kPrivateGroupsMax = 512;
constexpr size_t kRowsPerPartition = size_t{1} << 13;
constexpr size_t kPartitionsMax = 64;

class DistinctFeeder {
 public:
  DistinctFeeder(const DistinctFeed& feed, MergedGroups& merged, const ExecutionContext& context)
      : feed_(feed),
        merged_(merged),
        context_(context),
        function_(merged.parts[0].states.layout().items()[feed.item]) {}

  void run(std::vector<GroupPart> runs) {
    const bool is_one_part = merged_.parts.size() == 1;
    const bool by_hash =
        !feed_.is_grouped || feed_.is_ordered || (is_one_part && merged_.group_count() <= kPrivateGroupsMax);
    if (by_hash) {
      renumber(runs, 1);
      std::vector<GroupPart> parts = GroupMerger(context_, std::move(runs)).merge().parts;
      return feed_.is_ordered ? feed_in_order(parts) : feed_privately(parts);
    }
    const size_t count = is_one_part ? choose_range_count(runs) : merged_.parts.size();
    std::vector<GroupArray<uint32_t>> partitions = renumber(runs, is_one_part ? count : 1);
    GroupMerger merger(context_, std::move(runs));
    merger.use_partitions(count, std::move(partitions));
    std::vector<GroupPart> parts = merger.merge().parts;
    context_.scheduler.for_each(parts.size(), context_.thread_count_for(group_count(parts)), [&](size_t p) {
      const size_t first_group = is_one_part ? range_begin(p, count) : 0;
      feed_part(parts[p], merged_.parts[is_one_part ? 0 : p].states, feed_.item, first_group);
    });
  }

 private:
  static size_t group_count(const std::vector<GroupPart>& parts) {
    size_t count = 0;
    for (const GroupPart& part : parts) {
      count += part.size();
    }
    return count;
  }
  size_t group_count() const { return merged_.parts[0].size(); }
  size_t range_begin(size_t range, size_t range_count) const { return range * group_count() / range_count; }
  size_t range_of(size_t group, size_t range_count) const {
    // The range r with begin(r) <= group < begin(r + 1).
    size_t range = group * range_count / group_count();
    while (range_begin(range + 1, range_count) <= group) {
      ++range;
    }
    return range;
  }

  size_t choose_range_count(const std::vector<GroupPart>& runs) const {
    size_t total = 0;
    for (const GroupPart& run : runs) {
      total += run.size();
    }
    return std::min({std::bit_ceil(total / kRowsPerPartition + 1), kPartitionsMax, group_count()});
  }

  /// Writes merged group numbers over those of the runs: within the part, or within one of `range_count`
  /// ranges of the only part. Returns the partition of each row: its part or range.
  std::vector<GroupArray<uint32_t>> renumber(std::vector<GroupPart>& runs, size_t range_count) {
    std::vector<GroupArray<uint32_t>> partitions;
    for (size_t r = 0; r < runs.size(); ++r) {
      partitions.emplace_back(&context_.budget);
      if (!feed_.is_grouped || runs[r].size() == 0) {
        continue;
      }
      const ColumnVector old_groups = runs[r].table.key(0);
      GroupArray<uint32_t> groups(&context_.budget);
      groups.resize(runs[r].size());
      partitions[r].resize(runs[r].size());
      for (size_t row = 0; row < groups.size(); ++row) {
        const GroupPlace place = merged_.places[r][old_groups.values<uint32_t>()[row]];
        const size_t range = range_count == 1 ? 0 : range_of(place.group, range_count);
        partitions[r][row] = range_count == 1 ? place.part : static_cast<uint32_t>(range);
        groups[row] = place.group - static_cast<uint32_t>(range_begin(range, range_count));
      }
      runs[r].table.renumber(0, groups.data());
    }
    return partitions;
  }

  /// Each partition into states of its own, which are combined afterwards.
  void feed_privately(std::vector<GroupPart>& parts) {
    AggregateStates& states = merged_.parts[0].states;
    if (parts.size() == 1) {
      return feed_part(parts[0], states, feed_.item, 0);
    }
    AggregateLayout layout(function_.call.context);
    layout.add(*function_.function, function_.call);
    std::mutex mutex;
    context_.scheduler.for_each(parts.size(), context_.thread_count_for(group_count(parts)), [&](size_t p) {
      AggregateStates own(layout, &context_.budget);
      own.grow(states.size());
      feed_part(parts[p], own, 0, 0);
      const std::lock_guard lock(mutex);
      for (size_t group = 0; group < states.size(); ++group) {
        function_.function->combine(function_.call, own.state(0, group), states.state(feed_.item, group));
      }
    });
  }

  void feed_part(GroupPart& part, AggregateStates& states, size_t item, size_t first_group) {
    context_.cancellation.check();
    const size_t row_count = part.size();
    const std::vector<ColumnVector> keys = part.table.take_keys();
    const size_t first_argument = feed_.is_grouped ? 1 : 0;
    for (size_t begin = 0; begin < row_count; begin += kChunkRows) {
      const size_t count = std::min(kChunkRows, row_count - begin);
      std::vector<ColumnVector> arguments;
      for (size_t a = 0; a < feed_.columns.argument_count; ++a) {
        arguments.push_back(keys[first_argument + a].slice(begin, count));
      }
      if (!feed_.is_grouped) {
        function_.function->update_single(function_.call, arguments, count, states.state(item, 0));
        continue;
      }
      GroupedStates targets = states.at(item, keys[0].values<uint32_t>() + begin);
      targets.base += first_group * targets.stride_bytes;
      function_.function->update(function_.call, arguments, count, targets);
    }
  }

  void feed_in_order(std::vector<GroupPart>& parts) {
    std::vector<OrderedRows> rows;
    rows.emplace_back(feed_.columns.types, &context_.budget);
    for (GroupPart& part : parts) {
      std::vector<uint32_t> groups(part.size(), 0);
      const std::vector<ColumnVector> keys = part.table.take_keys();
      std::span<const ColumnVector> columns = keys;
      if (feed_.is_grouped) {
        groups.assign(keys[0].values<uint32_t>(), keys[0].values<uint32_t>() + groups.size());
        columns = columns.subspan(1);
      }
      rows[0].append(columns, groups, part.ordinals);
    }
    feed_ordered(feed_.columns, std::move(rows), merged_.parts[0].states, feed_.item, context_);
  }

  const DistinctFeed& feed_;
  MergedGroups& merged_;
  const ExecutionContext& context_;
  const AggregateLayout::Item& function_;
};

}  // namespace

std::vector<LogicalType> distinct_key_types(const std::vector<LogicalType>& types, bool is_grouped) {
  std::vector<LogicalType> keys;
  if (is_grouped) {
    keys.emplace_back(TypeId::kUinteger);
  }
  keys.insert(keys.end(), types.begin(), types.end());
  return keys;
}

void feed_distinct(const DistinctFeed& feed, std::vector<GroupPart> runs, MergedGroups& merged,
                   const ExecutionContext& context) {
  if (!runs.empty() && !merged.parts.empty()) {
    DistinctFeeder(feed, merged, context).run(std::move(runs));
  }
}

}  // namespace stoa
