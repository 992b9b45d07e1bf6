#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/sum_states.h"
#include "types/decimal.h"
#include "types/interval_text.h"

namespace stoa {

namespace {

/// Sums of integers and short decimals: 128 bits can't overflow.
template <class T>
struct SumIntegers {
  using State = IntegerSum;
  using Input = T;
  using Output = Int128;
  static void step(State& state, const T& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    out = state.sum;
    return state.count != 0;
  }
};

template <class T>
struct SumDecimals : SumIntegers<T> {
  static bool finish(const AggregateCall&, const IntegerSum& state, Int128& out, TextHeap*) {
    if (!fits_digits(state.sum, kDecimalDigitsMax)) {
      raise_decimal_overflow();
    }
    out = state.sum;
    return state.count != 0;
  }
};

struct SumHugeints {
  using State = CountedWideSum;
  using Input = Int128;
  using Output = Int128;
  static void step(State& state, const Int128& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (!state.sum.get(out)) {
      raise_number_out_of_range("hugeint");
    }
    return state.count != 0;
  }
};

struct SumWideDecimals : SumHugeints {
  static bool finish(const AggregateCall&, const CountedWideSum& state, Int128& out, TextHeap*) {
    if (!state.sum.get(out) || !fits_digits(out, kDecimalDigitsMax)) {
      raise_decimal_overflow();
    }
    return state.count != 0;
  }
};

template <class T>
struct SumDoubles {
  using State = CountedDoubleSum;
  using Input = T;
  using Output = double;
  static void step(State& state, const T& value) { state.add(value); }
  static void merge(State& into, State& from) { into.merge(from); }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (state.sum.overflowed()) {
      raise_double_overflow();
    }
    out = state.sum.round();
    return state.count != 0;
  }
};

struct IntervalSum {
  Int128 micros = 0;
  int64_t months = 0;
  int64_t days = 0;
  int64_t count = 0;
};

struct SumIntervals {
  using State = IntervalSum;
  using Input = Interval;
  using Output = Interval;
  static void step(State& state, const Interval& value) {
    state.micros += value.micros;
    state.months += value.months;
    state.days += value.days;
    ++state.count;
  }
  static void merge(State& into, State& from) {
    into.micros += from.micros;
    into.months += from.months;
    into.days += from.days;
    into.count += from.count;
  }
  static bool get(const State& state, Interval& out) {
    out = {static_cast<int32_t>(state.months), static_cast<int32_t>(state.days),
           static_cast<int64_t>(state.micros)};
    return out.months == state.months && out.days == state.days && out.micros == state.micros;
  }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    if (!get(state, out)) {
      raise_interval_out_of_range();
    }
    return state.count != 0;
  }
};

struct AverageIntervals : SumIntervals {
  static bool finish(const AggregateCall&, const IntervalSum& state, Interval& out, TextHeap*) {
    if (state.count == 0) {
      return false;
    }
    Interval sum;
    if (!get(state, sum) || !divide_interval(sum, static_cast<double>(state.count), out)) {
      raise_interval_out_of_range();
    }
    return true;
  }
};

std::shared_ptr<const FunctionData> bind_decimal_sum(const ScalarBindInput& input) {
  input.return_type = decimal_sum_type(input.parameter_types[0]);
  return nullptr;
}

template <class Policy>
void add_integer_sum(FunctionRegistry& registry, TypeId type) {
  AggregateFunction function = aggregate<Policy>(
      "sum", {type}, TypeId::kHugeint,
      {"The exact sum of integers.", "(SELECT sum(x) FROM (VALUES (1), (2), (NULL)) t(x))", "3"});
  function.update_single = &update_integer_sum_single;
  registry.add(std::move(function));
}

void register_integer_sums(FunctionRegistry& registry) {
  add_integer_sum<SumIntegers<int8_t>>(registry, TypeId::kTinyint);
  add_integer_sum<SumIntegers<int16_t>>(registry, TypeId::kSmallint);
  add_integer_sum<SumIntegers<int32_t>>(registry, TypeId::kInteger);
  add_integer_sum<SumIntegers<int64_t>>(registry, TypeId::kBigint);
  add_integer_sum<SumIntegers<uint8_t>>(registry, TypeId::kUtinyint);
  add_integer_sum<SumIntegers<uint16_t>>(registry, TypeId::kUsmallint);
  add_integer_sum<SumIntegers<uint32_t>>(registry, TypeId::kUinteger);
  add_integer_sum<SumIntegers<uint64_t>>(registry, TypeId::kUbigint);
  registry.add(aggregate<SumHugeints>("sum", {TypeId::kHugeint}, TypeId::kHugeint,
                                      {"The exact sum; 22003 beyond 128 bits.",
                                       "(SELECT sum(x::hugeint) FROM (VALUES (1), (2)) t(x))", "3"}));
}

void register_double_sums(FunctionRegistry& registry) {
  const Documentation documentation = {
      "The sum, rounded once from the exact one: independent of the order and of threads.",
      "(SELECT sum(x) FROM (VALUES (0.1::double), (0.2::double), (1e100), (-1e100)) t(x))",
      "0.30000000000000004"};
  AggregateFunction doubles =
      aggregate<SumDoubles<double>>("sum", {TypeId::kDouble}, TypeId::kDouble, documentation);
  AggregateFunction reals =
      aggregate<SumDoubles<float>>("sum", {TypeId::kReal}, TypeId::kDouble, documentation);
  for (AggregateFunction* function : {&doubles, &reals}) {
    function->update_single = &update_double_sum_single;
    function->update = function == &doubles ? &update_double_sums<double> : &update_double_sums<float>;
    registry.add(std::move(*function));
  }
}

}  // namespace

void register_sum(FunctionRegistry& registry) {
  register_integer_sums(registry);
  register_double_sums(registry);
  registry.add(decimal_aggregate<SumDecimals<int64_t>, SumWideDecimals>(
      "sum",
      {"The exact sum; 22003 beyond 38 digits.", "(SELECT sum(x) FROM (VALUES (1.10), (2.25)) t(x))", "3.35"},
      bind_decimal_sum));
  registry.add(aggregate<SumIntervals>(
      "sum", {TypeId::kInterval}, TypeId::kInterval,
      {"The sum of intervals, by fields.",
       "(SELECT sum(x) FROM (VALUES (INTERVAL '1 day'), (INTERVAL '2 hours')) t(x))", "1 day 02:00:00"}));
  registry.add(aggregate<AverageIntervals>(
      "avg", {TypeId::kInterval}, TypeId::kInterval,
      {"The mean of intervals.",
       "(SELECT avg(x) FROM (VALUES (INTERVAL '1 hour'), (INTERVAL '2 hours')) t(x))", "01:30:00"}));
}

}  // namespace stoa
