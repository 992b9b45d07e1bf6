#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "column/column_vector.h"
#include "store/segment.h"
#include "store/shared_dictionary.h"

namespace stoa {

/// Builds one segment from vectors, copying what it takes: constant where all rows are the same, a dictionary
/// for texts that repeat, plain otherwise. Used by one thread; builders of the same column may share a
/// dictionary.
class SegmentBuilder {
 public:
  /// At most `capacity` rows will come. `dictionary` null: text is kept plain.
  SegmentBuilder(const LogicalType& type, size_t capacity, std::shared_ptr<SharedDictionary> dictionary,
                 MemoryBudget* budget);
  ~SegmentBuilder();
  SegmentBuilder(const SegmentBuilder&) = delete;
  SegmentBuilder& operator=(const SegmentBuilder&) = delete;

  /// Adds rows [offset, offset + count) of a vector of any kind and of the same physical type.
  void append(const ColumnVector& values, size_t offset, size_t count);
  /// Gives rows that are there already the values [first, first + rows.size()) of `values`.
  void overwrite(std::span<const uint32_t> rows, const ColumnVector& values, size_t first);
  size_t row_count() const noexcept;
  SegmentRef finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stoa
