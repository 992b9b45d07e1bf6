#pragma once

#include <cstdint>
#include <optional>

#include "base/exact_sum.h"
#include "base/int128.h"
#include "column/column_vector.h"
#include "store/distinct_sketch.h"
#include "types/value.h"

namespace stoa {

/// Bounds of a run of values. Order is that of SQL: NaN above all numbers, -0 equal to 0, text by bytes.
struct ZoneStatistics {
  uint64_t row_count = 0;
  uint64_t null_count = 0;
  Value minimum;  ///< NULL when all rows are NULL or the bounds are not known (nested types, long texts)
  Value maximum;
  bool is_known = true;       ///< false: the bounds say nothing
  bool is_ascending = false;  ///< no NULL, each value at least the one before it
  bool is_descending = false;

  bool is_all_null() const noexcept { return null_count == row_count; }
  /// The bounds of both runs together, `later` behind this one.
  void merge(const ZoneStatistics& later);
};

/// Everything that is kept about a run of values.
struct SegmentStatistics {
  ZoneStatistics zone;
  /// The exact sum of stored integers (integers, decimals unscaled, booleans as 0 and 1); none for other
  /// types and when it would not fit.
  std::optional<Int128> integer_sum;
  /// The exact sum of REAL and DOUBLE.
  std::optional<ExactDoubleSum> double_sum;
  DistinctSketch sketch;

  uint64_t value_count() const noexcept { return zone.row_count - zone.null_count; }
  void merge(const SegmentStatistics& later);
};

/// Reads the values; a vector of any kind.
ZoneStatistics compute_zone(const ColumnVector& values);
/// Adds sum and sketch.
SegmentStatistics compute_statistics(const ColumnVector& values, const ZoneStatistics& zone);
inline SegmentStatistics compute_statistics(const ColumnVector& values) {
  return compute_statistics(values, compute_zone(values));
}

}  // namespace stoa
