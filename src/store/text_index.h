#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "types/text_view.h"

namespace stoa {

/// Numbers distinct texts in the order in which they were added. The texts' bytes are the caller's. One
/// thread.
class TextIndex {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  TextIndex();
  /// The number of a text, kNone when it was not added. `hash` is hash_text's.
  uint32_t find(const TextView& text, uint64_t hash) const noexcept;
  /// REQUIRES: find gives kNone. `text` may be another view of the same bytes than the one that was looked
  /// for.
  uint32_t add(const TextView& text, uint64_t hash);
  const std::vector<TextView>& texts() const noexcept { return texts_; }
  size_t size() const noexcept { return texts_.size(); }

 private:
  void grow();
  void put(size_t number);

  std::vector<TextView> texts_;
  std::vector<uint64_t> hashes_;
  /// Open addressing, at most half full: number + 1 below, the upper half of the hash above; 0 where free.
  std::vector<uint64_t> places_;
};

}  // namespace stoa
