#include "function/sum_states.h"

#include "column/kernels/aggregate.h"
#include "function/grouped_doubles.h"

namespace stoa {

template <class T>
void update_double_sums(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                        const GroupedStates& states) {
  GroupedDoubles grouped;
  if (!grouped.collect(arguments[0], row_count, states.groups)) {
    for_each_value<T>(arguments[0], row_count, [&](size_t row, const T& value) {
      state_at<CountedDoubleSum>(states, row).add(value);
    });
    return;
  }
  for (uint32_t group = 0; group < grouped.group_count(); ++group) {
    const std::span<const double> values = grouped.values_of(group);
    if (values.empty()) {
      continue;
    }
    auto& state = *reinterpret_cast<CountedDoubleSum*>(states.base + group * states.stride_bytes);
    state.sum.add(values);
    state.count += values.size();
  }
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
