#include "function/builtin_functions.h"

namespace stoa {

namespace {

void register_operators(FunctionRegistry& registry) {
  register_numeric_operators(registry);
  register_decimal_operators(registry);
  register_bit_operators(registry);
  register_temporal_operators(registry);
  register_concat_operator(registry);
}

void register_strings(FunctionRegistry& registry) {
  register_like(registry);
  register_regex_functions(registry);
  register_string_case(registry);
  register_string_length(registry);
  register_string_part(registry);
  register_string_pad(registry);
  register_string_trim(registry);
  register_string_replace(registry);
  register_string_join(registry);
  register_string_code(registry);
  register_string_distance(registry);
}

void register_numbers_and_dates(FunctionRegistry& registry) {
  register_math_functions(registry);
  register_math_rounding(registry);
  register_math_integer(registry);
  register_greatest_least(registry);
  register_exact_compare(registry);
  register_normalize(registry);
  register_random_functions(registry);
  register_system_functions(registry);
  register_date_part(registry);
  register_date_arithmetic(registry);
  register_date_make(registry);
  register_strftime(registry);
  register_to_char_date(registry);
  register_to_char_number(registry);
}

void register_aggregates(FunctionRegistry& registry) {
  register_count(registry);
  register_sum(registry);
  register_avg(registry);
  register_min_max(registry);
  register_variance(registry);
  register_regression(registry);
  register_bool_bit_aggregates(registry);
  register_value_aggregates(registry);
  register_quantile(registry);
  register_string_agg(registry);
  register_approx_count_distinct(registry);
}

}  // namespace

void register_builtin_functions(FunctionRegistry& registry) {
  register_operators(registry);
  register_strings(registry);
  register_numbers_and_dates(registry);
  register_aggregates(registry);
  register_table_functions(registry);
  register_function_list(registry);
}

}  // namespace stoa
