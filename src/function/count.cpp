#include "column/kernels/aggregate.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"

namespace stoa {

namespace {

int64_t& count_at(std::byte* state) {
  return *reinterpret_cast<int64_t*>(state);
}

void count_rows(const AggregateCall&, std::span<const ColumnVector>, size_t row_count,
                const GroupedStates& states) {
  for (size_t row = 0; row < row_count; ++row) {
    ++count_at(states.at(row));
  }
}

void count_rows_single(const AggregateCall&, std::span<const ColumnVector>, size_t row_count,
                       std::byte* state) {
  count_at(state) += static_cast<int64_t>(row_count);
}

/// The mask of a flat vector is all that a count reads.
void count_grouped(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                   const GroupedStates& states) {
  const UnifiedVector values(arguments[0]);
  if (values.validity == nullptr) {
    count_rows(call, arguments, row_count, states);
    return;
  }
  for (size_t row = 0; row < row_count; ++row) {
    count_at(states.at(row)) += values.is_valid(row) ? 1 : 0;
  }
}

void count_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                  std::byte* state) {
  count_at(state) += static_cast<int64_t>(count_values(arguments[0], row_count));
}

void count_combine(const AggregateCall&, std::byte* from, std::byte* into) {
  count_at(into) += count_at(from);
}

void count_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                    ColumnVector& result) {
  auto* to = result.mutable_values<int64_t>();
  for (size_t i = 0; i < count; ++i) {
    to[i] = count_at(base + i * stride_bytes);
  }
}

AggregateFunction make_count(Documentation documentation) {
  AggregateFunction function;
  function.name = "count";
  function.return_type = TypeId::kBigint;
  function.state_bytes = sizeof(int64_t);
  function.combine = &count_combine;
  function.finalize = &count_finalize;
  function.has_value_when_empty = true;
  function.description = std::move(documentation.description);
  function.example = std::move(documentation.example);
  function.example_result = std::move(documentation.example_result);
  return function;
}

struct CountIf {
  using State = int64_t;
  using Input = uint8_t;
  using Output = int64_t;
  static void step(State& state, uint8_t value) { state += value; }
  static void merge(State& into, State& from) { into += from; }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    out = state;
    return true;
  }
};

}  // namespace

void register_count(FunctionRegistry& registry) {
  AggregateFunction rows =
      make_count({"The number of rows.", "(SELECT count(*) FROM (VALUES (1), (NULL)) t(x))", "2"});
  rows.update = &count_rows;
  rows.update_single = &count_rows_single;
  registry.add(std::move(rows));

  AggregateFunction values = make_count(
      {"The number of values that are not NULL.", "(SELECT count(x) FROM (VALUES (1), (NULL)) t(x))", "1"});
  values.parameters = {TypeId::kNull};
  values.update = &count_grouped;
  values.update_single = &count_single;
  registry.add(std::move(values));

  AggregateFunction matching =
      aggregate<CountIf>("count_if", {TypeId::kBoolean}, TypeId::kBigint,
                         {"The number of rows whose argument is true.",
                          "(SELECT count_if(x > 1) FROM (VALUES (1), (2)) t(x))", "1"});
  matching.has_value_when_empty = true;
  registry.add(std::move(matching));
}

}  // namespace stoa
