#pragma once

#include <cstdint>
#include <memory>

#include "txn/rebase.h"
#include "txn/root.h"
#include "txn/write_set.h"

namespace stoa {

class Fork;

/// Numbers of the kinds of records, as the log writes them; never reused.
enum class ChangeKind : uint16_t {
  kAppendRows = 1,
  kAttachRowGroups = 2,
  kEraseRows = 3,
  kUpdateRows = 4,
  kTruncateTable = 5,
  kCreateTable = 16,
  kDropObject = 17,
  kRenameObject = 18,
  kReshapeTable = 19,
  kCreateView = 20,
  kCreateSchema = 21,
  kDropSchema = 22,
  kCommentOnObject = 23,
  kCommentOnSchema = 24,
};

/// The single description of a change. A transaction makes a change by making a record and applying it; a
/// commit that must be rebased, recovery and replicas apply the same record again. Plain data, immutable,
/// shared.
class ChangeRecord {
 public:
  virtual ~ChangeRecord() = default;
  virtual ChangeKind kind() const noexcept = 0;
  /// Makes the change in `fork`. `rows` says where earlier inserts of this transaction went, and learns where
  /// the rows of this record go. Raises what the change can raise (an object that is gone: 40001); the fork
  /// may then be half changed and must be rolled back.
  virtual void apply(Fork& fork, RowIdMap& rows) const = 0;
  /// Adds what the record changes of the state `base`.
  virtual void collect_writes(const Root& base, WriteSet& writes) const = 0;
};

using ChangeRecordRef = std::shared_ptr<const ChangeRecord>;

}  // namespace stoa
