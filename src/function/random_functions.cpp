#include <bit>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/random_source.h"
#include "function/row_kernel.h"
#include "types/uuid.h"

namespace stoa {

namespace {

RandomSource& random_of(const ScalarCall& call) {
  if (call.context.random == nullptr) {
    raise(sqlstate::kInternalError, "no source of random numbers here");
  }
  return *call.context.random;
}

ColumnVector random_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kDouble, call.row_count);
  Random random = random_of(call).draw();
  auto* to = result.mutable_values<double>();
  for (size_t row = 0; row < call.row_count; ++row) {
    to[row] = random.unit();
  }
  return result;
}

ColumnVector random_between_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kBigint, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kBigint, call.row_count);
  Random random = random_of(call).draw();
  auto* to = result.mutable_values<int64_t>();
  const UnifiedVector lows(call.arguments[0]);
  const UnifiedVector highs(call.arguments[1]);
  valid.for_each([&](size_t row) {
    const auto low = lows.value<int64_t>(row);
    const auto high = highs.value<int64_t>(row);
    if (low > high) {
      raise(sqlstate::kInvalidParameterValue, "lower bound must be less than or equal to upper bound");
    }
    to[row] = random.between(low, high);
  });
  return result;
}

ColumnVector setseed_kernel(const ScalarCall& call) {
  const UnifiedVector seeds(call.arguments[0]);
  for (size_t row = 0; row < call.row_count; ++row) {
    if (!seeds.is_valid(row)) {
      continue;
    }
    const auto seed = seeds.value<double>(row);
    if (!(seed >= -1 && seed <= 1)) {
      raise(sqlstate::kInvalidParameterValue, "setseed parameter is out of allowed range [-1,1]");
    }
    random_of(call).reseed(std::bit_cast<uint64_t>(seed));
  }
  return ColumnVector::make_constant(Value::text(""), call.row_count);
}

ColumnVector uuid_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kUuid, call.row_count);
  Random random = random_of(call).draw();
  auto* to = result.mutable_values<Int128>();
  for (size_t row = 0; row < call.row_count; ++row) {
    const uint64_t high = random.next();
    to[row] = make_random_uuid(high, random.next());
  }
  return result;
}

ScalarFunction volatile_function(ScalarFunction function) {
  function.volatility = Volatility::kVolatile;
  return function;
}

}  // namespace

void register_random_functions(FunctionRegistry& registry) {
  registry.add(volatile_function(scalar("random", {}, TypeId::kDouble, random_kernel,
                                        {"A random number from 0 to below 1.", "random() < 1", "true"})));
  registry.add(volatile_function(scalar("random", {TypeId::kBigint, TypeId::kBigint}, TypeId::kBigint,
                                        random_between_kernel,
                                        {"A random integer between two bounds.", "random(5, 5)", "5"})));
  registry.add(
      volatile_function(scalar("setseed", {TypeId::kDouble}, TypeId::kText, setseed_kernel,
                               {"Makes the random numbers that follow repeatable; gives an empty text.",
                                "length(setseed(0.5))", "0"})));
  for (const char* name : {"gen_random_uuid", "uuid"}) {
    registry.add(volatile_function(
        scalar(name, {}, TypeId::kUuid, uuid_kernel,
               {"A random UUID (version 4).", "length(" + std::string(name) + "()::text)", "36"})));
  }
}

}  // namespace stoa
