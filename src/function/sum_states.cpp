#include "function/sum_states.h"

#include "column/kernels/aggregate.h"
#include "function/few_group_doubles.h"

namespace stoa {

namespace {

bool update_few_groups(const ColumnVector& vector, size_t row_count, const GroupedStates& states) {
  FewGroupDoubles few;
  GroupSplit sums[kSplitGroupsMax];
  if (!few.take(vector, row_count, states.groups) ||
      !split_group_sums(few.values(), few.groups(), few.size(), few.group_count(), sums)) {
    return false;
  }
  for (uint32_t group = 0; group < few.group_count(); ++group) {
    // Not every number below has rows here, and only those surely have a state.
    if (sums[group].count == 0) {
      continue;
    }
    auto& state = *reinterpret_cast<CountedDoubleSum*>(states.base + group * states.stride_bytes);
    for (const double part : sums[group].parts) {
      state.sum.add(part);
    }
    state.count += sums[group].count;
  }
  return true;
}

}  // namespace

template <class T>
void update_double_sums(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                        const GroupedStates& states) {
  if (update_few_groups(arguments[0], row_count, states)) {
    return;
  }
  for_each_value<T>(arguments[0], row_count,
                    [&](size_t row, const T& value) { state_at<CountedDoubleSum>(states, row).add(value); });
}

template void update_double_sums<double>(const AggregateCall&, std::span<const ColumnVector>, size_t,
                                         const GroupedStates&);
template void update_double_sums<float>(const AggregateCall&, std::span<const ColumnVector>, size_t,
                                        const GroupedStates&);

void update_double_sum_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                              std::byte* bytes) {
  auto& state = *reinterpret_cast<CountedDoubleSum*>(bytes);
  sum_doubles(arguments[0], row_count, nullptr, state.sum);
  state.count += count_values(arguments[0], row_count);
}

void update_integer_sum_single(const AggregateCall&, std::span<const ColumnVector> arguments,
                               size_t row_count, std::byte* bytes) {
  auto& state = *reinterpret_cast<IntegerSum*>(bytes);
  state.sum += sum_integers(arguments[0], row_count);
  state.count += count_values(arguments[0], row_count);
}

}  // namespace stoa
