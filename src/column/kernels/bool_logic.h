#pragma once

#include <cstddef>

#include "column/column_vector.h"

/// SQL's three-valued logic on BOOLEAN vectors of any kind: FALSE AND NULL is FALSE, TRUE OR NULL is TRUE,
/// NOT NULL is NULL. Results are constant when all inputs are, otherwise flat (NOT keeps dictionaries).
namespace stoa {

ColumnVector logical_and(const ColumnVector& left, const ColumnVector& right, size_t row_count);
ColumnVector logical_or(const ColumnVector& left, const ColumnVector& right, size_t row_count);
ColumnVector logical_not(const ColumnVector& vector, size_t row_count);
/// x IS NULL, x IS NOT NULL for any type: never NULL.
ColumnVector is_null_vector(const ColumnVector& vector, size_t row_count);
ColumnVector is_not_null_vector(const ColumnVector& vector, size_t row_count);

}  // namespace stoa
