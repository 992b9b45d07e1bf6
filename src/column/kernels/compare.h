#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

namespace stoa {

enum class CompareOperator : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kDistinct,     ///< IS DISTINCT FROM: NULL is a value like any other
  kNotDistinct,  ///< IS NOT DISTINCT FROM
};

/// `a OP b` as `b flipped(OP) a`.
CompareOperator flip(CompareOperator op) noexcept;
/// NOT (a OP b) for values that are not NULL.
CompareOperator negate(CompareOperator op) noexcept;

/// Compares the first `row_count` rows of two vectors of the same physical type (the binder has cast them)
/// and writes the mask of the rows where the comparison is TRUE (mask.h). A comparison with NULL is not,
/// except in the DISTINCT forms. NaN equals NaN and is above all numbers, -0 equals 0, texts compare by
/// bytes, intervals by length.
void compare_to_mask(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                     size_t row_count, uint64_t* true_mask);

/// The same as a BOOLEAN vector in which comparisons with NULL are NULL. A constant when both sides are; over
/// a distinct dictionary when one side has it and the other is constant.
ColumnVector compare_to_bool(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                             size_t row_count);

/// The reference of the tests: row by row through boxed values.
void compare_to_mask_scalar(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                            size_t row_count, uint64_t* true_mask);

}  // namespace stoa
