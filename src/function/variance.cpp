#include <cmath>

#include "function/aggregate_kernel.h"
#include "function/exact_moments.h"
#include "function/few_group_doubles.h"
#include "function/function_registry.h"
#include "function/math_errors.h"

namespace stoa {

namespace {

/// Exact sums of values and of their squares.
struct DoubleMoments {
  ExactDoubleSum sum;
  ExactDoubleSum squares;
  uint64_t count = 0;

  void add(double value) {
    sum.add(value);
    add_product(squares, value, value);
    ++count;
  }
  void add(std::span<const double> values) {
    sum.add(values);
    add_products(squares, values, values);
    count += values.size();
  }
  void merge(const DoubleMoments& other) {
    sum.merge(other.sum);
    squares.merge(other.squares);
    count += other.count;
  }
  /// count^2 times the variance.
  double scaled_variance() const {
    const SumParts parts = parts_of(sum);
    return scaled_covariance(count, parts_of(squares), parts, parts);
  }
};

struct IntegerMoments {
  WideSum sum;
  WideSum squares;
  uint64_t count = 0;

  void add(int64_t value) {
    sum.add(value);
    squares.add(Int128{value} * value);
    ++count;
  }
  void merge(const IntegerMoments& other) {
    sum.add(other.sum);
    squares.add(other.squares);
    count += other.count;
  }
  double scaled_variance() const {
    const SumParts parts = parts_of(sum);
    return scaled_covariance(count, parts_of(squares), parts, parts);
  }
};

enum class Spread : uint8_t { kVarianceSample, kVariancePopulation, kDeviationSample, kDeviationPopulation };

constexpr bool is_sample(Spread spread) {
  return spread == Spread::kVarianceSample || spread == Spread::kDeviationSample;
}

template <class Moments, Spread kSpread>
bool finish_spread(const Moments& moments, double& out) {
  if (moments.count < (is_sample(kSpread) ? 2 : 1)) {
    return false;
  }
  const auto count = static_cast<double>(moments.count);
  // Rounding once leaves nothing below zero but what is zero.
  const double scaled = moments.scaled_variance();
  const double variance =
      std::isnan(scaled) ? scaled : std::max(0.0, scaled) / count / (is_sample(kSpread) ? count - 1 : count);
  if (std::isinf(variance)) {
    raise_double_overflow();
  }
  const bool is_deviation = kSpread == Spread::kDeviationSample || kSpread == Spread::kDeviationPopulation;
  out = is_deviation ? std::sqrt(variance) : variance;
  return true;
}

template <class Moments, class InputType, Spread kSpread>
struct SpreadPolicy {
  using State = Moments;
  using Input = InputType;
  using Output = double;
  static void step(State& state, const Input& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    return finish_spread<Moments, kSpread>(state, out);
  }
};

/// Few groups: the sums of values, of their squares and of what rounding those lost, each split by group.
bool update_few_groups(const ColumnVector& vector, size_t row_count, const GroupedStates& states) {
  FewGroupDoubles few;
  if (!few.take(vector, row_count, states.groups)) {
    return false;
  }
  const size_t count = few.size();
  const std::span<const double> values(few.values(), count);
  const auto squares = std::make_unique_for_overwrite<double[]>(2 * count);
  double* errors = squares.get() + count;
  GroupSplit sums[3][kSplitGroupsMax];
  const auto split = [&](const double* numbers, GroupSplit* into) {
    return split_group_sums(numbers, few.groups(), count, few.group_count(), into);
  };
  if (!multiply_exactly(values, values, squares.get(), errors) || !split(values.data(), sums[0]) ||
      !split(squares.get(), sums[1]) || !split(errors, sums[2])) {
    return false;
  }
  for (uint32_t group = 0; group < few.group_count(); ++group) {
    if (sums[0][group].count == 0) {
      continue;
    }
    auto& state = *reinterpret_cast<DoubleMoments*>(states.base + group * states.stride_bytes);
    for (size_t part = 0; part < kExactSumParts; ++part) {
      state.sum.add(sums[0][group].parts[part]);
      state.squares.add(sums[1][group].parts[part]);
      state.squares.add(sums[2][group].parts[part]);
    }
    state.count += sums[0][group].count;
  }
  return true;
}

void update_moments(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                    const GroupedStates& states) {
  if (update_few_groups(arguments[0], row_count, states)) {
    return;
  }
  for_each_value<double>(arguments[0], row_count, [&](size_t row, const double& value) {
    state_at<DoubleMoments>(states, row).add(value);
  });
}

void update_moments_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                           std::byte* bytes) {
  auto& state = *reinterpret_cast<DoubleMoments*>(bytes);
  if (arguments[0].is_flat() && !arguments[0].validity().has_mask()) {
    state.add(std::span<const double>(arguments[0].values<double>(), row_count));
    return;
  }
  std::vector<double> values;
  values.reserve(row_count);
  for_each_value<double>(arguments[0], row_count,
                         [&](size_t, const double& value) { values.push_back(value); });
  state.add(values);
}

template <Spread kSpread>
void add_spread(FunctionRegistry& registry, const char* name, const char* description, const char* result) {
  const Documentation documentation = {
      std::string(description) + ", rounded once: independent of the order and of threads.",
      "(SELECT " + std::string(name) + "(x) FROM (VALUES (1), (3)) t(x))", result};
  registry.add(aggregate<SpreadPolicy<IntegerMoments, int64_t, kSpread>>(name, {TypeId::kBigint},
                                                                         TypeId::kDouble, documentation));
  AggregateFunction doubles = aggregate<SpreadPolicy<DoubleMoments, double, kSpread>>(
      name, {TypeId::kDouble}, TypeId::kDouble, documentation);
  doubles.update = &update_moments;
  doubles.update_single = &update_moments_single;
  registry.add(std::move(doubles));
}

}  // namespace

void register_variance(FunctionRegistry& registry) {
  for (const char* name : {"stddev", "stddev_samp"}) {
    add_spread<Spread::kDeviationSample>(registry, name, "The sample standard deviation",
                                         "1.4142135623730951");
  }
  for (const char* name : {"variance", "var_samp"}) {
    add_spread<Spread::kVarianceSample>(registry, name, "The sample variance", "2");
  }
  add_spread<Spread::kDeviationPopulation>(registry, "stddev_pop", "The standard deviation of the population",
                                           "1");
  add_spread<Spread::kVariancePopulation>(registry, "var_pop", "The variance of the population", "1");
}

}  // namespace stoa
