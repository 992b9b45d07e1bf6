#include "catalog/catalog_writer.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "catalog/catalog_changes.h"
#include "column/kernels/aggregate.h"
#include "table/table_source.h"

namespace stoa {

namespace {

std::string label(const CatalogEntry& entry) {
  return std::string(to_text(entry.kind)) + " " + entry.name;
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether the text has the word, in any case.
bool mentions(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return to_lower(a) == to_lower(b); };
  for (auto from = text.begin();;) {
    const auto found = std::search(from, text.end(), word.begin(), word.end(), same);
    if (found == text.end()) {
      return false;
    }
    const auto end = found + static_cast<ptrdiff_t>(word.size());
    const bool begins = found == text.begin() || !is_word_character(found[-1]);
    if (begins && (end == text.end() || !is_word_character(*end))) {
      return true;
    }
    from = found + 1;
  }
}

/// Whether a view reads a column. Where it says only that it reads the table, its text decides, `*` reading
/// everything.
bool reads_column(const ViewEntry& view, ObjectId table, const ColumnDefinition& column) {
  bool names_columns = false;
  for (const Dependency& dependency : view.dependencies) {
    if (dependency.object != table || !dependency.column) {
      continue;
    }
    if (*dependency.column == column.id) {
      return true;
    }
    names_columns = true;
  }
  if (names_columns) {
    return false;
  }
  return mentions(view.query_sql, column.name) || view.query_sql.find('*') != std::string::npos;
}

/// Directly or through other views.
bool reads_object(const CatalogData& catalog, const ViewEntry& view, ObjectId object) {
  return std::any_of(view.dependencies.begin(), view.dependencies.end(), [&](const Dependency& dependency) {
    if (dependency.object == object) {
      return true;
    }
    const CatalogEntryRef read = catalog.find(dependency.object);
    return read != nullptr && read->kind == CatalogKind::kView &&
           reads_object(catalog, static_cast<const ViewEntry&>(*read), object);
  });
}

[[noreturn]] void raise_dependents(const std::string& what, const std::vector<const ViewEntry*>& views) {
  std::string detail;
  for (const ViewEntry* view : views) {
    if (!detail.empty()) {
      detail += '\n';
    }
    detail += "view " + view->name + " depends on " + what;
  }
  throw Error(sqlstate::kDependentObjects, "cannot drop " + what + " because other objects depend on it")
      .with_detail(std::move(detail))
      .with_hint("Use DROP ... CASCADE to drop the dependent objects too.");
}

size_t column_index(const TableSchema& definition, std::string_view column) {
  const std::optional<size_t> index = definition.find_column(column);
  if (!index) {
    raise_unknown_column(definition, column);
  }
  return *index;
}

bool has_null(const std::shared_ptr<const TableData>& table, size_t column) {
  const ScanFilter filter{column, ScanFilter::Kind::kIsNull, CompareOperator::kEqual, Value()};
  const auto scan = TableDataSource(table).scan({column}, {filter}, kDefaultVectorSize);
  Batch batch;
  for (size_t i = 0; i < scan->morsel_count(); ++i) {
    const auto reader = scan->open_morsel(i);
    while (reader->next(batch)) {
      if (count_values(batch.columns[0], batch.row_count) != batch.row_count) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

const TableEntry& CatalogWriter::table_entry(ObjectId table) const {
  const CatalogEntryRef entry = catalog_of(fork_.root()).find(table);
  STOA_CHECK(entry != nullptr && entry->kind == CatalogKind::kTable);
  return static_cast<const TableEntry&>(*entry);
}

ObjectId CatalogWriter::create_table(TableSchema definition, bool is_temporary) {
  std::vector<ColumnDefinition> columns = std::exchange(definition.columns, {});
  definition.next_column_id = 0;
  for (ColumnDefinition& column : columns) {
    definition.add_column(std::move(column));
  }
  auto entry = std::make_shared<TableEntry>();
  entry->id = fork_.allocate_id();
  entry->schema_name = definition.schema_name;
  entry->name = definition.name;
  entry->comment = definition.comment;
  entry->is_temporary = is_temporary;
  entry->definition = std::make_shared<const TableSchema>(std::move(definition));
  const ObjectId id = entry->id;
  fork_.change(std::make_shared<CreateTable>(std::move(entry)));
  return id;
}

void CatalogWriter::drop_dependents(const CatalogEntry& entry, DropBehavior behavior) {
  const std::vector<const ViewEntry*> views = catalog().dependents(entry.id);
  if (views.empty()) {
    return;
  }
  if (behavior == DropBehavior::kRestrict) {
    raise_dependents(label(entry), views);
  }
  std::vector<ObjectId> ids;
  for (const ViewEntry* view : views) {
    ids.push_back(view->id);
  }
  for (const ObjectId id : ids) {
    // A view that was dropped with another one is gone by now.
    if (catalog().find(id) != nullptr) {
      drop_view(id, behavior);
    }
  }
}

void CatalogWriter::drop_table(ObjectId table, DropBehavior behavior) {
  const CatalogEntryRef entry = catalog_of(fork_.root()).find(table);
  STOA_CHECK(entry != nullptr);
  drop_dependents(*entry, behavior);
  fork_.change(std::make_shared<DropObject>(table));
}

void CatalogWriter::drop_view(ObjectId view, DropBehavior behavior) {
  drop_table(view, behavior);
}

void CatalogWriter::reshape(const TableEntry& table, TableSchema changed) {
  fork_.change(
      std::make_shared<ReshapeTable>(table.id, std::make_shared<const TableSchema>(std::move(changed))));
}

void CatalogWriter::add_column(ObjectId table, ColumnDefinition column) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  changed.add_column(std::move(column));
  const ColumnDefinition& added = changed.columns.back();
  const bool has_rows = fork_.root().find_as<TableData>(table)->row_count() != 0;
  if (!added.is_nullable && added.initial_value.is_null() && has_rows) {
    throw Error(sqlstate::kNotNullViolation,
                "column \"" + added.name + "\" of relation \"" + entry.name + "\" contains null values")
        .with_hint("give the column a default")
        .with_names("", entry.name, added.name);
  }
  reshape(entry, std::move(changed));
}

void CatalogWriter::drop_column(ObjectId table, std::string_view column, DropBehavior behavior) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  const size_t index = column_index(changed, column);
  std::vector<const ViewEntry*> readers;
  for (const ViewEntry* view : catalog().dependents(table)) {
    if (reads_column(*view, table, changed.columns[index])) {
      readers.push_back(view);
    }
  }
  if (!readers.empty() && behavior == DropBehavior::kRestrict) {
    raise_dependents("column " + std::string(column) + " of " + label(entry), readers);
  }
  std::vector<ObjectId> ids;
  for (const ViewEntry* view : readers) {
    ids.push_back(view->id);
  }
  for (const ObjectId id : ids) {
    if (catalog().find(id) != nullptr) {
      drop_view(id, behavior);
    }
  }
  changed.columns.erase(changed.columns.begin() + static_cast<ptrdiff_t>(index));
  reshape(table_entry(table), std::move(changed));
}

void CatalogWriter::rename_column(ObjectId table, std::string_view column, std::string_view new_name) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  const size_t index = column_index(changed, column);
  if (changed.find_column(new_name)) {
    throw Error(sqlstate::kDuplicateColumn,
                "column \"" + std::string(new_name) + "\" of relation \"" + entry.name + "\" already exists")
        .with_names("", entry.name, std::string(new_name));
  }
  for (const ViewEntry* view : catalog().dependents(table)) {
    if (reads_column(*view, table, changed.columns[index])) {
      raise_unsupported("renaming column " + std::string(column) + ", which view " + view->name + " reads,");
    }
  }
  changed.columns[index].name = std::string(new_name);
  reshape(entry, std::move(changed));
}

void CatalogWriter::set_column_default(ObjectId table, std::string_view column,
                                       std::optional<std::string> default_sql) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  changed.columns[column_index(changed, column)].default_sql = std::move(default_sql);
  reshape(entry, std::move(changed));
}

void CatalogWriter::set_column_not_null(ObjectId table, std::string_view column, bool is_not_null) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  const size_t index = column_index(changed, column);
  if (is_not_null && has_null(fork_.root().share_as<TableData>(table), index)) {
    throw Error(sqlstate::kNotNullViolation, "column \"" + std::string(column) + "\" of relation \"" +
                                                 entry.name + "\" contains null values")
        .with_names("", entry.name, std::string(column));
  }
  changed.columns[index].is_nullable = !is_not_null;
  reshape(entry, std::move(changed));
}

void CatalogWriter::comment_on_column(ObjectId table, std::string_view column, std::string comment) {
  const TableEntry& entry = table_entry(table);
  TableSchema changed = *entry.definition;
  changed.columns[column_index(changed, column)].comment = std::move(comment);
  reshape(entry, std::move(changed));
}

ObjectId CatalogWriter::create_view(ViewEntry view, bool or_replace) {
  const CatalogEntryRef existing = catalog_of(fork_.root()).find(view.schema_name, view.name);
  if (or_replace && existing != nullptr && existing->kind != CatalogKind::kView) {
    raise(sqlstate::kWrongObjectType, "\"" + view.name + "\" is not a view");
  }
  const bool replaces = or_replace && existing != nullptr;
  view.id = replaces ? existing->id : fork_.allocate_id();
  if (reads_object(catalog_of(fork_.root()), view, view.id)) {
    raise(sqlstate::kInvalidRecursion, "view \"" + view.name + "\" would read itself");
  }
  const ObjectId id = view.id;
  fork_.change(std::make_shared<CreateView>(std::make_shared<const ViewEntry>(std::move(view))));
  return id;
}

void CatalogWriter::move(ObjectId object, std::string new_schema, std::string new_name) {
  const std::vector<const ViewEntry*> views = catalog().dependents(object);
  if (!views.empty()) {
    raise_unsupported("renaming " + label(*catalog().find(object)) + ", which view " + views[0]->name +
                      " reads,");
  }
  fork_.change(std::make_shared<RenameObject>(object, std::move(new_schema), std::move(new_name)));
}

void CatalogWriter::rename(ObjectId object, std::string_view new_name) {
  move(object, catalog().find(object)->schema_name, std::string(new_name));
}

void CatalogWriter::set_schema(ObjectId object, std::string_view new_schema) {
  const std::string resolved = catalog().get_schema(new_schema).name;
  const CatalogEntry* entry = catalog().find(object);
  if (entry->schema_name != resolved) {
    move(object, resolved, entry->name);
  }
}

void CatalogWriter::comment_on(ObjectId object, std::string comment) {
  fork_.change(std::make_shared<CommentOnObject>(object, std::move(comment)));
}

void CatalogWriter::create_schema(std::string_view name) {
  if (name == "main" || name == "information_schema" || name == "pg_catalog") {
    raise(sqlstate::kDuplicateSchema, "schema \"" + std::string(name) + "\" already exists");
  }
  fork_.change(std::make_shared<CreateSchema>(std::string(name)));
}

void CatalogWriter::drop_schema(std::string_view name, DropBehavior behavior) {
  const std::string resolved = catalog().get_schema(name).name;
  if (resolved == kDefaultSchema) {
    raise(sqlstate::kDependentObjects, "cannot drop schema " + resolved + " because the database needs it");
  }
  std::vector<ObjectId> ids;
  std::string detail;
  for (const CatalogEntry* entry : catalog().entries(resolved)) {
    ids.push_back(entry->id);
    detail += (detail.empty() ? "" : "\n") + label(*entry) + " depends on schema " + resolved;
  }
  if (!ids.empty() && behavior == DropBehavior::kRestrict) {
    throw Error(sqlstate::kDependentObjects,
                "cannot drop schema " + resolved + " because other objects depend on it")
        .with_detail(std::move(detail))
        .with_hint("Use DROP ... CASCADE to drop the dependent objects too.");
  }
  for (const ObjectId id : ids) {
    if (catalog().find(id) != nullptr) {
      drop_table(id, behavior);
    }
  }
  fork_.change(std::make_shared<DropSchema>(resolved));
}

void CatalogWriter::comment_on_schema(std::string_view name, std::string comment) {
  fork_.change(std::make_shared<CommentOnSchema>(catalog().get_schema(name).name, std::move(comment)));
}

}  // namespace stoa
