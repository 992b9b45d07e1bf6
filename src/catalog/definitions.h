#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "table/table_schema.h"
#include "txn/root.h"

/// What the catalog knows: schemas, and in them tables and views. Entries are immutable and shared.
namespace stoa {

/// The schema of everything that says nothing else; `main` is another name for it.
inline constexpr std::string_view kDefaultSchema = "public";

enum class CatalogKind : uint8_t { kTable, kView };

/// "table", "view".
std::string_view to_text(CatalogKind kind);

/// An object that a view reads; with a column that it names, when it names one.
struct Dependency {
  ObjectId object{};
  std::optional<TableColumnId> column;
};

struct CatalogEntry {
  CatalogKind kind = CatalogKind::kTable;
  ObjectId id{};
  std::string schema_name;
  std::string name;
  std::string comment;
  bool is_temporary = false;

  virtual ~CatalogEntry() = default;
  CatalogEntry() = default;
  CatalogEntry(const CatalogEntry&) = default;
  CatalogEntry& operator=(const CatalogEntry&) = default;
};

/// `definition` is the one that the table's TableData holds.
struct TableEntry final : CatalogEntry {
  TableSchemaRef definition;
  TableEntry() { kind = CatalogKind::kTable; }
};

struct ViewEntry final : CatalogEntry {
  std::string query_sql;
  std::vector<std::string> column_names;
  std::vector<LogicalType> column_types;
  std::vector<Dependency> dependencies;
  ViewEntry() { kind = CatalogKind::kView; }
};

using CatalogEntryRef = std::shared_ptr<const CatalogEntry>;

struct SchemaEntry {
  std::string name;
  std::string comment;
  /// By name; tables and views share one space of names.
  std::map<std::string, CatalogEntryRef, std::less<>> entries;
};

/// Where unqualified names are looked for: the session's temporary schema first (empty: it has none), then
/// the others.
struct SearchPath {
  std::string temporary_schema;
  std::vector<std::string> schemas{std::string(kDefaultSchema)};
};

}  // namespace stoa
