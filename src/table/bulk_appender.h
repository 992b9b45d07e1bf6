#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "column/batch.h"
#include "txn/fork.h"

namespace stoa {

class Scheduler;

/// Appends many rows from several threads: CREATE TABLE AS, INSERT .. SELECT, COPY FROM.
///
/// Each batch comes with the number of its morsel; within a morsel batches come in order and from one thread
/// at a time. The table gets the rows in order of morsels, whichever thread was first. Row groups are built
/// by the calling threads as soon as the rows before them are known. `append` and `finish_morsel` are
/// thread-safe; `finish` is called once, after them, by the fork's thread: it attaches everything as one
/// change record. Destroyed unfinished it leaves no trace. Errors: as TableWriter's.
class BulkAppender {
 public:
  /// `scheduler` (null: none) builds in parallel what is left at the end.
  BulkAppender(const Fork& fork, ObjectId table, Scheduler* scheduler = nullptr);
  ~BulkAppender();
  BulkAppender(const BulkAppender&) = delete;
  BulkAppender& operator=(const BulkAppender&) = delete;

  /// Takes a batch of columns in schema order. Shares its vectors until they are built in.
  void append(size_t morsel, const Batch& batch);
  /// No more batches of this morsel come. Morsels without rows must be finished too.
  void finish_morsel(size_t morsel);
  /// Attaches all rows; gives their number. Morsels that were never mentioned count as empty.
  uint64_t finish(Fork& fork);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stoa
