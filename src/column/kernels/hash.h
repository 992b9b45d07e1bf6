#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

namespace stoa {

/// Hashes the first n rows. With `combine`, mixes into the hashes that are there (of the columns before),
/// otherwise writes anew. Values that compare equal hash equally, also between integer types and between
/// vector kinds: NULL is kNullHash, -0 is 0, all NaNs are one, intervals go by length.
void hash_column(const ColumnVector& vector, size_t n, uint64_t* hashes, bool combine);

/// The hash that hash_column gives a text.
uint64_t hash_text(const TextView& text) noexcept;

/// The hash that hash_column gives a row.
uint64_t hash_row(const ColumnVector& vector, size_t row);

}  // namespace stoa
