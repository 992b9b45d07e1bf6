#include <algorithm>
#include <cmath>
#include <new>

#include "base/error.h"
#include "column/column_builder.h"
#include "column/kernels/mask.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/stored_value.h"

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

struct Fraction : FunctionData {
  double value = 0.5;
};

std::shared_ptr<const FunctionData> bind_fraction(const ScalarBindInput& input) {
  const Value* constant = input.constants.size() > 1 ? input.constants[1] : nullptr;
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
  auto fraction = std::make_shared<Fraction>();
  fraction->value = number.as_double();
  if (!(fraction->value >= 0 && fraction->value <= 1)) {
    raise(sqlstate::kNumericOutOfRange, "percentile value " + number.to_string() + " is not between 0 and 1");
  }
  return fraction;
}

double fraction_of(const AggregateCall& call) {
  return call.data == nullptr ? 0.5 : static_cast<const Fraction&>(*call.data).value;
}

/// Linear between the two neighbours of the place, as PostgreSQL's percentile_cont.
double interpolate(std::vector<double>& values, double fraction) {
  const double place = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(std::floor(place));
  const auto nth = values.begin() + static_cast<ptrdiff_t>(below);
  std::nth_element(values.begin(), nth, values.end(), orders_before<double>);
  const double low = *nth;
  const double rest = place - std::floor(place);
  if (rest == 0 || below + 1 == values.size()) {
    return low;
  }
  const double high = *std::min_element(nth + 1, values.end(), orders_before<double>);
  return low == high ? low : low + (high - low) * rest;
}

void continuous_finalize(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                         ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    const ColumnVector values = values_of_state(collected_at(base + i * stride_bytes));
    if (values.size() == 0) {
      result.set_null(i);
      continue;
    }
    std::vector<double> numbers(values.values<double>(), values.values<double>() + values.size());
    result.mutable_values<double>()[i] = interpolate(numbers, fraction_of(call));
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
const T& discrete_quantile(std::vector<T>& values, double fraction) {
  const double place = std::ceil(fraction * static_cast<double>(values.size()));
  const size_t index = place < 1 ? 0 : static_cast<size_t>(place) - 1;
  const auto nth = values.begin() + static_cast<ptrdiff_t>(std::min(index, values.size() - 1));
  std::nth_element(values.begin(), nth, values.end(), orders_before<T>);
  return *nth;
}

/// The most frequent value, the least of equally frequent ones.
template <class T>
const T& most_frequent(std::vector<T>& values) {
  std::sort(values.begin(), values.end(), orders_before<T>);
  size_t best = 0;
  size_t best_count = 0;
  for (size_t begin = 0; begin < values.size();) {
    size_t end = begin + 1;
    while (end < values.size() && !orders_before(values[begin], values[end])) {
      ++end;
    }
    if (end - begin > best_count) {
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
  for (size_t i = 0; i < count; ++i) {
    const ColumnVector values = values_of_state(collected_at(base + i * stride_bytes));
    if (values.size() == 0) {
      result.set_null(i);
      continue;
    }
    dispatch_physical(values.type().physical(), [&]<class T>() {
      std::vector<T> copies(values.values<T>(), values.values<T>() + values.size());
      write_result(result, i, kMode ? most_frequent(copies) : discrete_quantile(copies, fraction_of(call)));
    });
  }
}

AggregateFunction collecting(const char* name, std::vector<LogicalType> parameters, ScalarBind bind,
                             Documentation documentation) {
  AggregateFunction function;
  function.name = name;
  function.parameters = std::move(parameters);
  function.return_type = TypeId::kDouble;
  function.state_bytes = sizeof(Collected);
  function.initialize = [](std::byte* state) { new (state) Collected(); };
  function.destroy = [](std::byte* state) { collected_at(state).~Collected(); };
  function.update = &collect_update;
  function.update_single = &collect_single;
  function.combine = &collect_combine;
  function.finalize = &continuous_finalize;
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

}  // namespace

void register_quantile(FunctionRegistry& registry) {
  constexpr auto kDouble = TypeId::kDouble;
  constexpr auto kAny = TypeId::kNull;
  registry.add(collecting("median", {kDouble}, nullptr,
                          {"The value in the middle, or the mean of the two there.",
                           "(SELECT median(x) FROM (VALUES (1), (2), (4), (9)) t(x))", "3"}));
  for (const char* name : {"percentile_cont", "quantile_cont"}) {
    const bool is_ordered_set = name == std::string_view("percentile_cont");
    registry.add(collecting(
        name, {kDouble, kDouble}, bind_fraction,
        {"The value at a fraction of the ordered values, between two neighbours where need be.",
         is_ordered_set
             ? "(SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2), (4)) t(x))"
             : "(SELECT quantile_cont(x, 0.25) FROM (VALUES (1), (2), (4)) t(x))",
         "1.5"}));
  }
  for (const char* name : {"percentile_disc", "quantile_disc", "quantile"}) {
    const bool is_ordered_set = name == std::string_view("percentile_disc");
    AggregateFunction function = collecting(
        name, {kAny, kDouble}, bind_discrete,
        {"The first of the ordered values at or behind a fraction of them.",
         is_ordered_set
             ? "(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2), (4)) t(x))"
             : "(SELECT " + std::string(name) + "(x, 0.5) FROM (VALUES (1), (2), (4)) t(x))",
         "2"});
    function.finalize = &choose_from_all_finalize<false>;
    registry.add(std::move(function));
  }
  AggregateFunction mode = collecting("mode", {kAny}, bind_same_value,
                                      {"The most frequent value, the least of equally frequent ones.",
                                       "(SELECT mode(x) FROM (VALUES (1), (2), (2)) t(x))", "2"});
  mode.finalize = &choose_from_all_finalize<true>;
  registry.add(std::move(mode));
}

}  // namespace stoa
