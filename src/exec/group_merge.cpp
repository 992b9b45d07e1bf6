#include "exec/group_merge.h"

#include <bit>

#include "base/assert.h"

namespace stoa {

namespace {

/// Up to here one table holds all groups in the cache, and merging costs less than sharing out.
constexpr size_t kGroupsInOnePartMax = size_t{1} << 15;
constexpr size_t kGroupsPerPartition = size_t{1} << 13;
constexpr size_t kPartitionsMax = 256;
constexpr size_t kChunkRows = 2048;
constexpr size_t kPrefetchDistance = 8;

std::vector<std::shared_ptr<const ColumnVector>> shared_keys(const GroupTable& table) {
  std::vector<std::shared_ptr<const ColumnVector>> keys;
  for (size_t column = 0; column < table.key_types().size(); ++column) {
    keys.push_back(std::make_shared<const ColumnVector>(table.key(column)));
  }
  return keys;
}

/// Keeps the earlier of two first rows, and the way in which it writes the key.
void take_ordinal(GroupPart& into, uint32_t group, RowOrdinal ordinal, std::span<const ColumnVector> keys,
                  size_t row) {
  if (ordinal >= into.ordinals[group]) {
    return;
  }
  into.ordinals[group] = ordinal;
  if (into.table.has_many_forms()) {
    into.table.replace_form(group, keys, row);
  }
}

}  // namespace

size_t MergedGroups::group_count() const {
  size_t count = 0;
  for (const GroupPart& part : parts) {
    count += part.size();
  }
  return count;
}

GroupMerger::GroupMerger(const ExecutionContext& context, std::vector<GroupPart> runs)
    : context_(context), runs_(std::move(runs)) {}

void GroupMerger::use_partitions(size_t partition_count, std::vector<GroupArray<uint32_t>> partitions) {
  STOA_ASSERT(partitions.size() == runs_.size());
  partition_count_ = partition_count;
  partitions_ = std::move(partitions);
}

size_t GroupMerger::choose_partition_count() const {
  size_t total = 0;
  size_t filled_count = 0;
  for (const GroupPart& run : runs_) {
    total += run.size();
    filled_count += run.size() != 0 ? 1 : 0;
  }
  if (total <= kGroupsInOnePartMax || filled_count <= 1) {
    return 1;
  }
  return std::min(std::bit_ceil(total / kGroupsPerPartition), kPartitionsMax);
}

MergedGroups GroupMerger::merge() {
  if (partition_count_ == 0) {
    partition_count_ = choose_partition_count();
  }
  if (runs_.empty()) {
    return {};
  }
  return partition_count_ == 1 ? merge_whole() : merge_split();
}

GroupMerger::SplitRun GroupMerger::whole(const GroupPart& run, MemoryBudget* budget) {
  SplitRun result{GroupArray<uint32_t>(budget), {0, run.size()}, shared_keys(run.table)};
  result.groups.resize(run.size());
  for (size_t group = 0; group < run.size(); ++group) {
    result.groups[group] = static_cast<uint32_t>(group);
  }
  return result;
}

/// The largest run takes in the others.
MergedGroups GroupMerger::merge_whole() {
  size_t largest = 0;
  for (size_t run = 1; run < runs_.size(); ++run) {
    largest = runs_[run].size() > runs_[largest].size() ? run : largest;
  }
  MergedGroups merged;
  GroupPart into = std::move(runs_[largest]);
  const size_t own_count = into.size();
  for (size_t run = 0; run < runs_.size(); ++run) {
    GroupArray<GroupPlace> places(&context_.budget);
    if (keeps_places_) {
      places.resize(run == largest ? own_count : runs_[run].size());
    }
    if (run != largest && runs_[run].size() != 0) {
      context_.cancellation.check();
      const SplitRun groups = whole(runs_[run], &context_.budget);
      absorb(into, 0, run, groups, groups.groups, places.data());
    } else if (run == largest) {
      for (size_t group = 0; group < places.size(); ++group) {
        places[group] = {0, static_cast<uint32_t>(group)};
      }
    }
    merged.places.push_back(std::move(places));
  }
  merged.parts.push_back(std::move(into));
  return merged;
}

/// A counting sort of a run's groups by partition.
GroupMerger::SplitRun GroupMerger::split(size_t run) const {
  const GroupPart& part = runs_[run];
  const int shift = 64 - std::bit_width(partition_count_ - 1);
  const uint64_t* hashes = part.table.hashes();
  const auto partition_of = [&](size_t group) -> size_t {
    return partitions_.empty() ? hashes[group] >> shift : partitions_[run][group];
  };
  SplitRun result{GroupArray<uint32_t>(&context_.budget), std::vector<size_t>(partition_count_ + 1, 0),
                  shared_keys(part.table)};
  for (size_t group = 0; group < part.size(); ++group) {
    ++result.begins[partition_of(group) + 1];
  }
  for (size_t partition = 0; partition < partition_count_; ++partition) {
    result.begins[partition + 1] += result.begins[partition];
  }
  std::vector<size_t> next(result.begins.begin(), result.begins.end() - 1);
  result.groups.resize(part.size());
  for (size_t group = 0; group < part.size(); ++group) {
    result.groups[next[partition_of(group)]++] = static_cast<uint32_t>(group);
  }
  return result;
}

MergedGroups GroupMerger::merge_split() {
  size_t group_count = 0;
  for (const GroupPart& run : runs_) {
    group_count += run.size();
  }
  const size_t thread_count = context_.thread_count_for(group_count);
  std::vector<SplitRun> splits(runs_.size());
  context_.scheduler.for_each(runs_.size(), thread_count, [&](size_t run) { splits[run] = split(run); });
  MergedGroups merged;
  for (const GroupPart& run : runs_) {
    merged.places.emplace_back(&context_.budget);
    merged.places.back().resize(keeps_places_ ? run.size() : 0);
  }
  for (size_t part = 0; part < partition_count_; ++part) {
    merged.parts.emplace_back(runs_[0].table.key_types(), runs_[0].states.layout(), &context_.budget);
  }
  context_.scheduler.for_each(partition_count_, thread_count, [&](size_t part) {
    context_.cancellation.check();
    reserve_part(merged.parts[part], part, splits);
    for (size_t run = 0; run < runs_.size(); ++run) {
      const SplitRun& from = splits[run];
      const std::span<const uint32_t> groups(from.groups.data() + from.begins[part],
                                             from.begins[part + 1] - from.begins[part]);
      absorb(merged.parts[part], static_cast<uint32_t>(part), run, from, groups, merged.places[run].data());
    }
  });
  return merged;
}

/// Room for what two runs may bring; rarely do all runs have different groups.
void GroupMerger::reserve_part(GroupPart& into, size_t part, const std::vector<SplitRun>& splits) {
  size_t largest = 0;
  size_t total = 0;
  for (const SplitRun& split : splits) {
    const size_t count = split.begins[part + 1] - split.begins[part];
    largest = std::max(largest, count);
    total += count;
  }
  // A chunk more, since tables make room for a chunk before they know how much of it is new.
  const size_t group_count = std::min(total, largest * 2) + kChunkRows;
  into.table.reserve(group_count);
  into.ordinals.reserve(group_count);
  into.states.reserve(group_count);
}

void GroupMerger::absorb(GroupPart& into, uint32_t part, size_t run, const SplitRun& split,
                         std::span<const uint32_t> groups, GroupPlace* places) {
  GroupPart& from = runs_[run];
  std::vector<uint64_t> hashes(kChunkRows);
  std::vector<uint32_t> found(kChunkRows);
  std::vector<uint32_t> new_rows;
  std::vector<uint32_t> old_from;
  std::vector<uint32_t> old_into;
  std::vector<ColumnVector> keys;
  for (size_t begin = 0; begin < groups.size(); begin += kChunkRows) {
    const auto chunk = groups.subspan(begin, std::min(kChunkRows, groups.size() - begin));
    keys.clear();
    for (const auto& key : split.keys) {
      keys.push_back(ColumnVector::make_over(key, false, chunk.data(), nullptr, chunk.size()));
    }
    for (size_t i = 0; i < chunk.size(); ++i) {
      hashes[i] = from.table.hashes()[chunk[i]];
    }
    const size_t old_count = into.size();
    into.table.find_or_add(keys, hashes.data(), chunk.size(), found.data(), new_rows);
    for (const uint32_t row : new_rows) {
      into.ordinals.push_back(from.ordinals[chunk[row]]);
    }
    into.states.grow(into.size());
    // A run has each key once, so a group that is new now is met by one row only: it takes the run's state.
    old_from.clear();
    old_into.clear();
    for (size_t i = 0; i < chunk.size(); ++i) {
      from.states.prefetch(chunk[std::min(i + kPrefetchDistance, chunk.size() - 1)]);
      if (found[i] >= old_count) {
        into.states.take_over(found[i], from.states, chunk[i]);
        continue;
      }
      take_ordinal(into, found[i], from.ordinals[chunk[i]], keys, i);
      old_from.push_back(chunk[i]);
      old_into.push_back(found[i]);
    }
    into.states.combine(from.states, old_from.data(), old_into.data(), old_into.size());
    for (size_t i = 0; keeps_places_ && i < chunk.size(); ++i) {
      places[chunk[i]] = {part, found[i]};
    }
  }
}

}  // namespace stoa
