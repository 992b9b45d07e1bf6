#pragma once

#include <bit>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "function/aggregate_function.h"
#include "function/builtin_functions.h"

/// Aggregate loops made from the steps of one value.
///
/// A policy P says what an aggregate of one argument does:
///   P::State, at most 16-byte aligned, movable by memcpy
///   P::Input, the stored type of the argument
///   static void step(State&, const Input&): takes a value in
///   static void merge(State& into, State& from)
///   static bool finish(const AggregateCall&, const State&, P::Output&, TextHeap*): the result; false is NULL
/// States that own memory are constructed and destroyed; constructed only where zero bytes are no fresh
/// state, which one that has `kZeroBytesAreFresh` says of itself.
namespace stoa {

/// Calls visit(row, value) for the rows that are not NULL, in order. One tight loop per kind of vector.
template <class T, class Visit>
void for_each_value(const ColumnVector& vector, size_t row_count, Visit&& visit) {
  if (vector.is_flat()) {
    const T* values = vector.values<T>();
    if (!vector.validity().has_mask()) {
      for (size_t row = 0; row < row_count; ++row) {
        visit(row, values[row]);
      }
      return;
    }
    const uint64_t* words = vector.validity().words();
    for (size_t base = 0; base < row_count; base += 64) {
      uint64_t word = words[base / 64] & low_bits(row_count - base);
      for (; word != 0; word &= word - 1) {
        const size_t row = base + static_cast<size_t>(std::countr_zero(word));
        visit(row, values[row]);
      }
    }
    return;
  }
  const UnifiedVector unified(vector);
  const T* values = unified.values<T>();
  if (unified.validity == nullptr) {
    for (size_t row = 0; row < row_count; ++row) {
      visit(row, values[unified.position(row)]);
    }
    return;
  }
  for (size_t row = 0; row < row_count; ++row) {
    const size_t position = unified.position(row);
    if (get_bit(unified.validity, position)) {
      visit(row, values[position]);
    }
  }
}

template <class State>
State& state_at(const GroupedStates& states, size_t row) {
  return *reinterpret_cast<State*>(states.at(row));
}

template <class P>
struct AggregateKernels {
  using State = typename P::State;
  using Input = typename P::Input;
  static constexpr bool kIsPlain =
      std::is_trivially_destructible_v<State> && std::is_trivially_copyable_v<State>;

  static void initialize(std::byte* state) { new (state) State(); }
  static void update(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                     const GroupedStates& states) {
    for_each_value<Input>(arguments[0], row_count, [&](size_t row, const Input& value) {
      P::step(state_at<State>(states, row), value);
    });
  }
  static void update_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                            std::byte* bytes) {
    auto& state = *reinterpret_cast<State*>(bytes);
    if constexpr (kIsPlain) {
      State local = state;  // in registers, where a reference would be stored at each step
      for_each_value<Input>(arguments[0], row_count,
                            [&](size_t, const Input& value) { P::step(local, value); });
      state = local;
    } else {
      for_each_value<Input>(arguments[0], row_count,
                            [&](size_t, const Input& value) { P::step(state, value); });
    }
  }
  static void combine(const AggregateCall&, std::byte* from, std::byte* into) {
    P::merge(*reinterpret_cast<State*>(into), *reinterpret_cast<State*>(from));
  }
  static void finalize(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                       ColumnVector& result) {
    using Output = typename P::Output;
    auto* to = result.mutable_values<Output>();
    TextHeap* heap = result.type().is_text_like() ? &result.mutable_heap() : nullptr;
    for (size_t i = 0; i < count; ++i) {
      const auto& state = *reinterpret_cast<const State*>(base + i * stride_bytes);
      if (!P::finish(call, state, to[i], heap)) {
        result.set_null(i);
      }
    }
  }
  static void destroy(std::byte* state) { reinterpret_cast<State*>(state)->~State(); }
};

/// The aggregate of a policy, all loops set.
template <class P>
AggregateFunction aggregate(std::string name, std::vector<LogicalType> parameters, LogicalType return_type,
                            Documentation documentation, ScalarBind bind = nullptr) {
  using Kernels = AggregateKernels<P>;
  using State = typename P::State;
  static_assert(alignof(State) <= 16);
  AggregateFunction function;
  function.name = std::move(name);
  function.parameters = std::move(parameters);
  function.return_type = std::move(return_type);
  function.state_bytes = sizeof(State);
  if constexpr (!Kernels::kIsPlain) {
    if constexpr (!requires { State::kZeroBytesAreFresh; }) {
      function.initialize = &Kernels::initialize;
    }
    function.destroy = &Kernels::destroy;
  }
  function.update = &Kernels::update;
  function.update_single = &Kernels::update_single;
  function.combine = &Kernels::combine;
  function.finalize = &Kernels::finalize;
  function.bind = bind;
  function.description = std::move(documentation.description);
  function.example = std::move(documentation.example);
  function.example_result = std::move(documentation.example_result);
  return function;
}

}  // namespace stoa
