#include "exec/group_code_kernels.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"

namespace stoa {

namespace {

template <class T, bool kCombine>
bool encode_values(const UnifiedVector& rows, size_t n, const IntegerRange& range, uint32_t* codes) {
  const T* values = rows.values<T>();
  const auto factor = static_cast<uint32_t>(range.width + 1);
  bool is_out = false;
  const auto encode = [&](size_t i, T value, bool is_valid) {
    const uint64_t offset = static_cast<uint64_t>(static_cast<int64_t>(value)) - range.low;
    is_out |= is_valid && offset >= range.width;
    const uint32_t code = is_valid ? static_cast<uint32_t>(offset + 1) : 0;
    codes[i] = kCombine ? codes[i] * factor + code : code;
  };
  if (rows.positions == nullptr && rows.validity == nullptr) {
    for (size_t i = 0; i < n; ++i) {
      encode(i, values[i], true);
    }
  } else if (rows.validity == nullptr) {
    for (size_t i = 0; i < n; ++i) {
      encode(i, values[rows.positions[i]], true);
    }
  } else {
    for (size_t i = 0; i < n; ++i) {
      const size_t position = rows.position(i);
      encode(i, values[position], rows.is_valid_at(position));
    }
  }
  return !is_out;
}

template <class T>
bool find_bounds(const UnifiedVector& rows, size_t n, Int128& minimum, Int128& maximum) {
  const T* values = rows.values<T>();
  T smallest = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::min();
  bool has_values = false;
  for (size_t i = 0; i < n; ++i) {
    const size_t position = rows.position(i);
    if (rows.is_valid_at(position)) {
      smallest = std::min(smallest, values[position]);
      largest = std::max(largest, values[position]);
      has_values = true;
    }
  }
  minimum = smallest;
  maximum = largest;
  return has_values;
}

/// Calls `call` with a null pointer of the integer type that the vector holds.
template <class Call>
bool for_integer_type(PhysicalType physical, Call call) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return call(static_cast<const uint8_t*>(nullptr));
    case PhysicalType::kInt8: return call(static_cast<const int8_t*>(nullptr));
    case PhysicalType::kInt16: return call(static_cast<const int16_t*>(nullptr));
    case PhysicalType::kInt32: return call(static_cast<const int32_t*>(nullptr));
    case PhysicalType::kInt64: return call(static_cast<const int64_t*>(nullptr));
    case PhysicalType::kUint16: return call(static_cast<const uint16_t*>(nullptr));
    case PhysicalType::kUint32: return call(static_cast<const uint32_t*>(nullptr));
    case PhysicalType::kUint64: return call(static_cast<const uint64_t*>(nullptr));
    default: STOA_UNREACHABLE("only integers have ranges");
  }
}

}  // namespace

bool look_up_codes(const uint32_t* codes, size_t n, const uint32_t* groups_by_code, uint32_t* groups) {
  uint32_t seen = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint32_t group = groups_by_code[codes[i]];
    groups[i] = group;
    seen |= group;
  }
  // Group numbers stay below 2^31 here (codes are few), so the top bit tells the unknown ones.
  return (seen >> 31) == 0;
}

bool knows_codes(const uint32_t* codes, size_t n, const uint32_t* groups_by_code) {
  uint32_t seen = 0;
  for (size_t i = 0; i < n; ++i) {
    seen |= groups_by_code[codes[i]];
  }
  return (seen >> 31) == 0;
}

bool encode_integers(const ColumnVector& vector, size_t n, const IntegerRange& range, bool combine,
                     uint32_t* codes) {
  const UnifiedVector rows(vector);
  return for_integer_type(vector.type().physical(), [&]<class T>(const T*) {
    return combine ? encode_values<T, true>(rows, n, range, codes)
                   : encode_values<T, false>(rows, n, range, codes);
  });
}

bool find_integer_bounds(const ColumnVector& vector, size_t n, Int128& minimum, Int128& maximum) {
  const UnifiedVector rows(vector);
  return for_integer_type(vector.type().physical(),
                          [&]<class T>(const T*) { return find_bounds<T>(rows, n, minimum, maximum); });
}

void encode_entries(const uint32_t* entries, size_t n, uint32_t count, bool combine, uint32_t* codes) {
  for (size_t i = 0; i < n; ++i) {
    codes[i] = (combine ? codes[i] * count : 0) + entries[i];
  }
}

}  // namespace stoa
