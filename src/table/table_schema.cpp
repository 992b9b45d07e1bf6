#include "table/table_schema.h"

#include "base/error.h"

namespace stoa {

namespace {

/// PostgreSQL's limit.
constexpr size_t kColumnCountMax = 1600;

}  // namespace

std::optional<size_t> TableSchema::find_column(std::string_view column_name) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == column_name) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<size_t> TableSchema::find_column(TableColumnId id) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].id == id) {
      return i;
    }
  }
  return std::nullopt;
}

void TableSchema::add_column(ColumnDefinition column) {
  if (columns.size() == kColumnCountMax) {
    throw Error(sqlstate::kTooManyColumns,
                "tables can have at most " + std::to_string(kColumnCountMax) + " columns")
        .with_hint("Spread the columns over several tables that share a key.");
  }
  if (find_column(column.name)) {
    throw Error(sqlstate::kDuplicateColumn,
                "column \"" + column.name + "\" of relation \"" + name + "\" already exists")
        .with_names("", name, column.name);
  }
  column.id = TableColumnId{next_column_id++};
  if (column.initial_value.is_null()) {
    column.initial_value = Value::null(column.type);
  }
  columns.push_back(std::move(column));
}

std::vector<std::string> TableSchema::column_names() const {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const ColumnDefinition& column : columns) {
    names.push_back(column.name);
  }
  return names;
}

}  // namespace stoa
