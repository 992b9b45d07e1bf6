#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "column/batch.h"
#include "txn/fork.h"

namespace stoa {

class TableData;

/// A statement's way into one table of a fork: checks rows against the table's columns and makes the change
/// records. Works on whole statements or on batches. Used by one thread. Holds no state between calls but the
/// fork.
///
/// Errors: 23502 for NULL in a NOT NULL column, 22001 for a text longer than VARCHAR(n) or CHAR(n) (spaces at
/// the end are cut instead, as PostgreSQL does), 53200. After an error the fork must go back to where the
/// statement began.
class TableWriter {
 public:
  TableWriter(Fork& fork, ObjectId table);

  /// The table as of now, own changes included; valid until the next change of the fork.
  const TableData& table() const;

  /// Appends rows, columns in schema order and of the schema's types; gives the first row id, the others
  /// follow.
  uint64_t append(const Batch& rows);

  /// Deletes the rows; ids in any order, repeated ones count once. Gives the number of rows deleted.
  uint64_t erase(std::span<const uint64_t> row_ids);
  uint64_t erase(std::span<const ColumnVector> row_ids);

  /// Gives rows new values. In each batch column 0 is the row id (BIGINT) and the others are the new values
  /// of `columns` (indexes into the schema's columns). Give a statement's rows in one call: that is what
  /// makes whole columns be replaced instead of patched. A row that comes twice gets one of its values. Gives
  /// the number of rows changed.
  uint64_t update(std::span<const size_t> columns, std::span<const Batch> changes);

  /// Removes all rows; gives their number.
  uint64_t truncate();

 private:
  Fork& fork_;
  ObjectId table_;
};

/// Row ids as the column that scans give them.
std::vector<uint64_t> row_ids_of(const ColumnVector& column);

}  // namespace stoa
