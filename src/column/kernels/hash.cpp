#include "column/kernels/hash.h"

#include <bit>
#include <cmath>
#include <vector>

#include "base/assert.h"
#include "base/hash.h"

namespace stoa {

namespace {

/// Integers hash by value whatever their width: those that fit 64 bits as these.
uint64_t hash_value(int64_t value) {
  return hash_integer(static_cast<uint64_t>(value));
}
uint64_t hash_value(uint64_t value) {
  return hash_integer(value);
}
uint64_t hash_value(int32_t value) {
  return hash_value(int64_t{value});
}
uint64_t hash_value(int16_t value) {
  return hash_value(int64_t{value});
}
uint64_t hash_value(int8_t value) {
  return hash_value(int64_t{value});
}
uint64_t hash_value(uint32_t value) {
  return hash_value(uint64_t{value});
}
uint64_t hash_value(uint16_t value) {
  return hash_value(uint64_t{value});
}
uint64_t hash_value(uint8_t value) {
  return hash_value(uint64_t{value});
}

uint64_t hash_value(Int128 value) {
  const uint64_t high = high_half(static_cast<UInt128>(value));
  const uint64_t low = low_half(static_cast<UInt128>(value));
  const bool fits = high == 0 || (high == ~uint64_t{0} && (low >> 63) != 0);
  return fits ? hash_integer(low) : hash_integer128(value);
}

uint64_t hash_value(double value) {
  constexpr uint64_t kNanBits = 0x7FF8000000000000ULL;
  const double canonical = value + 0.0;  // -0 becomes 0
  return hash_integer(canonical == canonical ? std::bit_cast<uint64_t>(canonical) : kNanBits);
}
uint64_t hash_value(float value) {
  return hash_value(double{value});
}
uint64_t hash_value(const Interval& value) {
  return hash_value(value.length_us());
}
uint64_t hash_value(const TextView& value) {
  return hash_text(value);
}

template <bool kCombine>
void put_hash(uint64_t& place, uint64_t hash) {
  place = kCombine ? combine_hashes(place, hash) : hash;
}

template <class T, bool kCombine>
void hash_rows(const UnifiedVector& rows, size_t n, uint64_t* hashes) {
  const T* values = rows.values<T>();
  if (rows.validity == nullptr && rows.positions == nullptr) {
    for (size_t i = 0; i < n; ++i) {
      put_hash<kCombine>(hashes[i], hash_value(values[i]));
    }
  } else if (rows.positions == nullptr) {
    for (size_t i = 0; i < n; ++i) {
      put_hash<kCombine>(hashes[i], get_bit(rows.validity, i) ? hash_value(values[i]) : kNullHash);
    }
  } else {
    for (size_t i = 0; i < n; ++i) {
      const uint32_t position = rows.positions[i];
      put_hash<kCombine>(hashes[i], rows.is_valid_at(position) ? hash_value(values[position]) : kNullHash);
    }
  }
}

template <bool kCombine>
void hash_rows_of_type(PhysicalType physical, const UnifiedVector& rows, size_t n, uint64_t* hashes) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return hash_rows<uint8_t, kCombine>(rows, n, hashes);
    case PhysicalType::kInt8: return hash_rows<int8_t, kCombine>(rows, n, hashes);
    case PhysicalType::kInt16: return hash_rows<int16_t, kCombine>(rows, n, hashes);
    case PhysicalType::kInt32: return hash_rows<int32_t, kCombine>(rows, n, hashes);
    case PhysicalType::kInt64: return hash_rows<int64_t, kCombine>(rows, n, hashes);
    case PhysicalType::kInt128: return hash_rows<Int128, kCombine>(rows, n, hashes);
    case PhysicalType::kUint16: return hash_rows<uint16_t, kCombine>(rows, n, hashes);
    case PhysicalType::kUint32: return hash_rows<uint32_t, kCombine>(rows, n, hashes);
    case PhysicalType::kUint64: return hash_rows<uint64_t, kCombine>(rows, n, hashes);
    case PhysicalType::kFloat: return hash_rows<float, kCombine>(rows, n, hashes);
    case PhysicalType::kDouble: return hash_rows<double, kCombine>(rows, n, hashes);
    case PhysicalType::kText: return hash_rows<TextView, kCombine>(rows, n, hashes);
    case PhysicalType::kInterval: return hash_rows<Interval, kCombine>(rows, n, hashes);
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("nested values have no hash");
}

void spread(uint64_t hash, size_t n, uint64_t* hashes, bool combine) {
  for (size_t i = 0; i < n; ++i) {
    hashes[i] = combine ? combine_hashes(hashes[i], hash) : hash;
  }
}

void hash_entries(const ColumnVector& vector, size_t n, uint64_t* hashes, bool combine) {
  const ColumnVector& entries = vector.dictionary();
  std::vector<uint64_t> entry_hashes(entries.size());
  hash_column(entries, entries.size(), entry_hashes.data(), false);
  const uint32_t* indices = vector.indices();
  for (size_t i = 0; i < n; ++i) {
    const uint64_t hash = entry_hashes[indices[i]];
    hashes[i] = combine ? combine_hashes(hashes[i], hash) : hash;
  }
}

}  // namespace

uint64_t hash_text(const TextView& text) noexcept {
  if (!text.is_inlined()) {
    return hash_bytes(text.view());
  }
  const auto low = load_unaligned<uint64_t>(&text);
  const auto high = load_unaligned<uint64_t>(reinterpret_cast<const char*>(&text) + 8);
  return hash_integer(low ^ hash_integer(high + 0x9E3779B97F4A7C15ULL));
}

uint64_t hash_row(const ColumnVector& vector, size_t row) {
  if (vector.is_null(row)) {
    return kNullHash;
  }
  const ColumnVector& source = vector.is_dictionary() ? vector.dictionary() : vector;
  UnifiedVector one(source);
  one.data += vector.position(row) * vector.type().width_bytes();
  one.validity = nullptr;
  uint64_t hash;
  hash_rows_of_type<false>(vector.type().physical(), one, 1, &hash);
  return hash;
}

void hash_column(const ColumnVector& vector, size_t n, uint64_t* hashes, bool combine) {
  if (n == 0) {
    return;
  }
  const UnifiedVector rows(vector);
  if (rows.index_mask == 0) {
    return spread(hash_row(vector, 0), n, hashes, combine);
  }
  if (vector.is_dictionary() && vector.dictionary().size() <= n) {
    return hash_entries(vector, n, hashes, combine);
  }
  const PhysicalType physical = vector.type().physical();
  combine ? hash_rows_of_type<true>(physical, rows, n, hashes)
          : hash_rows_of_type<false>(physical, rows, n, hashes);
}

}  // namespace stoa
