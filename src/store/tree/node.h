#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "store/edit_token.h"

/// The nodes of the ordered tree: one layout in memory and in the file (docs/formats/tree-node.md).
namespace stoa {

/// Nodes and extents take whole blocks; an ordinary node takes one.
inline constexpr size_t kBlockBytes = 4096;
/// Longer values lie in an extent of their own, so that a block holds at least three entries.
inline constexpr size_t kInlineValueBytesMax = 1024;
inline constexpr size_t kKeyBytesMax = 65536;
inline constexpr size_t kValueBytesMax = size_t{1} << 30;

enum class NodeKind : uint8_t { kLeaf = 1, kInner = 2, kExtent = 3 };

/// What stands at the beginning of every node and extent. Its fields are those of the file; `owner` and
/// `book_index` mean something in memory only.
struct NodeHeader {
  uint64_t checksum;
  uint64_t version;  ///< of the commit that made it; 0 while its fork is open
  uint64_t place;    ///< of its block in the file; 0 before it has one
  uint64_t owner;    ///< the EditToken whose holder may change it
  uint32_t entry_count;
  uint32_t heap_begin;          ///< offset of the lowest cell
  uint32_t heap_garbage_bytes;  ///< of cells that no slot reaches
  uint32_t prefix_bytes;        ///< that all keys share; they stand at the end of the node
  uint32_t size_bytes;
  NodeKind kind;
  uint8_t level;  ///< 0 for leaves
  uint16_t unused;
  uint64_t book_index;
};
static_assert(sizeof(NodeHeader) == 64);

/// One node: sorted keys without their common prefix; slots grow up behind the header, cells down from the
/// prefix. In an inner node each key is the lower bound of its child's keys, and the first has none.
///
/// Not synchronized: a node is changed by the holder of its token only and read by anybody afterwards.
/// Invariants are numbered in docs/formats/tree-node.md.
class Node : public NodeHeader {
 public:
  struct Found {
    uint32_t index;  ///< of the first entry whose key is at least the one looked for
    bool is_equal;
  };

  void format(NodeKind node_kind, uint8_t node_level, size_t bytes);

  bool is_leaf() const noexcept { return kind == NodeKind::kLeaf; }
  std::string_view prefix() const noexcept {
    return {characters() + size_bytes - prefix_bytes, prefix_bytes};
  }
  Found find(std::string_view key) const noexcept;
  /// The entry of an inner node whose child holds `key`.
  uint32_t child_index(std::string_view key) const noexcept;

  /// The key of an entry behind the prefix; empty for the first of an inner node.
  std::string_view suffix(uint32_t index) const noexcept;
  void append_key(uint32_t index, std::string& out) const {
    out.append(prefix());
    out.append(suffix(index));
  }
  /// Compares a whole key with that of an entry.
  int compare(std::string_view key, uint32_t index) const noexcept;

  // --- leaves
  struct Cell {
    std::string_view value;        ///< the value, or empty when it lies in an extent
    const Node* extent = nullptr;  ///< set when it does
  };
  Cell cell(uint32_t index) const noexcept;
  /// Puts an entry before `index`. `extent`, when set, holds the value. False, changing nothing, when it does
  /// not fit or the key lacks the prefix.
  [[nodiscard]] bool insert(uint32_t index, std::string_view key, std::string_view value, const Node* extent);
  /// Overwrites a value of the same size that lies in the node.
  void overwrite(uint32_t index, std::string_view value) noexcept;

  // --- inner nodes
  Node* child(uint32_t index) const noexcept;
  void set_child(uint32_t index, Node* child) noexcept;
  [[nodiscard]] bool insert_child(uint32_t index, std::string_view key, Node* child);

  void erase(uint32_t index) noexcept;
  /// Entries [begin, end) of a node of the same kind, behind those that are here, which are smaller. Gives up
  /// before an entry that does not fit; gives the number taken. `first_key`: what to take for the key of an
  /// inner node's first entry, which has none.
  uint32_t append(const Node& from, uint32_t begin, uint32_t end, std::string_view first_key = {});
  /// Sets the common prefix of an empty node.
  void set_prefix(std::string_view text) noexcept;

  bool shares_prefix(std::string_view key) const noexcept { return key.starts_with(prefix()); }
  /// Bytes of header, slots, cells and prefix.
  size_t used_bytes() const noexcept;
  size_t free_bytes() const noexcept { return size_bytes - used_bytes(); }
  /// Bytes that entries [begin, end) take, without the prefix.
  size_t entry_bytes(uint32_t begin, uint32_t end) const noexcept;

  char* characters() noexcept { return reinterpret_cast<char*>(this); }
  const char* characters() const noexcept { return reinterpret_cast<const char*>(this); }

 private:
  struct LeafSlot {
    uint32_t head;
    uint32_t offset;
  };
  struct InnerSlot {
    Node* child;
    uint32_t head;
    uint32_t offset;
  };
  template <class Slot>
  Slot* slots() noexcept {
    return reinterpret_cast<Slot*>(characters() + sizeof(NodeHeader));
  }
  template <class Slot>
  const Slot* slots() const noexcept {
    return reinterpret_cast<const Slot*>(characters() + sizeof(NodeHeader));
  }
  size_t slot_bytes() const noexcept { return is_leaf() ? sizeof(LeafSlot) : sizeof(InnerSlot); }
  uint32_t offset(uint32_t index) const noexcept {
    return is_leaf() ? slots<LeafSlot>()[index].offset : slots<InnerSlot>()[index].offset;
  }

  template <class Slot>
  Found find_slot(std::string_view key_suffix, uint32_t begin) const noexcept;
  template <class Slot>
  char* make_room(uint32_t index, std::string_view key_suffix, size_t cell_bytes);
  size_t cell_bytes(uint32_t index) const noexcept;
  void compact();
};

/// The longest text that both begin with.
std::string_view common_prefix(std::string_view a, std::string_view b) noexcept;
/// The shortest text above `below` and not above `above`.
std::string_view shortest_separator(std::string_view below, std::string_view above) noexcept;

}  // namespace stoa
