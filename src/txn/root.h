#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/assert.h"
#include "store/edit_token.h"
#include "store/persistent_vector.h"

/// The roots of the database: every state of it is one immutable Root, from which all objects hang.
namespace stoa {

/// Names an object (the catalog, a table, later an index or a key-value space) for as long as the database
/// lives.
enum class ObjectId : uint64_t {};

inline constexpr ObjectId kCatalogObjectId{1};
/// Ids below are the system's.
inline constexpr uint64_t kFirstFreeObjectId = 16;

constexpr uint64_t to_number(ObjectId id) {
  return static_cast<uint64_t>(id);
}

/// What hangs from a root. Immutable once its root is published or remembered; before that only the fork
/// whose token it carries changes it.
class RootObject {
 public:
  virtual ~RootObject() = default;
  /// A copy that shares all parts; costs little.
  virtual std::shared_ptr<RootObject> clone() const = 0;
  /// How messages name it: `table "orders"`.
  virtual std::string describe() const = 0;

  EditToken owner = EditToken::kNone;

 protected:
  RootObject() = default;
  RootObject(const RootObject&) = default;
  RootObject& operator=(const RootObject&) = delete;
};

/// One state of the database. Copying is free and shares everything, which is how savepoints, named versions
/// and branches are kept. Reading is thread-safe; only a Fork changes its own copy.
class Root {
 public:
  /// The number of the commit that made it; a fork's root carries the version that it was forked from.
  uint64_t version() const noexcept { return version_; }

  /// Null where there is none.
  const std::shared_ptr<const RootObject>& find(ObjectId id) const noexcept {
    return objects_[to_number(id)];
  }

  /// The object as a T; null where there is none. REQUIRES: the object is a T.
  template <class T>
  const T* find_as(ObjectId id) const noexcept {
    const RootObject* object = find(id).get();
    STOA_ASSERT(object == nullptr || dynamic_cast<const T*>(object) != nullptr);
    return static_cast<const T*>(object);
  }
  /// The same, keeping it alive beyond the root.
  template <class T>
  std::shared_ptr<const T> share_as(ObjectId id) const {
    return std::static_pointer_cast<const T>(find(id));
  }
  /// One past the highest id in use.
  uint64_t object_id_end() const noexcept { return objects_.size(); }

 private:
  friend class Fork;
  friend class VersionStore;

  uint64_t version_ = 0;
  PersistentVector<std::shared_ptr<const RootObject>> objects_;
};

}  // namespace stoa
