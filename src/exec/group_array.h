#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/memory.h"

namespace stoa {

/// A growing array of plain values whose memory is counted by a budget (which may be null). New values are
/// uninitialized. One thread. Raises 53200 when the budget is exhausted, leaving the array as it was.
template <class T>
class GroupArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit GroupArray(MemoryBudget* budget = nullptr) : budget_(budget) {}
  GroupArray(GroupArray&& other) noexcept { *this = std::move(other); }
  GroupArray& operator=(GroupArray&& other) noexcept {
    budget_ = other.budget_;
    buffer_ = std::move(other.buffer_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return buffer_ == nullptr ? nullptr : buffer_->template as<T>(); }
  const T* data() const { return buffer_ == nullptr ? nullptr : std::as_const(*buffer_).template as<T>(); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  operator std::span<const T>() const { return {data(), size_}; }
  size_t size_bytes() const { return capacity_ * sizeof(T); }

  void reserve(size_t capacity) {
    if (capacity <= capacity_) {
      return;
    }
    const size_t grown = std::max({capacity, capacity_ * 2, kCapacityMin});
    BufferRef buffer = Buffer::allocate(grown * sizeof(T), budget_);
    if (size_ != 0) {
      std::memcpy(buffer->data(), buffer_->data(), size_ * sizeof(T));
    }
    buffer_ = std::move(buffer);
    capacity_ = grown;
  }
  void resize(size_t size) {
    reserve(size);
    size_ = size;
  }
  void push_back(T value) {
    reserve(size_ + 1);
    data()[size_++] = value;
  }
  void append(std::span<const T> values) {
    reserve(size_ + values.size());
    std::copy(values.begin(), values.end(), data() + size_);
    size_ += values.size();
  }
  void clear() { size_ = 0; }
  /// Keeps the values alive behind a vector that views them.
  const BufferRef& owner() const { return buffer_; }

 private:
  static constexpr size_t kCapacityMin = 64;
  MemoryBudget* budget_ = nullptr;
  BufferRef buffer_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace stoa
