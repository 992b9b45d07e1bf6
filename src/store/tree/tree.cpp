#include "store/tree/tree.h"

#include "base/assert.h"

namespace stoa {

namespace {

std::string_view extent_value(const Node& extent) noexcept {
  return {extent.characters() + sizeof(NodeHeader), extent.heap_begin};
}

std::string_view value_at(const Node& leaf, uint32_t index) noexcept {
  const Node::Cell cell = leaf.cell(index);
  return cell.extent == nullptr ? cell.value : extent_value(*cell.extent);
}

}  // namespace

std::optional<std::string_view> Tree::find(std::string_view key) const noexcept {
  const Node* node = root;
  if (node == nullptr) {
    return std::nullopt;
  }
  while (!node->is_leaf()) {
    node = node->child(node->child_index(key));
  }
  const Node::Found found = node->find(key);
  if (!found.is_equal) {
    return std::nullopt;
  }
  return value_at(*node, found.index);
}

void TreeCursor::settle(bool is_valid) {
  is_valid_ = is_valid;
  has_key_ = false;
}

/// From `node` down to its first or last entry.
void TreeCursor::descend(const Node* node, bool to_last) {
  for (;;) {
    path_.push_back({node, to_last ? node->entry_count - 1 : 0});
    if (node->is_leaf()) {
      return;
    }
    node = node->child(path_.back().index);
  }
}

void TreeCursor::seek_first() {
  path_.clear();
  if (root_ != nullptr) {
    descend(root_, false);
  }
  settle(root_ != nullptr);
}

void TreeCursor::seek_last() {
  path_.clear();
  if (root_ != nullptr) {
    descend(root_, true);
  }
  settle(root_ != nullptr);
}

void TreeCursor::seek(std::string_view key) {
  path_.clear();
  if (root_ == nullptr) {
    return settle(false);
  }
  const Node* node = root_;
  while (!node->is_leaf()) {
    path_.push_back({node, node->child_index(key)});
    node = node->child(path_.back().index);
  }
  path_.push_back({node, node->find(key).index});
  settle(true);
  if (path_.back().index == node->entry_count) {  // above all of this leaf: the next one has it
    --path_.back().index;
    next();
  }
}

void TreeCursor::seek_before(std::string_view key) {
  seek(key);
  if (is_valid_) {
    previous();
  } else {
    seek_last();
  }
}

void TreeCursor::next() {
  STOA_ASSERT(is_valid_);
  while (!path_.empty()) {
    Step& step = path_.back();
    if (++step.index < step.node->entry_count) {
      if (!step.node->is_leaf()) {
        descend(step.node->child(step.index), false);
      }
      return settle(true);
    }
    path_.pop_back();
  }
  settle(false);
}

void TreeCursor::previous() {
  STOA_ASSERT(is_valid_);
  while (!path_.empty()) {
    Step& step = path_.back();
    if (step.index-- > 0) {
      if (!step.node->is_leaf()) {
        descend(step.node->child(step.index), true);
      }
      return settle(true);
    }
    path_.pop_back();
  }
  settle(false);
}

std::string_view TreeCursor::key() {
  STOA_ASSERT(is_valid_);
  if (!has_key_) {
    key_.clear();
    path_.back().node->append_key(path_.back().index, key_);
    has_key_ = true;
  }
  return key_;
}

std::string_view TreeCursor::value() const noexcept {
  STOA_ASSERT(is_valid_);
  return value_at(*path_.back().node, path_.back().index);
}

}  // namespace stoa
