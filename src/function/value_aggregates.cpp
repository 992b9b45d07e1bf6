#include <new>

#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/stored_value.h"

namespace stoa {

namespace {

std::shared_ptr<const FunctionData> bind_value_type(const ScalarBindInput& input) {
  if (input.parameter_types[0].is_null()) {
    input.parameter_types[0] = TypeId::kText;
  }
  input.return_type = input.parameter_types[0];
  return nullptr;
}

StoredValue& stored_at(std::byte* state) {
  return *reinterpret_cast<StoredValue*>(state);
}

// --- first, last
enum class Choice : uint8_t { kFirst, kLast };

template <Choice kChoice>
void choose(StoredValue& state, const UnifiedVector& values, size_t row, PhysicalType type) {
  if (kChoice != Choice::kLast && state.is_set()) {
    return;
  }
  state.set_from(values, row, type);
}

template <Choice kChoice>
void choose_update(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                   const GroupedStates& states) {
  const UnifiedVector values(arguments[0]);
  const PhysicalType type = arguments[0].type().physical();
  for (size_t row = 0; row < row_count; ++row) {
    choose<kChoice>(stored_at(states.at(row)), values, row, type);
  }
}

template <Choice kChoice>
void choose_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                   std::byte* state) {
  const UnifiedVector values(arguments[0]);
  const PhysicalType type = arguments[0].type().physical();
  if (kChoice == Choice::kLast) {
    if (row_count > 0) {
      choose<kChoice>(stored_at(state), values, row_count - 1, type);
    }
    return;
  }
  for (size_t row = 0; row < row_count && !stored_at(state).is_set(); ++row) {
    choose<kChoice>(stored_at(state), values, row, type);
  }
}

template <Choice kChoice>
void choose_combine(const AggregateCall& call, std::byte* from, std::byte* into) {
  const StoredValue& other = stored_at(from);
  if (!other.is_set() || (kChoice != Choice::kLast && stored_at(into).is_set())) {
    return;
  }
  stored_at(into).copy_from(other, call.argument_types[0].physical());
}

void choose_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                     ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    stored_at(base + i * stride_bytes).write_to(result, i);
  }
}

template <Choice kChoice>
AggregateFunction make_choice(const char* name, const char* description, const char* result) {
  AggregateFunction function;
  function.name = name;
  function.parameters = {TypeId::kNull};
  function.state_bytes = sizeof(StoredValue);
  function.initialize = [](std::byte* state) { new (state) StoredValue(); };
  function.destroy = [](std::byte* state) { stored_at(state).~StoredValue(); };
  function.update = &choose_update<kChoice>;
  function.update_single = &choose_single<kChoice>;
  function.combine = &choose_combine<kChoice>;
  function.finalize = &choose_finalize;
  function.bind = bind_value_type;
  function.is_order_sensitive = true;
  function.ignores_duplicates = true;
  function.description = description;
  function.example = "(SELECT " + std::string(name) + "(x) FROM (VALUES (3), (1)) t(x))";
  function.example_result = result;
  return function;
}

// --- arg_min, arg_max
struct KeyedValue {
  StoredValue value;
  StoredValue key;
};

KeyedValue& keyed_at(std::byte* state) {
  return *reinterpret_cast<KeyedValue*>(state);
}

/// Equal keys keep the lesser value, so that the result does not depend on the order of rows.
template <bool kMaximum, class Key, class T>
bool is_preferred(const KeyedValue& state, const Key& key, const T& value) {
  if (!state.key.is_set()) {
    return true;
  }
  const Key known = state.key.get<Key>();
  if (orders_before(known, key)) {
    return kMaximum;
  }
  if (orders_before(key, known)) {
    return !kMaximum;
  }
  return orders_before(value, state.value.get<T>());
}

template <bool kMaximum, class StateOf>
void take_keyed(std::span<const ColumnVector> arguments, size_t row_count, StateOf state_of) {
  const UnifiedVector values(arguments[0]);
  const UnifiedVector keys(arguments[1]);
  dispatch_physical(arguments[1].type().physical(), [&]<class Key>() {
    dispatch_physical(arguments[0].type().physical(), [&]<class T>() {
      for (size_t row = 0; row < row_count; ++row) {
        if (!keys.is_valid(row) || !values.is_valid(row)) {
          continue;
        }
        KeyedValue& state = state_of(row);
        const Key& key = keys.value<Key>(row);
        const T& value = values.value<T>(row);
        if (is_preferred<kMaximum>(state, key, value)) {
          state.key.set(key);
          state.value.set(value);
        }
      }
    });
  });
}

template <bool kMaximum>
void keyed_update(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                  const GroupedStates& states) {
  take_keyed<kMaximum>(arguments, row_count,
                       [&](size_t row) -> KeyedValue& { return keyed_at(states.at(row)); });
}

template <bool kMaximum>
void keyed_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                  std::byte* state) {
  take_keyed<kMaximum>(arguments, row_count, [&](size_t) -> KeyedValue& { return keyed_at(state); });
}

template <bool kMaximum>
void keyed_combine(const AggregateCall& call, std::byte* from, std::byte* into) {
  const KeyedValue& other = keyed_at(from);
  if (!other.key.is_set()) {
    return;
  }
  KeyedValue& state = keyed_at(into);
  const PhysicalType value_type = call.argument_types[0].physical();
  const PhysicalType key_type = call.argument_types[1].physical();
  const bool preferred = dispatch_physical(key_type, [&]<class Key>() {
    return dispatch_physical(value_type, [&]<class T>() {
      return is_preferred<kMaximum>(state, other.key.get<Key>(), other.value.get<T>());
    });
  });
  if (preferred) {
    state.key.copy_from(other.key, key_type);
    state.value.copy_from(other.value, value_type);
  }
}

void keyed_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                    ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    keyed_at(base + i * stride_bytes).value.write_to(result, i);
  }
}

template <bool kMaximum>
AggregateFunction make_keyed(const char* name) {
  AggregateFunction function;
  function.name = name;
  function.parameters = {TypeId::kNull, TypeId::kNull};
  function.state_bytes = sizeof(KeyedValue);
  function.initialize = [](std::byte* state) { new (state) KeyedValue(); };
  function.destroy = [](std::byte* state) { keyed_at(state).~KeyedValue(); };
  function.update = &keyed_update<kMaximum>;
  function.update_single = &keyed_single<kMaximum>;
  function.combine = &keyed_combine<kMaximum>;
  function.finalize = &keyed_finalize;
  function.bind = bind_value_type;
  function.ignores_duplicates = true;
  function.description = kMaximum ? "The first argument in the row where the second is greatest."
                                  : "The first argument in the row where the second is least.";
  function.example = "(SELECT " + std::string(name) + "(x, y) FROM (VALUES ('a', 2), ('b', 1)) t(x, y))";
  function.example_result = kMaximum ? "a" : "b";
  return function;
}

}  // namespace

void register_value_aggregates(FunctionRegistry& registry) {
  registry.add(make_choice<Choice::kFirst>("first", "The first row's value.", "3"));
  registry.add(make_choice<Choice::kLast>("last", "The last row's value.", "1"));
  for (const char* name : {"arg_min", "min_by", "argmin"}) {
    registry.add(make_keyed<false>(name));
  }
  for (const char* name : {"arg_max", "max_by", "argmax"}) {
    registry.add(make_keyed<true>(name));
  }
}

}  // namespace stoa
