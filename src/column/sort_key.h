#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "column/batch.h"

namespace stoa {

/// One ORDER BY column.
struct SortSpec {
  LogicalType type;
  bool descending = false;
  bool nulls_first = false;
};

/// Turns the sort columns of rows into keys of one fixed width that memcmp compares.
///
/// Layout, per column: one byte for NULL, then the value's order-preserving bytes (inverted when descending).
/// A text takes its first 12 bytes and a byte for its length up to 12; a longer one is cut, and says so
/// there.
///
/// Invariants:
/// (1) As long as no text was cut, memcmp over width_bytes() is the rows' order and equal keys are equal
/// rows;
///     is_exact() says that no column can be cut.
/// (2) A difference that memcmp finds within decisive_bytes() is the rows' order in any case; where it finds
///     none, `compare` must settle it.
///
/// Immutable after construction; thread-safe.
class SortKeyEncoder {
 public:
  static constexpr size_t kTextPrefixBytes = 12;

  explicit SortKeyEncoder(std::vector<SortSpec> specs);

  const std::vector<SortSpec>& specs() const noexcept { return specs_; }
  /// Bytes of one key.
  size_t width_bytes() const noexcept { return width_bytes_; }
  /// No column has texts.
  bool is_exact() const noexcept { return exact_; }
  /// The bytes up to the end of the first text column.
  size_t decisive_bytes() const noexcept { return decisive_bytes_; }

  /// Writes the keys of `row_count` rows, the first at `keys`, each `stride_bytes` behind the one before.
  /// `columns` are the sort columns in order of the specs. True when some text was cut.
  [[nodiscard]] bool encode(std::span<const ColumnVector> columns, size_t row_count, std::byte* keys,
                            size_t stride_bytes) const;

  /// The order of two rows by their full values.
  int compare(std::span<const ColumnVector> a, size_t i, std::span<const ColumnVector> b, size_t j) const;

 private:
  std::vector<SortSpec> specs_;
  std::vector<size_t> offsets_;
  size_t width_bytes_ = 0;
  size_t decisive_bytes_ = 0;
  bool exact_ = true;
};

}  // namespace stoa
