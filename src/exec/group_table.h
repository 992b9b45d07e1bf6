#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "column/column_builder.h"
#include "exec/group_array.h"

namespace stoa {

/// Numbers the distinct rows of key columns 0, 1, 2, ... in the order in which they are first seen: GROUP BY,
/// DISTINCT and set operations all count on it.
///
/// Keys are kept columnar, with their hashes; an open-addressing array of slots (upper hash half | number +
/// 1) leads to them. NULL equals NULL, NaN equals NaN, -0 equals 0, intervals go by length; of equal values
/// the first representation is kept. Without key columns every row is group 0.
///
/// One thread. Memory is counted by the budget; 53200 when it is exhausted (the table may then only be
/// destroyed).
class GroupTable {
 public:
  GroupTable(std::vector<LogicalType> key_types, MemoryBudget* budget);

  size_t size() const { return hashes_.size(); }
  const std::vector<LogicalType>& key_types() const { return key_types_; }
  /// The hashes of the groups, in order of their numbers.
  const uint64_t* hashes() const { return hashes_.data(); }
  size_t size_bytes() const;
  /// Makes room for so many groups.
  void reserve(size_t group_count);

  /// Writes the group of each of the first n rows. `hashes` are those of hash_keys. `new_rows` is replaced by
  /// the rows that made new groups: the k-th made number size() before + k.
  void find_or_add(std::span<const ColumnVector> keys, const uint64_t* hashes, size_t n, uint32_t* groups,
                   std::vector<uint32_t>& new_rows);

  /// The values of a key column by group; shares the table's memory, good until groups are added.
  ColumnVector key(size_t column) const { return keys_[column].view(); }
  /// All key columns; the table is empty of keys afterwards and may only be destroyed.
  std::vector<ColumnVector> take_keys();

  /// Whether equal keys may differ in their bytes (-0 and 0; '1 month' and '30 days').
  bool has_many_forms() const { return has_many_forms_; }
  /// Replaces a group's key by row `row` of `keys`, which is equal to it.
  void replace_form(uint32_t group, std::span<const ColumnVector> keys, size_t row);
  /// Overwrites the values of the UINTEGER key column `column` by `values`, one per group, and rehashes all
  /// keys. Where that makes groups equal, the table may no longer be searched, only read.
  void renumber(size_t column, const uint32_t* values);

 private:
  void find_one_key(const ColumnVector& key, const uint64_t* hashes, size_t n, uint32_t* groups,
                    std::vector<uint32_t>& new_rows);
  template <class T, bool kIsLarge>
  void find_single(const ColumnVector& key, const uint64_t* hashes, size_t n, uint32_t* groups,
                   std::vector<uint32_t>& new_rows);
  void find_several(std::span<const ColumnVector> keys, const uint64_t* hashes, size_t n, uint32_t* groups,
                    std::vector<uint32_t>& new_rows);
  uint32_t null_group(uint64_t hash, uint32_t row, std::vector<uint32_t>& new_rows);
  void probe_pending(const uint64_t* hashes, size_t pending_count, uint32_t* groups,
                     std::vector<uint32_t>& new_rows);
  size_t keep_unequal(std::span<const ColumnVector> keys, const uint32_t* groups);
  void reserve_slots(size_t group_count);
  void fill_slots();

  std::vector<LogicalType> key_types_;
  std::vector<VectorBuilder> keys_;
  MemoryBudget* budget_;
  GroupArray<uint64_t> hashes_;
  BufferRef slots_;
  size_t slot_mask_ = 0;
  uint32_t null_group_;  ///< of a single key column, once there is one
  bool has_many_forms_ = false;
  // Scratch of find_several: rows still without a group and the slots they have come to.
  std::vector<uint32_t> pending_;
  std::vector<size_t> pending_slots_;
  std::vector<uint32_t> candidates_;
  std::vector<uint32_t> matching_;
};

/// The hashes of the first n rows of all key columns together.
void hash_keys(std::span<const ColumnVector> keys, size_t n, uint64_t* hashes);

/// Raises 0A000 when a type's values can't be compared yet (nested ones); `what` begins the message.
void require_groupable(const std::vector<LogicalType>& types, const char* what);

}  // namespace stoa
