#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/value.h"

namespace stoa {

/// Names a column for as long as its table lives; counts up from 0 within a table and is never used again. It
/// also is the column's place in the table's row groups.
enum class TableColumnId : uint32_t {};

constexpr size_t slot_of(TableColumnId id) {
  return static_cast<size_t>(id);
}

/// A column as it was declared. SQL texts are kept as text; the binder gives them meaning.
struct ColumnDefinition {
  TableColumnId id{};
  std::string name;
  LogicalType type;
  bool is_nullable = true;
  std::optional<std::string> default_sql;
  std::optional<std::string> generated_sql;
  std::string collation;
  std::string comment;
  /// What rows hold that were there before the column was added; NULL of its type for the columns of CREATE
  /// TABLE.
  Value initial_value;
};

/// The declared shape of a table. Immutable and shared: every change makes a new one. `columns` are in the
/// order of `SELECT *`; an index into them is what plans call a column.
struct TableSchema {
  std::string schema_name;
  std::string name;
  std::vector<ColumnDefinition> columns;
  uint32_t next_column_id = 0;
  std::string comment;

  std::optional<size_t> find_column(std::string_view column_name) const;
  std::optional<size_t> find_column(TableColumnId id) const;
  /// Gives the new column its id; raises 42701 when the name is taken.
  void add_column(ColumnDefinition column);
  std::vector<std::string> column_names() const;
};

using TableSchemaRef = std::shared_ptr<const TableSchema>;

}  // namespace stoa
