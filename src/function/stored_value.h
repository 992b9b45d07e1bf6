#pragma once

#include <cmath>
#include <cstring>

#include "column/column_vector.h"
#include "function/owned_text.h"
#include "function/physical_dispatch.h"

namespace stoa {

/// One value of any type that an aggregate's state keeps, or NULL. The type is the caller's to know. May be
/// moved by memcpy; zero bytes are a value that is not set.
class StoredValue {
 public:
  bool is_set() const { return is_set_; }
  bool is_null() const { return is_null_; }

  void set_null() { is_set_ = is_null_ = true; }
  template <class T>
  void set(const T& value) {
    is_set_ = true;
    is_null_ = false;
    if constexpr (std::is_same_v<T, TextView>) {
      text_.assign(value);
    } else {
      std::memcpy(bytes_, &value, sizeof(T));
    }
  }
  template <class T>
  T get() const {
    if constexpr (std::is_same_v<T, TextView>) {
      return text_.view();
    } else {
      T value;
      std::memcpy(&value, bytes_, sizeof(T));
      return value;
    }
  }
  void set_from(const UnifiedVector& vector, size_t row, PhysicalType type) {
    if (!vector.is_valid(row)) {
      set_null();
      return;
    }
    dispatch_physical(type, [&]<class T>() { set(vector.value<T>(row)); });
  }
  void copy_from(const StoredValue& other, PhysicalType type) {
    if (other.is_null()) {
      set_null();
    } else {
      dispatch_physical(type, [&]<class T>() { set(other.get<T>()); });
    }
  }
  /// Writes the value, or NULL where there is none, to a row of a flat vector.
  void write_to(ColumnVector& result, size_t row) const {
    if (!is_set_ || is_null_) {
      result.set_null(row);
      return;
    }
    dispatch_physical(result.type().physical(), [&]<class T>() {
      if constexpr (std::is_same_v<T, TextView>) {
        result.mutable_values<T>()[row] = result.mutable_heap().add(get<T>());
      } else {
        result.mutable_values<T>()[row] = get<T>();
      }
    });
  }

 private:
  alignas(16) std::byte bytes_[16] = {};
  OwnedText text_;
  bool is_set_ = false;
  bool is_null_ = false;
};

/// ORDER BY's order of two values of one C++ type: NaN above all numbers.
template <class T>
bool orders_before(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a < b || (std::isnan(b) && !std::isnan(a));
  } else {
    return a < b;
  }
}

}  // namespace stoa
