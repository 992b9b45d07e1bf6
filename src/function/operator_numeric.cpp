#include <cmath>

#include "base/error.h"
#include "column/kernels/arithmetic.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/numeric_types.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

template <ArithmeticOperator kOperator>
ColumnVector arithmetic_kernel(const ScalarCall& call) {
  return arithmetic(kOperator, call.return_type, call.arguments[0], call.arguments[1], call.row_count);
}

ColumnVector negate_kernel(const ScalarCall& call) {
  return negate_values(call.return_type, call.arguments[0], call.row_count);
}

ColumnVector identity_kernel(const ScalarCall& call) {
  return call.arguments[0];
}

double divide_truncating(double a, double b) {
  if (b == 0) {
    raise_division_by_zero();
  }
  return std::trunc(a / b);
}

double modulo_double(double a, double b) {
  if (b == 0) {
    raise_division_by_zero();
  }
  return std::fmod(a, b);
}

std::shared_ptr<const FunctionData> bind_as_doubles(const ScalarBindInput& input) {
  for (LogicalType& type : input.parameter_types) {
    type = TypeId::kDouble;
  }
  return nullptr;
}

void add_for(FunctionRegistry& registry, const char* name, std::span<const TypeId> types, ScalarKernel kernel,
             const Documentation& documentation) {
  for (const TypeId type : types) {
    registry.add(scalar(name, {type, type}, type, kernel, documentation));
  }
}

void register_sums(FunctionRegistry& registry) {
  add_for(registry, "+", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kAdd>,
          {"Addition; 22003 when the type can't hold the sum.", "2 + 3", "5"});
  add_for(registry, "+", kFloatingTypes, arithmetic_kernel<ArithmeticOperator::kAdd>,
          {"Addition.", "1.5::double + 1", "2.5"});
  add_for(registry, "-", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kSubtract>,
          {"Subtraction; 22003 when the type can't hold the difference.", "2 - 3", "-1"});
  add_for(registry, "-", kFloatingTypes, arithmetic_kernel<ArithmeticOperator::kSubtract>,
          {"Subtraction.", "1.5::double - 1", "0.5"});
  add_for(registry, "*", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kMultiply>,
          {"Multiplication; 22003 when the type can't hold the product.", "2 * 3", "6"});
  add_for(registry, "*", kFloatingTypes, arithmetic_kernel<ArithmeticOperator::kMultiply>,
          {"Multiplication.", "1.5::double * 2", "3"});
}

void register_quotients(FunctionRegistry& registry) {
  for (const TypeId type : kIntegerTypes) {
    registry.add(scalar("/", {type, type}, TypeId::kDouble, arithmetic_kernel<ArithmeticOperator::kDivide>,
                        {"Division of integers, giving a double precision number.", "7 / 2", "3.5"},
                        bind_as_doubles));
  }
  add_for(registry, "/", kFloatingTypes, arithmetic_kernel<ArithmeticOperator::kDivide>,
          {"Division.", "7 / 2.0::double", "3.5"});
  // What `/` means under SET integer_division = on.
  add_for(registry, "integer_divide", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kIntegerDivide>,
          {"Division that keeps integers integers, cut towards zero.", "integer_divide(7, 2)", "3"});
  add_for(registry, "integer_divide", kFloatingTypes, arithmetic_kernel<ArithmeticOperator::kDivide>,
          {"Division.", "integer_divide(7, 2.0::double)", "3.5"});
  add_for(registry, "//", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kIntegerDivide>,
          {"Integer division, cut towards zero.", "-7 // 2", "-3"});
  registry.add(scalar("//", {TypeId::kDouble, TypeId::kDouble}, TypeId::kDouble,
                      row_kernel<&divide_truncating>,
                      {"Division, cut towards zero to a whole number.", "7.5::double // 2", "3"}));
  add_for(registry, "%", kIntegerTypes, arithmetic_kernel<ArithmeticOperator::kModulo>,
          {"Remainder of the division, with the sign of the dividend.", "-7 % 3", "-1"});
  registry.add(
      scalar("%", {TypeId::kDouble, TypeId::kDouble}, TypeId::kDouble, row_kernel<&modulo_double>,
             {"Remainder of the division, with the sign of the dividend.", "7.5::double % 2", "1.5"}));
  for (const TypeId type : kIntegerTypes) {
    registry.add(scalar("mod", {type, type}, type, arithmetic_kernel<ArithmeticOperator::kModulo>,
                        {"Remainder of the division, with the sign of the dividend.", "mod(9, 4)", "1"}));
  }
  registry.add(scalar("mod", {TypeId::kDouble, TypeId::kDouble}, TypeId::kDouble, row_kernel<&modulo_double>,
                      {"Remainder of the division.", "mod(7.5::double, 2)", "1.5"}));
  for (const TypeId type : kIntegerTypes) {
    registry.add(scalar("div", {type, type}, type, arithmetic_kernel<ArithmeticOperator::kIntegerDivide>,
                        {"Integer quotient, cut towards zero.", "div(9, 4)", "2"}));
  }
  registry.add(scalar("div", {TypeId::kDouble, TypeId::kDouble}, TypeId::kDouble,
                      row_kernel<&divide_truncating>,
                      {"Quotient, cut towards zero.", "div(9.5::double, 4)", "2"}));
}

void register_signs(FunctionRegistry& registry) {
  for (const TypeId type : kSignedTypes) {
    registry.add(scalar("-", {type}, type, negate_kernel, {"Negation.", "- (2)", "-2"}));
  }
  for (const TypeId type : kFloatingTypes) {
    registry.add(scalar("-", {type}, type, negate_kernel, {"Negation.", "- (2.5::double)", "-2.5"}));
  }
  for (const TypeId type : kIntegerTypes) {
    registry.add(scalar("+", {type}, type, identity_kernel, {"The value itself.", "+ 2", "2"}));
  }
  for (const TypeId type : kFloatingTypes) {
    registry.add(scalar("+", {type}, type, identity_kernel, {"The value itself.", "+ 2.5::double", "2.5"}));
  }
}

}  // namespace

void register_numeric_operators(FunctionRegistry& registry) {
  register_sums(registry);
  register_quotients(registry);
  register_signs(registry);
}

}  // namespace stoa
