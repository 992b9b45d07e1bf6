#pragma once

#include <memory>

#include "base/exact_sum_kernel.h"
#include "function/aggregate_function.h"

namespace stoa {

/// The values of one batch, NULLs left out, beside their groups, when there are few groups and as many rows
/// as one call of split_group_sums takes: each group then takes in three numbers instead of its rows.
/// Declines (false) where that does not pay; the caller then goes row by row, with the same result.
class FewGroupDoubles {
 public:
  static constexpr size_t kRowsMin = 64;

  /// REAL or DOUBLE. Points into the vector and the groups where it can.
  [[nodiscard]] bool take(const ColumnVector& vector, size_t row_count, const uint32_t* groups);
  const double* values() const { return values_; }
  const uint32_t* groups() const { return groups_; }
  size_t size() const { return size_; }
  /// All groups are below.
  uint32_t group_count() const { return group_count_; }

 private:
  template <class T>
  void gather(const ColumnVector& vector, size_t row_count, const uint32_t* groups);

  const double* values_ = nullptr;
  const uint32_t* groups_ = nullptr;
  size_t size_ = 0;
  uint32_t group_count_ = 0;
  std::unique_ptr<double[]> own_values_;
  std::unique_ptr<uint32_t[]> own_groups_;
};

}  // namespace stoa
