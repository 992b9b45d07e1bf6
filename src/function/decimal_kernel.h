#pragma once

#include "function/row_kernel.h"

namespace stoa {

/// A kernel over one decimal argument of any width, from a function of its stored integer. The result is a
/// decimal of any width.
using DecimalFunction = Int128 (*)(const ScalarCall& call, Int128 value);

namespace decimal_loops {

template <DecimalFunction kFunction, class From, class To>
ColumnVector run(const ScalarCall& call) {
  const ValidRows valid(call.arguments.first(1), call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(call.return_type, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
  const From* from = call.arguments[0].values<From>();
  const size_t mask = call.arguments[0].is_constant() ? 0 : ~size_t{0};
  To* to = result.mutable_values<To>();
  valid.for_each([&](size_t row) { to[row] = static_cast<To>(kFunction(call, from[row & mask])); });
  return result;
}

}  // namespace decimal_loops

template <DecimalFunction kFunction>
ColumnVector decimal_kernel(const ScalarCall& call) {
  const bool from_wide = call.arguments[0].type().physical() == PhysicalType::kInt128;
  const bool to_wide = call.return_type.physical() == PhysicalType::kInt128;
  using namespace decimal_loops;
  if (from_wide) {
    return to_wide ? run<kFunction, Int128, Int128>(call) : run<kFunction, Int128, int64_t>(call);
  }
  return to_wide ? run<kFunction, int64_t, Int128>(call) : run<kFunction, int64_t, int64_t>(call);
}

}  // namespace stoa
