#pragma once

#include <array>
#include <memory>
#include <span>

#include "function/aggregate_function.h"

namespace stoa {

/// Brings the doubles of one batch together by group when there are few groups, so that each group's can be
/// taken in at once (ExactDoubleSum adds many values at a fifth of the cost of one by one). Declines (false)
/// with more groups than kGroupsMax or too few rows for it to pay; the caller then goes row by row, with the
/// same result.
class GroupedDoubles {
 public:
  static constexpr uint32_t kGroupsMax = 64;
  static constexpr size_t kRowsMin = 256;

  [[nodiscard]] bool collect(const ColumnVector& vector, size_t row_count, const uint32_t* groups);
  uint32_t group_count() const { return group_count_; }
  /// The values of a group, NULLs left out, in order.
  std::span<const double> values_of(uint32_t group) const {
    return {values_.get() + begins_[group], begins_[group + 1] - begins_[group]};
  }

 private:
  uint32_t group_count_ = 0;
  std::array<uint32_t, kGroupsMax + 1> begins_;
  std::unique_ptr<double[]> values_;
};

}  // namespace stoa
