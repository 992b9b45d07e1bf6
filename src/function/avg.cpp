#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/sum_states.h"
#include "types/decimal.h"

namespace stoa {

namespace {

/// The exact sum over the count, rounded once.
template <class T>
struct AverageIntegers {
  using State = IntegerSum;
  using Input = T;
  using Output = double;
  static void step(State& state, const T& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (state.count == 0) {
      return false;
    }
    out = divide_rounded(state.sum, state.count);
    return true;
  }
};

struct AverageHugeints {
  using State = CountedWideSum;
  using Input = Int128;
  using Output = double;
  static void step(State& state, const Int128& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (state.count == 0) {
      return false;
    }
    out = divide_rounded(state.sum, state.count);
    return true;
  }
};

bool average_decimal(const AggregateCall& call, const WideSum& sum, uint64_t count, Int128& out) {
  if (count == 0) {
    return false;
  }
  const unsigned scale_up = call.return_type.scale() - call.argument_types[0].scale();
  if (!divide_scaled(sum, count, scale_up, out)) {
    raise_decimal_overflow();
  }
  return true;
}

struct AverageDecimals {
  using State = IntegerSum;
  using Input = int64_t;
  using Output = Int128;
  static void step(State& state, const int64_t& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall& call, const State& state, Output& out, TextHeap*) {
    WideSum sum;
    sum.add(state.sum);
    return average_decimal(call, sum, state.count, out);
  }
};

struct AverageWideDecimals {
  using State = CountedWideSum;
  using Input = Int128;
  using Output = Int128;
  static void step(State& state, const Int128& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall& call, const State& state, Output& out, TextHeap*) {
    return average_decimal(call, state.sum, state.count, out);
  }
};

template <class T>
struct AverageDoubles {
  using State = CountedDoubleSum;
  using Input = T;
  using Output = double;
  static void step(State& state, const T& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (state.count == 0) {
      return false;
    }
    if (state.sum.overflowed()) {
      raise_double_overflow();
    }
    out = state.sum.round() / static_cast<double>(state.count);
    return true;
  }
};

std::shared_ptr<const FunctionData> bind_decimal_average(const ScalarBindInput& input) {
  input.return_type = decimal_average_type(input.parameter_types[0]);
  return nullptr;
}

template <class T>
void add_integer_average(FunctionRegistry& registry, TypeId type) {
  AggregateFunction function =
      aggregate<AverageIntegers<T>>("avg", {type}, TypeId::kDouble,
                                    {"The mean: the exact sum divided once.",
                                     "(SELECT avg(x) FROM (VALUES (1), (2), (NULL)) t(x))", "1.5"});
  function.update_single = &update_integer_sum_single;
  registry.add(std::move(function));
}

void register_double_averages(FunctionRegistry& registry) {
  const Documentation documentation = {
      "The mean, from the exact sum: independent of the order and of threads.",
      "(SELECT avg(x) FROM (VALUES (1.0::double), (2.0)) t(x))", "1.5"};
  AggregateFunction doubles =
      aggregate<AverageDoubles<double>>("avg", {TypeId::kDouble}, TypeId::kDouble, documentation);
  doubles.update = &update_double_sums<double>;
  doubles.update_single = &update_double_sum_single;
  registry.add(std::move(doubles));
  AggregateFunction reals =
      aggregate<AverageDoubles<float>>("avg", {TypeId::kReal}, TypeId::kDouble, documentation);
  reals.update = &update_double_sums<float>;
  reals.update_single = &update_double_sum_single;
  registry.add(std::move(reals));
}

}  // namespace

void register_avg(FunctionRegistry& registry) {
  add_integer_average<int8_t>(registry, TypeId::kTinyint);
  add_integer_average<int16_t>(registry, TypeId::kSmallint);
  add_integer_average<int32_t>(registry, TypeId::kInteger);
  add_integer_average<int64_t>(registry, TypeId::kBigint);
  add_integer_average<uint8_t>(registry, TypeId::kUtinyint);
  add_integer_average<uint16_t>(registry, TypeId::kUsmallint);
  add_integer_average<uint32_t>(registry, TypeId::kUinteger);
  add_integer_average<uint64_t>(registry, TypeId::kUbigint);
  registry.add(aggregate<AverageHugeints>("avg", {TypeId::kHugeint}, TypeId::kDouble,
                                          {"The mean: the exact sum divided once.",
                                           "(SELECT avg(x::hugeint) FROM (VALUES (1), (2)) t(x))", "1.5"}));
  register_double_averages(registry);
  registry.add(decimal_aggregate<AverageDecimals, AverageWideDecimals>(
      "avg",
      {"The exact mean, rounded to 16 or more digits, half away from zero.",
       "(SELECT avg(x) FROM (VALUES (1.10), (2.25)) t(x))", "1.6750000000000000"},
      bind_decimal_average));
}

}  // namespace stoa
