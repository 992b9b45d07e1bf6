#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "store/storage_options.h"
#include "txn/fork.h"
#include "txn/snapshot.h"

namespace stoa {

/// The newest root and everything that decides which roots live: readers pin, writers fork and commit.
///
/// Thread-safe. Readers (snapshot, fork, release) take no lock and never wait; commits take turns.
/// How pinning works: a reader writes the root's address into a slot of its own and then looks whether it
/// still is the newest; a commit publishes first and looks at the slots afterwards. So either the reader sees
/// the new root or the commit sees the reader (both are sequentially consistent). Invariants: (1) a root is
/// freed only while commit_mutex_ is held, is not the newest, and is in no slot. (2) history_ holds the write
/// sets of all commits younger than the oldest open fork's base.
class VersionStore {
 public:
  explicit VersionStore(StorageOptions options = {});
  ~VersionStore();
  VersionStore(const VersionStore&) = delete;
  VersionStore& operator=(const VersionStore&) = delete;

  const StorageOptions& options() const noexcept { return options_; }

  /// Pins the newest root.
  Snapshot snapshot();
  /// Begins a transaction on the newest root.
  Fork fork();
  /// Publishes the fork's changes as one new version and gives its number (the fork's base version when it
  /// changed nothing). First committer wins: raises 40001 naming the table and row when another commit since
  /// the fork changed the same; then nothing is published. The fork is spent either way.
  uint64_t commit(Fork fork);

  EditToken next_token() noexcept {
    return EditToken{token_counter_.fetch_add(1, std::memory_order_relaxed)};
  }
  ObjectId next_object_id() noexcept {
    return ObjectId{object_counter_.fetch_add(1, std::memory_order_relaxed)};
  }

  // --- for tests and `stoa info`
  uint64_t newest_version();
  /// Snapshots and forks that are open.
  size_t reader_count() const noexcept;
  /// Roots that exist: the newest and older ones that a reader keeps.
  size_t root_count();
  /// Write sets kept for open forks.
  size_t history_size();

 private:
  friend class Snapshot;

  static constexpr size_t kSlotsPerBlock = 64;
  struct SlotBlock {
    std::array<ReaderSlot, kSlotsPerBlock> slots;
    std::atomic<SlotBlock*> next{nullptr};
  };
  using Roots = std::vector<std::unique_ptr<const Root>>;
  struct PastCommit {
    uint64_t version;
    WriteSet writes;
  };
  struct Pins {
    std::vector<const Root*> roots;               ///< sorted
    std::optional<uint64_t> oldest_fork_version;  ///< of the base of the oldest open fork
  };

  ReaderSlot& claim_slot(uintptr_t value);
  Snapshot pin(uintptr_t fork_bit);
  void unpin(ReaderSlot& slot, const Root* root) noexcept;
  void check_collisions(const Fork& fork) const;
  Root rebase(const Fork& fork);
  Roots publish(Root root, Fork& fork);
  void remember(const Fork& fork, uint64_t version, const Pins& pins);
  Pins read_pins() const;
  Roots reclaim(const Pins& pins);

  StorageOptions options_;
  std::atomic<const Root*> newest_;
  SlotBlock slots_;
  std::atomic<uint64_t> token_counter_{1};
  std::atomic<uint64_t> object_counter_{kFirstFreeObjectId};

  std::mutex commit_mutex_;
  Roots retired_;
  std::unique_ptr<const Root> newest_owner_;
  std::deque<PastCommit> history_;
};

}  // namespace stoa
