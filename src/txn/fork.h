#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "store/storage_options.h"
#include "txn/change_record.h"
#include "txn/root.h"
#include "txn/snapshot.h"

namespace stoa {

class VersionStore;

/// A remembered state of a fork. Costs nothing to keep or to go back to. Valid for its own fork only.
struct Savepoint {
  Root root;
  size_t record_count = 0;
};

/// A transaction's own copy of the database, changed by copy on write: what the fork owns since its last
/// savepoint is changed in place, everything else is copied first. Reads its own writes through root().
///
/// Ownership: pins the root that it was forked from. Used by one thread at a time; other threads may read a
/// root that `freeze` gave while the fork goes on changing. A fork that ends without VersionStore::commit
/// leaves no trace.
class Fork {
 public:
  Fork(Fork&&) noexcept = default;
  Fork& operator=(Fork&&) noexcept = default;
  ~Fork() = default;

  /// The state as of now, own changes included. The reference is to be read between changes only: see freeze.
  const Root& root() const noexcept { return root_; }
  const Root& base() const noexcept { return base_.root(); }
  VersionStore& store() const noexcept { return *store_; }
  const StorageOptions& options() const noexcept;

  /// The state as of now, for as long as the caller keeps it: later changes of the fork don't show in it.
  /// What a statement reads while it writes.
  Root freeze();

  /// Makes a change and remembers it. When it raises, roll back to where the statement began.
  void change(ChangeRecordRef record);
  const std::vector<ChangeRecordRef>& records() const noexcept { return records_; }
  bool has_changes() const noexcept { return !records_.empty(); }

  Savepoint savepoint();
  void rollback_to(const Savepoint& savepoint);

  // --- for change records
  EditToken token() const noexcept { return token_; }
  /// The object ready to be changed. REQUIRES: it exists and is a T.
  template <class T>
  T& edit_as(ObjectId id) {
    return static_cast<T&>(edit(id));
  }
  RootObject& edit(ObjectId id);
  void put(ObjectId id, std::shared_ptr<RootObject> object);
  void erase(ObjectId id);
  /// A new id, never given out before.
  ObjectId allocate_id();

 private:
  friend class VersionStore;
  Fork(VersionStore& store, Snapshot base, Root root);

  VersionStore* store_;
  Snapshot base_;
  Root root_;
  EditToken token_;
  std::vector<ChangeRecordRef> records_;
  RowIdMap rows_in_place_;  ///< stays empty: rows lie where they were put
};

/// A statement in a fork: unless `keep` is called the fork goes back to where the statement began.
class StatementGuard {
 public:
  explicit StatementGuard(Fork& fork) : fork_(&fork), begin_(fork.savepoint()) {}
  StatementGuard(const StatementGuard&) = delete;
  StatementGuard& operator=(const StatementGuard&) = delete;
  ~StatementGuard() {
    if (fork_ != nullptr) {
      fork_->rollback_to(begin_);
    }
  }
  void keep() noexcept { fork_ = nullptr; }
  /// What the statement reads: the state at its beginning.
  const Root& before() const noexcept { return begin_.root; }

 private:
  Fork* fork_;
  Savepoint begin_;
};

}  // namespace stoa
