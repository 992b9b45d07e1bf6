#include "column/kernels/hash.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "base/hash.h"
#include "column/kernels/gather.h"
#include "column/kernels/hash_loops.h"

namespace stoa {

namespace {

constexpr size_t kChunkRows = 512;

/// Wide integers that fit 64 bits hash as those do.
uint64_t hash_value(Int128 value) {
  const uint64_t high = high_half(static_cast<UInt128>(value));
  const uint64_t low = low_half(static_cast<UInt128>(value));
  const bool fits = high == 0 || (high == ~uint64_t{0} && (low >> 63) != 0);
  return fits ? hash_integer(low) : hash_integer128(value);
}
uint64_t hash_value(const Interval& value) {
  return hash_value(value.length_us());
}

/// A short text: two rounds of mixing over its sixteen bytes, which are equal when the texts are.
uint64_t hash_value(const TextView& value) {
  if (!value.is_inlined()) [[unlikely]] {
    return hash_bytes(value.view());
  }
  const auto low = load_unaligned<uint64_t>(&value);
  const auto high = load_unaligned<uint64_t>(reinterpret_cast<const char*>(&value) + 8);
  return hash_integer(low ^ hash_integer(high + 0x9E3779B97F4A7C15ULL));
}

template <class T>
void hash_wide(const UnifiedVector& rows, size_t begin, size_t n, uint64_t* hashes) {
  const T* values = rows.values<T>();
  if (rows.positions == nullptr && rows.validity == nullptr) {
    for (size_t i = 0; i < n; ++i) {
      hashes[i] = hash_value(values[begin + i]);
    }
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    const size_t position = rows.position(begin + i);
    hashes[i] = rows.is_valid_at(position) ? hash_value(values[position]) : kNullHash;
  }
}

/// Numbers: gathered where they are not contiguous, hashed whatever is NULL, then the NULLs put right.
void hash_numbers(const ColumnVector& vector, const UnifiedVector& rows, size_t begin, size_t n,
                  uint64_t* hashes) {
  const PhysicalType physical = vector.type().physical();
  if (rows.positions == nullptr) {
    hash_values(physical, rows.data + begin * vector.type().width_bytes(), n, hashes);
  } else {
    alignas(uint64_t) std::byte values[kChunkRows * sizeof(uint64_t)];
    gather_values(vector.dictionary(), rows.positions + begin, n, values);
    hash_values(physical, values, n, hashes);
  }
  if (rows.validity == nullptr) {
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    hashes[i] = rows.is_valid(begin + i) ? hashes[i] : kNullHash;
  }
}

void hash_chunk(const ColumnVector& vector, const UnifiedVector& rows, size_t begin, size_t n,
                uint64_t* hashes) {
  switch (vector.type().physical()) {
    case PhysicalType::kInt128: return hash_wide<Int128>(rows, begin, n, hashes);
    case PhysicalType::kText: return hash_wide<TextView>(rows, begin, n, hashes);
    case PhysicalType::kInterval: return hash_wide<Interval>(rows, begin, n, hashes);
    case PhysicalType::kNested: STOA_UNREACHABLE("nested values have no hash");
    default: return hash_numbers(vector, rows, begin, n, hashes);
  }
}

void hash_rows(const ColumnVector& vector, size_t n, uint64_t* hashes, bool combine) {
  const UnifiedVector rows(vector);
  uint64_t chunk[kChunkRows];
  for (size_t begin = 0; begin < n; begin += kChunkRows) {
    const size_t count = std::min(kChunkRows, n - begin);
    hash_chunk(vector, rows, begin, count, combine ? chunk : hashes + begin);
    if (combine) {
      combine_hash_arrays(hashes + begin, chunk, count);
    }
  }
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
  return hash_value(text);
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
  hash_chunk(source, one, 0, 1, &hash);
  return hash;
}

void hash_column(const ColumnVector& vector, size_t n, uint64_t* hashes, bool combine) {
  if (n == 0) {
    return;
  }
  if (UnifiedVector(vector).index_mask == 0) {
    return spread(hash_row(vector, 0), n, hashes, combine);
  }
  if (vector.is_dictionary() && vector.dictionary().size() <= n) {
    return hash_entries(vector, n, hashes, combine);
  }
  hash_rows(vector, n, hashes, combine);
}

}  // namespace stoa
