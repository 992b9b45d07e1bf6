#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "txn/root.h"

namespace stoa {

/// A set of row ids, kept as bitmaps of 4,096 rows.
class RowIdSet {
 public:
  void add(uint64_t row_id);
  bool empty() const noexcept { return chunks_.empty(); }
  /// The lowest row that both hold.
  std::optional<uint64_t> first_common(const RowIdSet& other) const;

 private:
  static constexpr uint64_t kChunkRows = 4096;
  std::map<uint64_t, std::array<uint64_t, kChunkRows / 64>> chunks_;
};

/// What two transactions both changed.
struct Collision {
  ObjectId object{};
  std::optional<uint64_t> row_id;
  std::string key;  ///< a name in the catalog, where that is what collided
};

/// What a transaction changed of the state that it was forked from; its own new rows and objects are not in
/// it.
class WriteSet {
 public:
  /// The transaction relies on the object's shape (it inserted rows, say).
  void touch(ObjectId object) { objects_[object]; }
  void add_row(ObjectId object, uint64_t row_id) { objects_[object].rows.add(row_id); }
  /// The object was reshaped, emptied or dropped: collides with every other change of it.
  void reshape(ObjectId object) { objects_[object].is_reshaped = true; }
  /// A named part, for objects whose parts have names (the catalog).
  void add_key(ObjectId object, std::string key) { objects_[object].keys.insert(std::move(key)); }

  bool empty() const noexcept { return objects_.empty(); }
  std::optional<Collision> find_collision(const WriteSet& other) const;

 private:
  struct Changes {
    bool is_reshaped = false;
    RowIdSet rows;
    std::set<std::string> keys;
  };
  static std::optional<Collision> collide(ObjectId object, const Changes& a, const Changes& b);

  std::map<ObjectId, Changes> objects_;
};

}  // namespace stoa
