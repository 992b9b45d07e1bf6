#include "function/row_kernel.h"

namespace stoa {

ValidRows::ValidRows(std::span<const ColumnVector> arguments, size_t row_count) : row_count_(row_count) {
  for (const ColumnVector& argument : arguments) {
    if (!argument.validity().has_mask()) {
      continue;
    }
    if (argument.is_constant()) {
      none_ = none_ || !argument.validity().is_valid(0);
      continue;
    }
    const uint64_t* mask = argument.validity().words();
    if (words_ == nullptr) {
      words_ = mask;
      continue;
    }
    const size_t word_count = words_for_bits(row_count);
    if (combined_ == nullptr) {
      combined_ = std::make_unique_for_overwrite<uint64_t[]>(word_count);
      std::memcpy(combined_.get(), words_, word_count * sizeof(uint64_t));
      words_ = combined_.get();
    }
    for (size_t i = 0; i < word_count; ++i) {
      combined_[i] &= mask[i];
    }
  }
}

void share_heaps(std::span<const ColumnVector> arguments, ColumnVector& result) {
  TextHeap& heap = result.mutable_heap();
  for (const ColumnVector& argument : arguments) {
    if (!argument.type().is_text_like()) {
      continue;
    }
    heap.keep(argument.heap());
    // Constants made by a maker keep their text in their own heap; views of files may keep it with the
    // values.
    heap.keep(argument.values_owner());
  }
}

}  // namespace stoa
