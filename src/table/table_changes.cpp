#include "table/table_changes.h"

#include "base/assert.h"
#include "table/table_data.h"
#include "txn/fork.h"

namespace stoa {

namespace {

/// Ids as they are now; `mapped` holds them when any moved.
std::span<const uint64_t> map_row_ids(ObjectId table, const std::vector<uint64_t>& row_ids,
                                      const RowIdMap& rows, std::vector<uint64_t>& mapped) {
  if (!rows.moves(table)) {
    return row_ids;
  }
  mapped.reserve(row_ids.size());
  for (const uint64_t row_id : row_ids) {
    mapped.push_back(rows.map(table, row_id));
  }
  return mapped;
}

/// The rows that were there before the transaction; its own new ones are nobody else's business.
void add_rows_of_base(ObjectId table, const std::vector<uint64_t>& row_ids, const Root& base,
                      WriteSet& writes) {
  const auto* data = base.find_as<TableData>(table);
  if (data == nullptr) {
    return;
  }
  const uint64_t end = data->next_row_id();
  writes.touch(table);
  for (const uint64_t row_id : row_ids) {
    if (row_id < end) {
      writes.add_row(table, row_id);
    }
  }
}

void touch_if_there(ObjectId table, const Root& base, WriteSet& writes) {
  if (base.find(table) != nullptr) {
    writes.touch(table);
  }
}

}  // namespace

void AppendRows::apply(Fork& fork, RowIdMap& rows) const {
  const uint64_t first = fork.edit_as<TableData>(table_).append(rows_, 0, rows_.row_count, fork.token());
  rows.add(table_, first_row_id_, rows_.row_count, first);
}

void AppendRows::collect_writes(const Root& base, WriteSet& writes) const {
  touch_if_there(table_, base, writes);
}

void AttachRowGroups::apply(Fork& fork, RowIdMap& rows) const {
  const auto first = fork.edit_as<TableData>(table_).attach(groups_, fork.token());
  for (size_t i = 0; i < first.size(); ++i) {
    rows.add(table_, first_row_ids_[i], groups_[i]->row_count(), first[i]);
  }
}

void AttachRowGroups::collect_writes(const Root& base, WriteSet& writes) const {
  touch_if_there(table_, base, writes);
}

void EraseRows::apply(Fork& fork, RowIdMap& rows) const {
  std::vector<uint64_t> mapped;
  fork.edit_as<TableData>(table_).erase(map_row_ids(table_, row_ids_, rows, mapped), fork.token());
}

void EraseRows::collect_writes(const Root& base, WriteSet& writes) const {
  add_rows_of_base(table_, row_ids_, base, writes);
}

void UpdateRows::apply(Fork& fork, RowIdMap& rows) const {
  std::vector<uint64_t> mapped;
  fork.edit_as<TableData>(table_).update(map_row_ids(table_, row_ids_, rows, mapped), columns_, values_,
                                         fork.token());
}

void UpdateRows::collect_writes(const Root& base, WriteSet& writes) const {
  add_rows_of_base(table_, row_ids_, base, writes);
}

void TruncateTable::apply(Fork& fork, RowIdMap&) const {
  fork.edit_as<TableData>(table_).truncate(fork.token());
}

void TruncateTable::collect_writes(const Root& base, WriteSet& writes) const {
  if (base.find(table_) != nullptr) {
    writes.reshape(table_);
  }
}

}  // namespace stoa
