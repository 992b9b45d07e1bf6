#pragma once

#include <string_view>
#include <vector>

#include "base/memory.h"
#include "types/text_view.h"

namespace stoa {

/// Where the long texts of a vector live: bump-allocated blocks, freed together, plus other owners that the
/// vector's texts point into. Filled by one thread, then shared read-only. `budget` null: not counted.
class TextHeap {
 public:
  explicit TextHeap(MemoryBudget* budget = nullptr) : budget_(budget) {}

  /// Copies a text in and gives its view; short ones need no space.
  TextView add(std::string_view text);
  TextView add(const TextView& text) { return text.is_inlined() ? text : add(text.view()); }
  /// Uninitialized room for `size_bytes`; the caller writes them and makes its own view.
  char* allocate(size_t size_bytes);
  /// Keeps something else alive as long as this heap.
  void keep(Owner owner);

  size_t size_bytes() const noexcept { return total_bytes_; }

 private:
  MemoryBudget* budget_;
  char* next_ = nullptr;
  size_t left_bytes_ = 0;
  size_t block_bytes_ = 4096;
  size_t total_bytes_ = 0;
  std::vector<Owner> kept_;
};

}  // namespace stoa
