#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "column/column_vector.h"

/// Moving single rows into a flat vector that is still its maker's. Texts keep pointing to where they are;
/// the target keeps their heaps alive.
namespace stoa {

/// out[first + i] = from[rows[i]].
void copy_rows(const ColumnVector& from, std::span<const uint32_t> rows, ColumnVector& out, size_t first);
/// out[rows[i]] = from[first + i].
void scatter_rows(const ColumnVector& from, size_t first, std::span<const uint32_t> rows, ColumnVector& out);
/// A flat copy of rows [offset, offset + count) that is the caller's to change.
ColumnVector flat_copy(const ColumnVector& from, size_t offset, size_t count, MemoryBudget* budget);

}  // namespace stoa
