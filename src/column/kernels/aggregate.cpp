#include "column/kernels/aggregate.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "types/exact_compare.h"

namespace stoa {

namespace {

constexpr size_t kChunkRows = 1024;

/// The rows that count: valid and, where a mask is given, set in it. Empty when all n count.
std::vector<uint32_t> counted_rows(const ColumnVector& vector, size_t n, const uint64_t* mask, bool& all) {
  const bool may_have_nulls = UnifiedVector(vector).validity != nullptr;
  all = mask == nullptr && !may_have_nulls;
  if (all) {
    return {};
  }
  std::vector<uint64_t> chosen(words_for_bits(n));
  valid_to_mask(vector, n, chosen.data());
  if (mask != nullptr) {
    mask_and(chosen.data(), mask, n);
  }
  std::vector<uint32_t> rows(round_up(n, 64));
  rows.resize(mask_to_selection(chosen.data(), n, rows.data()));
  return rows;
}

/// Calls `visit(values, count)` with the values that count, contiguous, in pieces.
template <class T, class Visit>
void visit_values(const ColumnVector& vector, size_t n, const uint64_t* mask, Visit visit) {
  bool all = false;
  const std::vector<uint32_t> rows = counted_rows(vector, n, mask, all);
  if (all && vector.is_flat()) {
    return visit(vector.values<T>(), n);
  }
  T space[kChunkRows];
  const size_t count = all ? n : rows.size();
  for (size_t begin = 0; begin < count; begin += kChunkRows) {
    const size_t chunk = std::min(kChunkRows, count - begin);
    auto* bytes = reinterpret_cast<std::byte*>(space);
    if (!all) {
      gather_values(vector, rows.data() + begin, chunk, bytes);
    } else if (vector.is_dictionary()) {
      gather_values(vector.dictionary(), vector.indices() + begin, chunk, bytes);
    } else {
      gather_values(vector, nullptr, chunk, bytes);
    }
    visit(static_cast<const T*>(space), chunk);
  }
}

/// Narrow integers: 2^31 of them fit 64 bits.
template <class T>
Int128 sum_narrow(const T* values, size_t n) {
  constexpr size_t kBlockRows = size_t{1} << 31;
  Int128 total = 0;
  for (size_t begin = 0; begin < n; begin += kBlockRows) {
    const size_t end = std::min(n, begin + kBlockRows);
    int64_t sum = 0;
    for (size_t i = begin; i < end; ++i) {
      sum += static_cast<int64_t>(values[i]);
    }
    total += sum;
  }
  return total;
}

/// 64-bit integers: low and high halves summed apart, so that the loop stays in 64-bit lanes.
template <class T>
Int128 sum_halves(const T* values, size_t n) {
  constexpr size_t kBlockRows = size_t{1} << 31;
  Int128 total = 0;
  for (size_t begin = 0; begin < n; begin += kBlockRows) {
    const size_t end = std::min(n, begin + kBlockRows);
    uint64_t low = 0;
    T high = 0;
    for (size_t i = begin; i < end; ++i) {
      low += static_cast<uint64_t>(values[i]) & 0xFFFFFFFF;
      high += values[i] >> 32;
    }
    total += (static_cast<Int128>(high) << 32) + static_cast<Int128>(low);
  }
  return total;
}

template <class T>
Int128 sum_of_type(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  Int128 total = 0;
  visit_values<T>(vector, n, mask, [&](const T* values, size_t count) {
    if constexpr (sizeof(T) == 8) {
      total += sum_halves(values, count);
    } else {
      total += sum_narrow(values, count);
    }
  });
  return total;
}

bool before(double a, double b) {
  return compare_doubles(a, b) < 0;
}
bool before(float a, float b) {
  return compare_doubles(double{a}, double{b}) < 0;
}
template <class T>
bool before(const T& a, const T& b) {
  return a < b;
}

template <class T, bool kMax>
bool beats(const T& a, const T& b) {
  return kMax ? before(b, a) : before(a, b);
}

/// The best position among `count` that `position(k)` gives; -1 when there is none. Better values are rare in
/// data, so the branch is well predicted.
template <class T, bool kMax, class Position>
size_t best_of(const T* values, size_t count, Position position) {
  size_t best = 0;
  T best_value = values[position(0)];
  for (size_t k = 1; k < count; ++k) {
    const T& value = values[position(k)];
    if (beats<T, kMax>(value, best_value)) [[unlikely]] {
      best = k;
      best_value = value;
    }
  }
  return best;
}

template <class T, bool kMax>
size_t best_row(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  bool all = false;
  const std::vector<uint32_t> rows = counted_rows(vector, n, mask, all);
  const UnifiedVector source(vector);
  const T* values = source.values<T>();
  if (n == 0 || (!all && rows.empty())) {
    return n;
  }
  if (source.index_mask == 0) {
    return all ? 0 : rows[0];
  }
  if (all && source.positions == nullptr) {
    return best_of<T, kMax>(values, n, [](size_t k) { return k; });
  }
  if (all) {
    return best_of<T, kMax>(values, n, [&](size_t k) { return source.positions[k]; });
  }
  return rows[best_of<T, kMax>(values, rows.size(), [&](size_t k) { return source.position(rows[k]); })];
}

template <bool kMax>
size_t best_row_of_type(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  switch (vector.type().physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return best_row<uint8_t, kMax>(vector, n, mask);
    case PhysicalType::kInt8: return best_row<int8_t, kMax>(vector, n, mask);
    case PhysicalType::kInt16: return best_row<int16_t, kMax>(vector, n, mask);
    case PhysicalType::kInt32: return best_row<int32_t, kMax>(vector, n, mask);
    case PhysicalType::kInt64: return best_row<int64_t, kMax>(vector, n, mask);
    case PhysicalType::kInt128: return best_row<Int128, kMax>(vector, n, mask);
    case PhysicalType::kUint16: return best_row<uint16_t, kMax>(vector, n, mask);
    case PhysicalType::kUint32: return best_row<uint32_t, kMax>(vector, n, mask);
    case PhysicalType::kUint64: return best_row<uint64_t, kMax>(vector, n, mask);
    case PhysicalType::kFloat: return best_row<float, kMax>(vector, n, mask);
    case PhysicalType::kDouble: return best_row<double, kMax>(vector, n, mask);
    case PhysicalType::kText: return best_row<TextView, kMax>(vector, n, mask);
    case PhysicalType::kInterval: return best_row<Interval, kMax>(vector, n, mask);
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("nested values have no order here");
}

}  // namespace

size_t count_values(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  const UnifiedVector source(vector);
  if (source.validity == nullptr) {
    return mask == nullptr ? n : mask_count(mask, n);
  }
  std::vector<uint64_t> chosen(words_for_bits(n));
  valid_to_mask(vector, n, chosen.data());
  if (mask != nullptr) {
    mask_and(chosen.data(), mask, n);
  }
  return mask_count(chosen.data(), n);
}

Int128 sum_integers(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  switch (vector.type().physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return sum_of_type<uint8_t>(vector, n, mask);
    case PhysicalType::kInt8: return sum_of_type<int8_t>(vector, n, mask);
    case PhysicalType::kInt16: return sum_of_type<int16_t>(vector, n, mask);
    case PhysicalType::kInt32: return sum_of_type<int32_t>(vector, n, mask);
    case PhysicalType::kInt64: return sum_of_type<int64_t>(vector, n, mask);
    case PhysicalType::kUint16: return sum_of_type<uint16_t>(vector, n, mask);
    case PhysicalType::kUint32: return sum_of_type<uint32_t>(vector, n, mask);
    case PhysicalType::kUint64: return sum_of_type<uint64_t>(vector, n, mask);
    default: STOA_UNREACHABLE("not an integer of at most 64 bits");
  }
}

bool sum_wide_integers(const ColumnVector& vector, size_t n, const uint64_t* mask, Int128& sum) {
  bool fits = true;
  visit_values<Int128>(vector, n, mask, [&](const Int128* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      fits = fits && !__builtin_add_overflow(sum, values[i], &sum);
    }
  });
  return fits;
}

void sum_doubles(const ColumnVector& vector, size_t n, const uint64_t* mask, ExactDoubleSum& sum) {
  if (vector.type().physical() == PhysicalType::kDouble) {
    visit_values<double>(vector, n, mask,
                         [&](const double* values, size_t count) { sum.add(std::span(values, count)); });
    return;
  }
  visit_values<float>(vector, n, mask, [&](const float* values, size_t count) {
    double wide[kChunkRows];
    for (size_t begin = 0; begin < count; begin += kChunkRows) {
      const size_t chunk = std::min(kChunkRows, count - begin);
      std::copy_n(values + begin, chunk, wide);
      sum.add(std::span<const double>(wide, chunk));
    }
  });
}

size_t min_row(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  return best_row_of_type<false>(vector, n, mask);
}

size_t max_row(const ColumnVector& vector, size_t n, const uint64_t* mask) {
  return best_row_of_type<true>(vector, n, mask);
}

}  // namespace stoa
