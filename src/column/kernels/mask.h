#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

/// Packed bit masks over rows: bit i of a mask is row i. Masks of n rows have words_for_bits(n) words.
/// Functions that write whole masks leave the bits behind row n - 1 of the last word clear, unless they say
/// otherwise; functions that read them ignore those bits.
namespace stoa {

/// Sets or clears the first n bits.
void mask_fill(uint64_t* mask, size_t n, bool value);
void mask_and(uint64_t* mask, const uint64_t* other, size_t n);
void mask_or(uint64_t* mask, const uint64_t* other, size_t n);
/// mask & ~other.
void mask_and_not(uint64_t* mask, const uint64_t* other, size_t n);
void mask_not(uint64_t* mask, size_t n);
size_t mask_count(const uint64_t* mask, size_t n);
/// Copies the bits [offset, offset + n) of `from` to the first n bits of `to`.
void mask_copy_bits(const uint64_t* from, size_t offset, size_t n, uint64_t* to);

/// Writes the positions of the set bits among the first n to `out`, ascending, and returns how many there
/// are. `out` has room for n rounded up to a multiple of 64.
size_t mask_to_selection(const uint64_t* mask, size_t n, uint32_t* out);
/// The same through plain loops; the reference of the tests.
size_t mask_to_selection_scalar(const uint64_t* mask, size_t n, uint32_t* out);

/// The mask of a vector's rows that are not NULL, for any kind of vector.
void valid_to_mask(const ColumnVector& vector, size_t n, uint64_t* mask);
/// The rows that are not NULL, as mask_to_selection gives them.
size_t valid_to_selection(const ColumnVector& vector, size_t n, uint32_t* out);

/// Bytes that are 0 or 1 to bits and back. `bools` needs 64 readable (writable) bytes rounded up.
void bools_to_mask(const uint8_t* bools, size_t n, uint64_t* mask);
void mask_to_bools(const uint64_t* mask, size_t n, uint8_t* bools);

/// A BOOLEAN vector of any kind as a mask of its TRUE rows (NULL is not).
void true_to_mask(const ColumnVector& booleans, size_t n, uint64_t* mask);
/// A flat BOOLEAN vector from the mask of its TRUE rows and, unless null, of its valid rows.
ColumnVector bool_vector(const uint64_t* true_mask, const uint64_t* valid_mask, size_t n);

/// dest[i] bit = mask bit at indices[i]: looks a per-entry answer up for each row.
void mask_gather(const uint64_t* entry_mask, const uint32_t* indices, size_t n, uint64_t* mask);

}  // namespace stoa
