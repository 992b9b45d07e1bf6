#pragma once

#include <cstddef>
#include <vector>

#include "column/column_vector.h"

namespace stoa {

/// Rows of a vector unless a database is told otherwise (SET vector_size; tests use 2).
inline constexpr size_t kDefaultVectorSize = 2048;

/// A horizontal slice of rows in flight between operators: equally long columns. Copying shares the columns.
struct Batch {
  std::vector<ColumnVector> columns;
  size_t row_count = 0;

  /// Rows by position, sharing values: every column becomes a selection over what it was.
  Batch select(Selection selection, const Owner& selection_owner) const;
  /// Rows [offset, offset + count).
  Batch slice(size_t offset, size_t count) const;
  void clear() {
    columns.clear();
    row_count = 0;
  }
};

}  // namespace stoa
