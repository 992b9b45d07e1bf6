#include "function/grouped_doubles.h"

#include <algorithm>

#include "function/aggregate_kernel.h"

namespace stoa {

namespace {

/// All bits that occur in the group numbers: they are all below 64 when this is.
uint32_t group_bits(const uint32_t* groups, size_t row_count) {
  uint64_t pairs = 0;
  size_t row = 0;
  for (; row + 4 <= row_count; row += 4) {
    pairs |= load_unaligned<uint64_t>(groups + row) | load_unaligned<uint64_t>(groups + row + 2);
  }
  auto bits = static_cast<uint32_t>(pairs | pairs >> 32);
  for (; row < row_count; ++row) {
    bits |= groups[row];
  }
  return bits;
}

template <class T>
void place_values(const ColumnVector& vector, size_t row_count, const uint32_t* groups, uint32_t* next,
                  double* values) {
  for_each_value<T>(vector, row_count,
                    [&](size_t row, const T& value) { values[next[groups[row]]++] = double{value}; });
}

/// Rows without NULLs: both halves at once, so that rows of one group in a row wait half as often for the
/// counter that the one before has written.
template <class T>
void place_all(const UnifiedVector& rows, size_t row_count, const uint32_t* groups, uint32_t* begins,
               uint32_t group_count, double* values) {
  const size_t half = row_count / 2;
  std::array<uint32_t, GroupedDoubles::kGroupsMax> first_half{};
  std::array<uint32_t, GroupedDoubles::kGroupsMax> second_half{};
  for (size_t row = 0; row < half; ++row) {
    ++first_half[groups[row]];
    ++second_half[groups[half + row]];
  }
  if (row_count % 2 != 0) {
    ++second_half[groups[row_count - 1]];
  }
  uint32_t next = 0;
  for (uint32_t group = 0; group < group_count; ++group) {
    begins[group] = next;
    const uint32_t middle = next + first_half[group];
    next = middle + second_half[group];
    first_half[group] = begins[group];
    second_half[group] = middle;
  }
  begins[group_count] = next;
  for (size_t row = 0; row < half; ++row) {
    values[first_half[groups[row]]++] = double{rows.value<T>(row)};
    values[second_half[groups[half + row]]++] = double{rows.value<T>(half + row)};
  }
  if (row_count % 2 != 0) {
    values[second_half[groups[row_count - 1]]] = double{rows.value<T>(row_count - 1)};
  }
}

}  // namespace

bool GroupedDoubles::collect(const ColumnVector& vector, size_t row_count, const uint32_t* groups) {
  if (row_count < kRowsMin) {
    return false;
  }
  const uint32_t bits = group_bits(groups, row_count);
  if (bits >= kGroupsMax) {
    return false;
  }
  group_count_ = bits + 1;
  values_ = std::make_unique_for_overwrite<double[]>(row_count);
  const bool is_double = vector.type().physical() == PhysicalType::kDouble;
  const UnifiedVector rows(vector);
  if (rows.validity == nullptr) {
    is_double ? place_all<double>(rows, row_count, groups, begins_.data(), group_count_, values_.get())
              : place_all<float>(rows, row_count, groups, begins_.data(), group_count_, values_.get());
    return true;
  }
  begins_.fill(0);
  for (size_t row = 0; row < row_count; ++row) {
    begins_[groups[row] + 1] += rows.is_valid(row) ? 1 : 0;
  }
  for (uint32_t group = 0; group < group_count_; ++group) {
    begins_[group + 1] += begins_[group];
  }
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
