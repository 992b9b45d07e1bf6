#include "column/column_vector.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {

constexpr uint64_t kNoBits = 0;

/// The bytes of one value in a flat vector; the type of a bare NULL gets a byte to point at.
size_t stored_width_bytes(const LogicalType& type) {
  return std::max<size_t>(1, type.width_bytes());
}

template <class T>
T* value_at(std::byte* data, size_t row) {
  return reinterpret_cast<T*>(data) + row;
}

void store_integer(PhysicalType physical, std::byte* data, size_t row, Int128 value) {
  switch (physical) {
    case PhysicalType::kBool: *value_at<uint8_t>(data, row) = value != 0; return;
    case PhysicalType::kInt8: *value_at<int8_t>(data, row) = static_cast<int8_t>(value); return;
    case PhysicalType::kInt16: *value_at<int16_t>(data, row) = static_cast<int16_t>(value); return;
    case PhysicalType::kInt32: *value_at<int32_t>(data, row) = static_cast<int32_t>(value); return;
    case PhysicalType::kInt64: *value_at<int64_t>(data, row) = static_cast<int64_t>(value); return;
    case PhysicalType::kInt128: *value_at<Int128>(data, row) = value; return;
    case PhysicalType::kUint8: *value_at<uint8_t>(data, row) = static_cast<uint8_t>(value); return;
    case PhysicalType::kUint16: *value_at<uint16_t>(data, row) = static_cast<uint16_t>(value); return;
    case PhysicalType::kUint32: *value_at<uint32_t>(data, row) = static_cast<uint32_t>(value); return;
    case PhysicalType::kUint64: *value_at<uint64_t>(data, row) = static_cast<uint64_t>(value); return;
    default: STOA_UNREACHABLE("not an integer-backed type");
  }
}

Int128 load_integer(PhysicalType physical, const std::byte* data, size_t row) {
  auto* bytes = const_cast<std::byte*>(data);
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return *value_at<uint8_t>(bytes, row);
    case PhysicalType::kInt8: return *value_at<int8_t>(bytes, row);
    case PhysicalType::kInt16: return *value_at<int16_t>(bytes, row);
    case PhysicalType::kInt32: return *value_at<int32_t>(bytes, row);
    case PhysicalType::kInt64: return *value_at<int64_t>(bytes, row);
    case PhysicalType::kInt128: return *value_at<Int128>(bytes, row);
    case PhysicalType::kUint16: return *value_at<uint16_t>(bytes, row);
    case PhysicalType::kUint32: return *value_at<uint32_t>(bytes, row);
    case PhysicalType::kUint64: return *value_at<uint64_t>(bytes, row);
    default: STOA_UNREACHABLE("not an integer-backed type");
  }
}

Value load_value(const LogicalType& type, const std::byte* data, size_t row) {
  switch (type.physical()) {
    case PhysicalType::kFloat:
      return Value::from_double(type, double{reinterpret_cast<const float*>(data)[row]});
    case PhysicalType::kDouble: return Value::from_double(type, reinterpret_cast<const double*>(data)[row]);
    case PhysicalType::kText:
      return Value::from_bytes(type, std::string(reinterpret_cast<const TextView*>(data)[row].view()));
    case PhysicalType::kInterval: return Value::interval(reinterpret_cast<const Interval*>(data)[row]);
    case PhysicalType::kNested: raise_unsupported("reading a value of type " + type.to_string());
    default: return Value::from_integer(type, load_integer(type.physical(), data, row));
  }
}

size_t long_text_bytes(const TextView& text) {
  return text.is_inlined() ? 0 : text.size();
}

}  // namespace

ColumnVector ColumnVector::make_flat(const LogicalType& type, size_t size, MemoryBudget* budget) {
  ColumnVector vector;
  auto values = Buffer::allocate_zeroed(size * stored_width_bytes(type), budget);
  vector.type_ = type;
  vector.size_ = size;
  vector.capacity_ = size;
  vector.data_ = values->data();
  vector.values_owner_ = std::move(values);
  return vector;
}

ColumnVector ColumnVector::view_flat(const LogicalType& type, size_t size, const void* values,
                                     Owner values_owner, Validity validity, Owner heap) {
  ColumnVector vector;
  vector.type_ = type;
  vector.size_ = size;
  vector.data_ = static_cast<const std::byte*>(values);
  vector.values_owner_ = std::move(values_owner);
  vector.validity_ = std::move(validity);
  vector.heap_ = std::move(heap);
  return vector;
}

ColumnVector ColumnVector::make_constant(const Value& value, size_t size) {
  ColumnVector vector = make_flat(value.type(), 1);
  if (value.is_null()) {
    vector.validity_ = Validity(&kNoBits, nullptr);
  } else {
    vector.set_value(0, value);
  }
  vector.kind_ = VectorKind::kConstant;
  vector.size_ = size;
  return vector;
}

ColumnVector ColumnVector::make_null(const LogicalType& type, size_t size) {
  return make_constant(Value::null(type), size);
}

ColumnVector ColumnVector::make_over(std::shared_ptr<const ColumnVector> dictionary, bool distinct,
                                     const uint32_t* indices, Owner indices_owner, size_t size) {
  STOA_ASSERT(!dictionary->is_dictionary());
  ColumnVector vector;
  vector.type_ = dictionary->type_;
  vector.kind_ = VectorKind::kDictionary;
  vector.distinct_ = distinct;
  vector.size_ = size;
  vector.indices_ = indices;
  vector.indices_owner_ = std::move(indices_owner);
  vector.dictionary_ = std::move(dictionary);
  return vector;
}

ColumnVector ColumnVector::make_dictionary(const ColumnVector& dictionary, const uint32_t* indices,
                                           Owner indices_owner, size_t size) {
  if (dictionary.is_constant()) {
    ColumnVector vector = dictionary;
    vector.size_ = size;
    return vector;
  }
  if (dictionary.is_dictionary()) {
    auto composed = Buffer::allocate(size * sizeof(uint32_t));
    auto* to = composed->as<uint32_t>();
    const uint32_t* inner = dictionary.indices_;
    for (size_t i = 0; i < size; ++i) {
      to[i] = inner[indices[i]];
    }
    ColumnVector vector =
        make_over(dictionary.dictionary_, dictionary.distinct_, to, std::move(composed), size);
    vector.type_ = dictionary.type_;
    return vector;
  }
  return make_over(std::make_shared<const ColumnVector>(dictionary), false, indices, std::move(indices_owner),
                   size);
}

ColumnVector ColumnVector::make_distinct_dictionary(std::shared_ptr<const ColumnVector> dictionary,
                                                    const uint32_t* indices, Owner indices_owner,
                                                    size_t size) {
  return make_over(std::move(dictionary), true, indices, std::move(indices_owner), size);
}

ColumnVector ColumnVector::from_values(const LogicalType& type, std::span<const Value> values) {
  ColumnVector vector = make_flat(type, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    vector.set_value(i, values[i]);
  }
  return vector;
}

uint64_t* ColumnVector::mutable_validity() {
  const bool own =
      own_validity_ != nullptr && own_validity_ == validity_.words() && validity_.owner().use_count() == 1;
  if (own) {
    return own_validity_;
  }
  const size_t word_count = std::max<size_t>(1, words_for_bits(std::max(size_, capacity_)));
  auto mask = Buffer::allocate(word_count * sizeof(uint64_t));
  auto* words = mask->as<uint64_t>();
  std::fill_n(words, word_count, ~uint64_t{0});
  if (validity_.has_mask()) {
    std::copy_n(validity_.words(), words_for_bits(is_constant() ? 1 : size_), words);
  }
  validity_ = Validity(words, std::move(mask));
  own_validity_ = words;
  return words;
}

TextHeap& ColumnVector::mutable_heap() {
  if (own_heap_ != nullptr && heap_.use_count() == 1) {
    return *own_heap_;
  }
  auto heap = std::make_shared<TextHeap>();
  if (heap_ != nullptr) {
    heap->keep(std::move(heap_));
  }
  own_heap_ = heap.get();
  heap_ = std::move(heap);
  return *own_heap_;
}

void ColumnVector::set_value(size_t row, const Value& value) {
  auto* data = const_cast<std::byte*>(data_);
  if (value.is_null()) {
    set_null(row);
    return;
  }
  if (validity_.has_mask()) {
    set_bit(mutable_validity(), row);
  }
  switch (type_.physical()) {
    case PhysicalType::kFloat: *value_at<float>(data, row) = static_cast<float>(value.as_double()); return;
    case PhysicalType::kDouble: *value_at<double>(data, row) = value.as_double(); return;
    case PhysicalType::kInterval: *value_at<Interval>(data, row) = value.as_interval(); return;
    case PhysicalType::kText: {
      const TextView text(std::string_view(value.as_text()));
      *value_at<TextView>(data, row) = text.is_inlined() ? text : mutable_heap().add(text);
      return;
    }
    case PhysicalType::kNested: raise_unsupported("storing a value of type " + type_.to_string());
    default: store_integer(type_.physical(), data, row, value.as_integer()); return;
  }
}

bool ColumnVector::is_null(size_t row) const noexcept {
  if (is_dictionary()) {
    return !dictionary_->validity_.is_valid(dictionary_position(row));
  }
  return !validity_.is_valid(is_constant() ? 0 : row);
}

Value ColumnVector::value(size_t row) const {
  if (is_null(row)) {
    return Value::null(type_);
  }
  return load_value(type_, is_dictionary() ? dictionary_->data_ : data_, position(row));
}

ColumnVector ColumnVector::flatten() const {
  return is_flat() ? *this : gather_all(*this);
}

ColumnVector ColumnVector::select(Selection selection, Owner selection_owner) const {
  return make_dictionary(*this, selection.data(), std::move(selection_owner), selection.size());
}

ColumnVector ColumnVector::slice(size_t offset, size_t size) const {
  STOA_ASSERT(offset + size <= size_ || is_constant());
  ColumnVector vector = *this;
  vector.size_ = size;
  vector.capacity_ = size;
  if (is_constant()) {
    return vector;
  }
  if (is_dictionary()) {
    vector.indices_ += offset;
    return vector;
  }
  vector.data_ += offset * stored_width_bytes(type_);
  vector.own_validity_ = nullptr;
  vector.own_heap_ = nullptr;
  if (!validity_.has_mask()) {
    return vector;
  }
  if (offset % 64 == 0) {
    vector.validity_ = Validity(validity_.words() + offset / 64, validity_.owner());
    return vector;
  }
  auto mask = Buffer::allocate(words_for_bits(size) * sizeof(uint64_t));
  auto* words = mask->as<uint64_t>();
  mask_copy_bits(validity_.words(), offset, size, words);
  vector.validity_ = Validity(words, std::move(mask));
  return vector;
}

size_t ColumnVector::size_bytes() const noexcept {
  size_t total = size_ * stored_width_bytes(type_);
  const UnifiedVector rows(*this);
  if (rows.validity != nullptr) {
    total += words_for_bits(size_) * sizeof(uint64_t);
  }
  if (type_.physical() != PhysicalType::kText || size_ == 0) {
    return total;
  }
  if (is_constant()) {
    return total + long_text_bytes(*rows.values<TextView>());
  }
  for (size_t i = 0; i < size_; ++i) {
    total += long_text_bytes(rows.value<TextView>(i));
  }
  return total;
}

UnifiedVector::UnifiedVector(const ColumnVector& vector) noexcept {
  const ColumnVector& source = vector.is_dictionary() ? vector.dictionary() : vector;
  data = source.data();
  validity = source.validity().words();
  if (source.is_constant()) {
    index_mask = 0;
  } else if (vector.is_dictionary()) {
    positions = vector.indices();
  }
}

}  // namespace stoa
