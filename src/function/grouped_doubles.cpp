#include "function/grouped_doubles.h"

#include <algorithm>

#include "function/aggregate_kernel.h"

namespace stoa {

namespace {

uint32_t greatest_group(const uint32_t* groups, size_t row_count) {
  uint32_t greatest = 0;
  for (size_t row = 0; row < row_count; ++row) {
    greatest = std::max(greatest, groups[row]);
  }
  return greatest;
}

template <class T>
void place_values(const ColumnVector& vector, size_t row_count, const uint32_t* groups, uint32_t* next,
                  double* values) {
  for_each_value<T>(vector, row_count,
                    [&](size_t row, const T& value) { values[next[groups[row]]++] = double{value}; });
}

}  // namespace

bool GroupedDoubles::collect(const ColumnVector& vector, size_t row_count, const uint32_t* groups) {
  if (row_count < kRowsMin) {
    return false;
  }
  const uint32_t greatest = greatest_group(groups, row_count);
  if (greatest >= kGroupsMax) {
    return false;
  }
  group_count_ = greatest + 1;
  begins_.fill(0);
  const bool is_double = vector.type().physical() == PhysicalType::kDouble;
  const UnifiedVector rows(vector);
  for (size_t row = 0; row < row_count; ++row) {
    begins_[groups[row] + 1] += rows.is_valid(row) ? 1 : 0;
  }
  for (uint32_t group = 0; group < group_count_; ++group) {
    begins_[group + 1] += begins_[group];
  }
  values_ = std::make_unique_for_overwrite<double[]>(row_count);
  std::array<uint32_t, kGroupsMax> next;
  std::copy_n(begins_.begin(), kGroupsMax, next.begin());
  if (is_double) {
    place_values<double>(vector, row_count, groups, next.data(), values_.get());
  } else {
    place_values<float>(vector, row_count, groups, next.data(), values_.get());
  }
  return true;
}

}  // namespace stoa
