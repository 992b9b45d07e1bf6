#include <algorithm>

#include <gtest/gtest.h>

#include "base/error.h"
#include "function/call_test_support.h"
#include "function/random_source.h"
#include "types/decimal.h"

namespace stoa::function_test {

namespace {

FunctionContext& context() {
  static RandomSource random(42);
  static FunctionContext shared = [] {
    FunctionContext made;
    made.transaction_start_us = 1'700'000'000'123'456;
    made.statement_start_us = 1'700'000'001'000'000;
    made.random = &random;
    return made;
  }();
  return shared;
}

struct Arguments {
  std::vector<LogicalType> types;
  std::vector<const Value*> constants;
  std::vector<bool> is_literal;
};

Arguments describe(std::span<const Argument> arguments) {
  Arguments described;
  for (const Argument& argument : arguments) {
    described.types.push_back(argument.value.type());
    described.constants.push_back(&argument.value);
    described.is_literal.push_back(argument.is_literal);
  }
  return described;
}

ColumnVector run(const BoundScalarCall& bound, std::span<const ColumnVector> arguments, size_t row_count) {
  ColumnVector result =
      bound.function->kernel({context(), bound.data.get(), bound.return_type, arguments, row_count});
  EXPECT_EQ(result.type(), bound.return_type) << bound.function->name;
  EXPECT_EQ(result.size(), row_count) << bound.function->name;
  if (bound.function->null_handling == NullHandling::kSpecial) {
    return result;
  }
  result = result.flatten();
  ColumnVector merged = ColumnVector::make_flat(bound.return_type, row_count);
  for (size_t row = 0; row < row_count; ++row) {
    const bool is_null = std::ranges::any_of(arguments, [&](const auto& a) { return a.is_null(row); });
    merged.set_value(row, is_null ? Value::null(bound.return_type) : result.value(row));
  }
  return merged;
}

/// As the binder would: value by value, so that only functions are under test here.
ColumnVector cast_column(const ColumnVector& column, const LogicalType& type) {
  if (column.type() == type) {
    return column;
  }
  if (column.is_constant()) {
    return ColumnVector::make_constant(cast_value(column.value(0), type), column.size());
  }
  std::vector<Value> values;
  for (size_t row = 0; row < column.size(); ++row) {
    values.push_back(cast_value(column.value(row), type));
  }
  return ColumnVector::from_values(type, values);
}

/// One state with its lifetime.
class State {
 public:
  explicit State(const AggregateFunction& function)
      : function_(function), bytes_(Buffer::allocate_zeroed(function.state_bytes)) {
    if (function.initialize != nullptr) {
      function.initialize(data());
    }
  }
  ~State() {
    if (function_.destroy != nullptr) {
      function_.destroy(data());
    }
  }
  std::byte* data() { return bytes_->data(); }

 private:
  const AggregateFunction& function_;
  BufferRef bytes_;
};

Value finish(const AggregateCall& call, const AggregateFunction& function, std::byte* base, size_t index) {
  const size_t stride = round_up(function.state_bytes, 16);
  ColumnVector result = ColumnVector::make_flat(call.return_type, index + 1);
  function.finalize(call, base, stride, index + 1, result);
  return result.value(index);
}

std::vector<ColumnVector> slice_all(const std::vector<ColumnVector>& columns, size_t offset, size_t size) {
  std::vector<ColumnVector> slices;
  for (const ColumnVector& column : columns) {
    slices.push_back(column.slice(offset, size));
  }
  return slices;
}

Value run_single(const AggregateCall& call, const AggregateFunction& function,
                 const std::vector<ColumnVector>& columns, size_t row_count) {
  State state(function);
  function.update_single(call, columns, row_count, state.data());
  return finish(call, function, state.data(), 0);
}

/// Rows go to two states in pieces, which are then combined.
Value run_combined(const AggregateCall& call, const AggregateFunction& function,
                   const std::vector<ColumnVector>& columns, size_t row_count) {
  State first(function);
  State second(function);
  const size_t half = row_count / 2;
  for (size_t row = 0; row < row_count; ++row) {
    function.update_single(call, slice_all(columns, row, 1), 1, row < half ? first.data() : second.data());
  }
  function.combine(call, second.data(), first.data());
  return finish(call, function, first.data(), 0);
}

/// All rows into the last of `group_count` groups through update(), as dictionary vectors.
Value run_grouped(const AggregateCall& call, const AggregateFunction& function,
                  const std::vector<ColumnVector>& columns, size_t row_count, uint32_t group_count) {
  const size_t stride = round_up(function.state_bytes, 16);
  const BufferRef bytes = Buffer::allocate_zeroed(stride * group_count);
  for (uint32_t i = 0; i < group_count && function.initialize != nullptr; ++i) {
    function.initialize(bytes->data() + i * stride);
  }
  const auto groups = Buffer::allocate(row_count * sizeof(uint32_t));
  const auto indices = Buffer::allocate(row_count * sizeof(uint32_t));
  std::fill_n(groups->as<uint32_t>(), row_count, group_count - 1);
  for (uint32_t row = 0; row < row_count; ++row) {
    indices->as<uint32_t>()[row] = row;
  }
  std::vector<ColumnVector> selected;
  for (const ColumnVector& column : columns) {
    selected.push_back(ColumnVector::make_dictionary(column, indices->as<uint32_t>(), indices, row_count));
  }
  function.update(call, selected, row_count, {bytes->data(), stride, groups->as<uint32_t>()});
  const Value value = finish(call, function, bytes->data(), group_count - 1);
  for (uint32_t i = 0; i < group_count && function.destroy != nullptr; ++i) {
    function.destroy(bytes->data() + i * stride);
  }
  return value;
}

}  // namespace

const FunctionRegistry& registry() {
  static const FunctionRegistry kRegistry;
  return kRegistry;
}

Value make(const LogicalType& type, std::string_view text) {
  return cast_value(Value::text(std::string(text)), type);
}

Value decimal(std::string_view text) {
  Int128 unscaled = 0;
  uint8_t precision = 0;
  uint8_t scale = 0;
  EXPECT_TRUE(parse_decimal_as_written(text, unscaled, precision, scale)) << text;
  return Value::decimal(unscaled, precision, scale);
}

Value call(std::string_view name, std::initializer_list<Argument> arguments) {
  const std::span<const Argument> list(arguments.begin(), arguments.size());
  const Arguments described = describe(list);
  const BoundScalarCall bound =
      registry().bind_scalar(name, described.types, described.constants, described.is_literal);
  std::vector<ColumnVector> vectors;
  for (size_t i = 0; i < list.size(); ++i) {
    vectors.push_back(ColumnVector::make_constant(cast_value(list[i].value, bound.parameter_types[i]), 1));
  }
  return run(bound, vectors, 1).value(0);
}

std::string text_of(std::string_view name, std::initializer_list<Argument> arguments) {
  return call(name, arguments).to_string();
}

std::string state_of(std::string_view name, std::initializer_list<Argument> arguments) {
  try {
    call(name, arguments);
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return "";
}

ColumnVector call_vector(std::string_view name, std::vector<ColumnVector> arguments, size_t row_count) {
  std::vector<LogicalType> types;
  std::vector<Value> values;
  values.reserve(arguments.size());
  std::vector<const Value*> constants;
  for (const ColumnVector& argument : arguments) {
    types.push_back(argument.type());
    values.push_back(argument.is_constant() ? argument.value(0) : Value());
    constants.push_back(argument.is_constant() ? &values.back() : nullptr);
  }
  const BoundScalarCall bound = registry().bind_scalar(name, types, constants, {});
  for (size_t i = 0; i < arguments.size(); ++i) {
    arguments[i] = cast_column(arguments[i], bound.parameter_types[i]);
  }
  return run(bound, arguments, row_count);
}

Value aggregate_of(std::string_view name, const std::vector<std::vector<Value>>& columns,
                   std::initializer_list<Value> constants) {
  std::vector<LogicalType> types;
  std::vector<const Value*> known;
  for (const auto& column : columns) {
    types.push_back(column.front().type());
    known.push_back(nullptr);
  }
  for (const Value& constant : constants) {
    types.push_back(constant.type());
    known.push_back(&constant);
  }
  const BoundAggregateCall bound = registry().bind_aggregate(name, types, known, {});
  const size_t row_count = columns.empty() ? 0 : columns[0].size();
  std::vector<ColumnVector> vectors;
  for (size_t i = 0; i < columns.size(); ++i) {
    vectors.push_back(cast_column(ColumnVector::from_values(types[i], columns[i]), bound.parameter_types[i]));
  }
  for (const Value& constant : constants) {
    vectors.push_back(
        ColumnVector::make_constant(cast_value(constant, bound.parameter_types[vectors.size()]), row_count));
  }
  const AggregateCall call{context(), bound.data.get(), bound.return_type, bound.parameter_types};
  const Value single = run_single(call, *bound.function, vectors, row_count);
  EXPECT_EQ(single, run_combined(call, *bound.function, vectors, row_count)) << name;
  EXPECT_EQ(single, run_grouped(call, *bound.function, vectors, row_count, 1)) << name;
  EXPECT_EQ(single, run_grouped(call, *bound.function, vectors, row_count, 100)) << name;
  return single;
}

std::string aggregate_state_of(std::string_view name, const std::vector<std::vector<Value>>& columns,
                               std::initializer_list<Value> constants) {
  try {
    aggregate_of(name, columns, constants);
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return "";
}

std::vector<Value> values_of(const LogicalType& type, std::initializer_list<const char*> texts) {
  std::vector<Value> values;
  for (const char* text : texts) {
    values.push_back(std::string_view(text) == "NULL" ? Value::null(type) : make(type, text));
  }
  return values;
}

}  // namespace stoa::function_test
