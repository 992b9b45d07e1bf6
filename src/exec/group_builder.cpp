#include "exec/group_builder.h"

namespace stoa {

GroupBuilder::GroupBuilder(std::vector<LogicalType> key_types, const AggregateLayout& layout,
                           MemoryBudget* budget)
    : part_(std::move(key_types), layout, budget), codes_(part_.table.key_types().size(), budget) {}

void GroupBuilder::hash_and_find(std::span<const ColumnVector> keys, size_t n, uint32_t* groups,
                                 std::vector<uint32_t>& new_rows) {
  hashes_.resize(n);
  hash_keys(keys, n, hashes_.data());
  part_.table.find_or_add(keys, hashes_.data(), n, groups, new_rows);
}

/// Asks the table for the groups of the codes that are unknown, one row for each.
void GroupBuilder::resolve_codes(std::span<const ColumnVector> keys, size_t n) {
  codes_.unknown_rows(n, unknown_rows_);
  const size_t count = unknown_rows_.size();
  unknown_groups_.resize(count);
  std::vector<ColumnVector> selected;
  selected.reserve(keys.size());
  for (const ColumnVector& key : keys) {
    selected.push_back(key.select(unknown_rows_, nullptr));
  }
  hash_and_find(selected, count, unknown_groups_.data(), new_rows_);
  for (uint32_t& row : new_rows_) {
    row = unknown_rows_[row];
  }
  codes_.learn(unknown_rows_, unknown_groups_.data());
}

void GroupBuilder::assign_all(std::span<const ColumnVector> keys, size_t n, bool wants_groups,
                              RowOrdinals ordinals) {
  groups_.resize(std::max(n, groups_.size()));
  new_rows_.clear();
  if (keys.empty() && part_.size() != 0) {
    return;  // all groups_ are 0
  }
  uint32_t* wanted = wants_groups ? groups_.data() : nullptr;
  if (keys.empty() || !codes_.encode(keys, n)) {
    hash_and_find(keys, n, groups_.data(), new_rows_);
  } else if (!codes_.find(n, wanted)) {
    resolve_codes(keys, n);
    if (wants_groups) {
      (void)codes_.find(n, wanted);
    }
  }
  for (const uint32_t row : new_rows_) {
    part_.ordinals.push_back(ordinals[row]);
  }
  part_.states.grow(part_.size());
}

const uint32_t* GroupBuilder::assign(std::span<const ColumnVector> keys, size_t n, RowOrdinals ordinals) {
  assign_all(keys, n, true, ordinals);
  return groups_.data();
}

void GroupBuilder::add(std::span<const ColumnVector> keys, size_t n, RowOrdinals ordinals) {
  assign_all(keys, n, false, ordinals);
}

}  // namespace stoa
