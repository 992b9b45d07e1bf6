#include "bind/scope.h"

#include <algorithm>

#include "base/error.h"

namespace stoa {

void Scope::add_table(ScopeTable table) {
  for (const ScopeColumn& column : table.columns) {
    visible_.push_back({column.name, table.name, column.id});
  }
  tables_.push_back(std::move(table));
}

void Scope::append(Scope other) {
  for (ScopeTable& table : other.tables_) {
    if (!table.name.empty() && find_table(table.schema, table.name) != nullptr) {
      throw Error(sqlstate::kDuplicateAlias,
                  "table name \"" + table.name + "\" is used more than once in FROM")
          .with_hint("give one of them another alias");
    }
    tables_.push_back(std::move(table));
  }
  visible_.insert(visible_.end(), other.visible_.begin(), other.visible_.end());
}

void Scope::merge_using(std::string_view column, ColumnId left, ColumnId right, ColumnId merged) {
  std::erase_if(visible_, [&](const VisibleColumn& v) { return v.id == left || v.id == right; });
  // Merged columns come first, in the order of the USING list.
  const auto first_unmerged =
      std::find_if(visible_.begin(), visible_.end(), [](const VisibleColumn& v) { return !v.table.empty(); });
  visible_.insert(first_unmerged, {std::string(column), "", merged});
}

const ScopeTable* Scope::find_table(std::string_view schema, std::string_view name) const {
  for (const ScopeTable& table : tables_) {
    if (table.name == name && (schema.empty() || table.schema == schema)) {
      return &table;
    }
  }
  return nullptr;
}

Scope::Found Scope::find_column(std::string_view name, ColumnId& id) const {
  Found found = Found::kNone;
  for (const VisibleColumn& column : visible_) {
    if (column.name != name) {
      continue;
    }
    if (found != Found::kNone) {
      return Found::kSeveral;
    }
    found = Found::kOne;
    id = column.id;
  }
  return found;
}

Scope::Found Scope::find_column(std::string_view schema, std::string_view table, std::string_view name,
                                ColumnId& id, bool& has_table) const {
  const ScopeTable* found_table = find_table(schema, table);
  has_table = found_table != nullptr;
  if (!has_table) {
    return Found::kNone;
  }
  Found found = Found::kNone;
  for (const ScopeColumn& column : found_table->columns) {
    if (column.name != name) {
      continue;
    }
    if (found != Found::kNone) {
      return Found::kSeveral;
    }
    found = Found::kOne;
    id = column.id;
  }
  return found;
}

std::vector<std::string> Scope::column_names() const {
  std::vector<std::string> names;
  for (const VisibleColumn& column : visible_) {
    names.push_back(column.name);
  }
  return names;
}

}  // namespace stoa
