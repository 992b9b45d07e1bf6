#include "txn/write_set.h"

#include <bit>

namespace stoa {

void RowIdSet::add(uint64_t row_id) {
  const uint64_t bit = row_id % kChunkRows;
  auto& words = chunks_.try_emplace(row_id / kChunkRows).first->second;
  words[bit / 64] |= uint64_t{1} << (bit % 64);
}

std::optional<uint64_t> RowIdSet::first_common(const RowIdSet& other) const {
  if (chunks_.size() > other.chunks_.size()) {
    return other.first_common(*this);
  }
  for (const auto& [number, words] : chunks_) {
    const auto found = other.chunks_.find(number);
    if (found == other.chunks_.end()) {
      continue;
    }
    for (size_t i = 0; i < words.size(); ++i) {
      const uint64_t common = words[i] & found->second[i];
      if (common != 0) {
        return number * kChunkRows + i * 64 + static_cast<uint64_t>(std::countr_zero(common));
      }
    }
  }
  return std::nullopt;
}

std::optional<Collision> WriteSet::collide(ObjectId object, const Changes& a, const Changes& b) {
  if (a.is_reshaped || b.is_reshaped) {
    return Collision{object, std::nullopt, {}};
  }
  if (const auto row = a.rows.first_common(b.rows)) {
    return Collision{object, row, {}};
  }
  for (const std::string& key : a.keys) {
    if (b.keys.contains(key)) {
      return Collision{object, std::nullopt, key};
    }
  }
  return std::nullopt;
}

std::optional<Collision> WriteSet::find_collision(const WriteSet& other) const {
  for (const auto& [object, changes] : objects_) {
    const auto found = other.objects_.find(object);
    if (found == other.objects_.end()) {
      continue;
    }
    if (auto collision = collide(object, changes, found->second)) {
      return collision;
    }
  }
  return std::nullopt;
}

}  // namespace stoa
