#include "catalog/catalog_data.h"

#include <utility>

#include "base/assert.h"

namespace stoa {

std::string_view to_text(CatalogKind kind) {
  return kind == CatalogKind::kTable ? "table" : "view";
}

CatalogData::CatalogData() {
  SchemaEntry schema;
  schema.name = std::string(kDefaultSchema);
  schemas_.emplace(schema.name, std::make_shared<const SchemaEntry>(schema));
}

const SchemaEntry* CatalogData::find_schema(std::string_view name) const {
  const auto found = schemas_.find(name);
  return found == schemas_.end() ? nullptr : found->second.get();
}

CatalogEntryRef CatalogData::find(std::string_view schema, std::string_view name) const {
  const SchemaEntry* holder = find_schema(schema);
  if (holder == nullptr) {
    return nullptr;
  }
  const auto found = holder->entries.find(name);
  return found == holder->entries.end() ? nullptr : found->second;
}

CatalogEntryRef CatalogData::find(ObjectId id) const {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : found->second;
}

void CatalogData::put_schema(SchemaEntry schema, uint64_t revision) {
  std::string name = schema.name;
  schemas_.insert_or_assign(std::move(name), std::make_shared<const SchemaEntry>(std::move(schema)));
  revision_ = revision;
}

void CatalogData::erase_schema(std::string_view name, uint64_t revision) {
  const auto found = schemas_.find(name);
  STOA_CHECK(found != schemas_.end() && found->second->entries.empty());
  schemas_.erase(found);
  revision_ = revision;
}

void CatalogData::put(CatalogEntryRef entry, uint64_t revision) {
  const auto holder = schemas_.find(entry->schema_name);
  STOA_CHECK(holder != schemas_.end());
  auto copy = std::make_shared<SchemaEntry>(*holder->second);
  copy->entries.insert_or_assign(entry->name, entry);
  holder->second = std::move(copy);
  const ObjectId id = entry->id;
  entries_.insert_or_assign(id, std::move(entry));
  revision_ = revision;
}

void CatalogData::erase(const CatalogEntry& entry, uint64_t revision) {
  const auto holder = schemas_.find(entry.schema_name);
  STOA_CHECK(holder != schemas_.end());
  auto copy = std::make_shared<SchemaEntry>(*holder->second);
  const ObjectId id = entry.id;
  copy->entries.erase(entry.name);
  holder->second = std::move(copy);
  entries_.erase(id);
  revision_ = revision;
}

const CatalogData& catalog_of(const Root& root) {
  static const CatalogData kBuiltIn;
  const auto* data = root.find_as<CatalogData>(kCatalogObjectId);
  return data == nullptr ? kBuiltIn : *data;
}

CatalogData& edit_catalog(Fork& fork) {
  if (fork.root().find(kCatalogObjectId) == nullptr) {
    fork.put(kCatalogObjectId, std::make_shared<CatalogData>());
  }
  return fork.edit_as<CatalogData>(kCatalogObjectId);
}

}  // namespace stoa
