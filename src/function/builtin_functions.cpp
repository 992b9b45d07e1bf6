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

void register_aggregates(FunctionRegistry& registry) {
  register_count(registry);
  register_sum(registry);
  register_avg(registry);
  register_min_max(registry);
}

}  // namespace

void register_builtin_functions(FunctionRegistry& registry) {
  register_operators(registry);
  register_aggregates(registry);
}

}  // namespace stoa
