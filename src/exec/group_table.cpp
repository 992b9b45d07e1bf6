#include "exec/group_table.h"

#include <bit>
#include <cstring>
#include <string>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/hash.h"
#include "column/row_compare.h"
#include "types/interval.h"

namespace stoa {

namespace {

constexpr uint32_t kNoGroup = ~uint32_t{0};
constexpr size_t kSlotsMin = 256;
/// How many rows ahead a slot is fetched, and from how many slots on that pays: those that the first caches
/// don't hold.
constexpr size_t kPrefetchDistance = 16;
constexpr size_t kLargeSlots = size_t{1} << 14;

constexpr uint64_t slot_of(uint64_t hash, uint32_t group) {
  return (hash & 0xFFFFFFFF00000000ULL) | (group + 1);
}
constexpr uint32_t group_in(uint64_t slot) {
  return static_cast<uint32_t>(slot) - 1;
}
constexpr bool same_fragment(uint64_t slot, uint64_t hash) {
  return (slot ^ hash) >> 32 == 0;
}

template <class T>
bool is_same(const T& a, const T& b) {
  return a == b;
}
bool is_same(double a, double b) {
  return a == b || (a != a && b != b);
}
bool is_same(float a, float b) {
  return a == b || (a != a && b != b);
}

bool may_differ_in_form(const LogicalType& type) {
  return type.is_floating() || type.physical() == PhysicalType::kInterval;
}

void check_group_count(size_t count) {
  if (count >= kNoGroup) {
    raise(sqlstate::kProgramLimitExceeded, "more than 4294967294 groups in one table");
  }
}

}  // namespace

GroupTable::GroupTable(std::vector<LogicalType> key_types, MemoryBudget* budget)
    : key_types_(std::move(key_types)), budget_(budget), hashes_(budget), null_group_(kNoGroup) {
  for (const LogicalType& type : key_types_) {
    keys_.emplace_back(type, budget);
    has_many_forms_ |= may_differ_in_form(type);
  }
}

size_t GroupTable::size_bytes() const {
  size_t total = hashes_.size_bytes() + (slots_ == nullptr ? 0 : slots_->size_bytes());
  for (const VectorBuilder& key : keys_) {
    total += key.size_bytes();
  }
  return total;
}

void GroupTable::reserve(size_t group_count) {
  reserve_slots(group_count);
  hashes_.reserve(group_count);
  for (VectorBuilder& key : keys_) {
    key.reserve(group_count);
  }
}

void GroupTable::reserve_slots(size_t group_count) {
  check_group_count(group_count);
  if (slots_ != nullptr && group_count * 2 <= slot_mask_ + 1) {
    return;
  }
  // Growing leaves room for another doubling, so that groups are put in anew half as often.
  const size_t slots_wanted = group_count * (slots_ == nullptr ? 2 : 4);
  const size_t slot_count = std::max(kSlotsMin, std::bit_ceil(slots_wanted));
  slots_ = nullptr;
  slots_ = Buffer::allocate_zeroed(slot_count * sizeof(uint64_t), budget_);
  slot_mask_ = slot_count - 1;
  fill_slots();
}

void GroupTable::fill_slots() {
  auto* slots = slots_->as<uint64_t>();
  for (size_t group = 0; group < hashes_.size(); ++group) {
    __builtin_prefetch(
        slots + (hashes_[std::min(group + kPrefetchDistance, hashes_.size() - 1)] & slot_mask_), 1);
    if (group == null_group_) {
      continue;
    }
    const uint64_t hash = hashes_[group];
    size_t place = hash & slot_mask_;
    while (slots[place] != 0) {
      place = (place + 1) & slot_mask_;
    }
    slots[place] = slot_of(hash, static_cast<uint32_t>(group));
  }
}

uint32_t GroupTable::null_group(uint64_t hash, uint32_t row, std::vector<uint32_t>& new_rows) {
  if (null_group_ == kNoGroup) {
    null_group_ = static_cast<uint32_t>(hashes_.size());
    hashes_.push_back(hash);
    keys_[0].append_null();
    new_rows.push_back(row);
  }
  return null_group_;
}

template <class T, bool kIsLarge>
void GroupTable::find_single(const ColumnVector& key, const uint64_t* hashes, size_t n, uint32_t* groups,
                             std::vector<uint32_t>& new_rows) {
  VectorBuilder& stored = keys_[0];
  stored.reserve(stored.size() + n);
  hashes_.reserve(hashes_.size() + n);
  const T* stored_values = reinterpret_cast<const T*>(stored.data());
  const UnifiedVector rows(key);
  const T* values = rows.values<T>();
  auto* slots = slots_->as<uint64_t>();
  for (size_t i = 0; i < n; ++i) {
    if constexpr (kIsLarge) {
      __builtin_prefetch(slots + (hashes[std::min(i + kPrefetchDistance, n - 1)] & slot_mask_));
      const uint64_t next = slots[hashes[std::min(i + kPrefetchDistance / 2, n - 1)] & slot_mask_];
      __builtin_prefetch(stored_values + static_cast<uint32_t>(next));
    }
    const size_t position = rows.position(i);
    if (!rows.is_valid_at(position)) {
      groups[i] = null_group(hashes[i], static_cast<uint32_t>(i), new_rows);
      continue;
    }
    const T& value = values[position];
    const uint64_t hash = hashes[i];
    size_t place = hash & slot_mask_;
    while (slots[place] != 0 &&
           !(same_fragment(slots[place], hash) && is_same(stored_values[group_in(slots[place])], value))) {
      place = (place + 1) & slot_mask_;
    }
    if (slots[place] == 0) {
      slots[place] = slot_of(hash, static_cast<uint32_t>(hashes_.size()));
      hashes_.push_back(hash);
      stored.append_value(value);
      new_rows.push_back(static_cast<uint32_t>(i));
    }
    groups[i] = group_in(slots[place]);
  }
}

/// Takes each pending row to the next slot that is free (a new group) or may be its own (a candidate).
void GroupTable::probe_pending(const uint64_t* hashes, size_t pending_count, uint32_t* groups,
                               std::vector<uint32_t>& new_rows) {
  auto* slots = slots_->as<uint64_t>();
  candidates_.clear();
  for (size_t p = 0; p < pending_count; ++p) {
    const uint32_t row = pending_[p];
    const uint64_t hash = hashes[row];
    size_t place = pending_slots_[row];
    while (slots[place] != 0 && !same_fragment(slots[place], hash)) {
      place = (place + 1) & slot_mask_;
    }
    pending_slots_[row] = place;
    if (slots[place] == 0) {
      slots[place] = slot_of(hash, static_cast<uint32_t>(hashes_.size()));
      hashes_.push_back(hash);
      new_rows.push_back(row);
    } else {
      candidates_.push_back(row);
    }
    groups[row] = group_in(slots[place]);
  }
}

/// Of the candidates, those whose key is not that of their group become the pending rows of the next round.
size_t GroupTable::keep_unequal(std::span<const ColumnVector> keys, const uint32_t* groups) {
  matching_.resize(candidates_.size());
  const uint32_t* remaining = candidates_.data();
  size_t equal_count = candidates_.size();
  for (size_t column = 0; column < keys.size() && equal_count != 0; ++column) {
    const ColumnVector stored = keys_[column].view();
    equal_count =
        match_rows(keys[column], nullptr, stored, groups, remaining, equal_count, true, matching_.data());
    remaining = matching_.data();
  }
  size_t unequal_count = 0;
  size_t next_equal = 0;
  for (const uint32_t row : candidates_) {
    if (next_equal < equal_count && matching_[next_equal] == row) {
      ++next_equal;
      continue;
    }
    pending_slots_[row] = (pending_slots_[row] + 1) & slot_mask_;
    pending_[unequal_count++] = row;
  }
  return unequal_count;
}

void GroupTable::find_several(std::span<const ColumnVector> keys, const uint64_t* hashes, size_t n,
                              uint32_t* groups, std::vector<uint32_t>& new_rows) {
  pending_.resize(n);
  pending_slots_.resize(n);
  for (size_t i = 0; i < n; ++i) {
    pending_[i] = static_cast<uint32_t>(i);
    pending_slots_[i] = hashes[i] & slot_mask_;
  }
  size_t pending_count = n;
  while (pending_count != 0) {
    const size_t first_new = new_rows.size();
    probe_pending(hashes, pending_count, groups, new_rows);
    const Selection added(new_rows.data() + first_new, new_rows.size() - first_new);
    for (size_t column = 0; column < keys.size() && !added.empty(); ++column) {
      keys_[column].append(keys[column], added);
    }
    pending_count = keep_unequal(keys, groups);
  }
}

void GroupTable::find_or_add(std::span<const ColumnVector> keys, const uint64_t* hashes, size_t n,
                             uint32_t* groups, std::vector<uint32_t>& new_rows) {
  new_rows.clear();
  if (n == 0) {
    return;
  }
  if (keys_.empty()) {
    if (hashes_.empty()) {
      hashes_.push_back(0);
      new_rows.push_back(0);
    }
    std::fill_n(groups, n, 0);
    return;
  }
  reserve_slots(size() + n);
  if (keys_.size() > 1) {
    return find_several(keys, hashes, n, groups, new_rows);
  }
  find_one_key(keys[0], hashes, n, groups, new_rows);
}

void GroupTable::find_one_key(const ColumnVector& key, const uint64_t* hashes, size_t n, uint32_t* groups,
                              std::vector<uint32_t>& new_rows) {
  const bool is_large = slot_mask_ >= kLargeSlots;
  const auto find = [&]<class T>(const T*) {
    is_large ? find_single<T, true>(key, hashes, n, groups, new_rows)
             : find_single<T, false>(key, hashes, n, groups, new_rows);
  };
  switch (key.type().physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return find(static_cast<const uint8_t*>(nullptr));
    case PhysicalType::kInt8: return find(static_cast<const int8_t*>(nullptr));
    case PhysicalType::kInt16: return find(static_cast<const int16_t*>(nullptr));
    case PhysicalType::kInt32: return find(static_cast<const int32_t*>(nullptr));
    case PhysicalType::kInt64: return find(static_cast<const int64_t*>(nullptr));
    case PhysicalType::kInt128: return find(static_cast<const Int128*>(nullptr));
    case PhysicalType::kUint16: return find(static_cast<const uint16_t*>(nullptr));
    case PhysicalType::kUint32: return find(static_cast<const uint32_t*>(nullptr));
    case PhysicalType::kUint64: return find(static_cast<const uint64_t*>(nullptr));
    case PhysicalType::kFloat: return find(static_cast<const float*>(nullptr));
    case PhysicalType::kDouble: return find(static_cast<const double*>(nullptr));
    case PhysicalType::kText: return find(static_cast<const TextView*>(nullptr));
    case PhysicalType::kInterval: return find(static_cast<const Interval*>(nullptr));
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("require_groupable lets no nested key in");
}

std::vector<ColumnVector> GroupTable::take_keys() {
  std::vector<ColumnVector> columns;
  columns.reserve(keys_.size());
  for (VectorBuilder& key : keys_) {
    columns.push_back(key.finish());
  }
  return columns;
}

void GroupTable::replace_form(uint32_t group, std::span<const ColumnVector> keys, size_t row) {
  for (size_t column = 0; column < keys.size(); ++column) {
    if (!may_differ_in_form(key_types_[column]) || keys[column].is_null(row)) {
      continue;
    }
    const size_t width_bytes = key_types_[column].width_bytes();
    const UnifiedVector from(keys[column]);
    std::memcpy(keys_[column].mutable_data() + group * width_bytes,
                from.data + from.position(row) * width_bytes, width_bytes);
  }
}

void GroupTable::renumber(size_t column, const uint32_t* values) {
  STOA_ASSERT(key_types_[column].physical() == PhysicalType::kUint32);
  if (size() == 0) {
    return;
  }
  std::memcpy(keys_[column].mutable_data(), values, size() * sizeof(uint32_t));
  std::vector<ColumnVector> columns;
  for (const VectorBuilder& key : keys_) {
    columns.push_back(key.view());
  }
  hash_keys(columns, size(), hashes_.data());
  slots_ = nullptr;
}

void hash_keys(std::span<const ColumnVector> keys, size_t n, uint64_t* hashes) {
  if (keys.empty()) {
    std::fill_n(hashes, n, 0);
  }
  for (size_t column = 0; column < keys.size(); ++column) {
    hash_column(keys[column], n, hashes, column != 0);
  }
}

void require_groupable(const std::vector<LogicalType>& types, const char* what) {
  for (const LogicalType& type : types) {
    if (type.is_nested()) {
      raise_unsupported(std::string(what) + " a value of type " + type.to_string());
    }
  }
}

}  // namespace stoa
