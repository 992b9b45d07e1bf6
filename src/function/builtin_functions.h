#pragma once

#include <string>
#include <utility>
#include <vector>

#include "function/scalar_function.h"

/// The registration of everything that is built in: one function per file of functions.
namespace stoa {

class FunctionRegistry;

/// What a user reads about a function. The example is an expression that a test evaluates.
struct Documentation {
  std::string description;
  std::string example;
  std::string example_result;
};

/// A scalar function without the optional parts.
inline ScalarFunction scalar(std::string name, std::vector<LogicalType> parameters, LogicalType return_type,
                             ScalarKernel kernel, Documentation documentation, ScalarBind bind = nullptr) {
  ScalarFunction function;
  function.name = std::move(name);
  function.parameters = std::move(parameters);
  function.return_type = std::move(return_type);
  function.kernel = kernel;
  function.bind = bind;
  function.description = std::move(documentation.description);
  function.example = std::move(documentation.example);
  function.example_result = std::move(documentation.example_result);
  return function;
}

/// Calls all of the following.
void register_builtin_functions(FunctionRegistry& registry);

void register_numeric_operators(FunctionRegistry& registry);
void register_decimal_operators(FunctionRegistry& registry);
void register_bit_operators(FunctionRegistry& registry);
void register_temporal_operators(FunctionRegistry& registry);
void register_concat_operator(FunctionRegistry& registry);

void register_like(FunctionRegistry& registry);
void register_regex_functions(FunctionRegistry& registry);
void register_string_case(FunctionRegistry& registry);
void register_string_length(FunctionRegistry& registry);
void register_string_part(FunctionRegistry& registry);
void register_string_pad(FunctionRegistry& registry);
void register_string_trim(FunctionRegistry& registry);
void register_string_replace(FunctionRegistry& registry);
void register_string_join(FunctionRegistry& registry);
void register_string_code(FunctionRegistry& registry);
void register_string_distance(FunctionRegistry& registry);

void register_math_functions(FunctionRegistry& registry);
void register_math_rounding(FunctionRegistry& registry);
void register_math_integer(FunctionRegistry& registry);
void register_greatest_least(FunctionRegistry& registry);
void register_exact_compare(FunctionRegistry& registry);
void register_normalize(FunctionRegistry& registry);
void register_random_functions(FunctionRegistry& registry);
void register_system_functions(FunctionRegistry& registry);
void register_date_part(FunctionRegistry& registry);
void register_date_arithmetic(FunctionRegistry& registry);
void register_date_make(FunctionRegistry& registry);
void register_strftime(FunctionRegistry& registry);
void register_to_char_date(FunctionRegistry& registry);
void register_to_char_number(FunctionRegistry& registry);

void register_count(FunctionRegistry& registry);
void register_sum(FunctionRegistry& registry);
void register_avg(FunctionRegistry& registry);
void register_min_max(FunctionRegistry& registry);
void register_variance(FunctionRegistry& registry);
void register_regression(FunctionRegistry& registry);
void register_bool_bit_aggregates(FunctionRegistry& registry);
void register_value_aggregates(FunctionRegistry& registry);
void register_quantile(FunctionRegistry& registry);
void register_string_agg(FunctionRegistry& registry);
void register_approx_count_distinct(FunctionRegistry& registry);

void register_function_list(FunctionRegistry& registry);
void register_table_functions(FunctionRegistry& registry);

}  // namespace stoa
