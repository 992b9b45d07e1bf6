#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/edit_token.h"
#include "store/tree/node_pool.h"

namespace stoa {

/// The nodes that a fork made and those that it replaced: what rolling back frees, and what a commit passes
/// on to be freed once no kept root reaches it. Used by the fork's thread.
///
/// Invariants: (1) a node of version 0 is in exactly one book, at its book_index. (2) A node is changed in
/// place only by the holder of the token in it; a new token begins with each mark.
class NodeBook {
 public:
  /// A point to roll back to.
  struct Mark {
    size_t made_count = 0;
    size_t replaced_count = 0;
  };

  explicit NodeBook(NodePool& pool) : pool_(&pool) {}
  NodeBook(NodeBook&&) noexcept = default;
  NodeBook(const NodeBook&) = delete;
  NodeBook& operator=(NodeBook&&) = delete;
  NodeBook& operator=(const NodeBook&) = delete;
  /// Frees what was made unless it was committed.
  ~NodeBook() { roll_back({}); }

  /// From here on `token` owns what is made.
  void start(EditToken token) noexcept { token_ = token; }
  Mark mark() const noexcept { return {made_.size(), replaced_.size()}; }
  /// Frees what was made since, and takes back what was replaced since.
  void roll_back(const Mark& mark) noexcept;
  /// Everything made becomes part of `version`. Gives the nodes of older versions that it replaced; those of
  /// its own are freed.
  std::vector<Node*> commit(uint64_t version);

  bool owns(const Node& node) const noexcept { return node.owner == static_cast<uint64_t>(token_); }
  Node* make(NodeKind kind, uint8_t level, size_t size_bytes = kBlockBytes);
  /// A copy that the current token owns, in the place of `node`.
  Node* copy(Node* node);
  /// The tree does not reach the node any more.
  void drop(Node* node);

 private:
  NodePool* pool_;
  EditToken token_ = EditToken::kNone;
  std::vector<Node*> made_;
  std::vector<Node*> replaced_;
};

}  // namespace stoa
