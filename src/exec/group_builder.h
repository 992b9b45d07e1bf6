#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exec/aggregate_states.h"
#include "exec/group_codes.h"
#include "exec/group_table.h"

namespace stoa {

/// Where a row came in the input: morsels in order, rows of a morsel in order. Groups are put out in the
/// order of their first rows, which does not depend on the thread count.
using RowOrdinal = uint64_t;
inline constexpr unsigned kOrdinalRowBits = 40;
constexpr RowOrdinal row_ordinal(size_t morsel, uint64_t row) {
  return static_cast<uint64_t>(morsel) << kOrdinalRowBits | row;
}

/// The ordinals of rows of a batch: all of them, or those that a selection left.
struct RowOrdinals {
  RowOrdinal first = 0;
  const uint32_t* rows = nullptr;  ///< null: all, in order
  RowOrdinal operator[](size_t i) const { return first + (rows == nullptr ? i : rows[i]); }
};

/// Counts the rows of the morsels that one thread takes, for their ordinals.
class OrdinalCounter {
 public:
  /// The ordinal of the first of `row_count` rows that come next in `morsel`.
  RowOrdinal take(size_t morsel, size_t row_count) {
    if (morsel != morsel_) {
      morsel_ = morsel;
      next_row_ = 0;
    }
    const RowOrdinal first = row_ordinal(morsel, next_row_);
    next_row_ += row_count;
    return first;
  }

 private:
  size_t morsel_ = ~size_t{0};
  uint64_t next_row_ = 0;
};

/// Groups with what is known of each: its key, its first row, the states of its aggregates. Made by one
/// thread, merged by group_merge.h.
struct GroupPart {
  GroupPart(std::vector<LogicalType> key_types, const AggregateLayout& layout, MemoryBudget* budget)
      : table(std::move(key_types), budget), ordinals(budget), states(layout, budget) {}

  size_t size() const { return table.size(); }
  size_t size_bytes() const { return table.size_bytes() + ordinals.size_bytes() + states.size_bytes(); }

  GroupTable table;
  GroupArray<RowOrdinal> ordinals;
  AggregateStates states;
};

/// Finds the groups of a thread's rows, batch by batch, and makes them as they come.
class GroupBuilder {
 public:
  GroupBuilder(std::vector<LogicalType> key_types, const AggregateLayout& layout, MemoryBudget* budget);

  /// The group of each of n rows, good until the next call; new groups get fresh states.
  const uint32_t* assign(std::span<const ColumnVector> keys, size_t n, RowOrdinals ordinals);
  /// Makes the rows' groups without telling them.
  void add(std::span<const ColumnVector> keys, size_t n, RowOrdinals ordinals);
  /// The rows that made new groups in the last call: the k-th made group (size before the call) + k.
  std::span<const uint32_t> new_rows() const { return new_rows_; }

  GroupPart& part() { return part_; }
  GroupPart take() { return std::move(part_); }

 private:
  void assign_all(std::span<const ColumnVector> keys, size_t n, bool wants_groups, RowOrdinals ordinals);
  void resolve_codes(std::span<const ColumnVector> keys, size_t n);
  void hash_and_find(std::span<const ColumnVector> keys, size_t n, uint32_t* groups,
                     std::vector<uint32_t>& new_rows);

  GroupPart part_;
  GroupCodes codes_;
  std::vector<uint32_t> groups_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> new_rows_;
  std::vector<uint32_t> unknown_rows_;
  std::vector<uint32_t> unknown_groups_;
};

}  // namespace stoa
