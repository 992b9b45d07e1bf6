#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/definitions.h"
#include "txn/fork.h"

namespace stoa {

/// What DROP does about objects that depend on the one dropped.
enum class DropBehavior : uint8_t { kRestrict, kCascade };

/// DDL in a fork: checks and makes the change records. Used by one thread. Object names come folded; schemas
/// and ids come from a Catalog over the same fork. After an error the fork must go back to where the
/// statement began.
///
/// Errors: 42P07, 42701, 42P06 for names that are taken, 42P01, 42703, 3F000 for names that are not there,
/// 2BP01 for dependents under RESTRICT (detail names them), 23502 when SET NOT NULL meets a NULL.
class CatalogWriter {
 public:
  explicit CatalogWriter(Fork& fork, SearchPath path = {}) : fork_(fork), path_(std::move(path)) {}

  /// The catalog as of now, own changes included; valid until the next change.
  Catalog catalog() const { return Catalog(fork_.root(), path_); }

  // --- tables. `definition` names schema (resolved, existing), name and columns; ids of columns are given
  // here.
  ObjectId create_table(TableSchema definition, bool is_temporary = false);
  void drop_table(ObjectId table, DropBehavior behavior);
  /// Rows that are there get `column.initial_value`; costs nothing per row.
  void add_column(ObjectId table, ColumnDefinition column);
  void drop_column(ObjectId table, std::string_view column, DropBehavior behavior);
  void rename_column(ObjectId table, std::string_view column, std::string_view new_name);
  void set_column_default(ObjectId table, std::string_view column, std::optional<std::string> default_sql);
  void set_column_not_null(ObjectId table, std::string_view column, bool is_not_null);
  void comment_on_column(ObjectId table, std::string_view column, std::string comment);

  // --- views. `view` has everything but its id.
  ObjectId create_view(ViewEntry view, bool or_replace = false);
  void drop_view(ObjectId view, DropBehavior behavior);

  // --- either
  void rename(ObjectId object, std::string_view new_name);
  void set_schema(ObjectId object, std::string_view new_schema);
  void comment_on(ObjectId object, std::string comment);

  // --- schemas
  void create_schema(std::string_view name);
  void drop_schema(std::string_view name, DropBehavior behavior);
  void comment_on_schema(std::string_view name, std::string comment);

 private:
  const TableEntry& table_entry(ObjectId table) const;
  void drop_dependents(const CatalogEntry& entry, DropBehavior behavior);
  void reshape(const TableEntry& table, TableSchema changed);
  void move(ObjectId object, std::string new_schema, std::string new_name);

  Fork& fork_;
  SearchPath path_;
};

}  // namespace stoa
