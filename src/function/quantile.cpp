#include <algorithm>
#include <cmath>
#include <new>

#include "base/error.h"
#include "column/column_builder.h"
#include "column/kernels/mask.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/stored_value.h"
#include "types/interval_text.h"

namespace stoa {

namespace {

/// All values of a group, NULLs left out, counted against the statement's memory.
struct Collected {
  std::unique_ptr<VectorBuilder> values;

  VectorBuilder& builder(const AggregateCall& call) {
    if (values == nullptr) {
      values = std::make_unique<VectorBuilder>(call.argument_types[0], call.context.budget);
    }
    return *values;
  }
};

Collected& collected_at(std::byte* state) {
  return *reinterpret_cast<Collected*>(state);
}

void collect_update(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                    const GroupedStates& states) {
  dispatch_physical(arguments[0].type().physical(), [&]<class T>() {
    for_each_value<T>(arguments[0], row_count, [&](size_t row, const T& value) {
      collected_at(states.at(row)).builder(call).append_value(value);
    });
  });
}

void collect_single(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                    std::byte* state) {
  std::vector<uint32_t> rows(round_up(row_count, 64));
  const size_t count = valid_to_selection(arguments[0], row_count, rows.data());
  collected_at(state).builder(call).append(arguments[0], Selection(rows.data(), count));
}

void collect_combine(const AggregateCall& call, std::byte* from, std::byte* into) {
  Collected& other = collected_at(from);
  if (other.values == nullptr) {
    return;
  }
  collected_at(into).builder(call).append(other.values->finish());
}

/// A state's values; they stay in the state, as windows ask for results of growing frames.
ColumnVector values_of_state(Collected& state) {
  if (state.values == nullptr || state.values->size() == 0) {
    return {};
  }
  ColumnVector values = state.values->finish();
  state.values->append(values);
  return values;
}

/// Which of the ordered values is asked for.
struct Choice : FunctionData {
  double fraction = 0.5;
  bool is_descending = false;  ///< WITHIN GROUP (ORDER BY x DESC)
};

void read_fraction(const Value* constant, Choice& choice) {
  Value number;
  if (constant == nullptr) {
    raise_unsupported("a fraction of a percentile that is not constant");
  }
  if (constant->is_null()) {
    raise(sqlstate::kNullNotAllowed, "the fraction of a percentile must not be NULL");
  }
  if (!try_cast_value(*constant, TypeId::kDouble, number)) {
    raise(sqlstate::kInvalidParameterValue, "the fraction of a percentile must be a number");
  }
  choice.fraction = number.as_double();
  if (!(choice.fraction >= 0 && choice.fraction <= 1)) {
    raise(sqlstate::kNumericOutOfRange, "percentile value " + number.to_string() + " is not between 0 and 1");
  }
}

void read_direction(const Value* constant, Choice& choice) {
  if (constant == nullptr || constant->is_null()) {
    raise(sqlstate::kInvalidParameterValue, "whether the order is descending must be true or false");
  }
  choice.is_descending = constant->as_boolean();
}

/// (value, fraction [, is_descending])
std::shared_ptr<const FunctionData> bind_fraction(const ScalarBindInput& input) {
  auto choice = std::make_shared<Choice>();
  read_fraction(input.constants[1], *choice);
  if (input.constants.size() > 2) {
    read_direction(input.constants[2], *choice);
  }
  return choice;
}

Choice choice_of(const AggregateCall& call) {
  return call.data == nullptr ? Choice() : static_cast<const Choice&>(*call.data);
}

double between(double low, double high, double rest) {
  return low == high ? low : low + (high - low) * rest;
}

/// Of microseconds: TIMESTAMP, TIMESTAMPTZ, TIME.
int64_t between(int64_t low, int64_t high, double rest) {
  const long double step = (static_cast<long double>(high) - static_cast<long double>(low)) * rest;
  return low + static_cast<int64_t>(std::llroundl(step));
}

Interval between(const Interval& low, const Interval& high, double rest) {
  Interval back, difference, part, result;
  if (!negate_interval(low, back) || !add_intervals(high, back, difference) ||
      !multiply_interval(difference, rest, part) || !add_intervals(low, part, result)) {
    raise_interval_out_of_range();
  }
  return result;
}

/// Linear between the two neighbours of the place, as PostgreSQL's percentile_cont.
template <class T>
T interpolate(std::vector<T>& values, double fraction) {
  const double place = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(std::floor(place));
  const auto nth = values.begin() + static_cast<ptrdiff_t>(below);
  std::nth_element(values.begin(), nth, values.end(), orders_before<T>);
  const T low = *nth;
  const double rest = place - std::floor(place);
  if (rest == 0 || below + 1 == values.size()) {
    return low;
  }
  return between(low, *std::min_element(nth + 1, values.end(), orders_before<T>), rest);
}

template <class T>
void continuous_finalize(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                         ColumnVector& result) {
  const Choice choice = choice_of(call);
  for (size_t i = 0; i < count; ++i) {
    const ColumnVector values = values_of_state(collected_at(base + i * stride_bytes));
    if (values.size() == 0) {
      result.set_null(i);
      continue;
    }
    std::vector<T> numbers(values.values<T>(), values.values<T>() + values.size());
    const double fraction = choice.is_descending ? 1 - choice.fraction : choice.fraction;
    result.mutable_values<T>()[i] = interpolate(numbers, fraction);
  }
}

template <class T>
void write_result(ColumnVector& result, size_t row, const T& value) {
  if constexpr (std::is_same_v<T, TextView>) {
    result.mutable_values<T>()[row] = result.mutable_heap().add(value);
  } else {
    result.mutable_values<T>()[row] = value;
  }
}

/// The first value whose place among all is at least the fraction.
template <class T>
const T& discrete_quantile(std::vector<T>& values, const Choice& choice) {
  const double place = std::ceil(choice.fraction * static_cast<double>(values.size()));
  const size_t from_first = std::min(place < 1 ? 0 : static_cast<size_t>(place) - 1, values.size() - 1);
  const size_t index = choice.is_descending ? values.size() - 1 - from_first : from_first;
  const auto nth = values.begin() + static_cast<ptrdiff_t>(index);
  std::nth_element(values.begin(), nth, values.end(), orders_before<T>);
  return *nth;
}

/// The most frequent value, of equally frequent ones that which comes first.
template <class T>
const T& most_frequent(std::vector<T>& values, const Choice& choice) {
  std::sort(values.begin(), values.end(), orders_before<T>);
  size_t best = 0;
  size_t best_count = 0;
  for (size_t begin = 0; begin < values.size();) {
    size_t end = begin + 1;
    while (end < values.size() && !orders_before(values[begin], values[end])) {
      ++end;
    }
    if (end - begin > best_count || (choice.is_descending && end - begin == best_count)) {
      best_count = end - begin;
      best = begin;
    }
    begin = end;
  }
  return values[best];
}

template <bool kMode>
void choose_from_all_finalize(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                              ColumnVector& result) {
  const Choice choice = choice_of(call);
  for (size_t i = 0; i < count; ++i) {
    const ColumnVector values = values_of_state(collected_at(base + i * stride_bytes));
    if (values.size() == 0) {
      result.set_null(i);
      continue;
    }
    dispatch_physical(values.type().physical(), [&]<class T>() {
      std::vector<T> copies(values.values<T>(), values.values<T>() + values.size());
      write_result(result, i, kMode ? most_frequent(copies, choice) : discrete_quantile(copies, choice));
    });
  }
}

AggregateFunction collecting(const char* name, std::vector<LogicalType> parameters, ScalarBind bind,
                             Documentation documentation) {
  AggregateFunction function;
  function.name = name;
  function.parameters = std::move(parameters);
  function.return_type = function.parameters[0];
  function.state_bytes = sizeof(Collected);
  function.initialize = [](std::byte* state) { new (state) Collected(); };
  function.destroy = [](std::byte* state) { collected_at(state).~Collected(); };
  function.update = &collect_update;
  function.update_single = &collect_single;
  function.combine = &collect_combine;
  switch (function.return_type.physical()) {
    case PhysicalType::kInterval: function.finalize = &continuous_finalize<Interval>; break;
    case PhysicalType::kInt64: function.finalize = &continuous_finalize<int64_t>; break;
    default: function.finalize = &continuous_finalize<double>; break;
  }
  function.bind = bind;
  function.description = std::move(documentation.description);
  function.example = std::move(documentation.example);
  function.example_result = std::move(documentation.example_result);
  return function;
}

std::shared_ptr<const FunctionData> bind_same_value(const ScalarBindInput& input) {
  if (input.parameter_types[0].is_null()) {
    input.parameter_types[0] = TypeId::kText;
  }
  input.return_type = input.parameter_types[0];
  return nullptr;
}

std::shared_ptr<const FunctionData> bind_discrete(const ScalarBindInput& input) {
  bind_same_value(input);
  return bind_fraction(input);
}

/// (value [, is_descending])
std::shared_ptr<const FunctionData> bind_mode(const ScalarBindInput& input) {
  bind_same_value(input);
  auto choice = std::make_shared<Choice>();
  if (input.constants.size() > 1) {
    read_direction(input.constants[1], *choice);
  }
  return choice;
}

constexpr auto kDouble = TypeId::kDouble;
constexpr auto kAny = TypeId::kNull;
constexpr auto kBoolean = TypeId::kBoolean;

void register_continuous(FunctionRegistry& registry, const LogicalType& type) {
  registry.add(collecting("median", {type}, nullptr,
                          {"The value in the middle, or halfway between the two there.",
                           "(SELECT median(x) FROM (VALUES (1), (2), (4), (9)) t(x))", "3"}));
  const Documentation ordered_set = {
      "The value at a fraction of the ordered values, between two neighbours where need be.",
      "(SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2), (4)) t(x))", "1.5"};
  registry.add(collecting("percentile_cont", {type, kDouble}, bind_fraction, ordered_set));
  registry.add(collecting("percentile_cont", {type, kDouble, kBoolean}, bind_fraction, ordered_set));
  registry.add(collecting(
      "quantile_cont", {type, kDouble}, bind_fraction,
      {ordered_set.description, "(SELECT quantile_cont(x, 0.25) FROM (VALUES (1), (2), (4)) t(x))", "1.5"}));
}

void register_discrete(FunctionRegistry& registry) {
  const auto add = [&](const char* name, std::vector<LogicalType> parameters, std::string example) {
    AggregateFunction function = collecting(
        name, std::move(parameters), bind_discrete,
        {"The first of the ordered values at or behind a fraction of them.", std::move(example), "2"});
    function.finalize = &choose_from_all_finalize<false>;
    registry.add(std::move(function));
  };
  for (const char* name : {"quantile_disc", "quantile"}) {
    add(name, {kAny, kDouble}, "(SELECT " + std::string(name) + "(x, 0.5) FROM (VALUES (1), (2), (4)) t(x))");
  }
  const std::string ordered_set =
      "(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2), (4)) t(x))";
  add("percentile_disc", {kAny, kDouble}, ordered_set);
  add("percentile_disc", {kAny, kDouble, kBoolean}, ordered_set);
}

}  // namespace

void register_quantile(FunctionRegistry& registry) {
  for (const TypeId type :
       {TypeId::kDouble, TypeId::kTimestamp, TypeId::kTimestamptz, TypeId::kTime, TypeId::kInterval}) {
    register_continuous(registry, type);
  }
  register_discrete(registry);
  for (const bool has_direction : {false, true}) {
    std::vector<LogicalType> parameters = {kAny};
    if (has_direction) {
      parameters.emplace_back(kBoolean);
    }
    AggregateFunction mode = collecting(
        "mode", std::move(parameters), bind_mode,
        {"The most frequent value; of equally frequent ones the first in order, which is the least.",
         "(SELECT mode(x) FROM (VALUES (1), (2), (2)) t(x))", "2"});
    mode.finalize = &choose_from_all_finalize<true>;
    registry.add(std::move(mode));
  }
}

}  // namespace stoa
