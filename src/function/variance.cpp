#include <cmath>

#include "function/aggregate_kernel.h"
#include "function/exact_moments.h"
#include "function/function_registry.h"
#include "function/grouped_doubles.h"
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

template <Spread kSpread>
void add_spread(FunctionRegistry& registry, const char* name, const char* description, const char* result) {
  const Documentation documentation = {
      std::string(description) + ", rounded once: independent of the order and of threads.",
      "(SELECT " + std::string(name) + "(x) FROM (VALUES (1), (3)) t(x))", result};
  registry.add(aggregate<SpreadPolicy<IntegerMoments, int64_t, kSpread>>(name, {TypeId::kBigint},
                                                                         TypeId::kDouble, documentation));
  registry.add(aggregate<SpreadPolicy<DoubleMoments, double, kSpread>>(name, {TypeId::kDouble},
                                                                       TypeId::kDouble, documentation));
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
