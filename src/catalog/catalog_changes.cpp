#include "catalog/catalog_changes.h"

#include "base/error.h"
#include "catalog/catalog_data.h"
#include "table/table_data.h"
#include "txn/fork.h"
#include "txn/version_store.h"

namespace stoa {

namespace {

uint64_t next_revision(Fork& fork) {
  return static_cast<uint64_t>(fork.store().next_token());
}

std::string relation_key(const std::string& schema, const std::string& name) {
  return "relation \"" + schema + "." + name + "\"";
}

std::string schema_key(const std::string& name) {
  return "schema \"" + name + "\"";
}

void add_entry_keys(const Root& base, ObjectId object, WriteSet& writes) {
  const CatalogEntryRef entry = catalog_of(base).find(object);
  if (entry != nullptr) {
    writes.add_key(kCatalogObjectId, relation_key(entry->schema_name, entry->name));
  }
  if (base.find(object) != nullptr) {
    writes.reshape(object);
  }
}

CatalogEntryRef find_or_raise(const Fork& fork, ObjectId object) {
  CatalogEntryRef entry = catalog_of(fork.root()).find(object);
  if (entry == nullptr) {
    raise(sqlstate::kSerializationFailure, "a table or view was dropped by another transaction");
  }
  return entry;
}

void check_free(const CatalogData& catalog, const std::string& schema, const std::string& name) {
  if (catalog.find_schema(schema) == nullptr) {
    raise(sqlstate::kInvalidSchema, "schema \"" + schema + "\" does not exist");
  }
  if (catalog.find(schema, name) == nullptr) {
    return;
  }
  throw Error(sqlstate::kDuplicateTable, "relation \"" + name + "\" already exists").with_names("", name, "");
}

template <class Entry>
std::shared_ptr<Entry> copy_entry(const CatalogEntryRef& entry) {
  return std::make_shared<Entry>(static_cast<const Entry&>(*entry));
}

/// Puts a changed copy of an entry in its place.
template <class Change>
void change_entry(Fork& fork, const CatalogEntryRef& entry, Change change) {
  std::shared_ptr<CatalogEntry> copy;
  if (entry->kind == CatalogKind::kTable) {
    copy = copy_entry<TableEntry>(entry);
  } else {
    copy = copy_entry<ViewEntry>(entry);
  }
  change(*copy);
  edit_catalog(fork).put(std::move(copy), next_revision(fork));
}

void put_definition(Fork& fork, const CatalogEntryRef& entry, TableSchemaRef definition) {
  change_entry(fork, entry,
               [&definition](CatalogEntry& copy) { static_cast<TableEntry&>(copy).definition = definition; });
  fork.edit_as<TableData>(entry->id).set_schema(std::move(definition), fork.token());
}

}  // namespace

void CreateTable::apply(Fork& fork, RowIdMap&) const {
  check_free(catalog_of(fork.root()), table_->schema_name, table_->name);
  edit_catalog(fork).put(table_, next_revision(fork));
  fork.put(table_->id, std::make_shared<TableData>(table_->id, table_->definition, fork.options()));
}

void CreateTable::collect_writes(const Root&, WriteSet& writes) const {
  writes.add_key(kCatalogObjectId, relation_key(table_->schema_name, table_->name));
}

void CreateView::apply(Fork& fork, RowIdMap&) const {
  const CatalogData& catalog = catalog_of(fork.root());
  const CatalogEntryRef replaced = catalog.find(view_->id);
  if (replaced == nullptr) {
    check_free(catalog, view_->schema_name, view_->name);
  }
  for (const Dependency& dependency : view_->dependencies) {
    find_or_raise(fork, dependency.object);
  }
  edit_catalog(fork).put(view_, next_revision(fork));
}

void CreateView::collect_writes(const Root& base, WriteSet& writes) const {
  writes.add_key(kCatalogObjectId, relation_key(view_->schema_name, view_->name));
  for (const Dependency& dependency : view_->dependencies) {
    if (base.find(dependency.object) != nullptr) {
      writes.touch(dependency.object);
    }
  }
}

void DropObject::apply(Fork& fork, RowIdMap&) const {
  const CatalogEntryRef entry = find_or_raise(fork, object_);
  for (const auto& [id, other] : catalog_of(fork.root()).entries()) {
    if (other->kind != CatalogKind::kView) {
      continue;
    }
    for (const Dependency& dependency : static_cast<const ViewEntry&>(*other).dependencies) {
      if (dependency.object != object_) {
        continue;
      }
      throw Error(sqlstate::kDependentObjects, "cannot drop " + std::string(to_text(entry->kind)) + " " +
                                                   entry->name + " because other objects depend on it")
          .with_detail("view " + other->name + " depends on it");
    }
  }
  edit_catalog(fork).erase(*entry, next_revision(fork));
  if (entry->kind == CatalogKind::kTable) {
    fork.erase(object_);
  }
}

void DropObject::collect_writes(const Root& base, WriteSet& writes) const {
  add_entry_keys(base, object_, writes);
}

void RenameObject::apply(Fork& fork, RowIdMap&) const {
  const CatalogEntryRef entry = find_or_raise(fork, object_);
  check_free(catalog_of(fork.root()), schema_, name_);
  edit_catalog(fork).erase(*entry, next_revision(fork));
  change_entry(fork, entry, [this](CatalogEntry& copy) {
    copy.schema_name = schema_;
    copy.name = name_;
  });
  if (entry->kind != CatalogKind::kTable) {
    return;
  }
  auto definition = std::make_shared<TableSchema>(*static_cast<const TableEntry&>(*entry).definition);
  definition->schema_name = schema_;
  definition->name = name_;
  put_definition(fork, catalog_of(fork.root()).find(object_), std::move(definition));
}

void RenameObject::collect_writes(const Root& base, WriteSet& writes) const {
  add_entry_keys(base, object_, writes);
  writes.add_key(kCatalogObjectId, relation_key(schema_, name_));
}

void ReshapeTable::apply(Fork& fork, RowIdMap&) const {
  put_definition(fork, find_or_raise(fork, table_), definition_);
}

void ReshapeTable::collect_writes(const Root& base, WriteSet& writes) const {
  add_entry_keys(base, table_, writes);
}

void CommentOnObject::apply(Fork& fork, RowIdMap&) const {
  const CatalogEntryRef entry = find_or_raise(fork, object_);
  change_entry(fork, entry, [this](CatalogEntry& copy) { copy.comment = comment_; });
}

void CommentOnObject::collect_writes(const Root& base, WriteSet& writes) const {
  const CatalogEntryRef entry = catalog_of(base).find(object_);
  if (entry != nullptr) {
    writes.add_key(kCatalogObjectId, relation_key(entry->schema_name, entry->name));
  }
}

void CreateSchema::apply(Fork& fork, RowIdMap&) const {
  if (catalog_of(fork.root()).find_schema(name_) != nullptr) {
    raise(sqlstate::kDuplicateSchema, "schema \"" + name_ + "\" already exists");
  }
  SchemaEntry schema;
  schema.name = name_;
  edit_catalog(fork).put_schema(std::move(schema), next_revision(fork));
}

void CreateSchema::collect_writes(const Root&, WriteSet& writes) const {
  writes.add_key(kCatalogObjectId, schema_key(name_));
}

void DropSchema::apply(Fork& fork, RowIdMap&) const {
  const SchemaEntry* schema = catalog_of(fork.root()).find_schema(name_);
  if (schema == nullptr) {
    raise(sqlstate::kInvalidSchema, "schema \"" + name_ + "\" does not exist");
  }
  if (!schema->entries.empty()) {
    throw Error(sqlstate::kDependentObjects,
                "cannot drop schema " + name_ + " because other objects depend on it")
        .with_detail(std::string(to_text(schema->entries.begin()->second->kind)) + " " + name_ + "." +
                     schema->entries.begin()->first + " is in it");
  }
  edit_catalog(fork).erase_schema(name_, next_revision(fork));
}

void DropSchema::collect_writes(const Root&, WriteSet& writes) const {
  writes.add_key(kCatalogObjectId, schema_key(name_));
}

void CommentOnSchema::apply(Fork& fork, RowIdMap&) const {
  const SchemaEntry* schema = catalog_of(fork.root()).find_schema(name_);
  if (schema == nullptr) {
    raise(sqlstate::kInvalidSchema, "schema \"" + name_ + "\" does not exist");
  }
  SchemaEntry changed = *schema;
  changed.comment = comment_;
  edit_catalog(fork).put_schema(std::move(changed), next_revision(fork));
}

void CommentOnSchema::collect_writes(const Root&, WriteSet& writes) const {
  writes.add_key(kCatalogObjectId, schema_key(name_));
}

}  // namespace stoa
