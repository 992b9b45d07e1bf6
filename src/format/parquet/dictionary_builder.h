#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "format/parquet/stored_column.h"

namespace stoa::parquet {

/// The distinct values of a column, in order of first appearance, and each value's index among them.
struct BuiltDictionary {
  std::vector<uint32_t> first_places;  ///< of each distinct value in the column
  std::vector<uint32_t> indices;
  size_t plain_bytes = 0;  ///< of the distinct values in the plain encoding
};

/// Nothing where the dictionary form wouldn't be clearly smaller than the plain one.
std::optional<BuiltDictionary> build_dictionary(const StoredForm& form, const StoredColumn& column);

}  // namespace stoa::parquet
