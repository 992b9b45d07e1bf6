#include "txn/version_store.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include "base/assert.h"
#include "base/error.h"

namespace stoa {

namespace {

uintptr_t address_of(const Root* root) {
  return reinterpret_cast<uintptr_t>(root);
}

/// Threads begin to look for a free slot at different places, so that they do not meet.
size_t first_slot_of_thread() {
  return std::hash<std::thread::id>{}(std::this_thread::get_id());
}

[[noreturn]] void raise_collision(const Root& root, const Collision& collision) {
  const RootObject* object = root.find(collision.object).get();
  std::string what = object == nullptr ? "an object that was dropped meanwhile" : object->describe();
  if (collision.row_id) {
    what = "row " + std::to_string(*collision.row_id) + " of " + what;
  }
  if (!collision.key.empty()) {
    what = collision.key;
  }
  throw Error(sqlstate::kSerializationFailure, "could not serialize access due to concurrent update")
      .with_detail(what + " was changed by a transaction that committed first")
      .with_hint("run the transaction again");
}

}  // namespace

void Snapshot::release() noexcept {
  if (root_ == nullptr) {
    return;
  }
  store_->unpin(*slot_, root_);
  root_ = nullptr;
}

VersionStore::VersionStore(StorageOptions options)
    : options_(options), newest_owner_(std::make_unique<const Root>()) {
  newest_.store(newest_owner_.get());
}

VersionStore::~VersionStore() {
  STOA_ASSERT(reader_count() == 0);
  for (SlotBlock* block = slots_.next.load(); block != nullptr;) {
    const std::unique_ptr<SlotBlock> spent(block);
    block = block->next.load();
  }
}

ReaderSlot& VersionStore::claim_slot(uintptr_t value) {
  const size_t first = first_slot_of_thread();
  for (SlotBlock* block = &slots_;;) {
    for (size_t i = 0; i < kSlotsPerBlock; ++i) {
      ReaderSlot& slot = block->slots[(first + i) % kSlotsPerBlock];
      uintptr_t expected = 0;
      if (slot.pinned.load(std::memory_order_relaxed) == 0 &&
          slot.pinned.compare_exchange_strong(expected, value)) {
        return slot;
      }
    }
    SlotBlock* next = block->next.load();
    if (next == nullptr) {
      auto fresh = std::make_unique<SlotBlock>();
      if (block->next.compare_exchange_strong(next, fresh.get())) {
        next = fresh.release();
      }
    }
    block = next;
  }
}

Snapshot VersionStore::pin(uintptr_t fork_bit) {
  const Root* root = newest_.load();
  ReaderSlot& slot = claim_slot(address_of(root) | fork_bit);
  for (const Root* newest = newest_.load(); newest != root; newest = newest_.load()) {
    root = newest;
    slot.pinned.store(address_of(root) | fork_bit);
  }
  return Snapshot(*this, slot, *root);
}

void VersionStore::unpin(ReaderSlot& slot, const Root* root) noexcept {
  slot.pinned.store(0);
  if (root == newest_.load()) {
    return;
  }
  // An old root may be free now. Whoever holds the mutex instead will look at the slots themselves.
  Roots garbage;
  const std::unique_lock lock(commit_mutex_, std::try_to_lock);
  if (lock.owns_lock() && !retired_.empty()) {
    garbage = reclaim(read_pins());
  }
}

Snapshot VersionStore::snapshot() {
  return pin(0);
}

Fork VersionStore::fork() {
  Snapshot base = pin(ReaderSlot::kForkBit);
  Root root = base.root();
  return Fork(*this, std::move(base), std::move(root));
}

uint64_t VersionStore::commit(Fork fork) {
  if (!fork.has_changes()) {
    return fork.base().version();
  }
  Roots garbage;  // dies after the mutex is free: old roots can be large
  const std::lock_guard lock(commit_mutex_);
  const bool is_alone = newest_owner_.get() == &fork.base();
  if (!is_alone) {
    check_collisions(fork);
  }
  garbage = publish(is_alone ? fork.root_ : rebase(fork), fork);
  return newest_owner_->version();
}

void VersionStore::check_collisions(const Fork& fork) const {
  WriteSet writes;
  for (const ChangeRecordRef& record : fork.records()) {
    record->collect_writes(fork.base(), writes);
  }
  const uint64_t base_version = fork.base().version();
  STOA_CHECK(!history_.empty() && history_.front().version <= base_version + 1);
  for (const PastCommit& past : history_) {
    if (past.version <= base_version) {
      continue;
    }
    if (const auto collision = past.writes.find_collision(writes)) {
      raise_collision(fork.base(), *collision);
    }
  }
}

Root VersionStore::rebase(const Fork& fork) {
  // No pin is needed: while the mutex is held the newest root stays.
  Fork rebased(*this, Snapshot(), *newest_owner_);
  RowIdMap rows;
  for (const ChangeRecordRef& record : fork.records()) {
    record->apply(rebased, rows);
  }
  return rebased.root_;
}

VersionStore::Roots VersionStore::publish(Root root, Fork& fork) {
  root.version_ = newest_owner_->version() + 1;
  auto owner = std::make_unique<const Root>(std::move(root));
  retired_.push_back(std::move(newest_owner_));
  newest_owner_ = std::move(owner);
  newest_.store(newest_owner_.get());
  fork.base_.slot_->pinned.store(0);
  const Pins pins = read_pins();
  remember(fork, newest_owner_->version(), pins);
  fork.base_.root_ = nullptr;
  return reclaim(pins);
}

void VersionStore::remember(const Fork& fork, uint64_t version, const Pins& pins) {
  if (!pins.oldest_fork_version || *pins.oldest_fork_version >= version) {
    history_.clear();
    return;
  }
  PastCommit& past = history_.emplace_back();
  past.version = version;
  for (const ChangeRecordRef& record : fork.records()) {
    record->collect_writes(fork.base(), past.writes);
  }
  while (history_.front().version <= *pins.oldest_fork_version) {
    history_.pop_front();
  }
}

VersionStore::Pins VersionStore::read_pins() const {
  Pins pins;
  std::vector<const Root*> existing{newest_owner_.get()};
  for (const auto& root : retired_) {
    existing.push_back(root.get());
  }
  std::sort(existing.begin(), existing.end());
  for (const SlotBlock* block = &slots_; block != nullptr; block = block->next.load()) {
    for (const ReaderSlot& slot : block->slots) {
      const uintptr_t pinned = slot.pinned.load();
      if (pinned == 0) {
        continue;
      }
      const auto* root = reinterpret_cast<const Root*>(pinned & ~ReaderSlot::kForkBit);
      // A reader that is about to see that its root is no longer the newest may still name one that is gone.
      if (!std::binary_search(existing.begin(), existing.end(), root)) {
        continue;
      }
      pins.roots.push_back(root);
      if ((pinned & ReaderSlot::kForkBit) == 0) {
        continue;
      }
      pins.oldest_fork_version =
          std::min(pins.oldest_fork_version.value_or(root->version()), root->version());
    }
  }
  std::sort(pins.roots.begin(), pins.roots.end());
  return pins;
}

VersionStore::Roots VersionStore::reclaim(const Pins& pins) {
  Roots garbage;
  auto is_pinned = [&pins](const std::unique_ptr<const Root>& root) {
    return std::binary_search(pins.roots.begin(), pins.roots.end(), root.get());
  };
  const auto first_free = std::partition(retired_.begin(), retired_.end(), is_pinned);
  std::move(first_free, retired_.end(), std::back_inserter(garbage));
  retired_.erase(first_free, retired_.end());
  return garbage;
}

uint64_t VersionStore::newest_version() {
  return snapshot().version();
}

size_t VersionStore::reader_count() const noexcept {
  size_t count = 0;
  for (const SlotBlock* block = &slots_; block != nullptr; block = block->next.load()) {
    for (const ReaderSlot& slot : block->slots) {
      count += slot.pinned.load() != 0 ? 1 : 0;
    }
  }
  return count;
}

size_t VersionStore::root_count() {
  const std::lock_guard lock(commit_mutex_);
  return retired_.size() + 1;
}

size_t VersionStore::history_size() {
  const std::lock_guard lock(commit_mutex_);
  return history_.size();
}

}  // namespace stoa
