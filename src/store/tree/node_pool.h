#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/memory.h"
#include "store/tree/node.h"

namespace stoa {

/// Gives out memory for nodes and takes it back. Ordinary nodes come from slabs and are kept for the next
/// taker; larger ones come and go one by one. Charges `budget` for all of it, raising 53200. Thread-safe.
/// Must outlive its nodes; what was not given back is freed with it.
class NodePool {
 public:
  explicit NodePool(MemoryBudget* budget) : budget_(budget) {}
  ~NodePool();
  NodePool(const NodePool&) = delete;
  NodePool& operator=(const NodePool&) = delete;

  /// An empty node of at least `size_bytes`, rounded up to whole blocks.
  Node* make(NodeKind kind, uint8_t level, size_t size_bytes = kBlockBytes);
  void free(Node* node) noexcept;

  /// Nodes and extents that were made and not freed.
  size_t node_count() const;

 private:
  static constexpr size_t kSlabNodes = 64;

  void* take_block();

  MemoryBudget* budget_;
  mutable std::mutex mutex_;
  std::vector<BufferRef> slabs_;
  std::vector<void*> free_blocks_;
  size_t node_count_ = 0;
};

}  // namespace stoa
