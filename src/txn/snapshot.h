#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "txn/root.h"

namespace stoa {

class VersionStore;

/// A place in the reader registry: what a reader pinned. Lies in a cache line of its own.
struct alignas(64) ReaderSlot {
  static constexpr uintptr_t kForkBit = 1;
  /// The pinned root's address, with kForkBit when a fork pinned it; 0 when free.
  std::atomic<uintptr_t> pinned{0};
};

/// A pinned root: nothing that it reaches goes away. Taking and releasing one takes no lock and writes no
/// memory that other readers use. Movable; used by one thread at a time. Must end before its store.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(Snapshot&& other) noexcept { swap(other); }
  Snapshot& operator=(Snapshot&& other) noexcept {
    Snapshot taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Snapshot() { release(); }

  bool is_pinned() const noexcept { return root_ != nullptr; }
  /// REQUIRES: is_pinned().
  const Root& root() const noexcept { return *root_; }
  uint64_t version() const noexcept { return root_->version(); }
  void release() noexcept;

 private:
  friend class VersionStore;
  Snapshot(VersionStore& store, ReaderSlot& slot, const Root& root)
      : store_(&store), slot_(&slot), root_(&root) {}
  void swap(Snapshot& other) noexcept {
    std::swap(store_, other.store_);
    std::swap(slot_, other.slot_);
    std::swap(root_, other.root_);
  }

  VersionStore* store_ = nullptr;
  ReaderSlot* slot_ = nullptr;
  const Root* root_ = nullptr;
};

}  // namespace stoa
