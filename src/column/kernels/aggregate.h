#pragma once

#include <cstddef>
#include <cstdint>

#include "base/exact_sum.h"
#include "base/int128.h"
#include "column/column_vector.h"

/// Ungrouped aggregates over the first n rows of a vector of any kind. NULL rows don't count; neither do rows
/// whose bit in `mask` is clear, where a mask (mask.h) is given.
namespace stoa {

/// COUNT(x).
size_t count_values(const ColumnVector& vector, size_t n, const uint64_t* mask = nullptr);

/// The exact sum of integers up to 64 bits (decimals: of the stored integers). Cannot overflow for fewer than
/// 2^63 rows.
Int128 sum_integers(const ColumnVector& vector, size_t n, const uint64_t* mask = nullptr);
/// Adds 128-bit integers to `sum`; false when that overflows.
[[nodiscard]] bool sum_wide_integers(const ColumnVector& vector, size_t n, const uint64_t* mask, Int128& sum);
/// Adds REAL or DOUBLE values to `sum`.
void sum_doubles(const ColumnVector& vector, size_t n, const uint64_t* mask, ExactDoubleSum& sum);

/// The row of the smallest (largest) value by ORDER BY's order, the first of equals; n when there is none.
size_t min_row(const ColumnVector& vector, size_t n, const uint64_t* mask = nullptr);
size_t max_row(const ColumnVector& vector, size_t n, const uint64_t* mask = nullptr);

}  // namespace stoa
