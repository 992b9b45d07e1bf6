#pragma once

#include <cstddef>
#include <cstdint>

#include "column/column_vector.h"

namespace stoa {

/// Grows a flat vector of any length by appending, with its own text heap. Capacity doubles, so n appends
/// cost O(n). One thread. Raises 53200 when the budget is exhausted; what was appended before stays.
class VectorBuilder {
 public:
  explicit VectorBuilder(const LogicalType& type, MemoryBudget* budget = nullptr);

  const LogicalType& type() const noexcept { return type_; }
  size_t size() const noexcept { return size_; }
  void reserve(size_t row_count);

  void append(const Value& value);
  void append_null() { append_nulls(1); }
  void append_nulls(size_t count);
  /// All rows of a vector of the same physical type; texts are copied.
  void append(const ColumnVector& vector);
  /// Some rows of a vector.
  void append(const ColumnVector& vector, Selection rows);
  /// Rows [offset, offset + count).
  void append(const ColumnVector& vector, size_t offset, size_t count);
  void append_row(const ColumnVector& vector, size_t row);

  /// One value in its stored form: T is the type's physical type, a TextView's bytes are copied.
  template <class T>
  void append_value(const T& value) {
    if (size_ == capacity_) {
      grow(size_ + 1);
    }
    if constexpr (sizeof(T) == sizeof(TextView)) {
      append_wide(&value);
    } else {
      reinterpret_cast<T*>(values_->data())[size_] = value;
    }
    ++size_;
  }

  /// The values appended so far; valid until the next append that outgrows the capacity.
  const std::byte* data() const noexcept { return values_ == nullptr ? nullptr : values_->data(); }
  /// The same to be written over, for types without a heap.
  std::byte* mutable_data() noexcept { return values_ == nullptr ? nullptr : values_->data(); }
  /// What was appended so far as a vector that shares the builder's memory. Good for reading until the next
  /// append.
  ColumnVector view() const;

  /// The vector of everything appended; the builder is empty afterwards and can go on.
  ColumnVector finish();
  /// Bytes held so far.
  size_t size_bytes() const noexcept;

 private:
  void grow(size_t capacity_min);
  void append_wide(const void* value);
  void append_positions(const ColumnVector& vector, const uint32_t* rows, size_t offset, size_t count);
  void append_validity(const ColumnVector& vector, const uint32_t* rows, size_t offset, size_t count);
  void adopt_texts(size_t from, size_t count);
  uint64_t* mask();

  LogicalType type_;
  MemoryBudget* budget_;
  size_t width_bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
  BufferRef values_;
  BufferRef validity_;
  std::shared_ptr<TextHeap> heap_;
};

}  // namespace stoa
