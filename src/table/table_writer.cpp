#include "table/table_writer.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/assert.h"
#include "column/kernels/gather.h"
#include "table/row_checks.h"
#include "table/table_changes.h"
#include "table/table_data.h"

namespace stoa {

namespace {

/// The order that sorts the ids and keeps one place of each (the last); empty when they are in order as they
/// are.
std::vector<uint32_t> order_of(const std::vector<uint64_t>& row_ids) {
  std::vector<uint32_t> order;
  const auto not_ascending = [](uint64_t a, uint64_t b) { return a >= b; };
  if (std::adjacent_find(row_ids.begin(), row_ids.end(), not_ascending) == row_ids.end()) {
    return order;
  }
  order.resize(row_ids.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return row_ids[a] < row_ids[b]; });
  size_t kept = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i + 1 == order.size() || row_ids[order[i]] != row_ids[order[i + 1]]) {
      order[kept++] = order[i];
    }
  }
  order.resize(kept);
  return order;
}

void add_row_ids(const ColumnVector& column, std::vector<uint64_t>& row_ids) {
  const UnifiedVector rows(column);
  if (column.is_flat()) {
    row_ids.insert(row_ids.end(), rows.values<uint64_t>(), rows.values<uint64_t>() + column.size());
    return;
  }
  for (size_t i = 0; i < column.size(); ++i) {
    row_ids.push_back(rows.value<uint64_t>(i));
  }
}

/// A constant column of every batch with one value stays one: it is written once per column, not once per
/// row.
ColumnVector put_together(const LogicalType& type, std::span<const ColumnVector> parts,
                          MemoryBudget* budget) {
  if (parts.size() == 1 && !parts[0].is_dictionary()) {
    return parts[0];
  }
  const bool all_constant = std::all_of(parts.begin(), parts.end(), [&parts](const ColumnVector& part) {
    return part.is_constant() && part.value(0) == parts[0].value(0);
  });
  if (!all_constant) {
    return concatenate(type, parts, budget);
  }
  ColumnVector constant = parts[0];
  constant.set_size(std::accumulate(parts.begin(), parts.end(), size_t{0},
                                    [](size_t sum, const ColumnVector& part) { return sum + part.size(); }));
  return constant;
}

}  // namespace

std::vector<uint64_t> row_ids_of(const ColumnVector& column) {
  std::vector<uint64_t> row_ids;
  add_row_ids(column, row_ids);
  return row_ids;
}

TableWriter::TableWriter(Fork& fork, ObjectId table) : fork_(fork), table_(table) {
  STOA_CHECK(fork.root().find(table) != nullptr);
}

const TableData& TableWriter::table() const {
  return *fork_.root().find_as<TableData>(table_);
}

uint64_t TableWriter::append(const Batch& rows) {
  const uint64_t first_row_id = table().next_row_id();
  if (rows.row_count == 0) {
    return first_row_id;
  }
  fork_.change(std::make_shared<AppendRows>(table_, first_row_id, check_rows(table().schema(), rows)));
  return first_row_id;
}

uint64_t TableWriter::erase(std::span<const uint64_t> row_ids) {
  if (row_ids.empty()) {
    return 0;
  }
  std::vector<uint64_t> ordered(row_ids.begin(), row_ids.end());
  if (!std::is_sorted(ordered.begin(), ordered.end())) {
    std::sort(ordered.begin(), ordered.end());
  }
  ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());
  const uint64_t row_count = table().row_count();
  fork_.change(std::make_shared<EraseRows>(table_, std::move(ordered)));
  return row_count - table().row_count();
}

uint64_t TableWriter::erase(std::span<const ColumnVector> row_ids) {
  std::vector<uint64_t> all;
  for (const ColumnVector& ids : row_ids) {
    add_row_ids(ids, all);
  }
  return erase(all);
}

uint64_t TableWriter::update(std::span<const size_t> columns, std::span<const Batch> changes) {
  std::vector<uint64_t> row_ids;
  for (const Batch& batch : changes) {
    add_row_ids(batch.columns[0], row_ids);
  }
  if (row_ids.empty()) {
    return 0;
  }
  const std::vector<uint32_t> order = order_of(row_ids);
  const TableSchema& schema = table().schema();
  std::vector<TableColumnId> ids;
  Batch values;
  std::vector<ColumnVector> parts(changes.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    const ColumnDefinition& column = schema.columns[columns[i]];
    for (size_t b = 0; b < changes.size(); ++b) {
      parts[b] = changes[b].columns[i + 1];
    }
    ColumnVector all = put_together(column.type, parts, fork_.options().budget);
    if (!order.empty() && all.is_constant()) {
      all.set_size(order.size());
    }
    if (!order.empty() && !all.is_constant()) {
      all = gather(all, order, fork_.options().budget);
    }
    values.columns.push_back(check_values(schema, column, all, all.size()));
    ids.push_back(column.id);
  }
  if (!order.empty()) {
    std::vector<uint64_t> ordered(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      ordered[i] = row_ids[order[i]];
    }
    row_ids = std::move(ordered);
  }
  values.row_count = row_ids.size();
  const uint64_t row_count = row_ids.size();
  fork_.change(std::make_shared<UpdateRows>(table_, std::move(row_ids), std::move(ids), std::move(values)));
  return row_count;
}

uint64_t TableWriter::truncate() {
  const uint64_t row_count = table().row_count();
  fork_.change(std::make_shared<TruncateTable>(table_));
  return row_count;
}

}  // namespace stoa
