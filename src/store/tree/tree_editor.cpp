#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "base/error.h"
#include "store/tree/tree.h"

namespace stoa {

namespace {

/// Below this a node takes from a neighbour or joins it.
constexpr size_t kFillBytesMin = kBlockBytes * 2 / 5;
/// What two nodes may come to when they are joined: some room is left for what comes next.
constexpr size_t kJoinedBytesMax = kBlockBytes * 9 / 10;
/// Upper bound of what the sizes in a cell add to key and value.
constexpr size_t kCellOverheadBytes = 8;
constexpr size_t kSlotBytesMax = 16;

std::string key_of(const Node& node, uint32_t index) {
  std::string key;
  node.append_key(index, key);
  return key;
}

/// Bytes that entries take once their common prefix is `prefix_bytes` long.
size_t bytes_with_prefix(const TreeEditor::Part& part, size_t prefix_bytes) {
  size_t total = part.node->entry_bytes(part.begin, part.end);
  if (part.node->prefix_bytes > prefix_bytes) {  // longer keys, whose sizes may take a byte or two more
    total += (part.end - part.begin) * (part.node->prefix_bytes - prefix_bytes + 2);
  }
  return total;
}

/// The prefix that entries [begin, end) of a node can have as a node of their own. Nodes of one key take
/// none: the next key would cut it.
std::string best_prefix(const Node& node, uint32_t begin, uint32_t end) {
  const uint32_t first = node.is_leaf() ? begin : begin + 1;
  if (end < first + 2) {
    return {};
  }
  std::string prefix(node.prefix());
  prefix += common_prefix(node.suffix(first), node.suffix(end - 1));
  return prefix;
}

void check_sizes(std::string_view key, std::string_view value) {
  if (key.size() > kKeyBytesMax) {
    throw Error(sqlstate::kProgramLimitExceeded, "a key is longer than 65536 bytes");
  }
  if (value.size() > kValueBytesMax) {
    throw Error(sqlstate::kProgramLimitExceeded, "a value is longer than 1073741824 bytes");
  }
}

}  // namespace

bool TreeEditor::put(std::string_view key, std::string_view value) {
  check_sizes(key, value);
  if (tree_.root == nullptr) {
    tree_.root = book_.make(NodeKind::kLeaf, 0);
  }
  own_path(key);
  if (path_[0].node->find(key).is_equal) {
    replace_value(key, value);
    return false;
  }
  put_new(key, value);
  ++tree_.entry_count;
  return true;
}

bool TreeEditor::insert(std::string_view key, std::string_view value) {
  return !tree_.find(key) && put(key, value);
}

void TreeEditor::put_new(std::string_view key, std::string_view value) {
  if (value.size() > kInlineValueBytesMax) {
    insert_entry(key, {}, make_extent(value));
  } else {
    insert_entry(key, value, nullptr);
  }
}

/// After own_path(key), which found it.
void TreeEditor::replace_value(std::string_view key, std::string_view value) {
  auto& [leaf, index] = path_[0];
  const Node::Cell former = leaf->cell(index);
  const bool stays_inline = former.extent == nullptr && value.size() <= kInlineValueBytesMax;
  if (stays_inline && former.value.size() == value.size()) {
    leaf->overwrite(index, value);
    return;
  }
  drop_extent(*leaf, index);
  leaf->erase(index);
  put_new(key, value);
}

bool TreeEditor::erase(std::string_view key) {
  if (!tree_.find(key)) {  // nothing is copied for a key that isn't there
    return false;
  }
  own_path(key);
  drop_extent(*path_[0].node, path_[0].index);
  path_[0].node->erase(path_[0].index);
  --tree_.entry_count;
  remove(0);
  return true;
}

uint64_t TreeEditor::erase_range(std::string_view begin, std::optional<std::string_view> end) {
  uint64_t erased = 0;
  for (;;) {
    TreeCursor cursor(tree_);
    cursor.seek(begin);
    if (!cursor.is_valid() || (end && cursor.key() >= *end)) {
      return erased;
    }
    own_path(cursor.key());
    auto& [leaf, index] = path_[0];
    const uint32_t stop = end ? leaf->find(*end).index : leaf->entry_count;
    for (uint32_t count = stop - index; count > 0; --count) {
      drop_extent(*leaf, index);
      leaf->erase(index);
      --tree_.entry_count;
      ++erased;
    }
    remove(0);
  }
}

void TreeEditor::clear() {
  if (tree_.root != nullptr) {
    drop_subtree(tree_.root);
  }
  tree_ = {};
}

/// Makes the nodes from the root to where `key` belongs the fork's own, and remembers them.
void TreeEditor::own_path(std::string_view key) {
  path_.resize(size_t{tree_.root->level} + 1);
  Node* node = tree_.root;
  for (size_t level = path_.size(); level-- > 0;) {
    if (!book_.owns(*node)) {
      node = book_.copy(node);
      if (level + 1 == path_.size()) {
        tree_.root = node;
      } else {
        path_[level + 1].node->set_child(path_[level + 1].index, node);
      }
    }
    const uint32_t index = level == 0 ? node->find(key).index : node->child_index(key);
    path_[level] = {node, index};
    if (level > 0) {
      node = node->child(index);
    }
  }
}

void TreeEditor::insert_entry(std::string_view key, std::string_view value, const Node* extent) {
  const size_t entry_bytes =
      key.size() + std::max(value.size(), sizeof(Node*)) + kCellOverheadBytes + kSlotBytesMax;
  while (!path_[0].node->insert(path_[0].index, key, value, extent)) {
    make_room(0, key, entry_bytes);
  }
}

/// Puts a child behind the one that path_[level] is at.
void TreeEditor::insert_child(size_t level, std::string_view key, Node* child) {
  if (level == path_.size()) {
    Node* root = book_.make(NodeKind::kInner, static_cast<uint8_t>(level));
    const bool fits = root->insert_child(0, {}, tree_.root);
    STOA_CHECK(fits);
    tree_.root = root;
    path_.push_back({root, 0});
  }
  while (!path_[level].node->insert_child(path_[level].index + 1, key, child)) {
    make_room(level, key, key.size() + kCellOverheadBytes + kSlotBytesMax);
  }
}

/// One step towards room for an entry of `key` at path_[level]: a shorter or longer prefix, a split, or a
/// larger node. The path stays at the place of the key.
void TreeEditor::make_room(size_t level, std::string_view key, size_t entry_bytes) {
  const Node& node = *path_[level].node;
  const uint32_t count = node.entry_count;
  if (!node.shares_prefix(key)) {
    const std::string_view shared = common_prefix(node.prefix(), key);
    const size_t needed =
        sizeof(NodeHeader) + shared.size() + bytes_with_prefix({&node, 0, count}, shared.size());
    if (needed <= node.size_bytes) {
      return rebuild(level, shared, node.size_bytes);
    }
  } else {
    const std::string longer = best_prefix(node, 0, count);
    const size_t gain = (longer.size() - std::min<size_t>(longer.size(), node.prefix_bytes)) * count;
    if (gain >= std::max(entry_bytes, size_t{node.size_bytes} / 8) && key.starts_with(longer)) {
      return rebuild(level, longer, node.size_bytes);
    }
  }
  if (count >= (node.is_leaf() ? 2U : 4U)) {
    return split(level, split_point(level), key);
  }
  const std::string_view shared = common_prefix(node.prefix(), key);
  const size_t needed =
      sizeof(NodeHeader) + shared.size() + bytes_with_prefix({&node, 0, count}, shared.size()) + entry_bytes;
  rebuild(level, shared, std::max<size_t>(needed, node.size_bytes));
}

/// The same entries in a new node.
void TreeEditor::rebuild(size_t level, std::string_view prefix, size_t size_bytes) {
  Node* node = path_[level].node;
  Node* other = book_.make(node->kind, node->level, size_bytes);
  other->set_prefix(prefix);
  const uint32_t taken = other->append(*node, 0, node->entry_count);
  STOA_CHECK(taken == node->entry_count);
  replace_node(level, other);
}

/// Where to cut: keys that come in ascending order fill their nodes, others leave two halves.
uint32_t TreeEditor::split_point(size_t level) const {
  const auto& [node, index] = path_[level];
  const uint32_t count = node->entry_count;
  if (is_rightmost(level) && index + (node->is_leaf() ? 0U : 1U) == count) {
    return node->is_leaf() ? count : count - 1;
  }
  const size_t half = node->entry_bytes(0, count) / 2;
  size_t bytes = 0;
  uint32_t at = 0;
  while (at < count - 1 && (at == 0 || bytes < half)) {
    bytes += node->entry_bytes(at, at + 1);
    ++at;
  }
  return at;
}

bool TreeEditor::is_rightmost(size_t level) const noexcept {
  for (size_t above = level + 1; above < path_.size(); ++above) {
    if (path_[above].index + 1 != path_[above].node->entry_count) {
      return false;
    }
  }
  return true;
}

/// Cuts the node in two before entry `at`. The path stays at the place of `key`.
void TreeEditor::split(size_t level, uint32_t at, std::string_view key) {
  const auto [node, index] = path_[level];
  const uint32_t count = node->entry_count;
  std::string separator = at < count ? key_of(*node, at) : std::string(key);
  if (node->is_leaf()) {
    separator = std::string(shortest_separator(key_of(*node, at - 1), separator));
  }
  Node* left = cut(*node, 0, at);
  Node* right = cut(*node, at, count);
  replace_node(level, left);
  insert_child(level + 1, separator, right);
  const bool goes_right = level == 0 ? index > at || (index == at && key >= separator) : index >= at;
  path_[level] = {goes_right ? right : left, goes_right ? index - at : index};
  if (goes_right) {
    ++path_[level + 1].index;
  }
}

/// Entries [begin, end) as a node of their own.
Node* TreeEditor::cut(const Node& node, uint32_t begin, uint32_t end) {
  const std::string prefix = best_prefix(node, begin, end);
  const size_t needed = sizeof(NodeHeader) + prefix.size() + node.entry_bytes(begin, end);
  Node* part = book_.make(node.kind, node.level, std::max(needed, kBlockBytes));
  part->set_prefix(prefix);
  const uint32_t taken = part->append(node, begin, end);
  STOA_CHECK(taken == end - begin);
  return part;
}

/// Puts another node into the place of path_[level]'s, which goes.
void TreeEditor::replace_node(size_t level, Node* node) {
  Node* former = path_[level].node;
  if (level + 1 == path_.size()) {
    tree_.root = node;
  } else {
    path_[level + 1].node->set_child(path_[level + 1].index, node);
  }
  path_[level].node = node;
  book_.drop(former);
}

/// After entries of path_[level] were erased: joins, drops, and lowers the tree.
void TreeEditor::remove(size_t level) {
  Node* node = path_[level].node;
  const bool is_root = level + 1 == path_.size();
  if (node->entry_count == 0) {
    book_.drop(node);
    if (is_root) {
      tree_.root = nullptr;
      return;
    }
    path_[level + 1].node->erase(path_[level + 1].index);
    return remove(level + 1);
  }
  if (!is_root) {
    return mend_fill(level);
  }
  while (!tree_.root->is_leaf() && tree_.root->entry_count == 1) {
    Node* former = tree_.root;
    tree_.root = former->child(0);
    book_.drop(former);
  }
}

void TreeEditor::mend_fill(size_t level) {
  const Node& node = *path_[level].node;
  const auto [parent, index] = path_[level + 1];
  if (node.used_bytes() >= kFillBytesMin) {
    return;
  }
  if (parent->entry_count ==
      1) {  // no neighbour here: the parent itself is short, and is mended with its own
    return remove(level + 1);
  }
  const uint32_t left_index = index > 0 ? index - 1 : 0;
  if (!join(level, left_index)) {
    balance(level, left_index);
  }
}

/// Entries of two neighbours as one node. `first_key` stands for the key that the first entry of an inner
/// `right` lacks.
Node* TreeEditor::united(const Part& left, const Part& right, std::string_view first_key) {
  const uint32_t first = left.begin + (left.node->is_leaf() ? 0 : 1);
  const auto key_in_right = [&](uint32_t index) {
    return index == 0 && !right.node->is_leaf() ? std::string(first_key) : key_of(*right.node, index);
  };
  const std::string lowest = first < left.end ? key_of(*left.node, first) : key_in_right(right.begin);
  const std::string highest = key_in_right(right.end - 1);
  const std::string_view prefix = common_prefix(lowest, highest);
  const size_t needed = sizeof(NodeHeader) + prefix.size() + bytes_with_prefix(left, prefix.size()) +
                        bytes_with_prefix(right, prefix.size()) + first_key.size() + kCellOverheadBytes;
  Node* node = book_.make(left.node->kind, left.node->level, std::max(needed, kBlockBytes));
  node->set_prefix(prefix);
  uint32_t taken = node->append(*left.node, left.begin, left.end);
  taken += node->append(*right.node, right.begin, right.end, first_key);
  STOA_CHECK(taken == left.end - left.begin + right.end - right.begin);
  return node;
}

/// Makes one node of two neighbours when they fit.
bool TreeEditor::join(size_t level, uint32_t left_index) {
  Node* parent = path_[level + 1].node;
  Node* left = parent->child(left_index);
  Node* right = parent->child(left_index + 1);
  if (left->used_bytes() + right->used_bytes() > kJoinedBytesMax) {
    return false;
  }
  const std::string separator = key_of(*parent, left_index + 1);
  Node* joined = united({left, 0, left->entry_count}, {right, 0, right->entry_count}, separator);
  if (joined->used_bytes() > kBlockBytes) {  // their common prefix is much shorter than their own were
    book_.drop(joined);
    return false;
  }
  book_.drop(left);
  book_.drop(right);
  parent->set_child(left_index, joined);
  parent->erase(left_index + 1);
  path_[level + 1].index = left_index;
  remove(level + 1);
  return true;
}

/// Moves entries between two neighbours until they are about as full.
void TreeEditor::balance(size_t level, uint32_t left_index) {
  Node* parent = path_[level + 1].node;
  Node* left = parent->child(left_index);
  Node* right = parent->child(left_index + 1);
  const size_t left_bytes = left->entry_bytes(0, left->entry_count);
  const size_t right_bytes = right->entry_bytes(0, right->entry_count);
  const bool from_left = left_bytes > right_bytes;
  const Node& giver = from_left ? *left : *right;
  // The cut goes where the halves are even, seen from the giver's outer end.
  const size_t wanted = (left_bytes + right_bytes) / 2;
  uint32_t at = 0;
  for (size_t bytes = from_left ? 0 : left_bytes; at + 1 < giver.entry_count && bytes < wanted; ++at) {
    bytes += giver.entry_bytes(at, at + 1);
  }
  if (at == 0) {
    return;
  }
  const std::string former = key_of(*parent, left_index + 1);
  std::string separator = key_of(giver, at);
  if (giver.is_leaf()) {
    separator = std::string(shortest_separator(key_of(giver, at - 1), separator));
  }
  const uint32_t left_count = left->entry_count;
  const uint32_t right_count = right->entry_count;
  Node* new_left = from_left ? cut(*left, 0, at) : united({left, 0, left_count}, {right, 0, at}, former);
  Node* new_right = from_left ? united({left, at, left_count}, {right, 0, right_count}, former)
                              : cut(*right, at, right_count);
  book_.drop(left);
  book_.drop(right);
  parent->set_child(left_index, new_left);
  parent->erase(left_index + 1);
  path_[level + 1].index = left_index;
  insert_child(level + 1, separator, new_right);
}

void TreeEditor::drop_subtree(Node* node) {
  for (uint32_t i = 0; i < node->entry_count; ++i) {
    if (node->is_leaf()) {
      drop_extent(*node, i);
    } else {
      drop_subtree(node->child(i));
    }
  }
  book_.drop(node);
}

void TreeEditor::drop_extent(const Node& leaf, uint32_t index) {
  if (const Node* extent = leaf.cell(index).extent; extent != nullptr) {
    book_.drop(const_cast<Node*>(extent));
  }
}

Node* TreeEditor::make_extent(std::string_view value) {
  Node* extent = book_.make(NodeKind::kExtent, 0, sizeof(NodeHeader) + value.size());
  extent->heap_begin = static_cast<uint32_t>(value.size());
  std::memcpy(extent->characters() + sizeof(NodeHeader), value.data(), value.size());
  return extent;
}

}  // namespace stoa
