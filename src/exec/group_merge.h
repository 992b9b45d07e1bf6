#pragma once

#include <cstdint>
#include <vector>

#include "exec/execution_context.h"
#include "exec/group_builder.h"

namespace stoa {

/// A group after merging: number `group` of part `part`.
struct GroupPlace {
  uint32_t part;
  uint32_t group;
};

/// Merged groups: no two parts have a group in common.
struct MergedGroups {
  std::vector<GroupPart> parts;
  /// For each run that was merged, where its groups went; only when asked for.
  std::vector<GroupArray<GroupPlace>> places;

  size_t group_count() const;
};

/// Merges the groups that several threads made (the runs) into disjoint parts. Few groups go into one part;
/// many are partitioned by their hash, and the partitions are merged in parallel, each small enough for the
/// cache. States are combined, the earliest first row wins. A run is only read partition by partition, which
/// is what spilling it needs. Used by one thread; uses the scheduler.
class GroupMerger {
 public:
  GroupMerger(const ExecutionContext& context, std::vector<GroupPart> runs);

  /// Makes one part whatever the number of groups.
  void use_one_part() { partition_count_ = 1; }
  /// Partitions by given numbers, one per group of each run, instead of by hash.
  void use_partitions(size_t partition_count, std::vector<GroupArray<uint32_t>> partitions);
  void keep_places() { keeps_places_ = true; }

  const std::vector<GroupPart>& runs() const { return runs_; }
  MergedGroups merge();

 private:
  /// A run's groups brought together by partition, and its keys as shared vectors.
  struct SplitRun {
    GroupArray<uint32_t> groups;
    std::vector<size_t> begins;
    std::vector<std::shared_ptr<const ColumnVector>> keys;
  };

  size_t choose_partition_count() const;
  MergedGroups merge_whole();
  MergedGroups merge_split();
  SplitRun split(size_t run) const;
  static void reserve_part(GroupPart& into, size_t part, const std::vector<SplitRun>& splits);
  static SplitRun whole(const GroupPart& run, MemoryBudget* budget);
  void absorb(GroupPart& into, uint32_t part, size_t run, const SplitRun& split,
              std::span<const uint32_t> groups, GroupPlace* places);

  const ExecutionContext& context_;
  std::vector<GroupPart> runs_;
  size_t partition_count_ = 0;
  std::vector<GroupArray<uint32_t>> partitions_;
  bool keeps_places_ = false;
};

}  // namespace stoa
