#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "column/column_vector.h"
#include "function/function_context.h"

namespace stoa {

enum class Volatility : uint8_t {
  kImmutable,  ///< folded when its arguments are constants; decided once per dictionary entry
  kStable,     ///< constant within a statement: now()
  kVolatile,   ///< called for every row: random()
};

/// How a function treats NULL arguments.
enum class NullHandling : uint8_t {
  kPropagate,  ///< NULL where any argument is; the kernel's value there is ignored and it must not raise for
               ///< it
  kSpecial,    ///< the kernel sets validity itself (coalesce-like functions, concat)
};

/// One call over a batch: arguments have the bound types, each flat or constant, not all constant unless
/// row_count is 1.
struct ScalarCall {
  const FunctionContext& context;
  const FunctionData* data;  ///< from `bind`, or null
  const LogicalType& return_type;
  std::span<const ColumnVector> arguments;
  size_t row_count;
};

/// Gives a flat or constant vector of return_type and row_count rows. With kPropagate, the caller merges
/// NULLs afterwards (the kernel may add more). Raises stoa::Error for a bad value in a valid row only.
using ScalarKernel = ColumnVector (*)(const ScalarCall& call);

/// What is known when a call is bound: argument types, and values of constant arguments (null pointer: not
/// constant).
struct ScalarBindInput {
  std::span<LogicalType> parameter_types;  ///< may be changed: arguments are cast to these
  std::span<const Value* const> constants;
  LogicalType& return_type;  ///< preset from the overload; may be changed
};
/// May compile constants, adjust types, or raise 22023/42883.
using ScalarBind = std::shared_ptr<const FunctionData> (*)(const ScalarBindInput& input);

/// One overload of a scalar function. A parameter type of TypeId::kNull stands for "any type". DECIMAL
/// without modifiers stands for any decimal (bind decides precision and scale).
struct ScalarFunction {
  std::string name;  ///< lower case
  std::vector<LogicalType> parameters;
  bool is_variadic = false;  ///< the last parameter may repeat, zero times too
  LogicalType return_type;
  ScalarKernel kernel = nullptr;
  Volatility volatility = Volatility::kImmutable;
  NullHandling null_handling = NullHandling::kPropagate;
  ScalarBind bind = nullptr;
  std::string description;  ///< one sentence
  std::string example;      ///< a SELECT-able expression, e.g. `lower('ABC')`, run as a test
  std::string example_result;
};

/// A call with its overload and types settled.
struct BoundScalarCall {
  const ScalarFunction* function = nullptr;  ///< lives as long as the registry
  std::vector<LogicalType> parameter_types;  ///< one per argument: cast arguments to these
  LogicalType return_type;
  std::shared_ptr<const FunctionData> data;
};

}  // namespace stoa
