#include "exec/top_bound.h"

#include <algorithm>
#include <numeric>

#include "column/kernels/compare.h"
#include "column/kernels/mask.h"

namespace stoa {

std::shared_ptr<const Value> TopBound::bound() const {
  if (!has_bound_.load(std::memory_order_acquire)) {
    return nullptr;
  }
  const std::lock_guard lock(mutex_);
  return bound_;
}

void TopBound::offer(const Value& value) {
  const std::lock_guard lock(mutex_);
  if (bound_ != nullptr) {
    const int order = compare_values(value, *bound_);
    if (is_descending_ ? order <= 0 : order >= 0) {
      return;
    }
  }
  bound_ = std::make_shared<const Value>(value);
  has_bound_.store(true, std::memory_order_release);
}

bool TopBound::may_want(const ZoneStatistics& zone) const {
  const std::shared_ptr<const Value> limit = bound();
  if (limit == nullptr || !zone.is_known || (nulls_first_ && zone.null_count != 0)) {
    return true;
  }
  if (zone.minimum.is_null()) {
    return false;
  }
  const Value& best = is_descending_ ? zone.maximum : zone.minimum;
  if (best.type().id() != limit->type().id() || best.type().scale() != limit->type().scale()) {
    return true;
  }
  const int order = compare_values(best, *limit);
  return is_descending_ ? order >= 0 : order <= 0;
}

size_t TopBound::find_wanted(const ColumnVector& values, size_t row_count, uint64_t* mask) const {
  const std::shared_ptr<const Value> limit = bound();
  if (limit == nullptr) {
    return row_count;
  }
  const ColumnVector constant = ColumnVector::make_constant(*limit, row_count);
  compare_to_mask(is_descending_ ? CompareOperator::kGreaterEqual : CompareOperator::kLessEqual, values,
                  constant, row_count, mask);
  if (nulls_first_) {
    std::vector<uint64_t> nulls(words_for_bits(row_count) + 1, 0);
    valid_to_mask(values, row_count, nulls.data());
    mask_not(nulls.data(), row_count);
    mask_or(mask, nulls.data(), row_count);
  }
  return mask_count(mask, row_count);
}

std::vector<size_t> TopBound::best_order(const std::vector<ZoneStatistics>& zones) const {
  std::vector<size_t> order(zones.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // Zones of which nothing is known, or with the NULLs that are wanted first, come before all others.
  const auto rank = [this](const ZoneStatistics& zone) {
    if (!zone.is_known || (nulls_first_ && zone.null_count != 0)) {
      return 0;
    }
    return zone.minimum.is_null() ? 2 : 1;
  };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const int rank_a = rank(zones[a]);
    const int rank_b = rank(zones[b]);
    if (rank_a != 1 || rank_b != 1) {
      return rank_a < rank_b;
    }
    return is_descending_ ? compare_values(zones[a].maximum, zones[b].maximum) > 0
                          : compare_values(zones[a].minimum, zones[b].minimum) < 0;
  });
  return order;
}

}  // namespace stoa
