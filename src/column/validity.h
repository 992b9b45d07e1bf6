#pragma once

#include <cstdint>

#include "base/bits.h"
#include "base/memory.h"

namespace stoa {

/// Which rows of a vector are not NULL: a packed mask, bit set = valid, or no mask at all where every row is.
/// A view plus an owner; copying shares the mask. Bits behind the vector's size are unspecified.
class Validity {
 public:
  Validity() = default;
  Validity(const uint64_t* words, Owner owner) : words_(words), owner_(std::move(owner)) {}

  /// False: there is no mask, every row is valid.
  bool has_mask() const noexcept { return words_ != nullptr; }
  bool is_valid(size_t row) const noexcept { return words_ == nullptr || get_bit(words_, row); }
  /// The mask's words; null where there is none.
  const uint64_t* words() const noexcept { return words_; }
  /// The word of rows 64*i .. 64*i+63, all ones where there is no mask.
  uint64_t word(size_t i) const noexcept { return words_ == nullptr ? ~uint64_t{0} : words_[i]; }
  size_t count_valid(size_t row_count) const noexcept {
    return words_ == nullptr ? row_count : count_bits(words_, row_count);
  }
  const Owner& owner() const noexcept { return owner_; }
  void clear() noexcept {
    words_ = nullptr;
    owner_.reset();
  }

 private:
  const uint64_t* words_ = nullptr;
  Owner owner_;
};

}  // namespace stoa
