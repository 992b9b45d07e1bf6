#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

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
      bytes_ = std::make_unique_for_overwrite<char[]>(capacity_);
    }
    std::memcpy(bytes_.get(), text.data(), text.size());
    view_ = TextView(bytes_.get(), text.size());
  }
  void clear() { is_set_ = false; }

 private:
  TextView view_;
  std::unique_ptr<char[]> bytes_;
  uint32_t capacity_ = 0;
  bool is_set_ = false;
};

}  // namespace stoa
