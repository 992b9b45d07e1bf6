#include <algorithm>

#include "base/assert.h"
#include "column/row_compare.h"

namespace stoa {

namespace {

constexpr size_t kChunkPairs = 1024;

template <class T>
bool equal_values(const T& a, const T& b) {
  return a == b;
}
bool equal_values(double a, double b) {
  return (a == b) | ((a != a) & (b != b));
}
bool equal_values(float a, float b) {
  return (a == b) | ((a != a) & (b != b));
}

/// One side of the pairs. `locate` brings the pairs' positions in values() together, so that the loop over
/// values has one shape.
struct Side {
  UnifiedVector vector;
  const uint32_t* rows;

  void locate(const uint32_t* candidates, size_t begin, size_t n, uint32_t* positions) const {
    for (size_t c = 0; c < n; ++c) {
      positions[c] = candidates != nullptr ? candidates[begin + c] : static_cast<uint32_t>(begin + c);
    }
    if (rows != nullptr) {
      look_up(rows, n, positions);
    }
    if (vector.index_mask == 0) {
      std::fill_n(positions, n, 0);
    } else if (vector.positions != nullptr) {
      look_up(vector.positions, n, positions);
    }
  }
  static void look_up(const uint32_t* table, size_t n, uint32_t* positions) {
    for (size_t c = 0; c < n; ++c) {
      positions[c] = table[positions[c]];
    }
  }
};

struct Pairs {
  const Side& a;
  const Side& b;
  const uint32_t* candidates;
  size_t count;
  bool null_equals_null;
};

template <class T, bool kNulls>
size_t match_chunk(const Pairs& pairs, size_t begin, size_t n, uint32_t* matching) {
  uint32_t a_positions[kChunkPairs];
  uint32_t b_positions[kChunkPairs];
  pairs.a.locate(pairs.candidates, begin, n, a_positions);
  pairs.b.locate(pairs.candidates, begin, n, b_positions);
  const T* a_values = pairs.a.vector.values<T>();
  const T* b_values = pairs.b.vector.values<T>();
  size_t count = 0;
  for (size_t c = 0; c < n; ++c) {
    const uint32_t i = a_positions[c];
    const uint32_t j = b_positions[c];
    bool equal = equal_values(a_values[i], b_values[j]);
    if constexpr (kNulls) {
      const bool a_valid = pairs.a.vector.is_valid_at(i);
      const bool b_valid = pairs.b.vector.is_valid_at(j);
      equal = (equal & a_valid & b_valid) | (pairs.null_equals_null & !a_valid & !b_valid);
    }
    // Written always, kept when equal: no branch to mispredict. Never ahead of the candidates that are yet to
    // be read.
    matching[count] =
        pairs.candidates != nullptr ? pairs.candidates[begin + c] : static_cast<uint32_t>(begin + c);
    count += equal ? 1 : 0;
  }
  return count;
}

template <class T>
size_t match_type(const Pairs& pairs, uint32_t* matching) {
  const bool nulls = pairs.a.vector.validity != nullptr || pairs.b.vector.validity != nullptr;
  size_t count = 0;
  for (size_t begin = 0; begin < pairs.count; begin += kChunkPairs) {
    const size_t n = std::min(kChunkPairs, pairs.count - begin);
    count += nulls ? match_chunk<T, true>(pairs, begin, n, matching + count)
                   : match_chunk<T, false>(pairs, begin, n, matching + count);
  }
  return count;
}

}  // namespace

size_t match_rows(const ColumnVector& a, const uint32_t* a_rows, const ColumnVector& b,
                  const uint32_t* b_rows, const uint32_t* candidates, size_t n, bool null_equals_null,
                  uint32_t* matching) {
  STOA_ASSERT(a.type().physical() == b.type().physical());
  const Side left{UnifiedVector(a), a_rows};
  const Side right{UnifiedVector(b), b_rows};
  const Pairs pairs{left, right, candidates, n, null_equals_null};
  switch (a.type().physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kInt8:
    case PhysicalType::kUint8: return match_type<uint8_t>(pairs, matching);
    case PhysicalType::kInt16:
    case PhysicalType::kUint16: return match_type<uint16_t>(pairs, matching);
    case PhysicalType::kInt32:
    case PhysicalType::kUint32: return match_type<uint32_t>(pairs, matching);
    case PhysicalType::kInt64:
    case PhysicalType::kUint64: return match_type<uint64_t>(pairs, matching);
    case PhysicalType::kInt128: return match_type<Int128>(pairs, matching);
    case PhysicalType::kFloat: return match_type<float>(pairs, matching);
    case PhysicalType::kDouble: return match_type<double>(pairs, matching);
    case PhysicalType::kText: return match_type<TextView>(pairs, matching);
    case PhysicalType::kInterval: return match_type<Interval>(pairs, matching);
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("nested values have no equality here");
}

}  // namespace stoa
