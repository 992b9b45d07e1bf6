#pragma once

#include <cstddef>

#include "format/parquet/schema.h"
#include "types/text_view.h"

namespace stoa::parquet {

/// Makes values of the leaf's type of `count` values as Parquet stores them, with stored_bytes each. Not for
/// text, bytes, and decimals in BYTE_ARRAY. Raises 22003 or 22008 for a value out of the type's range.
void convert_values(const Leaf& leaf, const std::byte* stored, size_t count, std::byte* out);

/// The same for decimals in byte arrays of any length.
void convert_decimal_texts(const Leaf& leaf, const TextView* stored, size_t count, std::byte* out);

}  // namespace stoa::parquet
