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

/// All schemas with all entries, as one object of the root (kCatalogObjectId).
/// Immutable once published; changed through change records (catalog_changes.h). A database's first root gets
/// one by `make_catalog`.
class CatalogData final : public RootObject {
 public:
  using SchemaRef = std::shared_ptr<const SchemaEntry>;

  std::shared_ptr<RootObject> clone() const override;
  std::string describe() const override { return "catalog"; }

  const std::map<std::string, SchemaRef, std::less<>>& schemas() const noexcept { return schemas_; }
  const SchemaEntry* find_schema(std::string_view name) const;
  CatalogEntryRef find(std::string_view schema, std::string_view name) const;
  CatalogEntryRef find(ObjectId id) const;
  uint64_t revision() const noexcept { return revision_; }

  // --- changing, on an object that the fork owns; `revision` is unique (Fork::next_revision)
  void put_schema(SchemaEntry schema, uint64_t revision);
  void erase_schema(std::string_view name, uint64_t revision);
  void put(CatalogEntryRef entry, uint64_t revision);
  void erase(std::string_view schema, std::string_view name, uint64_t revision);

 private:
  std::map<std::string, SchemaRef, std::less<>> schemas_;
  std::map<ObjectId, CatalogEntryRef> by_id_;
  uint64_t revision_ = 0;
};

/// Puts an empty catalog with the schema `public` into a fork of a fresh store. Raises nothing; part of
/// opening.
void make_catalog(Fork& fork);

/// The catalog of a root. REQUIRES: make_catalog was committed before it.
const CatalogData& catalog_of(const Root& root);

}  // namespace stoa
