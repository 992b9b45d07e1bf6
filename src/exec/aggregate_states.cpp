#include "exec/aggregate_states.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/bits.h"

namespace stoa {

namespace {
constexpr size_t kStateAlignmentBytes = 16;
constexpr size_t kCapacityMin = 8;
constexpr size_t kPrefetchDistance = 8;
}  // namespace

void AggregateLayout::add(const BoundAggregateCall& call) {
  add(*call.function, {context_, call.data.get(), call.return_type, call.parameter_types});
}

void AggregateLayout::add(const AggregateFunction& function, const AggregateCall& call) {
  items_.push_back({&function, stride_bytes_, call});
  stride_bytes_ += round_up(std::max<size_t>(1, function.state_bytes), kStateAlignmentBytes);
  needs_initialize_ |= function.initialize != nullptr;
  needs_destroy_ |= function.destroy != nullptr;
}

AggregateStates::AggregateStates(AggregateStates&& other) noexcept
    : layout_(other.layout_),
      budget_(other.budget_),
      buffer_(std::move(other.buffer_)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

AggregateStates& AggregateStates::operator=(AggregateStates&& other) noexcept {
  if (this != &other) {
    clear();
    layout_ = other.layout_;
    budget_ = other.budget_;
    buffer_ = std::move(other.buffer_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
  }
  return *this;
}

void AggregateStates::reserve(size_t size) {
  const size_t stride_bytes = layout_->stride_bytes();
  if (size <= capacity_ || stride_bytes == 0) {
    return;
  }
  const size_t capacity = std::max({size, capacity_ * 2, kCapacityMin});
  BufferRef buffer = Buffer::allocate(capacity * stride_bytes, budget_);
  if (size_ != 0) {
    std::memcpy(buffer->data(), buffer_->data(), size_ * stride_bytes);
  }
  buffer_ = std::move(buffer);
  capacity_ = capacity;
}

void AggregateStates::grow(size_t size) {
  const size_t stride_bytes = layout_->stride_bytes();
  if (size <= size_ || stride_bytes == 0) {
    size_ = std::max(size, size_);
    return;
  }
  reserve(size);
  std::memset(buffer_->data() + size_ * stride_bytes, 0, (size - size_) * stride_bytes);
  if (!layout_->needs_initialize()) {
    size_ = size;
    return;
  }
  for (; size_ < size; ++size_) {
    for (const AggregateLayout::Item& item : layout_->items()) {
      if (item.function->initialize != nullptr) {
        item.function->initialize(buffer_->data() + size_ * stride_bytes + item.offset_bytes);
      }
    }
  }
}

void AggregateStates::take_over(size_t group, AggregateStates& from, size_t from_group) noexcept {
  const size_t stride_bytes = layout_->stride_bytes();
  if (stride_bytes == 0) {
    return;
  }
  std::byte* mine = buffer_->data() + group * stride_bytes;
  std::byte* theirs = from.buffer_->data() + from_group * stride_bytes;
  const bool keeps_fresh = layout_->needs_destroy();
  for (size_t at = 0; at < stride_bytes; at += kStateAlignmentBytes) {
    std::byte fresh[kStateAlignmentBytes];
    std::memcpy(fresh, mine + at, kStateAlignmentBytes);
    std::memcpy(mine + at, theirs + at, kStateAlignmentBytes);
    if (keeps_fresh) {
      std::memcpy(theirs + at, fresh, kStateAlignmentBytes);
    }
  }
}

void AggregateStates::combine(AggregateStates& from, const uint32_t* from_groups, const uint32_t* into,
                              size_t count) {
  for (size_t item = 0; item < layout_->items().size(); ++item) {
    const AggregateLayout::Item& one = layout_->items()[item];
    for (size_t i = 0; i < count; ++i) {
      const size_t ahead = std::min(i + kPrefetchDistance, count - 1);
      __builtin_prefetch(from.state(item, from_groups[ahead]));
      __builtin_prefetch(state(item, into[ahead]), 1);
      one.function->combine(one.call, from.state(item, from_groups[i]), state(item, into[i]));
    }
  }
}

ColumnVector AggregateStates::finalize(size_t item, size_t first, size_t count) {
  const AggregateLayout::Item& one = layout_->items()[item];
  ColumnVector result = ColumnVector::make_flat(one.call.return_type, count, budget_);
  if (count != 0) {
    one.function->finalize(one.call, state(item, first), layout_->stride_bytes(), count, result);
  }
  return result;
}

void AggregateStates::clear() noexcept {
  for (size_t group = 0; layout_->needs_destroy() && group < size_; ++group) {
    for (size_t item = 0; item < layout_->items().size(); ++item) {
      if (layout_->items()[item].function->destroy != nullptr) {
        layout_->items()[item].function->destroy(state(item, group));
      }
    }
  }
  buffer_ = nullptr;
  size_ = 0;
  capacity_ = 0;
}

}  // namespace stoa
