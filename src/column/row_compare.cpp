#include "column/row_compare.h"

#include "base/assert.h"
#include "types/exact_compare.h"

namespace stoa {

namespace {

template <class T>
int order_of(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}
int order_of(double a, double b) {
  return compare_doubles(a, b);
}
int order_of(float a, float b) {
  return compare_doubles(double{a}, double{b});
}
int order_of(const TextView& a, const TextView& b) {
  return compare(a, b);
}

template <class T>
bool equal_values(const T& a, const T& b) {
  return a == b;
}
bool equal_values(double a, double b) {
  return a == b || (a != a && b != b);
}
bool equal_values(float a, float b) {
  return a == b || (a != a && b != b);
}

/// Calls `call` with a null pointer of the physical type's C++ type.
template <class Call>
auto for_type(PhysicalType physical, Call call) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return call(static_cast<const uint8_t*>(nullptr));
    case PhysicalType::kInt8: return call(static_cast<const int8_t*>(nullptr));
    case PhysicalType::kInt16: return call(static_cast<const int16_t*>(nullptr));
    case PhysicalType::kInt32: return call(static_cast<const int32_t*>(nullptr));
    case PhysicalType::kInt64: return call(static_cast<const int64_t*>(nullptr));
    case PhysicalType::kInt128: return call(static_cast<const Int128*>(nullptr));
    case PhysicalType::kUint16: return call(static_cast<const uint16_t*>(nullptr));
    case PhysicalType::kUint32: return call(static_cast<const uint32_t*>(nullptr));
    case PhysicalType::kUint64: return call(static_cast<const uint64_t*>(nullptr));
    case PhysicalType::kFloat: return call(static_cast<const float*>(nullptr));
    case PhysicalType::kDouble: return call(static_cast<const double*>(nullptr));
    case PhysicalType::kText: return call(static_cast<const TextView*>(nullptr));
    case PhysicalType::kInterval: return call(static_cast<const Interval*>(nullptr));
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("nested values have no order here");
}

template <class T>
const T& value_of(const ColumnVector& vector, size_t row) {
  const ColumnVector& source = vector.is_dictionary() ? vector.dictionary() : vector;
  return source.values<T>()[vector.position(row)];
}

}  // namespace

int compare_rows(const ColumnVector& a, size_t i, const ColumnVector& b, size_t j) {
  const bool a_null = a.is_null(i);
  const bool b_null = b.is_null(j);
  if (a_null || b_null) {
    return static_cast<int>(a_null) - static_cast<int>(b_null);
  }
  return for_type(a.type().physical(),
                  [&]<class T>(const T*) { return order_of(value_of<T>(a, i), value_of<T>(b, j)); });
}

bool rows_equal(const ColumnVector& a, size_t i, const ColumnVector& b, size_t j) {
  const bool a_null = a.is_null(i);
  const bool b_null = b.is_null(j);
  if (a_null || b_null) {
    return a_null == b_null;
  }
  return for_type(a.type().physical(),
                  [&]<class T>(const T*) { return equal_values(value_of<T>(a, i), value_of<T>(b, j)); });
}

}  // namespace stoa
