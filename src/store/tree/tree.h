#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/tree/node_book.h"

namespace stoa {

/// An ordered map from bytes to bytes: a B+tree whose nodes are copied on write. This is its handle, a plain
/// value that hangs from a root; copies share all nodes. Keys are up to kKeyBytesMax, values up to
/// kValueBytesMax bytes long, both may be empty; order is that of memcmp.
///
/// Reading is thread-safe, takes no lock and writes nothing: what a pinned root reaches does not change.
struct Tree {
  Node* root = nullptr;  ///< null: empty
  uint64_t entry_count = 0;

  /// The value of `key`, valid as long as the root is pinned.
  std::optional<std::string_view> find(std::string_view key) const noexcept;
};

/// Walks over the entries of a tree in the order of their keys, both ways. Reads a tree that nobody changes
/// meanwhile. One thread.
class TreeCursor {
 public:
  explicit TreeCursor(const Tree& tree) : root_(tree.root) {}

  bool is_valid() const noexcept { return is_valid_; }
  void seek_first();
  void seek_last();
  /// To the first entry whose key is at least `key`.
  void seek(std::string_view key);
  /// To the last entry whose key is below `key`.
  void seek_before(std::string_view key);
  /// REQUIRES: is_valid().
  void next();
  void previous();

  /// The entry's key; valid until the cursor moves. REQUIRES: is_valid().
  std::string_view key();
  /// Its value, valid as long as the root is pinned.
  std::string_view value() const noexcept;

 private:
  struct Step {
    const Node* node;
    uint32_t index;
  };
  void descend(const Node* node, bool to_last);
  void settle(bool is_valid);

  const Node* root_;
  std::vector<Step> path_;  ///< from the root to a leaf
  bool is_valid_ = false;
  bool has_key_ = false;
  std::string key_;
};

/// Changes trees for one fork: nodes of its token in place, all others as copies. One thread. When a call
/// raises (53200: no memory), the tree may be half changed and must be rolled back.
class TreeEditor {
 public:
  /// Entries [begin, end) of a node.
  struct Part {
    const Node* node;
    uint32_t begin;
    uint32_t end;
  };

  TreeEditor(Tree& tree, NodeBook& book) : tree_(tree), book_(book) {}

  /// Sets the value of `key`. True when the key is new. Raises 54000 when one of them is too long.
  bool put(std::string_view key, std::string_view value);
  /// Sets it unless the key is there. True when it was set.
  bool insert(std::string_view key, std::string_view value);
  /// True when the key was there.
  bool erase(std::string_view key);
  /// Erases all keys in [begin, end); no `end`: to the last. Gives their number.
  uint64_t erase_range(std::string_view begin, std::optional<std::string_view> end);
  void clear();

 private:
  struct Step {
    Node* node;
    uint32_t index;
  };
  void own_path(std::string_view key);
  void put_new(std::string_view key, std::string_view value);
  void replace_value(std::string_view key, std::string_view value);
  void insert_entry(std::string_view key, std::string_view value, const Node* extent);
  void insert_child(size_t level, std::string_view key, Node* child);
  void make_room(size_t level, std::string_view key, size_t entry_bytes);
  void rebuild(size_t level, std::string_view prefix, size_t size_bytes);
  uint32_t split_point(size_t level) const;
  bool is_rightmost(size_t level) const noexcept;
  void split(size_t level, uint32_t at, std::string_view key);
  Node* cut(const Node& node, uint32_t begin, uint32_t end);
  Node* united(const Part& left, const Part& right, std::string_view first_key);
  void replace_node(size_t level, Node* node);
  void remove(size_t level);
  void mend_fill(size_t level);
  bool join(size_t level, uint32_t left_index);
  void balance(size_t level, uint32_t left_index);
  void drop_subtree(Node* node);
  void drop_extent(const Node& leaf, uint32_t index);
  Node* make_extent(std::string_view value);

  Tree& tree_;
  NodeBook& book_;
  /// The nodes from the leaf (level 0) up to the root, all owned, with the index taken in each.
  std::vector<Step> path_;
};

}  // namespace stoa
