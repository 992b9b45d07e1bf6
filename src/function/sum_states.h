#pragma once

#include <algorithm>

#include "base/exact_sum.h"
#include "function/aggregate_kernel.h"
#include "function/wide_sum.h"

/// What sum, avg and the statistics built on them keep, and aggregates over decimals of either width.
namespace stoa {

/// The sum of integers of up to 64 bits, which 128 bits can't overflow.
struct IntegerSum {
  Int128 sum = 0;
  uint64_t count = 0;
  template <class T>
  void add(const T& value) {
    sum += value;
    ++count;
  }
  void merge(const IntegerSum& other) {
    sum += other.sum;
    count += other.count;
  }
};

struct CountedWideSum {
  WideSum sum;
  uint64_t count = 0;
  void add(Int128 value) {
    sum.add(value);
    ++count;
  }
  void merge(const CountedWideSum& other) {
    sum.add(other.sum);
    count += other.count;
  }
};

struct CountedDoubleSum {
  static constexpr bool kZeroBytesAreFresh = true;
  ExactDoubleSum sum;
  uint64_t count = 0;
  void add(double value) {
    sum.add(value);
    ++count;
  }
  void merge(const CountedDoubleSum& other) {
    sum.merge(other.sum);
    count += other.count;
  }
};

/// The fast updates of CountedDoubleSum over REAL or DOUBLE.
template <class T>
void update_double_sums(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                        const GroupedStates& states);
void update_double_sum_single(const AggregateCall& call, std::span<const ColumnVector> arguments,
                              size_t row_count, std::byte* state);
/// The same of IntegerSum over integers and decimals of up to 64 bits.
void update_integer_sum_single(const AggregateCall& call, std::span<const ColumnVector> arguments,
                               size_t row_count, std::byte* state);

/// The loops of two policies with plain states, chosen by the width of the decimal argument, which is known
/// only when a call comes.
template <class Short, class Wide>
struct DecimalKernels {
  using ShortLoops = AggregateKernels<Short>;
  using WideLoops = AggregateKernels<Wide>;
  static_assert(ShortLoops::kIsPlain && WideLoops::kIsPlain);
  static constexpr size_t kStateBytes = std::max(sizeof(typename Short::State), sizeof(typename Wide::State));

  static bool is_short(const AggregateCall& call) {
    return call.argument_types[0].physical() == PhysicalType::kInt64;
  }
  static void update(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                     const GroupedStates& states) {
    (is_short(call) ? &ShortLoops::update : &WideLoops::update)(call, arguments, row_count, states);
  }
  static void update_single(const AggregateCall& call, std::span<const ColumnVector> arguments,
                            size_t row_count, std::byte* state) {
    (is_short(call) ? &ShortLoops::update_single : &WideLoops::update_single)(call, arguments, row_count,
                                                                              state);
  }
  static void combine(const AggregateCall& call, std::byte* from, std::byte* into) {
    (is_short(call) ? &ShortLoops::combine : &WideLoops::combine)(call, from, into);
  }
  static void finalize(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                       ColumnVector& result) {
    (is_short(call) ? &ShortLoops::finalize : &WideLoops::finalize)(call, base, stride_bytes, count, result);
  }
};

/// An aggregate of any decimal; `bind` settles the result type.
template <class Short, class Wide>
AggregateFunction decimal_aggregate(std::string name, Documentation documentation, ScalarBind bind) {
  using Kernels = DecimalKernels<Short, Wide>;
  AggregateFunction function =
      aggregate<Short>(std::move(name), {TypeId::kDecimal}, TypeId::kDecimal, std::move(documentation), bind);
  function.state_bytes = Kernels::kStateBytes;
  function.update = &Kernels::update;
  function.update_single = &Kernels::update_single;
  function.combine = &Kernels::combine;
  function.finalize = &Kernels::finalize;
  return function;
}

}  // namespace stoa
