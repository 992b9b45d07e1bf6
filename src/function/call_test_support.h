#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "function/function_registry.h"

/// Calling functions by name in tests, with the casts that the binder would add.
namespace stoa::function_test {

const FunctionRegistry& registry();

/// A quoted literal, whose type is not settled.
struct Literal {
  const char* text;
};
struct Argument {
  Value value;
  bool is_literal = false;
  Argument(Value v) : value(std::move(v)) {}
  Argument(Literal literal) : value(Value::text(literal.text)), is_literal(true) {}
  Argument(const char* text) : value(Value::text(text)) {}
  Argument(int number) : value(Value::integer(number)) {}
  Argument(int64_t number) : value(Value::bigint(number)) {}
  Argument(double number) : value(Value::double_precision(number)) {}
  Argument(bool truth) : value(Value::boolean(truth)) {}
};

/// A value written as SQL would: make(TypeId::kDate, "2024-02-29").
Value make(const LogicalType& type, std::string_view text);
Value decimal(std::string_view text);

/// The value of one call of a scalar function with constant arguments.
Value call(std::string_view name, std::initializer_list<Argument> arguments);
/// Its text.
std::string text_of(std::string_view name, std::initializer_list<Argument> arguments);
/// The SQLSTATE that it raises, or "" where it raises none.
std::string state_of(std::string_view name, std::initializer_list<Argument> arguments);

/// The values of a call over whole vectors (flat or constant), NULLs merged as the executor does.
ColumnVector call_vector(std::string_view name, std::vector<ColumnVector> arguments, size_t row_count);

/// An aggregate over rows, each column a list of values. Runs every path (single, grouped with one and with
/// many groups, split in batches and combined) and fails the test when they differ.
Value aggregate_of(std::string_view name, const std::vector<std::vector<Value>>& columns,
                   std::initializer_list<Value> constants = {});
std::string aggregate_state_of(std::string_view name, const std::vector<std::vector<Value>>& columns,
                               std::initializer_list<Value> constants = {});
/// The values of a list of texts in a type; "NULL" gives NULL.
std::vector<Value> values_of(const LogicalType& type, std::initializer_list<const char*> texts);

}  // namespace stoa::function_test
