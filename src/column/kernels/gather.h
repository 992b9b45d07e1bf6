#pragma once

#include <span>

#include "column/column_vector.h"

namespace stoa {

/// Copies rows `rows[0..]` to a flat vector. Texts keep pointing into the heaps that they are in, which the
/// result keeps alive.
ColumnVector gather(const ColumnVector& vector, Selection rows, MemoryBudget* budget = nullptr);
/// All rows of a vector as a flat vector.
ColumnVector gather_all(const ColumnVector& vector, MemoryBudget* budget = nullptr);
/// Copies `vector`'s fixed-width values at `rows` (null: all, in order) behind each other to `to`; NULL rows
/// too.
void gather_values(const ColumnVector& vector, const uint32_t* rows, size_t n, std::byte* to);

/// The rows of all parts, in order, as one flat vector that shares their text heaps. Parts have the same
/// type, which is needed where there are none.
ColumnVector concatenate(const LogicalType& type, std::span<const ColumnVector> parts,
                         MemoryBudget* budget = nullptr);

}  // namespace stoa
