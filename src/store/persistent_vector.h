#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "base/assert.h"
#include "store/edit_token.h"

namespace stoa {

/// A vector whose copies are free and share everything: a radix tree of fan-out 16. Changing one element
/// copies the path to it, but for the nodes that the token owns already, which are changed in place. Elements
/// are best shared pointers.
///
/// Thread-safety: any number of threads may read copies that share nodes; one thread changes one copy.
/// Invariants: (1) elements at and beyond size() are default-made. (2) A missing child stands for default
/// elements.
template <class T>
class PersistentVector {
 public:
  size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }

  /// The element at `index`; a default one where none was set.
  const T& operator[](size_t index) const noexcept {
    static const T kMissing{};
    const Node* node = index < capacity() ? root_.get() : nullptr;
    for (size_t shift = shift_; node != nullptr && shift != 0; shift -= kBits) {
      node = static_cast<const Branch*>(node)->children[(index >> shift) & kMask].get();
    }
    return node == nullptr ? kMissing : static_cast<const Leaf*>(node)->values[index & kMask];
  }

  void set(size_t index, T value, EditToken token) { edit(index, token) = std::move(value); }
  void push_back(T value, EditToken token) { edit(size_, token) = std::move(value); }

  /// The element at `index`, ready to be changed; the vector grows to hold it.
  T& edit(size_t index, EditToken token) {
    while (index >= capacity()) {
      grow(token);
    }
    if (index >= size_) {
      size_ = index + 1;
    }
    std::shared_ptr<Node>* place = &root_;
    for (size_t shift = shift_; shift != 0; shift -= kBits) {
      place = &own_node<Branch>(*place, token).children[(index >> shift) & kMask];
    }
    return own_node<Leaf>(*place, token).values[index & kMask];
  }

 private:
  static constexpr size_t kBits = 4;
  static constexpr size_t kFanOut = size_t{1} << kBits;
  static constexpr size_t kMask = kFanOut - 1;

  struct Node {
    EditToken owner = EditToken::kNone;
  };
  struct Branch : Node {
    std::array<std::shared_ptr<Node>, kFanOut> children;
  };
  struct Leaf : Node {
    std::array<T, kFanOut> values{};
  };

  size_t capacity() const noexcept { return root_ == nullptr ? 0 : kFanOut << shift_; }

  template <class N>
  static N& own_node(std::shared_ptr<Node>& place, EditToken token) {
    if (place == nullptr) {
      place = std::make_shared<N>();
    } else if (place->owner != token) {
      place = std::make_shared<N>(static_cast<const N&>(*place));
    }
    place->owner = token;
    return static_cast<N&>(*place);
  }

  void grow(EditToken token) {
    if (root_ == nullptr) {
      root_ = std::make_shared<Leaf>();
      root_->owner = token;
      return;
    }
    auto above = std::make_shared<Branch>();
    above->owner = token;
    above->children[0] = std::move(root_);
    root_ = std::move(above);
    shift_ += kBits;
    STOA_CHECK(shift_ < 64 - kBits);
  }

  std::shared_ptr<Node> root_;
  size_t size_ = 0;
  size_t shift_ = 0;
};

}  // namespace stoa
