#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/memory.h"
#include "column/text_heap.h"
#include "column/validity.h"
#include "types/logical_type.h"
#include "types/value.h"

namespace stoa {

enum class VectorKind : uint8_t {
  kFlat,        ///< one value per row
  kConstant,    ///< row 0 stands for every row
  kDictionary,  ///< row i is row indices()[i] of dictionary()
};

/// The rows that an operator works on, by position; ascending unless said otherwise.
using Selection = std::span<const uint32_t>;

/// A column of values in flight: up to a few thousand rows of one type.
///
/// Ownership: a vector is a set of pointers and shared owners. Copying it is cheap and shares everything,
/// which is how results share storage with tables. Values are immutable once a vector is shared; a maker
/// writes through `mutable_values` before that. Invariants: (1) a flat vector has size() readable values and
/// 64 readable bytes behind them; NULL rows hold some valid bit pattern (zeros from makers here), so that
/// kernels may compute on them and mask afterwards. (2) A constant vector has one value and, when NULL, a
/// mask whose bit 0 is clear. (3) A dictionary vector's own validity is unused: a row is NULL where its
/// dictionary entry is; its dictionary is flat or constant, never another dictionary. (4) indices < the
/// dictionary's size.
/// A dictionary is `distinct()` when no two entries are equal (its entries then number the distinct values;
/// expressions are decided per entry, GROUP BY works on codes); a selection over a flat column is a
/// dictionary vector that isn't.
class ColumnVector {
 public:
  ColumnVector() = default;

  // --- makers
  /// A flat vector with zeroed values, ready to be written. `capacity` may exceed `size`.
  static ColumnVector make_flat(const LogicalType& type, size_t size, MemoryBudget* budget = nullptr);
  /// A flat view of values that live elsewhere.
  static ColumnVector view_flat(const LogicalType& type, size_t size, const void* values, Owner values_owner,
                                Validity validity = {}, Owner heap = nullptr);
  static ColumnVector make_constant(const Value& value, size_t size);
  static ColumnVector make_null(const LogicalType& type, size_t size);
  /// Rows of `dictionary` by index. Composes when `dictionary` is a dictionary vector itself; stays constant
  /// when it is constant. `indices` must live as long as `indices_owner`.
  static ColumnVector make_dictionary(const ColumnVector& dictionary, const uint32_t* indices,
                                      Owner indices_owner, size_t size);
  /// The same over a shared dictionary (flat) whose entries are distinct. A NULL row needs a NULL entry.
  static ColumnVector make_distinct_dictionary(std::shared_ptr<const ColumnVector> dictionary,
                                               const uint32_t* indices, Owner indices_owner, size_t size);
  /// The same for a dictionary that is shared already; `distinct` as the class says.
  static ColumnVector make_over(std::shared_ptr<const ColumnVector> dictionary, bool distinct,
                                const uint32_t* indices, Owner indices_owner, size_t size);
  /// One value per row from single values, for tests and small results.
  static ColumnVector from_values(const LogicalType& type, std::span<const Value> values);

  // --- shape
  const LogicalType& type() const noexcept { return type_; }
  VectorKind kind() const noexcept { return kind_; }
  size_t size() const noexcept { return size_; }
  bool is_flat() const noexcept { return kind_ == VectorKind::kFlat; }
  bool is_constant() const noexcept { return kind_ == VectorKind::kConstant; }
  bool is_dictionary() const noexcept { return kind_ == VectorKind::kDictionary; }
  /// A constant can stand for any number of rows.
  void set_size(size_t size) noexcept { size_ = size; }
  /// Reinterprets the same bytes as another type of the same physical type (DATE as INTEGER, VARCHAR(5) as
  /// TEXT).
  void set_type(const LogicalType& type) noexcept { type_ = type; }

  // --- values of flat and constant vectors
  template <class T>
  const T* values() const noexcept {
    return reinterpret_cast<const T*>(data_);
  }
  template <class T>
  T* mutable_values() noexcept {
    return reinterpret_cast<T*>(const_cast<std::byte*>(data_));
  }
  const std::byte* data() const noexcept { return data_; }
  const Validity& validity() const noexcept { return validity_; }
  void set_validity(Validity validity) noexcept { validity_ = std::move(validity); }
  /// A mask to write to, all valid at first; made when there is none.
  uint64_t* mutable_validity();
  void set_null(size_t row) { clear_bit(mutable_validity(), row); }
  /// Writes one boxed value (or NULL) of this vector's type; slow. The vector is flat and still its maker's.
  void set_value(size_t row, const Value& value);
  /// The heap that new long texts go to; made when there is none or it is not this vector's own.
  TextHeap& mutable_heap();
  const Owner& heap() const noexcept { return heap_; }
  void set_heap(Owner heap) noexcept {
    heap_ = std::move(heap);
    own_heap_ = nullptr;
  }
  const Owner& values_owner() const noexcept { return values_owner_; }

  // --- dictionary vectors
  const uint32_t* indices() const noexcept { return indices_; }
  const Owner& indices_owner() const noexcept { return indices_owner_; }
  const ColumnVector& dictionary() const noexcept { return *dictionary_; }
  const std::shared_ptr<const ColumnVector>& shared_dictionary() const noexcept { return dictionary_; }
  bool has_distinct_dictionary() const noexcept { return is_dictionary() && distinct_; }

  // --- any kind
  /// The row of values() that stands for `row`.
  size_t position(size_t row) const noexcept {
    return is_flat() ? row : is_constant() ? 0 : dictionary_position(row);
  }
  bool is_null(size_t row) const noexcept;
  /// One value, boxed; slow.
  Value value(size_t row) const;
  /// A flat vector of the same rows (itself when flat already); text keeps sharing its heap.
  ColumnVector flatten() const;
  /// Rows `selection[0..]` as a vector sharing this one's values (a dictionary vector; constants stay
  /// constant).
  ColumnVector select(Selection selection, Owner selection_owner) const;
  /// Rows [offset, offset + size) sharing values; offset must be a multiple of 64 when a flat vector has a
  /// mask, otherwise the mask is copied.
  ColumnVector slice(size_t offset, size_t size) const;
  /// Bytes that a copy of its rows would take.
  size_t size_bytes() const noexcept;

 private:
  size_t dictionary_position(size_t row) const noexcept {
    return dictionary_->is_constant() ? 0 : indices_[row];
  }

  LogicalType type_;
  VectorKind kind_ = VectorKind::kFlat;
  bool distinct_ = false;
  size_t size_ = 0;
  size_t capacity_ = 0;
  const std::byte* data_ = nullptr;
  Owner values_owner_;
  Validity validity_;
  uint64_t* own_validity_ = nullptr;
  Owner heap_;
  TextHeap* own_heap_ = nullptr;
  const uint32_t* indices_ = nullptr;
  Owner indices_owner_;
  std::shared_ptr<const ColumnVector> dictionary_;
};

/// Any vector seen as values + positions + mask, for loops that treat all kinds alike: row i's value is
/// values[positions ? positions[i] : i & index_mask], valid when `validity` says so at the same position.
struct UnifiedVector {
  const std::byte* data = nullptr;
  const uint32_t* positions = nullptr;  ///< null: identity (flat) or all zero (constant)
  size_t index_mask = ~size_t{0};       ///< 0 for constants
  const uint64_t* validity = nullptr;   ///< null: all valid

  explicit UnifiedVector(const ColumnVector& vector) noexcept;
  size_t position(size_t row) const noexcept {
    return positions != nullptr ? positions[row] : row & index_mask;
  }
  bool is_valid_at(size_t position) const noexcept {
    return validity == nullptr || get_bit(validity, position);
  }
  bool is_valid(size_t row) const noexcept { return is_valid_at(position(row)); }
  template <class T>
  const T* values() const noexcept {
    return reinterpret_cast<const T*>(data);
  }
  template <class T>
  const T& value(size_t row) const noexcept {
    return values<T>()[position(row)];
  }
};

}  // namespace stoa
