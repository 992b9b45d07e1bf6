#include "column/kernels/aggregate.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/owned_text.h"
#include "function/stored_value.h"
#include "function/sum_states.h"

namespace stoa {

namespace {

template <class T>
struct Extreme {
  T value;
  bool is_set;
};

template <class T, bool kMaximum>
struct FindExtreme {
  using State = Extreme<T>;
  using Input = T;
  using Output = T;
  static bool is_better(const T& candidate, const T& known) {
    return kMaximum ? orders_before(known, candidate) : orders_before(candidate, known);
  }
  static void step(State& state, const T& value) {
    if (!state.is_set || is_better(value, state.value)) {
      state = {value, true};
    }
  }
  static void merge(State& into, State& from) {
    if (from.is_set) {
      step(into, from.value);
    }
  }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    out = state.value;
    return state.is_set;
  }
};

template <bool kMaximum>
struct FindTextExtreme {
  using State = OwnedText;
  using Input = TextView;
  using Output = TextView;
  static void step(State& state, const TextView& value) {
    if (!state.is_set() || (kMaximum ? state.view() < value : value < state.view())) {
      state.assign(value);
    }
  }
  static void merge(State& into, State& from) {
    if (from.is_set()) {
      step(into, from.view());
    }
  }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap* heap) {
    if (state.is_set()) {
      out = heap->add(state.view());
    }
    return state.is_set();
  }
};

/// Ungrouped: the column kernel finds the batch's row, one step takes it in.
template <class P, bool kMaximum>
void extreme_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                    std::byte* bytes) {
  const size_t row = kMaximum ? max_row(arguments[0], row_count) : min_row(arguments[0], row_count);
  if (row == row_count) {
    return;
  }
  const UnifiedVector values(arguments[0]);
  P::step(*reinterpret_cast<typename P::State*>(bytes), values.value<typename P::Input>(row));
}

struct ExtremeName {
  const char* name;
  Documentation documentation;
};

std::shared_ptr<const FunctionData> bind_same_type(const ScalarBindInput& input) {
  input.return_type = input.parameter_types[0];
  return nullptr;
}

template <class P, bool kMaximum>
void add_extreme(FunctionRegistry& registry, const ExtremeName& name, TypeId type) {
  AggregateFunction function = aggregate<P>(name.name, {type}, type, name.documentation, bind_same_type);
  function.update_single = &extreme_single<P, kMaximum>;
  function.ignores_duplicates = true;
  registry.add(std::move(function));
}

template <bool kMaximum>
void register_extreme(FunctionRegistry& registry, const ExtremeName& name) {
  add_extreme<FindExtreme<uint8_t, kMaximum>, kMaximum>(registry, name, TypeId::kBoolean);
  add_extreme<FindExtreme<int8_t, kMaximum>, kMaximum>(registry, name, TypeId::kTinyint);
  add_extreme<FindExtreme<int16_t, kMaximum>, kMaximum>(registry, name, TypeId::kSmallint);
  add_extreme<FindExtreme<int32_t, kMaximum>, kMaximum>(registry, name, TypeId::kInteger);
  add_extreme<FindExtreme<int64_t, kMaximum>, kMaximum>(registry, name, TypeId::kBigint);
  add_extreme<FindExtreme<Int128, kMaximum>, kMaximum>(registry, name, TypeId::kHugeint);
  add_extreme<FindExtreme<uint8_t, kMaximum>, kMaximum>(registry, name, TypeId::kUtinyint);
  add_extreme<FindExtreme<uint16_t, kMaximum>, kMaximum>(registry, name, TypeId::kUsmallint);
  add_extreme<FindExtreme<uint32_t, kMaximum>, kMaximum>(registry, name, TypeId::kUinteger);
  add_extreme<FindExtreme<uint64_t, kMaximum>, kMaximum>(registry, name, TypeId::kUbigint);
  add_extreme<FindExtreme<float, kMaximum>, kMaximum>(registry, name, TypeId::kReal);
  add_extreme<FindExtreme<double, kMaximum>, kMaximum>(registry, name, TypeId::kDouble);
  add_extreme<FindExtreme<int32_t, kMaximum>, kMaximum>(registry, name, TypeId::kDate);
  for (const TypeId type : {TypeId::kTime, TypeId::kTimestamp, TypeId::kTimestamptz}) {
    add_extreme<FindExtreme<int64_t, kMaximum>, kMaximum>(registry, name, type);
  }
  add_extreme<FindExtreme<Interval, kMaximum>, kMaximum>(registry, name, TypeId::kInterval);
  add_extreme<FindExtreme<Int128, kMaximum>, kMaximum>(registry, name, TypeId::kUuid);
  add_extreme<FindExtreme<uint32_t, kMaximum>, kMaximum>(registry, name, TypeId::kEnum);
  for (const TypeId type : {TypeId::kText, TypeId::kBytea, TypeId::kJson}) {
    add_extreme<FindTextExtreme<kMaximum>, kMaximum>(registry, name, type);
  }
  AggregateFunction decimals =
      decimal_aggregate<FindExtreme<int64_t, kMaximum>, FindExtreme<Int128, kMaximum>>(
          name.name, name.documentation, bind_same_type);
  decimals.ignores_duplicates = true;
  registry.add(std::move(decimals));
}

}  // namespace

void register_min_max(FunctionRegistry& registry) {
  register_extreme<false>(registry, {"min",
                                     {"The least value, as ORDER BY has it.",
                                      "(SELECT min(x) FROM (VALUES (3), (1), (NULL)) t(x))", "1"}});
  register_extreme<true>(registry, {"max",
                                    {"The greatest value, as ORDER BY has it.",
                                     "(SELECT max(x) FROM (VALUES (3), (1), (NULL)) t(x))", "3"}});
  // Any will do; the least is the same whatever the order of rows and the threads.
  register_extreme<false>(registry, {"any_value",
                                     {"Some value that is not NULL: the least.",
                                      "(SELECT any_value(x) FROM (VALUES (3), (1)) t(x))", "1"}});
}

}  // namespace stoa
