#include "types/exact_compare.h"

#include "function/builtin_functions.h"
#include "function/function_registry.h"

namespace stoa {

namespace {

double as_double(const ColumnVector& vector, size_t row) {
  const size_t at = vector.is_constant() ? 0 : row;
  return vector.type().id() == TypeId::kReal ? double{vector.values<float>()[at]}
                                             : vector.values<double>()[at];
}

/// The sign of number - double, exactly. `number` is a BIGINT, UBIGINT, HUGEINT or DECIMAL.
int compare_number(const ColumnVector& number, size_t row, double other) {
  const size_t at = number.is_constant() ? 0 : row;
  const LogicalType& type = number.type();
  switch (type.physical()) {
    case PhysicalType::kUint64: return compare_uint64_double(number.values<uint64_t>()[at], other);
    case PhysicalType::kInt64:
      return type.is_decimal() ? compare_decimal_double(number.values<int64_t>()[at], type.scale(), other)
                               : compare_int64_double(number.values<int64_t>()[at], other);
    default:
      return type.is_decimal() ? compare_decimal_double(number.values<Int128>()[at], type.scale(), other)
                               : compare_int128_double(number.values<Int128>()[at], other);
  }
}

ColumnVector exact_compare_kernel(const ScalarCall& call) {
  const ColumnVector& left = call.arguments[0];
  const ColumnVector& right = call.arguments[1];
  const bool double_is_left = left.type().is_floating();
  ColumnVector result = ColumnVector::make_flat(TypeId::kInteger, call.row_count);
  for (size_t row = 0; row < call.row_count; ++row) {
    const double other = as_double(double_is_left ? left : right, row);
    const int sign = compare_number(double_is_left ? right : left, row, other);
    result.mutable_values<int32_t>()[row] = double_is_left ? -sign : sign;
  }
  return result;
}

/// Takes decimals with the precision that they have.
std::shared_ptr<const FunctionData> keep_types(const ScalarBindInput&) {
  return nullptr;
}

}  // namespace

/// What comparisons between exact numbers and doubles are bound to, so that no integer passes through double.
void register_exact_compare(FunctionRegistry& registry) {
  const LogicalType any_decimal = TypeId::kDecimal;
  const Documentation documentation{
      "The sign of a difference between an exact number and a double, exactly.",
      "exact_compare(9007199254740993::bigint, 9007199254740992::double precision)", "1"};
  for (const LogicalType& exact : {LogicalType(TypeId::kBigint), LogicalType(TypeId::kUbigint),
                                   LogicalType(TypeId::kHugeint), any_decimal}) {
    for (const LogicalType& inexact : {LogicalType(TypeId::kDouble), LogicalType(TypeId::kReal)}) {
      registry.add(scalar("exact_compare", {exact, inexact}, TypeId::kInteger, exact_compare_kernel,
                          documentation, keep_types));
      registry.add(scalar("exact_compare", {inexact, exact}, TypeId::kInteger, exact_compare_kernel,
                          documentation, keep_types));
    }
  }
}

}  // namespace stoa
