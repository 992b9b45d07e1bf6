#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/columns.h"
#include "sql/expression.h"

/// Which names mean which columns at a point of a query.
namespace stoa {

struct ScopeColumn {
  std::string name;
  ColumnId id;
};

/// A table in FROM under the name it goes by.
struct ScopeTable {
  std::string schema;  ///< empty for anything but a table of the catalog
  std::string name;
  std::vector<ScopeColumn> columns;
};

/// A column that `*` shows and a bare name finds. USING merges two columns into one of these; both stay
/// reachable through their tables.
struct VisibleColumn {
  std::string name;
  std::string table;
  ColumnId id;
};

/// The tables of one FROM clause. A plain value; ids refer to the plan's ColumnTable.
class Scope {
 public:
  void add_table(ScopeTable table);
  /// Takes over the tables of the right side of a join; raises 42712 for a table name that is there twice.
  void append(Scope other);
  void merge_using(std::string_view column, ColumnId left, ColumnId right, ColumnId merged);

  const std::vector<ScopeTable>& tables() const { return tables_; }
  const std::vector<VisibleColumn>& visible() const { return visible_; }
  const ScopeTable* find_table(std::string_view schema, std::string_view name) const;

  enum class Found { kNone, kOne, kSeveral };
  /// A bare column name among the visible columns.
  Found find_column(std::string_view name, ColumnId& id) const;
  /// `table.column`; kNone also when the table is unknown (`has_table` tells).
  Found find_column(std::string_view schema, std::string_view table, std::string_view name, ColumnId& id,
                    bool& has_table) const;
  /// All names, for near-name hints.
  std::vector<std::string> column_names() const;
  bool empty() const { return tables_.empty(); }

 private:
  std::vector<ScopeTable> tables_;
  std::vector<VisibleColumn> visible_;
};

}  // namespace stoa
