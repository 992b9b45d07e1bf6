#pragma once

#include <cstddef>

#include "base/memory.h"

namespace stoa {

/// How a database keeps its data. `budget` is charged for all of it and outlives it; null counts nothing.
struct StorageOptions {
  MemoryBudget* budget = nullptr;
  /// Rows of a full row group: a power of two, 64 to 1,048,576. Fixed for a table when it is made.
  size_t row_group_row_count = 65536;
};

}  // namespace stoa
