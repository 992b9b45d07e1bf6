#include "column/column_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {
constexpr size_t kCapacityMin = 64;

const ColumnVector& source_of(const ColumnVector& vector) {
  return vector.is_dictionary() ? vector.dictionary() : vector;
}
}  // namespace

VectorBuilder::VectorBuilder(const LogicalType& type, MemoryBudget* budget)
    : type_(type), budget_(budget), width_bytes_(std::max<size_t>(1, type.width_bytes())) {}

void VectorBuilder::reserve(size_t row_count) {
  if (row_count > capacity_) {
    grow(row_count);
  }
}

void VectorBuilder::grow(size_t capacity_min) {
  const size_t capacity = std::max({kCapacityMin, capacity_min, capacity_ * 2});
  auto values = Buffer::allocate(capacity * width_bytes_, budget_);
  if (size_ != 0) {
    std::memcpy(values->data(), values_->data(), size_ * width_bytes_);
  }
  if (validity_ != nullptr) {
    auto validity = Buffer::allocate(words_for_bits(capacity) * sizeof(uint64_t), budget_);
    mask_fill(validity->as<uint64_t>(), words_for_bits(capacity) * 64, true);
    std::memcpy(validity->data(), validity_->data(), words_for_bits(size_) * sizeof(uint64_t));
    validity_ = std::move(validity);
  }
  values_ = std::move(values);
  capacity_ = capacity;
}

uint64_t* VectorBuilder::mask() {
  if (validity_ == nullptr) {
    validity_ = Buffer::allocate(words_for_bits(capacity_) * sizeof(uint64_t), budget_);
    mask_fill(validity_->as<uint64_t>(), words_for_bits(capacity_) * 64, true);
  }
  return validity_->as<uint64_t>();
}

void VectorBuilder::append(const Value& value) {
  if (value.is_null()) {
    return append_null();
  }
  append_row(ColumnVector::make_constant(value, 1), 0);
}

void VectorBuilder::append_nulls(size_t count) {
  reserve(size_ + count);
  std::memset(values_->data() + size_ * width_bytes_, 0, count * width_bytes_);
  uint64_t* words = mask();
  for (size_t i = 0; i < count; ++i) {
    clear_bit(words, size_ + i);
  }
  size_ += count;
}

void VectorBuilder::append(const ColumnVector& vector) {
  append_positions(vector, nullptr, 0, vector.size());
}

void VectorBuilder::append(const ColumnVector& vector, Selection rows) {
  append_positions(vector, rows.data(), 0, rows.size());
}

void VectorBuilder::append(const ColumnVector& vector, size_t offset, size_t count) {
  append_positions(vector, nullptr, offset, count);
}

void VectorBuilder::append_row(const ColumnVector& vector, size_t row) {
  if (vector.is_null(row)) {
    return append_null();
  }
  if (size_ == capacity_) {
    grow(size_ + 1);
  }
  const std::byte* from = source_of(vector).data() + vector.position(row) * width_bytes_;
  if (width_bytes_ == sizeof(TextView)) {
    append_wide(from);
  } else {
    std::memcpy(values_->data() + size_ * width_bytes_, from, width_bytes_);
  }
  ++size_;
}

void VectorBuilder::append_wide(const void* value) {
  std::byte* place = values_->data() + size_ * width_bytes_;
  std::memcpy(place, value, sizeof(TextView));
  if (type_.physical() == PhysicalType::kText) {
    adopt_texts(size_, 1);
  }
}

void VectorBuilder::append_positions(const ColumnVector& vector, const uint32_t* rows, size_t offset,
                                     size_t count) {
  STOA_ASSERT(vector.type().physical() == type_.physical());
  if (count == 0) {
    return;
  }
  reserve(size_ + count);
  std::byte* place = values_->data() + size_ * width_bytes_;
  if (rows != nullptr || vector.is_constant()) {
    gather_values(vector, rows, count, place);
  } else if (vector.is_flat()) {
    std::memcpy(place, vector.data() + offset * width_bytes_, count * width_bytes_);
  } else {
    gather_values(vector.dictionary(), vector.indices() + offset, count, place);
  }
  append_validity(vector, rows, offset, count);
  const size_t from = size_;
  size_ += count;
  if (type_.physical() == PhysicalType::kText) {
    adopt_texts(from, count);
  }
}

void VectorBuilder::append_validity(const ColumnVector& vector, const uint32_t* rows, size_t offset,
                                    size_t count) {
  const UnifiedVector source(vector);
  if (source.validity == nullptr) {
    return;
  }
  uint64_t* words = mask();
  for (size_t i = 0; i < count; ++i) {
    const size_t row = rows != nullptr ? rows[i] : offset + i;
    if (source.is_valid(row)) {
      continue;
    }
    clear_bit(words, size_ + i);
    std::memset(values_->data() + (size_ + i) * width_bytes_, 0, width_bytes_);
  }
}

void VectorBuilder::adopt_texts(size_t from, size_t count) {
  if (heap_ == nullptr) {
    heap_ = std::make_shared<TextHeap>(budget_);
  }
  auto* texts = values_->as<TextView>();
  for (size_t i = from; i < from + count; ++i) {
    texts[i] = heap_->add(texts[i]);
  }
}

ColumnVector VectorBuilder::view() const {
  Validity validity = validity_ == nullptr ? Validity() : Validity(validity_->as<uint64_t>(), validity_);
  return ColumnVector::view_flat(type_, size_, data(), values_, std::move(validity), heap_);
}

ColumnVector VectorBuilder::finish() {
  if (values_ == nullptr) {
    grow(kCapacityMin);
  }
  Validity validity = validity_ == nullptr ? Validity() : Validity(validity_->as<uint64_t>(), validity_);
  const std::byte* data = values_->data();
  ColumnVector result =
      ColumnVector::view_flat(type_, size_, data, std::move(values_), std::move(validity), std::move(heap_));
  values_ = nullptr;
  validity_ = nullptr;
  heap_ = nullptr;
  size_ = 0;
  capacity_ = 0;
  return result;
}

size_t VectorBuilder::size_bytes() const noexcept {
  return capacity_ * width_bytes_ + (validity_ != nullptr ? validity_->size_bytes() : 0) +
         (heap_ != nullptr ? heap_->size_bytes() : 0);
}

}  // namespace stoa
