#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "catalog/definitions.h"
#include "txn/fork.h"
#include "txn/root.h"

namespace stoa {

/// All schemas with all entries, as one object of the root (kCatalogObjectId). A root without one has the
/// built-in catalog: the schema `public`, empty. Immutable once published; changed through change records
/// (catalog_changes.h).
class CatalogData final : public RootObject {
 public:
  using SchemaRef = std::shared_ptr<const SchemaEntry>;
  using Schemas = std::map<std::string, SchemaRef, std::less<>>;

  /// The built-in catalog.
  CatalogData();
  std::shared_ptr<RootObject> clone() const override { return std::make_shared<CatalogData>(*this); }
  std::string describe() const override { return "catalog"; }

  const Schemas& schemas() const noexcept { return schemas_; }
  /// Null where there is none; names as they are kept.
  const SchemaEntry* find_schema(std::string_view name) const;
  CatalogEntryRef find(std::string_view schema, std::string_view name) const;
  CatalogEntryRef find(ObjectId id) const;
  const std::map<ObjectId, CatalogEntryRef>& entries() const noexcept { return entries_; }
  /// Changes whenever anything does; never the same for two different states of one database.
  uint64_t revision() const noexcept { return revision_; }

  // --- changing, on an object that the fork owns; `revision` was never used before
  void put_schema(SchemaEntry schema, uint64_t revision);
  void erase_schema(std::string_view name, uint64_t revision);
  void put(CatalogEntryRef entry, uint64_t revision);
  void erase(const CatalogEntry& entry, uint64_t revision);

 private:
  Schemas schemas_;
  std::map<ObjectId, CatalogEntryRef> entries_;
  uint64_t revision_ = 0;
};

/// The catalog of a root.
const CatalogData& catalog_of(const Root& root);
/// The catalog of a fork, ready to be changed.
CatalogData& edit_catalog(Fork& fork);

}  // namespace stoa
