#include "column/kernels/arithmetic.h"

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/arithmetic_loops.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"
#include "types/decimal.h"

namespace stoa {

namespace {

enum class Fault : uint8_t { kNone, kOutOfRange, kDivisionByZero };

template <class T>
Fault integer_fault(ArithmeticOperator op, T a, T b) {
  T result;
  switch (op) {
    case ArithmeticOperator::kAdd:
      return __builtin_add_overflow(a, b, &result) ? Fault::kOutOfRange : Fault::kNone;
    case ArithmeticOperator::kSubtract:
      return __builtin_sub_overflow(a, b, &result) ? Fault::kOutOfRange : Fault::kNone;
    case ArithmeticOperator::kMultiply:
      return __builtin_mul_overflow(a, b, &result) ? Fault::kOutOfRange : Fault::kNone;
    default: break;
  }
  if (b == 0) {
    return Fault::kDivisionByZero;
  }
  // Only the smallest integer divided by -1 leaves the type; its remainder is 0.
  const bool leaves = op == ArithmeticOperator::kIntegerDivide && T(0) > T(-1) && b == T(-1) &&
                      __builtin_sub_overflow(T(0), a, &result);
  return leaves ? Fault::kOutOfRange : Fault::kNone;
}

template <class T>
Fault float_fault(ArithmeticOperator op, T a, T b) {
  if (std::isnan(a) || std::isnan(b) || std::isinf(a)) {
    const bool divides = op == ArithmeticOperator::kDivide || op == ArithmeticOperator::kModulo;
    return divides && b == 0 && !std::isnan(a) ? Fault::kDivisionByZero : Fault::kNone;
  }
  T result = 0;
  switch (op) {
    case ArithmeticOperator::kAdd: result = a + b; break;
    case ArithmeticOperator::kSubtract: result = a - b; break;
    case ArithmeticOperator::kMultiply: result = a * b; break;
    default:
      if (b == 0) {
        return Fault::kDivisionByZero;
      }
      result = op == ArithmeticOperator::kDivide ? a / b : 0;
  }
  return std::isinf(result) && !std::isinf(b) ? Fault::kOutOfRange : Fault::kNone;
}

template <class T>
Fault fault_of(ArithmeticOperator op, const void* left, const void* right) {
  const T a = *static_cast<const T*>(left);
  const T b = *static_cast<const T*>(right);
  if constexpr (std::is_floating_point_v<T>) {
    return float_fault(op, a, b);
  } else {
    return integer_fault(op, a, b);
  }
}

Fault fault_of_row(ArithmeticOperator op, PhysicalType physical, const void* left, const void* right) {
  switch (physical) {
    case PhysicalType::kInt8: return fault_of<int8_t>(op, left, right);
    case PhysicalType::kInt16: return fault_of<int16_t>(op, left, right);
    case PhysicalType::kInt32: return fault_of<int32_t>(op, left, right);
    case PhysicalType::kInt64: return fault_of<int64_t>(op, left, right);
    case PhysicalType::kInt128: return fault_of<Int128>(op, left, right);
    case PhysicalType::kUint8: return fault_of<uint8_t>(op, left, right);
    case PhysicalType::kUint16: return fault_of<uint16_t>(op, left, right);
    case PhysicalType::kUint32: return fault_of<uint32_t>(op, left, right);
    case PhysicalType::kUint64: return fault_of<uint64_t>(op, left, right);
    case PhysicalType::kFloat: return fault_of<float>(op, left, right);
    case PhysicalType::kDouble: return fault_of<double>(op, left, right);
    default: STOA_UNREACHABLE("not a numeric type");
  }
}

const char* symbol_of(ArithmeticOperator op) {
  switch (op) {
    case ArithmeticOperator::kAdd: return " + ";
    case ArithmeticOperator::kSubtract: return " - ";
    case ArithmeticOperator::kMultiply: return " * ";
    case ArithmeticOperator::kDivide: return " / ";
    case ArithmeticOperator::kIntegerDivide: return " // ";
    case ArithmeticOperator::kModulo: return " % ";
  }
  STOA_UNREACHABLE("all operators are listed");
}

[[noreturn]] void raise_fault(Fault fault, ArithmeticOperator op, const LogicalType& type, const Value& left,
                              const Value& right) {
  const std::string operation = left.to_string() + symbol_of(op) + right.to_string();
  if (fault == Fault::kDivisionByZero) {
    raise(sqlstate::kDivisionByZero, "division by zero: " + operation);
  }
  raise(sqlstate::kNumericOutOfRange, type.to_string() + " out of range: " + operation);
}

/// Two sides with the same layout of rows: both flat or constant.
struct Operands {
  const ColumnVector& left;
  const ColumnVector& right;
  size_t row_count;

  const std::byte* left_at(size_t row) const {
    return left.data() + left.position(row) * left.type().width_bytes();
  }
  const std::byte* right_at(size_t row) const {
    return right.data() + right.position(row) * right.type().width_bytes();
  }
  bool is_null(size_t row) const { return left.is_null(row) || right.is_null(row); }
  ArithmeticShape shape() const {
    return left.is_constant()    ? ArithmeticShape::kConstantLeft
           : right.is_constant() ? ArithmeticShape::kConstantRight
                                 : ArithmeticShape::kBothRows;
  }
};

Int128 limit_of(const LogicalType& type) {
  return type.is_decimal() ? power_of_ten(type.precision()) : Int128{0};
}

bool row_reaches(Int128 limit, PhysicalType physical, const std::byte* values, size_t row) {
  const size_t width_bytes = physical == PhysicalType::kInt128 ? sizeof(Int128) : sizeof(int64_t);
  return limit != 0 && exceeds_limit(physical, values + row * width_bytes, 1, limit);
}

/// Raises for the first row that is wrong and not NULL; returns when there is none.
void raise_first_fault(ArithmeticOperator op, const LogicalType& type, const Operands& operands,
                       const std::byte* results) {
  const PhysicalType physical = type.physical();
  const Int128 limit = limit_of(type);
  for (size_t row = 0; row < operands.row_count; ++row) {
    if (operands.is_null(row)) {
      continue;
    }
    Fault fault = fault_of_row(op, physical, operands.left_at(row), operands.right_at(row));
    if (fault == Fault::kNone && row_reaches(limit, physical, results, row)) {
      fault = Fault::kOutOfRange;
    }
    if (fault != Fault::kNone) {
      raise_fault(fault, op, type, operands.left.value(row), operands.right.value(row));
    }
  }
}

Validity both_valid(const ColumnVector& left, const ColumnVector& right, size_t n) {
  const bool left_nulls = left.is_flat() && left.validity().has_mask();
  const bool right_nulls = right.is_flat() && right.validity().has_mask();
  if (!left_nulls && !right_nulls) {
    return {};
  }
  if (!left_nulls) {
    return right.validity();
  }
  if (!right_nulls) {
    return left.validity();
  }
  auto mask = Buffer::allocate(words_for_bits(n) * sizeof(uint64_t));
  auto* words = mask->as<uint64_t>();
  mask_copy_bits(left.validity().words(), 0, n, words);
  mask_and(words, right.validity().words(), n);
  return {words, std::move(mask)};
}

struct Outcome {
  ColumnVector vector;
  bool suspicious;  ///< some row, perhaps a NULL one, may be wrong
};

/// Neither side is a dictionary and at most one is constant.
Outcome compute(ArithmeticOperator op, const LogicalType& type, const Operands& operands,
                MemoryBudget* budget) {
  const size_t n = operands.row_count;
  auto results = Buffer::allocate(n * type.width_bytes(), budget);
  bool suspicious = arithmetic_loop(op, type.physical(), operands.shape(), operands.left.data(),
                                    operands.right.data(), n, results->data());
  const Int128 limit = limit_of(type);
  suspicious = suspicious || (limit != 0 && exceeds_limit(type.physical(), results->data(), n, limit));
  const std::byte* data = results->data();
  return {ColumnVector::view_flat(type, n, data, std::move(results),
                                  both_valid(operands.left, operands.right, n)),
          suspicious};
}

bool serves_entries(const ColumnVector& vector, size_t row_count) {
  return vector.has_distinct_dictionary() && vector.dictionary().is_flat() &&
         vector.dictionary().size() <= row_count;
}

/// Computes over a dictionary's entries. False when an entry fails: perhaps no row has it, so the rows must
/// be asked.
bool compute_entries(ArithmeticOperator op, const LogicalType& type, const Operands& entries,
                     const ColumnVector& rows, size_t row_count, ColumnVector& result) {
  Outcome outcome = compute(op, type, entries, nullptr);
  if (outcome.suspicious) {
    return false;
  }
  result = ColumnVector::make_over(std::make_shared<const ColumnVector>(std::move(outcome.vector)), false,
                                   rows.indices(), rows.indices_owner(), row_count);
  return true;
}

ColumnVector compute_rows(ArithmeticOperator op, const LogicalType& type, const Operands& operands,
                          MemoryBudget* budget) {
  Outcome outcome = compute(op, type, operands, budget);
  if (outcome.suspicious) [[unlikely]] {
    raise_first_fault(op, type, operands, outcome.vector.data());
  }
  return std::move(outcome.vector);
}

ColumnVector compute_constant(ArithmeticOperator op, const LogicalType& type, const ColumnVector& left,
                              const ColumnVector& right, size_t row_count) {
  ColumnVector one = left;
  one.set_size(1);
  const ColumnVector flat = one.flatten();
  const ColumnVector result = compute_rows(op, type, {flat, right, 1}, nullptr);
  return ColumnVector::make_constant(result.value(0), row_count);
}

/// The first `row_count` rows without a dictionary.
ColumnVector spelled_out(const ColumnVector& vector, size_t row_count) {
  if (!vector.is_dictionary()) {
    return vector;
  }
  return vector.size() == row_count ? gather_all(vector) : gather_all(vector.slice(0, row_count));
}

}  // namespace

ColumnVector arithmetic(ArithmeticOperator op, const LogicalType& result_type, const ColumnVector& left,
                        const ColumnVector& right, size_t row_count, MemoryBudget* budget) {
  STOA_ASSERT(left.type().physical() == result_type.physical());
  STOA_ASSERT(right.type().physical() == result_type.physical());
  if ((left.is_constant() && left.is_null(0)) || (right.is_constant() && right.is_null(0))) {
    return ColumnVector::make_null(result_type, row_count);
  }
  if (left.is_constant() && right.is_constant()) {
    return row_count == 0 ? ColumnVector::make_null(result_type, 0)
                          : compute_constant(op, result_type, left, right, row_count);
  }
  ColumnVector result;
  if (right.is_constant() && serves_entries(left, row_count) &&
      compute_entries(op, result_type, {left.dictionary(), right, left.dictionary().size()}, left, row_count,
                      result)) {
    return result;
  }
  if (left.is_constant() && serves_entries(right, row_count) &&
      compute_entries(op, result_type, {left, right.dictionary(), right.dictionary().size()}, right,
                      row_count, result)) {
    return result;
  }
  const ColumnVector a = spelled_out(left, row_count);
  const ColumnVector b = spelled_out(right, row_count);
  return compute_rows(op, result_type, {a, b, row_count}, budget);
}

ColumnVector negate_values(const LogicalType& result_type, const ColumnVector& vector, size_t row_count,
                           MemoryBudget* budget) {
  if (!result_type.is_floating()) {
    const ColumnVector zero = ColumnVector::make_constant(Value::from_integer(result_type, 0), row_count);
    return arithmetic(ArithmeticOperator::kSubtract, result_type, zero, vector, row_count, budget);
  }
  // 0 - x would turn 0 to 0 instead of -0.
  const size_t n = vector.is_constant() ? 1 : row_count;
  ColumnVector rows = vector;
  rows.set_size(n);
  rows = rows.flatten();
  auto results = Buffer::allocate(n * result_type.width_bytes(), budget);
  negate_floats(result_type.physical(), rows.data(), n, results->data());
  const std::byte* data = results->data();
  ColumnVector result = ColumnVector::view_flat(result_type, n, data, std::move(results), rows.validity());
  return vector.is_constant() ? ColumnVector::make_constant(result.value(0), row_count) : result;
}

}  // namespace stoa
