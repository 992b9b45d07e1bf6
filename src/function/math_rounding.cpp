#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/decimal_kernel.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/numeric_types.h"
#include "types/decimal.h"

namespace stoa {

namespace {

ColumnVector same_integer_kernel(const ScalarCall& call) {
  return call.arguments[0];
}

double ceil_row(double x) {
  return std::ceil(x);
}
double floor_row(double x) {
  return std::floor(x);
}
double trunc_row(double x) {
  return std::trunc(x);
}
/// Half to even, as PostgreSQL rounds doubles.
double round_row(double x) {
  return std::nearbyint(x);
}

constexpr int64_t kDoubleDigits = 22;  ///< 10^22 is the greatest power of ten that a double holds exactly

/// Applies a rounding at a digit; digits beyond what a double has change nothing.
template <double (*kRound)(double)>
double at_digit(double x, int64_t digits) {
  static constexpr double kPowers[kDoubleDigits + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (!std::isfinite(x) || digits > kDoubleDigits) {
    return x;
  }
  if (digits < -308) {
    return 0;
  }
  const double factor =
      digits < -kDoubleDigits ? std::pow(10.0, static_cast<double>(-digits)) : kPowers[std::abs(digits)];
  const double scaled = kRound(digits >= 0 ? x * factor : x / factor);
  if (!std::isfinite(scaled)) {
    return x;
  }
  return digits >= 0 ? scaled / factor : scaled * factor;
}
double half_away(double x) {
  return std::round(x);
}
double round_digits_row(double x, int64_t digits) {
  return at_digit<half_away>(x, digits);
}
double trunc_digits_row(double x, int64_t digits) {
  return at_digit<trunc_row>(x, digits);
}

// --- decimals
enum class Rounding : uint8_t { kHalfAway, kTowardsZero, kUp, kDown };

/// Drops `digits` decimal digits of an integer.
Int128 drop_digits(Int128 value, unsigned digits, Rounding rounding) {
  if (digits == 0) {
    return value;
  }
  if (digits > kDecimalDigitsMax) {
    const bool away = (rounding == Rounding::kUp && value > 0) || (rounding == Rounding::kDown && value < 0);
    return away ? (value > 0 ? 1 : -1) : 0;
  }
  const Int128 divisor = power_of_ten(digits);
  const Int128 quotient = value / divisor;
  const Int128 rest = value % divisor;
  switch (rounding) {
    case Rounding::kHalfAway: {
      const Int128 magnitude = rest < 0 ? -rest : rest;
      return magnitude >= divisor - magnitude ? quotient + (value < 0 ? -1 : 1) : quotient;
    }
    case Rounding::kTowardsZero: return quotient;
    case Rounding::kUp: return quotient + (rest > 0 ? 1 : 0);
    case Rounding::kDown: return quotient - (rest < 0 ? 1 : 0);
  }
  return quotient;
}

template <Rounding kRounding>
Int128 to_whole(const ScalarCall& call, Int128 value) {
  return drop_digits(value, call.arguments[0].type().scale(), kRounding);
}

/// One digit more before the point, as 9.9 may become 10.
std::shared_ptr<const FunctionData> bind_whole(const ScalarBindInput& input) {
  const LogicalType& type = input.parameter_types[0];
  const int digits = std::clamp<int>(type.precision() - type.scale() + 1, 1, kDecimalDigitsMax);
  input.return_type = LogicalType::decimal(static_cast<uint8_t>(digits), 0);
  return nullptr;
}

/// How many digits behind the point a rounding keeps; constant, so that it can be the result's scale.
struct RoundingDigits : FunctionData {
  int64_t digits = 0;
  bool is_constant = false;
};

/// round(x, n) with a constant n has scale n (at least 0); otherwise x's.
std::shared_ptr<const FunctionData> bind_digits(const ScalarBindInput& input) {
  auto data = std::make_shared<RoundingDigits>();
  const LogicalType type = input.parameter_types[0];
  const Value* digits = input.constants.size() > 1 ? input.constants[1] : nullptr;
  int scale = type.scale();
  if (digits != nullptr && !digits->is_null() && digits->type().is_integer()) {
    const Int128 wanted = std::clamp<Int128>(digits->as_integer(), -100, 100);
    data->digits = static_cast<int64_t>(wanted);
    data->is_constant = true;
    scale = static_cast<int>(std::clamp<Int128>(wanted, 0, kDecimalDigitsMax));
  }
  const int whole = std::clamp<int>(type.precision() - type.scale() + 1, 1, kDecimalDigitsMax);
  scale = std::min(
      scale, kDecimalDigitsMax - (whole < kDecimalDigitsMax ? whole : kDecimalDigitsMax - type.scale()));
  scale = std::max(scale, 0);
  const int precision = std::clamp<int>(whole + scale, 1, kDecimalDigitsMax);
  input.return_type = LogicalType::decimal(static_cast<uint8_t>(precision), static_cast<uint8_t>(scale));
  return data;
}

/// Rounds at digit `digits`, then brings the value to the result's scale.
Int128 round_at(Int128 value, unsigned scale, int64_t digits, unsigned result_scale, Rounding rounding) {
  const int64_t kept = std::min<int64_t>(digits, scale);
  const auto dropped = static_cast<unsigned>(std::min<int64_t>(scale - kept, 1000));
  Int128 rounded = drop_digits(value, dropped, rounding);
  const int64_t up = int64_t{result_scale} - kept;
  if (up < 0) {
    return drop_digits(rounded, static_cast<unsigned>(-up), rounding);
  }
  if (rounded == 0) {
    return 0;
  }
  if (up > kDecimalDigitsMax ||
      !multiply_decimals(rounded, power_of_ten(static_cast<unsigned>(up)), rounded)) {
    raise_decimal_overflow();
  }
  return rounded;
}

template <Rounding kRounding>
Int128 at_constant_digits(const ScalarCall& call, Int128 value) {
  const auto& data = static_cast<const RoundingDigits&>(*call.data);
  return round_at(value, call.arguments[0].type().scale(), data.digits, call.return_type.scale(), kRounding);
}

template <class T>
Int128 load_wide(const ColumnVector& vector, size_t row) {
  return vector.values<T>()[vector.is_constant() ? 0 : row];
}

template <Rounding kRounding>
ColumnVector digits_kernel(const ScalarCall& call) {
  if (static_cast<const RoundingDigits&>(*call.data).is_constant) {
    return decimal_kernel<&at_constant_digits<kRounding>>(call);
  }
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(call.return_type, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
  const bool from_wide = call.arguments[0].type().physical() == PhysicalType::kInt128;
  const bool to_wide = call.return_type.physical() == PhysicalType::kInt128;
  const UnifiedVector digits(call.arguments[1]);
  valid.for_each([&](size_t row) {
    const Int128 value =
        from_wide ? load_wide<Int128>(call.arguments[0], row) : load_wide<int64_t>(call.arguments[0], row);
    const Int128 rounded = round_at(value, call.arguments[0].type().scale(), digits.value<int64_t>(row),
                                    call.return_type.scale(), kRounding);
    if (to_wide) {
      result.mutable_values<Int128>()[row] = rounded;
    } else {
      result.mutable_values<int64_t>()[row] = static_cast<int64_t>(rounded);
    }
  });
  return result;
}

struct RoundingKernels {
  const char* name;
  ScalarKernel of_double;
  ScalarKernel of_decimal;
  Documentation documentation;
};

void add_rounding(FunctionRegistry& registry, const RoundingKernels& kernels) {
  for (const TypeId type : kIntegerTypes) {
    registry.add(scalar(kernels.name, {type}, type, same_integer_kernel, kernels.documentation));
  }
  registry.add(
      scalar(kernels.name, {TypeId::kDouble}, TypeId::kDouble, kernels.of_double, kernels.documentation));
  registry.add(scalar(kernels.name, {TypeId::kDecimal}, TypeId::kDecimal, kernels.of_decimal,
                      kernels.documentation, bind_whole));
}

template <class T>
T abs_row(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::abs(x);
  } else {
    T negated = 0;
    if (x >= 0) {
      return x;
    }
    if (__builtin_sub_overflow(T{0}, x, &negated)) {
      raise_number_out_of_range(sizeof(T) == 1   ? "tinyint"
                                : sizeof(T) == 2 ? "smallint"
                                : sizeof(T) == 4 ? "integer"
                                : sizeof(T) == 8 ? "bigint"
                                                 : "hugeint");
    }
    return negated;
  }
}

Int128 abs_decimal(const ScalarCall&, Int128 value) {
  return value < 0 ? -value : value;
}

std::shared_ptr<const FunctionData> bind_same_decimal(const ScalarBindInput& input) {
  input.return_type = input.parameter_types[0];
  return nullptr;
}

template <class T>
void add_abs(FunctionRegistry& registry, TypeId type) {
  registry.add(
      scalar("abs", {type}, type, row_kernel<&abs_row<T>>, {"The absolute value.", "abs(-17)", "17"}));
  registry.add(scalar("@", {type}, type, row_kernel<&abs_row<T>>, {"The absolute value.", "@ (-17)", "17"}));
}

void register_abs(FunctionRegistry& registry) {
  add_abs<int8_t>(registry, TypeId::kTinyint);
  add_abs<int16_t>(registry, TypeId::kSmallint);
  add_abs<int32_t>(registry, TypeId::kInteger);
  add_abs<int64_t>(registry, TypeId::kBigint);
  add_abs<Int128>(registry, TypeId::kHugeint);
  add_abs<float>(registry, TypeId::kReal);
  add_abs<double>(registry, TypeId::kDouble);
  for (const TypeId type : {TypeId::kUtinyint, TypeId::kUsmallint, TypeId::kUinteger, TypeId::kUbigint}) {
    registry.add(scalar("abs", {type}, type, same_integer_kernel, {"The absolute value.", "abs(17)", "17"}));
  }
  for (const char* name : {"abs", "@"}) {
    registry.add(scalar(name, {TypeId::kDecimal}, TypeId::kDecimal, decimal_kernel<&abs_decimal>,
                        {"The absolute value.", std::string(name) + "(-1.50)", "1.50"}, bind_same_decimal));
  }
}

double sign_double_row(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}
int32_t sign_bigint_row(int64_t x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
int32_t sign_hugeint_row(Int128 x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
Int128 sign_decimal(const ScalarCall&, Int128 x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

std::shared_ptr<const FunctionData> bind_sign(const ScalarBindInput& input) {
  input.return_type = LogicalType::decimal(1, 0);
  return nullptr;
}

void register_sign(FunctionRegistry& registry) {
  const Documentation documentation = {"-1, 0 or 1.", "sign(-8.4)", "-1"};
  registry.add(
      scalar("sign", {TypeId::kBigint}, TypeId::kInteger, row_kernel<&sign_bigint_row>, documentation));
  registry.add(
      scalar("sign", {TypeId::kHugeint}, TypeId::kInteger, row_kernel<&sign_hugeint_row>, documentation));
  registry.add(
      scalar("sign", {TypeId::kDouble}, TypeId::kDouble, row_kernel<&sign_double_row>, documentation));
  registry.add(scalar("sign", {TypeId::kDecimal}, TypeId::kDecimal, decimal_kernel<&sign_decimal>,
                      documentation, bind_sign));
}

void register_digits(FunctionRegistry& registry) {
  constexpr auto kBigint = TypeId::kBigint;
  registry.add(
      scalar("round", {TypeId::kDouble, kBigint}, TypeId::kDouble, row_kernel<&round_digits_row>,
             {"Rounds to a number of digits, half away from zero.", "round(2.345::double, 1)", "2.3"}));
  registry.add(scalar(
      "round", {TypeId::kDecimal, kBigint}, TypeId::kDecimal, digits_kernel<Rounding::kHalfAway>,
      {"Rounds to a number of digits, half away from zero.", "round(42.4382, 2)", "42.44"}, bind_digits));
  for (const char* name : {"trunc", "truncate"}) {
    const std::string begin = name;
    registry.add(scalar(name, {TypeId::kDouble, kBigint}, TypeId::kDouble, row_kernel<&trunc_digits_row>,
                        {"Cuts to a number of digits.", begin + "(2.375::double, 1)", "2.3"}));
    registry.add(scalar(name, {TypeId::kDecimal, kBigint}, TypeId::kDecimal,
                        digits_kernel<Rounding::kTowardsZero>,
                        {"Cuts to a number of digits.", begin + "(42.4382, 2)", "42.43"}, bind_digits));
  }
}

}  // namespace

void register_math_rounding(FunctionRegistry& registry) {
  for (const char* name : {"ceil", "ceiling"}) {
    add_rounding(registry,
                 {name,
                  row_kernel<&ceil_row>,
                  decimal_kernel<&to_whole<Rounding::kUp>>,
                  {"The nearest whole number that is not smaller.", std::string(name) + "(-42.8)", "-42"}});
  }
  add_rounding(registry, {"floor",
                          row_kernel<&floor_row>,
                          decimal_kernel<&to_whole<Rounding::kDown>>,
                          {"The nearest whole number that is not greater.", "floor(-42.8)", "-43"}});
  add_rounding(registry, {"round",
                          row_kernel<&round_row>,
                          decimal_kernel<&to_whole<Rounding::kHalfAway>>,
                          {"The nearest whole number; halves go away from zero (of doubles, to even).",
                           "round(42.5)", "43"}});
  for (const char* name : {"trunc", "truncate"}) {
    add_rounding(registry, {name,
                            row_kernel<&trunc_row>,
                            decimal_kernel<&to_whole<Rounding::kTowardsZero>>,
                            {"The whole part.", std::string(name) + "(42.8)", "42"}});
  }
  register_digits(registry);
  register_abs(registry);
  register_sign(registry);
}

}  // namespace stoa
