#include "function/few_group_doubles.h"

#include "function/aggregate_kernel.h"

namespace stoa {

template <class T>
void FewGroupDoubles::gather(const ColumnVector& vector, size_t row_count, const uint32_t* groups) {
  own_values_ = std::make_unique_for_overwrite<double[]>(row_count);
  values_ = own_values_.get();
  const UnifiedVector rows(vector);
  if (rows.validity == nullptr) {
    for (size_t row = 0; row < row_count; ++row) {
      own_values_[row] = double{rows.value<T>(row)};
    }
    size_ = row_count;
    return;
  }
  own_groups_ = std::make_unique_for_overwrite<uint32_t[]>(row_count);
  groups_ = own_groups_.get();
  for_each_value<T>(vector, row_count, [&](size_t row, const T& value) {
    own_values_[size_] = double{value};
    own_groups_[size_++] = groups[row];
  });
}

bool FewGroupDoubles::take(const ColumnVector& vector, size_t row_count, const uint32_t* groups) {
  if (row_count < kRowsMin || row_count > kExactSumBlock) {
    return false;
  }
  const uint32_t largest = largest_group(groups, row_count);
  if (largest >= kSplitGroupsMax) {
    return false;
  }
  group_count_ = largest + 1;
  groups_ = groups;
  const bool is_double = vector.type().physical() == PhysicalType::kDouble;
  if (is_double && vector.is_flat() && !vector.validity().has_mask()) {
    values_ = vector.values<double>();
    size_ = row_count;
  } else if (is_double) {
    gather<double>(vector, row_count, groups);
  } else {
    gather<float>(vector, row_count, groups);
  }
  return true;
}

}  // namespace stoa
