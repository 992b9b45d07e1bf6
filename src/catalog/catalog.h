#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog_data.h"
#include "catalog/definitions.h"
#include "table/table_data.h"
#include "txn/root.h"

namespace stoa {

/// Names as a statement sees them: a view over one root and a search path. Cheap to make; valid as long as
/// the root. Names come folded by SQL's rules and are compared exactly. An empty schema name means: by the
/// search path. `main` means `public`; `temp` and `pg_temp` mean the session's temporary schema.
class Catalog {
 public:
  explicit Catalog(const Root& root, SearchPath path = {});

  const Root& root() const noexcept { return *root_; }
  const SearchPath& path() const noexcept { return path_; }
  /// Changes whenever anything in the catalog does, and has one value for one state: what a plan cache
  /// compares.
  uint64_t revision() const noexcept;

  // --- one object; null where there is none
  const CatalogEntry* find(std::string_view schema, std::string_view name) const;
  const TableEntry* find_table(std::string_view schema, std::string_view name) const;
  const ViewEntry* find_view(std::string_view schema, std::string_view name) const;
  const CatalogEntry* find(ObjectId id) const;
  const SchemaEntry* find_schema(std::string_view schema) const;

  // --- the same, raising 42P01 (with a near name as hint), 42809 for the wrong kind, 3F000 for an unknown
  // schema
  const CatalogEntry& get(std::string_view schema, std::string_view name) const;
  const TableEntry& get_table(std::string_view schema, std::string_view name) const;
  const ViewEntry& get_view(std::string_view schema, std::string_view name) const;
  const SchemaEntry& get_schema(std::string_view schema) const;

  /// The rows of a table.
  std::shared_ptr<const TableData> table_data(const TableEntry& table) const;

  /// The schema that an unqualified new object goes to.
  std::string creation_schema(std::string_view schema, bool is_temporary) const;
  /// The name that a schema is kept under: `main` becomes `public`, `temp` the session's own.
  std::string resolve_schema(std::string_view schema) const;

  // --- lists, in order of names: SHOW TABLES, information_schema
  std::vector<const SchemaEntry*> schemas() const;
  std::vector<const CatalogEntry*> entries(std::string_view schema) const;
  /// All that unqualified names can reach.
  std::vector<const CatalogEntry*> visible_entries() const;
  /// Views that read the object, directly.
  std::vector<const ViewEntry*> dependents(ObjectId object) const;

  /// A name close to one that was not found, empty where none is.
  std::string near_name(std::string_view name) const;

 private:
  const Root* root_;
  const CatalogData* data_;
  SearchPath path_;
};

/// Raises 42703 for a column that the table has not, with a near name as hint.
[[noreturn]] void raise_unknown_column(const TableSchema& table, std::string_view column);

}  // namespace stoa
