#include <cmath>
#include <numbers>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

/// Overflow and underflow of finite arguments are errors, as PostgreSQL has it.
double checked(double result, bool arguments_finite) {
  if (std::isinf(result) && arguments_finite) {
    raise_double_overflow();
  }
  return result;
}

double sqrt_row(double x) {
  if (x < 0) {
    raise(sqlstate::kInvalidPower, "cannot take square root of a negative number");
  }
  return std::sqrt(x);
}
/// In extended precision, so that cubes of whole numbers have whole roots.
double cbrt_row(double x) {
  return static_cast<double>(std::cbrt(static_cast<long double>(x)));
}
double exp_row(double x) {
  const double result = std::exp(x);
  if (result == 0 && std::isfinite(x)) {
    raise_double_underflow();
  }
  return checked(result, std::isfinite(x));
}
void check_logarithm(double x) {
  if (x == 0) {
    raise(sqlstate::kInvalidLogarithm, "cannot take logarithm of zero");
  }
  if (x < 0) {
    raise(sqlstate::kInvalidLogarithm, "cannot take logarithm of a negative number");
  }
}
double ln_row(double x) {
  check_logarithm(x);
  return std::log(x);
}
double log10_row(double x) {
  check_logarithm(x);
  return std::log10(x);
}
double log2_row(double x) {
  check_logarithm(x);
  return std::log2(x);
}
double log_base_row(double base, double x) {
  check_logarithm(base);
  check_logarithm(x);
  if (base == 1) {
    raise_division_by_zero();
  }
  if (base == 2) {
    return std::log2(x);
  }
  return base == 10 ? std::log10(x) : std::log(x) / std::log(base);
}
double power_row(double x, double y) {
  if (x == 0 && y < 0) {
    raise(sqlstate::kInvalidPower, "zero raised to a negative power is undefined");
  }
  if (x < 0 && std::isfinite(y) && y != std::trunc(y)) {
    raise(sqlstate::kInvalidPower, "a negative number raised to a non-integer power yields a complex result");
  }
  const double result = std::pow(x, y);
  if (result == 0 && x != 0 && std::isfinite(x) && std::isfinite(y)) {
    raise_double_underflow();
  }
  return checked(result, std::isfinite(x) && std::isfinite(y));
}
double degrees_row(double x) {
  return checked(x * (180 / std::numbers::pi), std::isfinite(x));
}
double radians_row(double x) {
  return x * (std::numbers::pi / 180);
}

[[noreturn]] void raise_input_out_of_range() {
  raise(sqlstate::kNumericOutOfRange, "input is out of range");
}
double finite_angle(double x) {
  if (std::isinf(x)) {
    raise_input_out_of_range();
  }
  return x;
}
double within_one(double x) {
  if (x < -1 || x > 1) {
    raise_input_out_of_range();
  }
  return x;
}
double sin_row(double x) {
  return std::sin(finite_angle(x));
}
double cos_row(double x) {
  return std::cos(finite_angle(x));
}
double tan_row(double x) {
  return std::tan(finite_angle(x));
}
double cot_row(double x) {
  return 1 / std::tan(finite_angle(x));
}
double asin_row(double x) {
  return std::asin(within_one(x));
}
double acos_row(double x) {
  return std::acos(within_one(x));
}
double atan_row(double x) {
  return std::atan(x);
}
double atan2_row(double y, double x) {
  return std::atan2(y, x);
}
double sinh_row(double x) {
  return std::sinh(x);
}
double cosh_row(double x) {
  return std::cosh(x);
}
double tanh_row(double x) {
  return std::tanh(x);
}
double asinh_row(double x) {
  return std::asinh(x);
}
double acosh_row(double x) {
  if (x < 1) {
    raise_input_out_of_range();
  }
  return std::acosh(x);
}
double atanh_row(double x) {
  return std::atanh(within_one(x));
}
double sind_row(double x) {
  const double turn = std::fmod(finite_angle(x), 360);
  if (std::fmod(turn, 180) == 0) {
    return 0;
  }
  if (turn == 30 || turn == 150 || turn == -210 || turn == -330) {
    return 0.5;
  }
  if (turn == -30 || turn == -150 || turn == 210 || turn == 330) {
    return -0.5;
  }
  return std::sin(turn * (std::numbers::pi / 180));
}
double cosd_row(double x) {
  return sind_row(90 - std::fmod(finite_angle(x), 360));
}
double tand_row(double x) {
  const double turn = std::fmod(finite_angle(x), 180);
  if (turn == 45 || turn == -135) {
    return 1;
  }
  if (turn == -45 || turn == 135) {
    return -1;
  }
  return sind_row(turn) / cosd_row(turn);
}

bool isnan_row(double x) {
  return std::isnan(x);
}
bool isinf_row(double x) {
  return std::isinf(x);
}
bool isfinite_row(double x) {
  return std::isfinite(x);
}

ColumnVector pi_kernel(const ScalarCall& call) {
  return ColumnVector::make_constant(Value::double_precision(std::numbers::pi), call.row_count);
}

int32_t width_bucket_row(double x, double low, double high, int64_t count) {
  constexpr SqlState kInvalidWidthBucket("2201G");
  if (count <= 0 || count > INT32_MAX - 1) {
    raise(kInvalidWidthBucket, "count must be greater than zero");
  }
  if (std::isnan(x) || std::isnan(low) || std::isnan(high) || std::isinf(low) || std::isinf(high)) {
    raise(kInvalidWidthBucket, "operand, lower bound, and upper bound must be numbers");
  }
  if (low == high) {
    raise(kInvalidWidthBucket, "lower bound cannot equal upper bound");
  }
  const bool is_before = low < high ? x < low : x > low;
  const bool is_behind = low < high ? x >= high : x <= high;
  if (is_before) {
    return 0;
  }
  if (is_behind) {
    return static_cast<int32_t>(count + 1);
  }
  const double bucket = (x - low) / (high - low) * static_cast<double>(count);
  return static_cast<int32_t>(std::min(bucket, static_cast<double>(count - 1))) + 1;
}

struct DoubleFunction {
  const char* name;
  ScalarKernel kernel;
  const char* description;
  const char* example;
  const char* result;
};

constexpr DoubleFunction kDoubleFunctions[] = {
    {"sqrt", row_kernel<&sqrt_row>, "The square root.", "sqrt(2.25)", "1.5"},
    {"|/", row_kernel<&sqrt_row>, "The square root.", "|/ 2.25", "1.5"},
    {"cbrt", row_kernel<&cbrt_row>, "The cube root.", "cbrt(27)", "3"},
    {"||/", row_kernel<&cbrt_row>, "The cube root.", "||/ 27", "3"},
    {"exp", row_kernel<&exp_row>, "e to a power.", "exp(1)", "2.718281828459045"},
    {"ln", row_kernel<&ln_row>, "The natural logarithm.", "ln(1)", "0"},
    {"log", row_kernel<&log10_row>, "The logarithm to base 10.", "log(100)", "2"},
    {"log10", row_kernel<&log10_row>, "The logarithm to base 10.", "log10(1000)", "3"},
    {"log2", row_kernel<&log2_row>, "The logarithm to base 2.", "log2(8)", "3"},
    {"degrees", row_kernel<&degrees_row>, "Radians as degrees.", "degrees(pi())", "180"},
    {"radians", row_kernel<&radians_row>, "Degrees as radians.", "radians(180)", "3.141592653589793"},
    {"sin", row_kernel<&sin_row>, "The sine.", "sin(0)", "0"},
    {"cos", row_kernel<&cos_row>, "The cosine.", "cos(0)", "1"},
    {"tan", row_kernel<&tan_row>, "The tangent.", "tan(0)", "0"},
    {"cot", row_kernel<&cot_row>, "The cotangent.", "round(cot(1), 4)", "0.6421"},
    {"asin", row_kernel<&asin_row>, "The inverse sine.", "asin(1)", "1.5707963267948966"},
    {"acos", row_kernel<&acos_row>, "The inverse cosine.", "acos(1)", "0"},
    {"atan", row_kernel<&atan_row>, "The inverse tangent.", "atan(1)", "0.7853981633974483"},
    {"sinh", row_kernel<&sinh_row>, "The hyperbolic sine.", "sinh(0)", "0"},
    {"cosh", row_kernel<&cosh_row>, "The hyperbolic cosine.", "cosh(0)", "1"},
    {"tanh", row_kernel<&tanh_row>, "The hyperbolic tangent.", "tanh(0)", "0"},
    {"asinh", row_kernel<&asinh_row>, "The inverse hyperbolic sine.", "asinh(0)", "0"},
    {"acosh", row_kernel<&acosh_row>, "The inverse hyperbolic cosine.", "acosh(1)", "0"},
    {"atanh", row_kernel<&atanh_row>, "The inverse hyperbolic tangent.", "atanh(0)", "0"},
    {"sind", row_kernel<&sind_row>, "The sine of degrees.", "sind(30)", "0.5"},
    {"cosd", row_kernel<&cosd_row>, "The cosine of degrees.", "cosd(60)", "0.5"},
    {"tand", row_kernel<&tand_row>, "The tangent of degrees.", "tand(45)", "1"},
};

}  // namespace

void register_math_functions(FunctionRegistry& registry) {
  constexpr auto kDouble = TypeId::kDouble;
  for (const DoubleFunction& f : kDoubleFunctions) {
    registry.add(scalar(f.name, {kDouble}, kDouble, f.kernel, {f.description, f.example, f.result}));
  }
  for (const char* name : {"power", "pow"}) {
    registry.add(scalar(name, {kDouble, kDouble}, kDouble, row_kernel<&power_row>,
                        {"A number to a power.", std::string(name) + "(9, 3)", "729"}));
  }
  for (const char* name : {"^", "**"}) {
    registry.add(scalar(name, {kDouble, kDouble}, kDouble, row_kernel<&power_row>,
                        {"A number to a power.", std::string("2 ") + name + " 10", "1024"}));
  }
  registry.add(scalar("log", {kDouble, kDouble}, kDouble, row_kernel<&log_base_row>,
                      {"The logarithm to a base, which comes first.", "log(2, 64)", "6"}));
  registry.add(scalar("atan2", {kDouble, kDouble}, kDouble, row_kernel<&atan2_row>,
                      {"The angle of the point (x, y), from y and x.", "atan2(1, 0)", "1.5707963267948966"}));
  registry.add(scalar("pi", {}, kDouble, pi_kernel, {"The number pi.", "pi()", "3.141592653589793"}));
  registry.add(scalar("isnan", {kDouble}, TypeId::kBoolean, row_kernel<&isnan_row>,
                      {"Whether the number is NaN.", "isnan('NaN'::double)", "true"}));
  registry.add(scalar("isinf", {kDouble}, TypeId::kBoolean, row_kernel<&isinf_row>,
                      {"Whether the number is an infinity.", "isinf('Infinity'::double)", "true"}));
  registry.add(scalar("isfinite", {kDouble}, TypeId::kBoolean, row_kernel<&isfinite_row>,
                      {"Whether the number is neither NaN nor an infinity.", "isfinite(1.5)", "true"}));
  registry.add(scalar("width_bucket", {kDouble, kDouble, kDouble, TypeId::kBigint}, TypeId::kInteger,
                      row_kernel<&width_bucket_row>,
                      {"The bucket of a histogram with equal widths between two bounds.",
                       "width_bucket(5.35, 0.024, 10.06, 5)", "3"}));
}

}  // namespace stoa
