#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/memory.h"

namespace stoa {

/// A text that is put together piece by piece and may become large: from some size on its memory is charged
/// to the thread's MemoryScope (53200). Used by one thread.
class GrowingText {
 public:
  void append(std::string_view part) {
    text_ += part;
    if (text_.capacity() > checked_bytes_) {
      charge();
    }
  }
  size_t size() const { return text_.size(); }
  std::string_view view() const { return text_; }

 private:
  static constexpr size_t kUnchargedBytes = 64 << 10;

  void charge() {
    checked_bytes_ = std::max(text_.capacity(), kUnchargedBytes);
    if (text_.capacity() <= kUnchargedBytes) {
      return;
    }
    if (reservation_.size_bytes() == 0) {
      reservation_ = Reservation::from_scope();
    }
    reservation_.resize(text_.capacity());
  }

  std::string text_;
  size_t checked_bytes_ = 0;
  Reservation reservation_;
};

}  // namespace stoa
