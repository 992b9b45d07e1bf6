#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

/// The loops of group_codes.h.
namespace stoa {

/// What a code leads to while its group is unknown.
inline constexpr uint32_t kUnknownGroup = ~uint32_t{0};

/// groups[i] = groups_by_code[codes[i]] for n rows; false when some are unknown.
[[nodiscard]] bool look_up_codes(const uint32_t* codes, size_t n, const uint32_t* groups_by_code,
                                 uint32_t* groups);
/// Whether the groups of all n codes are known.
[[nodiscard]] bool knows_codes(const uint32_t* codes, size_t n, const uint32_t* groups_by_code);

/// Integers `low` .. `low + width - 1` (modulo 2^64), and NULL before them.
struct IntegerRange {
  uint64_t low = 0;
  uint64_t width = 0;
};

/// Codes of an integer column: 0 for NULL, value - low + 1 otherwise; false when a value is out of range.
/// With `combine`, the codes that are there are multiplied by width + 1 before.
[[nodiscard]] bool encode_integers(const ColumnVector& vector, size_t n, const IntegerRange& range,
                                   bool combine, uint32_t* codes);
/// The smallest and the largest value; false when all are NULL.
[[nodiscard]] bool find_integer_bounds(const ColumnVector& vector, size_t n, Int128& minimum,
                                       Int128& maximum);
/// codes[i] = codes[i] * count + entries[i], or entries[i] alone.
void encode_entries(const uint32_t* entries, size_t n, uint32_t count, bool combine, uint32_t* codes);

}  // namespace stoa
