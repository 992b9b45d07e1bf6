#include "store/tree/node_book.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"

namespace stoa {

Node* NodeBook::make(NodeKind kind, uint8_t level, size_t size_bytes) {
  made_.reserve(made_.size() + 1);
  Node* node = pool_->make(kind, level, size_bytes);
  node->owner = static_cast<uint64_t>(token_);
  node->book_index = made_.size();
  made_.push_back(node);
  return node;
}

Node* NodeBook::copy(Node* node) {
  Node* twin = make(node->kind, node->level, node->size_bytes);
  const uint64_t book_index = twin->book_index;
  std::memcpy(static_cast<void*>(twin), node, node->size_bytes);
  twin->version = 0;
  twin->place = 0;
  twin->owner = static_cast<uint64_t>(token_);
  twin->book_index = book_index;
  drop(node);
  return twin;
}

void NodeBook::drop(Node* node) {
  if (!owns(*node)) {
    replaced_.push_back(node);
    return;
  }
  // Nobody else has seen it. What the current token made lies behind every mark, so the order may change.
  STOA_ASSERT(made_[node->book_index] == node);
  made_[node->book_index] = made_.back();
  made_[node->book_index]->book_index = node->book_index;
  made_.pop_back();
  pool_->free(node);
}

void NodeBook::roll_back(const Mark& mark) noexcept {
  for (size_t i = mark.made_count; i < made_.size(); ++i) {
    pool_->free(made_[i]);
  }
  made_.resize(mark.made_count);
  replaced_.resize(mark.replaced_count);
}

std::vector<Node*> NodeBook::commit(uint64_t version) {
  std::vector<Node*> older;
  for (Node* node : replaced_) {
    if (node->version == 0) {
      made_[node->book_index] = nullptr;
      pool_->free(node);
    } else {
      older.push_back(node);
    }
  }
  for (Node* node : made_) {
    if (node != nullptr) {
      node->version = version;
    }
  }
  made_.clear();
  replaced_.clear();
  return older;
}

}  // namespace stoa
