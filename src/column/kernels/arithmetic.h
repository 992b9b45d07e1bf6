#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

namespace stoa {

enum class ArithmeticOperator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,         ///< of REAL and DOUBLE
  kIntegerDivide,  ///< of integers, towards zero
  kModulo,         ///< of integers and decimals of one scale; the sign is the dividend's
};

/// `left OP right` for the first `row_count` rows, giving `result_type`. Both sides have the result's
/// physical type; decimals are computed as their stored integers (the caller aligns scales and rescales).
/// NULL where either side is. Inputs of any kind; the result is constant when both sides are, keeps a
/// distinct dictionary's indices when the other side is constant (it is then no longer distinct), and is flat
/// otherwise. Errors, for the first row that is not NULL: 22003 for results that the type can't hold
/// (integers; REAL and DOUBLE that become infinite from finite operands; decimals beyond their precision),
/// 22012 for division by zero.
ColumnVector arithmetic(ArithmeticOperator op, const LogicalType& result_type, const ColumnVector& left,
                        const ColumnVector& right, size_t row_count, MemoryBudget* budget = nullptr);

/// -value; 22003 for the smallest integer.
ColumnVector negate_values(const LogicalType& result_type, const ColumnVector& vector, size_t row_count,
                           MemoryBudget* budget = nullptr);

}  // namespace stoa
