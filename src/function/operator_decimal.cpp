#include "column/kernels/arithmetic.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"
#include "types/decimal.h"

namespace stoa {

namespace {

const LogicalType kAnyDecimal = TypeId::kDecimal;

/// Widens a decimal to 128 bits, keeping its scale.
LogicalType widened(const LogicalType& type) {
  return LogicalType::decimal(kDecimalDigitsMax, type.scale());
}

std::shared_ptr<const FunctionData> bind_decimal_add(const ScalarBindInput& input) {
  input.return_type = decimal_add_type(input.parameter_types[0], input.parameter_types[1]);
  for (LogicalType& type : input.parameter_types) {
    type = input.return_type;
  }
  return nullptr;
}

std::shared_ptr<const FunctionData> bind_decimal_multiply(const ScalarBindInput& input) {
  input.return_type = decimal_multiply_type(input.parameter_types[0], input.parameter_types[1]);
  return nullptr;
}

struct DecimalScales : FunctionData {
  unsigned left = 0;
  unsigned right = 0;
  unsigned result = 0;
};

std::shared_ptr<const FunctionData> bind_wide(const ScalarBindInput& input, const LogicalType& result) {
  auto scales = std::make_shared<DecimalScales>();
  scales->left = input.parameter_types[0].scale();
  scales->right = input.parameter_types[1].scale();
  scales->result = result.scale();
  input.return_type = result;
  for (LogicalType& type : input.parameter_types) {
    type = widened(type);
  }
  return scales;
}

std::shared_ptr<const FunctionData> bind_decimal_divide(const ScalarBindInput& input) {
  return bind_wide(input, decimal_divide_type(input.parameter_types[0], input.parameter_types[1]));
}

std::shared_ptr<const FunctionData> bind_decimal_whole(const ScalarBindInput& input) {
  return bind_wide(input, LogicalType::decimal(kDecimalDigitsMax, 0));
}

std::shared_ptr<const FunctionData> bind_decimal_modulo(const ScalarBindInput& input) {
  const LogicalType& a = input.parameter_types[0];
  const LogicalType& b = input.parameter_types[1];
  const int scale = std::max(a.scale(), b.scale());
  const int digits = std::max(a.precision() - a.scale(), b.precision() - b.scale()) + scale;
  const auto precision = static_cast<uint8_t>(std::min<int>(digits, kDecimalDigitsMax));
  input.return_type = LogicalType::decimal(precision, static_cast<uint8_t>(scale));
  for (LogicalType& type : input.parameter_types) {
    type = input.return_type;
  }
  return nullptr;
}

std::shared_ptr<const FunctionData> bind_decimal_sign(const ScalarBindInput& input) {
  input.return_type = input.parameter_types[0];
  return nullptr;
}

Int128 divide_row(const ScalarCall& call, Int128 a, Int128 b) {
  const auto& scales = static_cast<const DecimalScales&>(*call.data);
  Int128 result = 0;
  if (b == 0) {
    raise_division_by_zero();
  }
  if (!divide_decimals(a, scales.left, b, scales.right, scales.result, result)) {
    raise_decimal_overflow();
  }
  return result;
}

Int128 divide_whole_row(const ScalarCall& call, Int128 a, Int128 b) {
  const auto& scales = static_cast<const DecimalScales&>(*call.data);
  Int128 result = 0;
  if (b == 0) {
    raise_division_by_zero();
  }
  if (!divide_decimals_whole(a, scales.left, b, scales.right, result)) {
    raise_decimal_overflow();
  }
  return result;
}

bool is_short(Int128 value) {
  return value == static_cast<int64_t>(value);
}

/// The product of one row; both short is the common case and can't overflow.
template <class A, class B>
bool multiply_row(A a, B b, Int128& result) {
  if (is_short(a) && is_short(b)) [[likely]] {
    result = Int128{static_cast<int64_t>(a)} * static_cast<int64_t>(b);
    return true;
  }
  return multiply_decimals(a, b, result);
}

/// Products that may need more than 18 digits, of short or wide decimals.
template <class A, class B>
ColumnVector multiply_wide(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(call.return_type, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
  const A* a = call.arguments[0].values<A>();
  const B* b = call.arguments[1].values<B>();
  const size_t mask_a = call.arguments[0].is_constant() ? 0 : ~size_t{0};
  const size_t mask_b = call.arguments[1].is_constant() ? 0 : ~size_t{0};
  auto* to = result.mutable_values<Int128>();
  // NULL rows are computed too, which is cheaper than skipping them; only what is wrong in a valid row
  // counts.
  bool all_fit = true;
  for (size_t i = 0; i < call.row_count; ++i) {
    all_fit &= multiply_row(a[i & mask_a], b[i & mask_b], to[i]);
  }
  if (!all_fit) {
    valid.for_each([&](size_t row) {
      Int128 product = 0;
      if (!multiply_row(a[row & mask_a], b[row & mask_b], product)) {
        raise_decimal_overflow();
      }
    });
  }
  return result;
}

ColumnVector multiply_decimal_kernel(const ScalarCall& call) {
  const bool wide_a = call.arguments[0].type().physical() == PhysicalType::kInt128;
  const bool wide_b = call.arguments[1].type().physical() == PhysicalType::kInt128;
  if (call.return_type.physical() == PhysicalType::kInt64) {
    return arithmetic(ArithmeticOperator::kMultiply, call.return_type, call.arguments[0], call.arguments[1],
                      call.row_count);
  }
  if (wide_a) {
    return wide_b ? multiply_wide<Int128, Int128>(call) : multiply_wide<Int128, int64_t>(call);
  }
  return wide_b ? multiply_wide<int64_t, Int128>(call) : multiply_wide<int64_t, int64_t>(call);
}

template <ArithmeticOperator kOperator>
ColumnVector aligned_kernel(const ScalarCall& call) {
  return arithmetic(kOperator, call.return_type, call.arguments[0], call.arguments[1], call.row_count);
}

ColumnVector negate_decimal_kernel(const ScalarCall& call) {
  return negate_values(call.return_type, call.arguments[0], call.row_count);
}

ColumnVector keep_decimal_kernel(const ScalarCall& call) {
  return call.arguments[0];
}

void add_binary(FunctionRegistry& registry, const char* name, ScalarKernel kernel, ScalarBind bind,
                Documentation documentation) {
  registry.add(scalar(name, {kAnyDecimal, kAnyDecimal}, kAnyDecimal, kernel, std::move(documentation), bind));
}

}  // namespace

void register_decimal_operators(FunctionRegistry& registry) {
  add_binary(registry, "+", aligned_kernel<ArithmeticOperator::kAdd>, bind_decimal_add,
             {"Exact addition.", "1.10 + 2.205", "3.305"});
  add_binary(registry, "-", aligned_kernel<ArithmeticOperator::kSubtract>, bind_decimal_add,
             {"Exact subtraction.", "1.10 - 2.205", "-1.105"});
  add_binary(registry, "*", multiply_decimal_kernel, bind_decimal_multiply,
             {"Exact multiplication.", "1.10 * 2.5", "2.750"});
  add_binary(registry, "/", row_kernel<&divide_row>, bind_decimal_divide,
             {"Division, rounded to 16 or more digits.", "1.00 / 3", "0.3333333333333333"});
  add_binary(registry, "integer_divide", row_kernel<&divide_row>, bind_decimal_divide,
             {"Division, rounded to 16 or more digits.", "integer_divide(1.00, 3)", "0.3333333333333333"});
  add_binary(registry, "//", row_kernel<&divide_whole_row>, bind_decimal_whole,
             {"Division, cut towards zero to a whole number.", "7.50 // 2", "3"});
  add_binary(registry, "div", row_kernel<&divide_whole_row>, bind_decimal_whole,
             {"Quotient, cut towards zero to a whole number.", "div(9.5, 4)", "2"});
  add_binary(registry, "%", aligned_kernel<ArithmeticOperator::kModulo>, bind_decimal_modulo,
             {"Remainder of the division, with the sign of the dividend.", "7.50 % 2", "1.50"});
  add_binary(registry, "mod", aligned_kernel<ArithmeticOperator::kModulo>, bind_decimal_modulo,
             {"Remainder of the division, with the sign of the dividend.", "mod(7.50, 2)", "1.50"});
  registry.add(scalar("-", {kAnyDecimal}, kAnyDecimal, negate_decimal_kernel,
                      {"Negation.", "- (2.50)", "-2.50"}, bind_decimal_sign));
  registry.add(scalar("+", {kAnyDecimal}, kAnyDecimal, keep_decimal_kernel,
                      {"The value itself.", "+ 2.50", "2.50"}, bind_decimal_sign));
}

}  // namespace stoa
