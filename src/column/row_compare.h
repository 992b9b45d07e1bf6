#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

namespace stoa {

/// Total order of two values as ORDER BY has it (NaN above all numbers, -0 equal to 0, texts by bytes,
/// intervals by length); NULL equals NULL and is above everything. Negative, zero, positive. Same physical
/// type on both sides.
int compare_rows(const ColumnVector& a, size_t i, const ColumnVector& b, size_t j);

/// Whether two values are equal, NULL equal to NULL.
bool rows_equal(const ColumnVector& a, size_t i, const ColumnVector& b, size_t j);

/// Of n pairs (a[a_rows[k]], b[b_rows[k]]), keeps those that are equal: writes their k to `matching`,
/// ascending, and returns their number. `candidates`, unless null, lists the k to look at (n of them,
/// ascending; may be `matching` itself): a key of several columns is matched by narrowing one column at a
/// time. Row arrays that are null mean row k.
size_t match_rows(const ColumnVector& a, const uint32_t* a_rows, const ColumnVector& b,
                  const uint32_t* b_rows, const uint32_t* candidates, size_t n, bool null_equals_null,
                  uint32_t* matching);

}  // namespace stoa
