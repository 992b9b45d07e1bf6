#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "column/batch.h"
#include "table/row_group.h"
#include "table/table_schema.h"
#include "txn/change_record.h"

/// The change records of rows: plain data, applied when a change is made, when a commit is rebased, and in
/// recovery.
namespace stoa {

/// Rows that were appended to the tail; they got ids from `first_row_id` on.
class AppendRows final : public ChangeRecord {
 public:
  AppendRows(ObjectId table, uint64_t first_row_id, Batch rows)
      : table_(table), first_row_id_(first_row_id), rows_(std::move(rows)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kAppendRows; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
  uint64_t first_row_id_;
  Batch rows_;
};

/// Whole row groups that were built elsewhere.
class AttachRowGroups final : public ChangeRecord {
 public:
  /// `first_row_ids` are those that the groups get when attached for the first time.
  AttachRowGroups(ObjectId table, std::vector<std::shared_ptr<const RowGroup>> groups,
                  std::vector<uint64_t> first_row_ids)
      : table_(table), groups_(std::move(groups)), first_row_ids_(std::move(first_row_ids)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kAttachRowGroups; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
  std::vector<std::shared_ptr<const RowGroup>> groups_;
  std::vector<uint64_t> first_row_ids_;
};

class EraseRows final : public ChangeRecord {
 public:
  /// Ids ascending and distinct.
  EraseRows(ObjectId table, std::vector<uint64_t> row_ids) : table_(table), row_ids_(std::move(row_ids)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kEraseRows; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
  std::vector<uint64_t> row_ids_;
};

class UpdateRows final : public ChangeRecord {
 public:
  /// Ids ascending and distinct; `values` has one column for each of `columns`.
  UpdateRows(ObjectId table, std::vector<uint64_t> row_ids, std::vector<TableColumnId> columns, Batch values)
      : table_(table),
        row_ids_(std::move(row_ids)),
        columns_(std::move(columns)),
        values_(std::move(values)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kUpdateRows; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
  std::vector<uint64_t> row_ids_;
  std::vector<TableColumnId> columns_;
  Batch values_;
};

class TruncateTable final : public ChangeRecord {
 public:
  explicit TruncateTable(ObjectId table) : table_(table) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kTruncateTable; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
};

}  // namespace stoa
