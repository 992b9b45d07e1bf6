#include "column/text_heap.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace stoa {

namespace {
constexpr size_t kBlockBytesMax = size_t{1} << 20;
}

char* TextHeap::allocate(size_t size_bytes) {
  if (size_bytes > left_bytes_) {
    // A text that would waste most of a block gets one of its own; the open block stays open.
    const bool alone = size_bytes > block_bytes_ / 4;
    auto block = Buffer::allocate(alone ? size_bytes : block_bytes_, budget_);
    char* begin = block->as<char>();
    kept_.push_back(std::move(block));
    if (alone) {
      total_bytes_ += size_bytes;
      return begin;
    }
    next_ = begin;
    left_bytes_ = block_bytes_;
    block_bytes_ = std::min(block_bytes_ * 2, kBlockBytesMax);
  }
  char* place = next_;
  next_ += size_bytes;
  left_bytes_ -= size_bytes;
  total_bytes_ += size_bytes;
  return place;
}

TextView TextHeap::add(std::string_view text) {
  if (text.size() <= TextView::kInlineBytes) {
    return TextView(text);
  }
  char* place = allocate(text.size());
  std::memcpy(place, text.data(), text.size());
  return TextView(place, static_cast<uint32_t>(text.size()));
}

void TextHeap::keep(Owner owner) {
  // Appending many vectors that share one heap must not grow the list: the last few owners repeat.
  if (owner == nullptr) {
    return;
  }
  const size_t seen = std::min<size_t>(kept_.size(), 4);
  if (std::find(kept_.end() - static_cast<ptrdiff_t>(seen), kept_.end(), owner) != kept_.end()) {
    return;
  }
  kept_.push_back(std::move(owner));
}

}  // namespace stoa
