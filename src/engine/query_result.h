#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/collected_rows.h"

namespace stoa::engine {

/// What one statement gave. Immutable, cheap to copy, independent of session and database: its rows share the
/// storage that they were read from and keep it alive.
struct QueryResult {
  std::vector<std::string> names;
  std::vector<LogicalType> types;
  std::shared_ptr<const CollectedRows> rows;
  /// PostgreSQL's command tag: "SELECT", "INSERT", "CREATE TABLE", ...
  std::string command;
  /// Rows that the statement changed, for those that do.
  uint64_t changed_row_count = 0;
  /// Whether there are rows to show: queries, RETURNING, SHOW; not plain INSERT or DDL.
  bool has_rows = false;

  size_t row_count() const { return rows ? rows->row_count() : 0; }
};

/// A result without rows.
QueryResult command_result(std::string command, uint64_t changed_row_count = 0);
/// A result of single values, for SHOW and the like; every row has as many values as there are names.
QueryResult values_result(std::string command, std::vector<std::string> names, std::vector<LogicalType> types,
                          const std::vector<std::vector<Value>>& rows);

}  // namespace stoa::engine
