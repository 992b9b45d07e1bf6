#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "function/aggregate_kernel.h"
#include "function/exact_moments.h"
#include "function/function_registry.h"

namespace stoa {

namespace {

/// Exact sums over pairs (y, x), for rows where both are known.
struct PairMoments {
  ExactDoubleSum x;
  ExactDoubleSum y;
  ExactDoubleSum xx;
  ExactDoubleSum yy;
  ExactDoubleSum xy;
  uint64_t count = 0;

  void add(double y_value, double x_value) {
    x.add(x_value);
    y.add(y_value);
    add_product(xx, x_value, x_value);
    add_product(yy, y_value, y_value);
    add_product(xy, x_value, y_value);
    ++count;
  }
  void merge(const PairMoments& other) {
    x.merge(other.x);
    y.merge(other.y);
    xx.merge(other.xx);
    yy.merge(other.yy);
    xy.merge(other.xy);
    count += other.count;
  }
};

/// What the results are made of: each count^2 times a (co)variance.
struct Covariances {
  double n;
  double xx;
  double yy;
  double xy;
  double mean_x;
  double mean_y;

  explicit Covariances(const PairMoments& moments) : n(static_cast<double>(moments.count)) {
    const SumParts x = parts_of(moments.x);
    const SumParts y = parts_of(moments.y);
    xx = scaled_covariance(moments.count, parts_of(moments.xx), x, x);
    yy = scaled_covariance(moments.count, parts_of(moments.yy), y, y);
    xy = scaled_covariance(moments.count, parts_of(moments.xy), x, y);
    mean_x = x.values[0] / n;
    mean_y = y.values[0] / n;
  }
};

using PairResult = std::optional<double> (*)(const Covariances&);

std::optional<double> covar_pop(const Covariances& c) {
  return c.xy / c.n / c.n;
}
std::optional<double> covar_samp(const Covariances& c) {
  if (c.n < 2) {
    return std::nullopt;
  }
  return c.xy / c.n / (c.n - 1);
}
std::optional<double> corr(const Covariances& c) {
  if (c.xx == 0 || c.yy == 0) {
    return std::nullopt;
  }
  return std::clamp(c.xy / (std::sqrt(c.xx) * std::sqrt(c.yy)), -1.0, 1.0);
}
std::optional<double> regr_avgx(const Covariances& c) {
  return c.mean_x;
}
std::optional<double> regr_avgy(const Covariances& c) {
  return c.mean_y;
}
std::optional<double> regr_sxx(const Covariances& c) {
  return c.xx / c.n;
}
std::optional<double> regr_syy(const Covariances& c) {
  return c.yy / c.n;
}
std::optional<double> regr_sxy(const Covariances& c) {
  return c.xy / c.n;
}
std::optional<double> regr_slope(const Covariances& c) {
  if (c.xx == 0) {
    return std::nullopt;
  }
  return c.xy / c.xx;
}
std::optional<double> regr_intercept(const Covariances& c) {
  if (c.xx == 0) {
    return std::nullopt;
  }
  return c.mean_y - c.xy / c.xx * c.mean_x;
}
std::optional<double> regr_r2(const Covariances& c) {
  if (c.xx == 0) {
    return std::nullopt;
  }
  if (c.yy == 0) {
    return 1;
  }
  const double r = c.xy / (std::sqrt(c.xx) * std::sqrt(c.yy));
  return std::min(1.0, r * r);
}

PairMoments& moments_at(std::byte* state) {
  return *reinterpret_cast<PairMoments*>(state);
}

template <class StateOf>
void add_pairs(std::span<const ColumnVector> arguments, size_t row_count, StateOf state_of) {
  const UnifiedVector y(arguments[0]);
  const UnifiedVector x(arguments[1]);
  for (size_t row = 0; row < row_count; ++row) {
    if (y.is_valid(row) && x.is_valid(row)) {
      state_of(row).add(y.value<double>(row), x.value<double>(row));
    }
  }
}

void pair_update(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                 const GroupedStates& states) {
  add_pairs(arguments, row_count, [&](size_t row) -> PairMoments& { return moments_at(states.at(row)); });
}
void pair_update_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                        std::byte* state) {
  add_pairs(arguments, row_count, [&](size_t) -> PairMoments& { return moments_at(state); });
}
void pair_combine(const AggregateCall&, std::byte* from, std::byte* into) {
  moments_at(into).merge(moments_at(from));
}

template <PairResult kResult>
void pair_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                   ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    const PairMoments& moments = moments_at(base + i * stride_bytes);
    const std::optional<double> value = moments.count == 0 ? std::nullopt : kResult(Covariances(moments));
    if (value.has_value()) {
      result.mutable_values<double>()[i] = *value;
    } else {
      result.set_null(i);
    }
  }
}

void pair_count_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                         ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    result.mutable_values<int64_t>()[i] = static_cast<int64_t>(moments_at(base + i * stride_bytes).count);
  }
}

AggregateFunction pair_aggregate(const char* name, const char* description, const char* example_result) {
  AggregateFunction function;
  function.name = name;
  function.parameters = {TypeId::kDouble, TypeId::kDouble};
  function.return_type = TypeId::kDouble;
  function.state_bytes = sizeof(PairMoments);
  function.initialize = [](std::byte* state) { new (state) PairMoments(); };
  function.destroy = [](std::byte* state) { moments_at(state).~PairMoments(); };
  function.update = &pair_update;
  function.update_single = &pair_update_single;
  function.combine = &pair_combine;
  function.description = description;
  function.example = "(SELECT " + std::string(name) + "(y, x) FROM (VALUES (1, 1), (3, 2), (5, 3)) t(y, x))";
  function.example_result = example_result;
  return function;
}

template <PairResult kResult>
void add_pair(FunctionRegistry& registry, const char* name, const char* description, const char* result) {
  AggregateFunction function = pair_aggregate(name, description, result);
  function.finalize = &pair_finalize<kResult>;
  registry.add(std::move(function));
}

}  // namespace

void register_regression(FunctionRegistry& registry) {
  add_pair<covar_pop>(registry, "covar_pop", "The covariance of the population.", "1.3333333333333333");
  add_pair<covar_samp>(registry, "covar_samp", "The sample covariance.", "2");
  add_pair<corr>(registry, "corr", "The correlation coefficient.", "1");
  add_pair<regr_avgx>(registry, "regr_avgx", "The mean of x.", "2");
  add_pair<regr_avgy>(registry, "regr_avgy", "The mean of y.", "3");
  add_pair<regr_sxx>(registry, "regr_sxx", "The sum of squares of x around its mean.", "2");
  add_pair<regr_syy>(registry, "regr_syy", "The sum of squares of y around its mean.", "8");
  add_pair<regr_sxy>(registry, "regr_sxy", "The sum of products of x and y around their means.", "4");
  add_pair<regr_slope>(registry, "regr_slope", "The slope of the line that fits best.", "2");
  add_pair<regr_intercept>(registry, "regr_intercept", "The line's value at x = 0.", "-1");
  add_pair<regr_r2>(registry, "regr_r2", "The square of the correlation.", "1");
  AggregateFunction count = pair_aggregate("regr_count", "The number of rows where both are known.", "3");
  count.return_type = TypeId::kBigint;
  count.finalize = &pair_count_finalize;
  count.has_value_when_empty = true;
  registry.add(std::move(count));
}

}  // namespace stoa
