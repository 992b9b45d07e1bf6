#include "store/tree/node_pool.h"

#include <cstdlib>
#include <new>

#include "base/assert.h"
#include "base/bits.h"

namespace stoa {

NodePool::~NodePool() {
  STOA_ASSERT(node_count_ == 0);
}

Node* NodePool::make(NodeKind kind, uint8_t level, size_t size_bytes) {
  size_bytes = round_up(size_bytes, kBlockBytes);
  void* memory = nullptr;
  if (size_bytes == kBlockBytes) {
    memory = take_block();
  } else {
    if (budget_ != nullptr) {
      budget_->reserve(size_bytes);
    }
    memory = std::aligned_alloc(kBlockBytes, size_bytes);
    if (memory == nullptr) {
      if (budget_ != nullptr) {
        budget_->release(size_bytes);
      }
      throw std::bad_alloc();
    }
    const std::scoped_lock lock(mutex_);
    ++node_count_;
  }
  Node* node = static_cast<Node*>(memory);
  node->format(kind, level, size_bytes);
  return node;
}

void* NodePool::take_block() {
  const std::scoped_lock lock(mutex_);
  if (free_blocks_.empty()) {
    free_blocks_.reserve(free_blocks_.size() + kSlabNodes);
    slabs_.push_back(Buffer::allocate(kSlabNodes * kBlockBytes, budget_));
    for (size_t i = kSlabNodes; i-- > 0;) {
      free_blocks_.push_back(slabs_.back()->data() + i * kBlockBytes);
    }
  }
  void* block = free_blocks_.back();
  free_blocks_.pop_back();
  ++node_count_;
  return block;
}

void NodePool::free(Node* node) noexcept {
  const size_t size_bytes = node->size_bytes;
  if (size_bytes != kBlockBytes) {
    std::free(node);
    if (budget_ != nullptr) {
      budget_->release(size_bytes);
    }
  }
  const std::scoped_lock lock(mutex_);
  --node_count_;
  if (size_bytes == kBlockBytes) {
    free_blocks_.push_back(node);
  }
}

size_t NodePool::node_count() const {
  const std::scoped_lock lock(mutex_);
  return node_count_;
}

}  // namespace stoa
