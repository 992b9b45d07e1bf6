#include "column/sort_key.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/bits.h"
#include "column/row_compare.h"
#include "types/key_encoding.h"

namespace stoa {

namespace {

size_t payload_bytes(const LogicalType& type) {
  if (type.is_text_like()) {
    return SortKeyEncoder::kTextPrefixBytes + 1;
  }
  if (type.physical() == PhysicalType::kBool || type.is_null()) {
    return 1;
  }
  return type.width_bytes();
}

template <class U>
U to_big_endian(U bits) {
  if constexpr (sizeof(U) == 1) {
    return bits;
  } else if constexpr (sizeof(U) == 16) {
    return static_cast<U>(std::byteswap(low_half(bits))) << 64 | std::byteswap(high_half(bits));
  } else {
    return std::byteswap(bits);
  }
}

uint8_t key_bits_of(uint8_t value) {
  return value;
}
uint16_t key_bits_of(uint16_t value) {
  return value;
}
uint32_t key_bits_of(uint32_t value) {
  return value;
}
uint64_t key_bits_of(uint64_t value) {
  return value;
}
template <class T>
auto key_bits_of(const T& value) {
  return key_bits(value);
}
UInt128 key_bits_of(const Interval& value) {
  return key_bits(value.length_us());
}

/// Where a column's part of the keys goes, and how.
struct Target {
  std::byte* first;
  size_t stride_bytes;
  uint8_t value_mark;
  uint8_t null_mark;
  bool descending;
};

/// Marks: values 1; NULLs 0 or 2, whichever side they go to. Descending does not turn them: the spec says
/// where.
Target target_of(const SortSpec& spec, std::byte* first, size_t stride_bytes) {
  return {first, stride_bytes, kKeyValueMark, key_null_mark({spec.descending, spec.nulls_first}),
          spec.descending};
}

template <class T>
void encode_fixed(const UnifiedVector& rows, size_t n, const Target& target) {
  using Bits = decltype(key_bits_of(T{}));
  const Bits flip = target.descending ? static_cast<Bits>(~Bits{0}) : Bits{0};
  std::byte* to = target.first;
  for (size_t i = 0; i < n; ++i, to += target.stride_bytes) {
    const size_t position = rows.position(i);
    const bool valid = rows.is_valid_at(position);
    const Bits bits = to_big_endian(static_cast<Bits>(key_bits_of(rows.values<T>()[position]) ^ flip));
    to[0] = static_cast<std::byte>(valid ? target.value_mark : target.null_mark);
    store_unaligned(to + 1, valid ? bits : Bits{0});
  }
}

bool encode_text(const UnifiedVector& rows, size_t n, const Target& target) {
  constexpr uint8_t kCutMark = SortKeyEncoder::kTextPrefixBytes + 1;
  const uint64_t flip = target.descending ? ~uint64_t{0} : 0;
  bool cut = false;
  std::byte* to = target.first;
  for (size_t i = 0; i < n; ++i, to += target.stride_bytes) {
    const size_t position = rows.position(i);
    uint64_t first = 0;
    uint32_t second = 0;
    uint8_t length = 0;
    const bool valid = rows.is_valid_at(position);
    if (valid) {
      // Twelve bytes can always be read: a short text is padded with zeros, a long one has more.
      const TextView& text = rows.values<TextView>()[position];
      const char* data = text.data();
      first = load_unaligned<uint64_t>(data) ^ flip;
      second = load_unaligned<uint32_t>(data + sizeof(first)) ^ static_cast<uint32_t>(flip);
      length = text.is_inlined() ? static_cast<uint8_t>(text.size()) : kCutMark;
      length ^= static_cast<uint8_t>(flip);
      cut |= !text.is_inlined();
    }
    to[0] = static_cast<std::byte>(valid ? target.value_mark : target.null_mark);
    store_unaligned(to + 1, first);
    store_unaligned(to + 1 + sizeof(first), second);
    to[1 + SortKeyEncoder::kTextPrefixBytes] = static_cast<std::byte>(length);
  }
  return cut;
}

void encode_nulls(size_t n, const Target& target) {
  std::byte* to = target.first;
  for (size_t i = 0; i < n; ++i, to += target.stride_bytes) {
    to[0] = static_cast<std::byte>(target.null_mark);
    to[1] = std::byte{0};
  }
}

bool encode_column(const LogicalType& type, const UnifiedVector& rows, size_t n, const Target& target) {
  if (type.is_null()) {
    encode_nulls(n, target);
    return false;
  }
  switch (type.physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: encode_fixed<uint8_t>(rows, n, target); break;
    case PhysicalType::kInt8: encode_fixed<int8_t>(rows, n, target); break;
    case PhysicalType::kInt16: encode_fixed<int16_t>(rows, n, target); break;
    case PhysicalType::kInt32: encode_fixed<int32_t>(rows, n, target); break;
    case PhysicalType::kInt64: encode_fixed<int64_t>(rows, n, target); break;
    case PhysicalType::kInt128: encode_fixed<Int128>(rows, n, target); break;
    case PhysicalType::kUint16: encode_fixed<uint16_t>(rows, n, target); break;
    case PhysicalType::kUint32: encode_fixed<uint32_t>(rows, n, target); break;
    case PhysicalType::kUint64: encode_fixed<uint64_t>(rows, n, target); break;
    case PhysicalType::kFloat: encode_fixed<float>(rows, n, target); break;
    case PhysicalType::kDouble: encode_fixed<double>(rows, n, target); break;
    case PhysicalType::kInterval: encode_fixed<Interval>(rows, n, target); break;
    case PhysicalType::kText: return encode_text(rows, n, target);
    case PhysicalType::kNested: STOA_UNREACHABLE("nested values have no sort key");
  }
  return false;
}

}  // namespace

SortKeyEncoder::SortKeyEncoder(std::vector<SortSpec> specs) : specs_(std::move(specs)) {
  for (const SortSpec& spec : specs_) {
    offsets_.push_back(width_bytes_);
    width_bytes_ += 1 + payload_bytes(spec.type);
    if (exact_) {
      decisive_bytes_ = width_bytes_;
    }
    exact_ = exact_ && !spec.type.is_text_like();
  }
}

bool SortKeyEncoder::encode(std::span<const ColumnVector> columns, size_t row_count, std::byte* keys,
                            size_t stride_bytes) const {
  STOA_ASSERT(columns.size() == specs_.size() && stride_bytes >= width_bytes_);
  bool cut = false;
  for (size_t c = 0; c < specs_.size(); ++c) {
    const Target target = target_of(specs_[c], keys + offsets_[c], stride_bytes);
    cut = encode_column(specs_[c].type, UnifiedVector(columns[c]), row_count, target) || cut;
  }
  return cut;
}

int SortKeyEncoder::compare(std::span<const ColumnVector> a, size_t i, std::span<const ColumnVector> b,
                            size_t j) const {
  for (size_t c = 0; c < specs_.size(); ++c) {
    const bool a_null = a[c].is_null(i);
    const bool b_null = b[c].is_null(j);
    if (a_null && b_null) {
      continue;
    }
    if (a_null || b_null) {
      return a_null == specs_[c].nulls_first ? -1 : 1;
    }
    const int order = compare_rows(a[c], i, b[c], j);
    if (order != 0) {
      return specs_[c].descending ? -order : order;
    }
  }
  return 0;
}

}  // namespace stoa
