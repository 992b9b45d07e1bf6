#include "catalog/catalog.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/near_name.h"

namespace stoa {

namespace {

std::string qualify(std::string_view schema, std::string_view name) {
  return schema.empty() ? std::string(name) : std::string(schema) + "." + std::string(name);
}

std::string hint_for(const std::string& near) {
  return near.empty() ? "" : "did you mean \"" + near + "\"?";
}

[[noreturn]] void raise_wrong_kind(const CatalogEntry& entry, CatalogKind wanted) {
  throw Error(sqlstate::kWrongObjectType, "\"" + entry.name + "\" is not a " + std::string(to_text(wanted)))
      .with_detail("it is a " + std::string(to_text(entry.kind)));
}

template <class Entry>
const Entry* as_kind(const CatalogEntry* entry, CatalogKind kind) {
  return entry == nullptr || entry->kind != kind ? nullptr : static_cast<const Entry*>(entry);
}

}  // namespace

Catalog::Catalog(const Root& root, SearchPath path)
    : root_(&root), data_(&catalog_of(root)), path_(std::move(path)) {}

uint64_t Catalog::revision() const noexcept {
  return data_->revision();
}

std::string Catalog::resolve_schema(std::string_view schema) const {
  if (schema == "main") {
    return std::string(kDefaultSchema);
  }
  if (schema == "temp" || schema == "pg_temp") {
    return path_.temporary_schema;
  }
  return std::string(schema);
}

const CatalogEntry* Catalog::find(std::string_view schema, std::string_view name) const {
  if (!schema.empty()) {
    return data_->find(resolve_schema(schema), name).get();
  }
  if (!path_.temporary_schema.empty()) {
    if (const CatalogEntry* entry = data_->find(path_.temporary_schema, name).get()) {
      return entry;
    }
  }
  for (const std::string& candidate : path_.schemas) {
    if (const CatalogEntry* entry = data_->find(resolve_schema(candidate), name).get()) {
      return entry;
    }
  }
  return nullptr;
}

const TableEntry* Catalog::find_table(std::string_view schema, std::string_view name) const {
  return as_kind<TableEntry>(find(schema, name), CatalogKind::kTable);
}

const ViewEntry* Catalog::find_view(std::string_view schema, std::string_view name) const {
  return as_kind<ViewEntry>(find(schema, name), CatalogKind::kView);
}

const CatalogEntry* Catalog::find(ObjectId id) const {
  return data_->find(id).get();
}

const SchemaEntry* Catalog::find_schema(std::string_view schema) const {
  return data_->find_schema(resolve_schema(schema));
}

const CatalogEntry& Catalog::get(std::string_view schema, std::string_view name) const {
  if (const CatalogEntry* entry = find(schema, name)) {
    return *entry;
  }
  if (schema == "information_schema" || schema == "pg_catalog") {
    raise_unsupported("the schema " + std::string(schema));
  }
  std::string near;
  if (schema.empty()) {
    near = near_name(name);
  } else {
    std::vector<std::string_view> names;
    for (const CatalogEntry* entry : entries(schema)) {
      names.push_back(entry->name);
    }
    near = std::string(stoa::near_name(name, names));
  }
  throw Error(sqlstate::kUndefinedTable, "relation \"" + qualify(schema, name) + "\" does not exist")
      .with_hint(hint_for(near))
      .with_names("", std::string(name), "");
}

const TableEntry& Catalog::get_table(std::string_view schema, std::string_view name) const {
  const CatalogEntry& entry = get(schema, name);
  if (entry.kind != CatalogKind::kTable) {
    raise_wrong_kind(entry, CatalogKind::kTable);
  }
  return static_cast<const TableEntry&>(entry);
}

const ViewEntry& Catalog::get_view(std::string_view schema, std::string_view name) const {
  const CatalogEntry& entry = get(schema, name);
  if (entry.kind != CatalogKind::kView) {
    raise_wrong_kind(entry, CatalogKind::kView);
  }
  return static_cast<const ViewEntry&>(entry);
}

const SchemaEntry& Catalog::get_schema(std::string_view schema) const {
  if (const SchemaEntry* found = find_schema(schema)) {
    return *found;
  }
  std::vector<std::string_view> names;
  for (const SchemaEntry* known : schemas()) {
    names.push_back(known->name);
  }
  throw Error(sqlstate::kInvalidSchema, "schema \"" + std::string(schema) + "\" does not exist")
      .with_hint(hint_for(std::string(stoa::near_name(schema, names))));
}

std::shared_ptr<const TableData> Catalog::table_data(const TableEntry& table) const {
  return root_->share_as<TableData>(table.id);
}

std::string Catalog::creation_schema(std::string_view schema, bool is_temporary) const {
  if (is_temporary && !schema.empty() && resolve_schema(schema) != path_.temporary_schema) {
    raise(sqlstate::kInvalidName,
          "a temporary table or view can't be made in schema \"" + std::string(schema) + "\"");
  }
  if (is_temporary) {
    return path_.temporary_schema;
  }
  if (!schema.empty()) {
    return resolve_schema(schema);
  }
  for (const std::string& candidate : path_.schemas) {
    if (find_schema(candidate) != nullptr) {
      return resolve_schema(candidate);
    }
  }
  throw Error(sqlstate::kInvalidSchema, "no schema has been selected to create in")
      .with_hint("name one, or SET search_path to one that exists");
}

std::vector<const SchemaEntry*> Catalog::schemas() const {
  std::vector<const SchemaEntry*> list;
  for (const auto& [name, schema] : data_->schemas()) {
    list.push_back(schema.get());
  }
  return list;
}

std::vector<const CatalogEntry*> Catalog::entries(std::string_view schema) const {
  std::vector<const CatalogEntry*> list;
  const SchemaEntry* holder = find_schema(schema);
  if (holder == nullptr) {
    return list;
  }
  for (const auto& [name, entry] : holder->entries) {
    list.push_back(entry.get());
  }
  return list;
}

std::vector<const CatalogEntry*> Catalog::visible_entries() const {
  std::map<std::string_view, const CatalogEntry*> by_name;
  auto add_all = [&](std::string_view schema) {
    for (const CatalogEntry* entry : entries(schema)) {
      by_name.emplace(entry->name, entry);
    }
  };
  if (!path_.temporary_schema.empty()) {
    add_all(path_.temporary_schema);
  }
  for (const std::string& schema : path_.schemas) {
    add_all(schema);
  }
  std::vector<const CatalogEntry*> list;
  for (const auto& [name, entry] : by_name) {
    list.push_back(entry);
  }
  return list;
}

std::vector<const ViewEntry*> Catalog::dependents(ObjectId object) const {
  std::vector<const ViewEntry*> list;
  for (const auto& [id, entry] : data_->entries()) {
    const auto* view = as_kind<ViewEntry>(entry.get(), CatalogKind::kView);
    if (view == nullptr) {
      continue;
    }
    for (const Dependency& dependency : view->dependencies) {
      if (dependency.object == object) {
        list.push_back(view);
        break;
      }
    }
  }
  return list;
}

std::string Catalog::near_name(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const CatalogEntry* entry : visible_entries()) {
    names.push_back(entry->name);
  }
  return std::string(stoa::near_name(name, names));
}

void raise_unknown_column(const TableSchema& table, std::string_view column) {
  const std::vector<std::string> names = table.column_names();
  throw Error(sqlstate::kUndefinedColumn,
              "column \"" + std::string(column) + "\" of relation \"" + table.name + "\" does not exist")
      .with_hint(hint_for(std::string(near_name(column, names))))
      .with_names("", table.name, std::string(column));
}

}  // namespace stoa
