#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "base/memory.h"
#include "types/text_view.h"

namespace stoa {

/// A text that an aggregate's state keeps for itself: short ones inline, long ones in memory that only grows.
/// May be moved by memcpy.
class OwnedText {
 public:
  OwnedText() = default;
  bool is_set() const { return is_set_; }
  const TextView& view() const { return view_; }

  void assign(const TextView& text) {
    is_set_ = true;
    if (text.is_inlined()) {
      view_ = text;
      return;
    }
    if (text.size() > capacity_) {
      capacity_ = std::max(text.size(), capacity_ > UINT32_MAX / 2 ? UINT32_MAX : 2 * capacity_);
      block_ = make_block(capacity_);
    }
    char* bytes = reinterpret_cast<char*>(block_.get() + 1);
    std::memcpy(bytes, text.data(), text.size());
    view_ = TextView(bytes, text.size());
  }
  void clear() { is_set_ = false; }

 private:
  /// Stands before the bytes: what they take of the memory budget.
  struct Block {
    Reservation reservation = Reservation::from_scope();
  };
  struct FreeBlock {
    void operator()(Block* block) const {
      block->~Block();
      ::operator delete(block);
    }
  };
  using BlockPointer = std::unique_ptr<Block, FreeBlock>;

  static BlockPointer make_block(uint32_t capacity_bytes) {
    constexpr size_t kAllocatorBytes = 16;
    BlockPointer block(new (::operator new(sizeof(Block) + capacity_bytes)) Block());
    block->reservation.resize(sizeof(Block) + capacity_bytes + kAllocatorBytes);
    return block;
  }

  TextView view_;
  BlockPointer block_;
  uint32_t capacity_ = 0;
  bool is_set_ = false;
};

}  // namespace stoa
