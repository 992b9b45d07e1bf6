#pragma once

#include <span>
#include <vector>

#include "base/memory.h"
#include "function/aggregate_function.h"

namespace stoa {

/// The aggregates that are computed together, and where each one's state lies in the row of a group.
/// Immutable once made; refers to the bound calls, which must outlive it.
class AggregateLayout {
 public:
  struct Item {
    const AggregateFunction* function;
    size_t offset_bytes;
    AggregateCall call;
  };

  explicit AggregateLayout(const FunctionContext& context) : context_(context) {}
  void add(const BoundAggregateCall& call);
  void add(const AggregateFunction& function, const AggregateCall& call);

  const std::vector<Item>& items() const { return items_; }
  /// Bytes of all states of a group; 0 when nothing is aggregated.
  size_t stride_bytes() const { return stride_bytes_; }
  bool needs_initialize() const { return needs_initialize_; }
  bool needs_destroy() const { return needs_destroy_; }

 private:
  const FunctionContext& context_;
  std::vector<Item> items_;
  size_t stride_bytes_ = 0;
  bool needs_initialize_ = false;
  bool needs_destroy_ = false;
};

/// The states of groups 0, 1, ...: one row of `layout.stride_bytes()` each, behind each other. Owns them:
/// whatever happens, each is destroyed once. One thread at a time. Raises 53200 when the budget is exhausted.
class AggregateStates {
 public:
  AggregateStates(const AggregateLayout& layout, MemoryBudget* budget) : layout_(&layout), budget_(budget) {}
  ~AggregateStates() { clear(); }
  AggregateStates(AggregateStates&& other) noexcept;
  AggregateStates& operator=(AggregateStates&& other) noexcept;

  const AggregateLayout& layout() const { return *layout_; }
  size_t size() const { return size_; }
  size_t size_bytes() const { return capacity_ * layout_->stride_bytes(); }
  /// Makes room for so many groups' states.
  void reserve(size_t size);
  /// Adds fresh states up to `size` groups. States may move.
  void grow(size_t size);
  /// The first group's state of an aggregate.
  std::byte* base(size_t item) { return buffer_->data() + layout_->items()[item].offset_bytes; }
  std::byte* state(size_t item, size_t group) { return base(item) + group * layout_->stride_bytes(); }
  GroupedStates at(size_t item, const uint32_t* groups) {
    return {base(item), layout_->stride_bytes(), groups};
  }

  /// Brings a group's states into the cache.
  void prefetch(size_t group) const {
    if (capacity_ != 0) {
      __builtin_prefetch(buffer_->data() + group * layout_->stride_bytes());
    }
  }
  /// Takes over a group's states, leaving fresh ones (or useless ones, where no state needs to be destroyed)
  /// in exchange for those of `group`, which must be fresh.
  void take_over(size_t group, AggregateStates& from, size_t from_group) noexcept;
  /// Adds the states `from_groups` of others to groups `into` of these, pair by pair.
  void combine(AggregateStates& from, const uint32_t* from_groups, const uint32_t* into, size_t count);
  /// An aggregate's results for groups [first, first + count).
  ColumnVector finalize(size_t item, size_t first, size_t count);
  void clear() noexcept;

 private:
  const AggregateLayout* layout_;
  MemoryBudget* budget_;
  BufferRef buffer_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace stoa
