#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/parquet/metadata.h"
#include "format/parquet/schema.h"
#include "format/reader.h"
#include "types/value.h"

/// What Parquet's statistics surely say of a part of a column (a row group's chunk, a page), and which
/// filters that part can't pass.
namespace stoa::parquet {

struct PartBounds {
  Value minimum;  ///< NULL: unknown; otherwise no number below it (NaN may be there: see may_have_nan)
  Value maximum;
  bool minimum_is_exact = false;  ///< it is a value of the part
  bool maximum_is_exact = false;
  bool may_have_nan = false;  ///< a NaN may be among the values, which is above any maximum
  std::optional<uint64_t> null_count;
  uint64_t row_count = 0;

  bool is_all_null() const { return null_count.has_value() && *null_count == row_count; }
};

/// How far a file's statistics can be trusted.
struct BoundsTrust {
  bool has_type_order = false;  ///< min_value and max_value of this column follow the order of its type
  bool excludes_nan = false;    ///< the writer gives no bounds where there is a NaN
};

/// Bounds from a chunk's statistics. Unusable ones (unordered types, old bounds in the wrong order, NaN,
/// minimum above maximum, wrong sizes) are left unknown.
PartBounds make_bounds(const Leaf& leaf, const Statistics& statistics, uint64_t row_count,
                       const BoundsTrust& trust);

/// Bounds of page `page` from a column index.
PartBounds make_page_bounds(const Leaf& leaf, const ColumnIndex& index, size_t page, uint64_t row_count,
                            const BoundsTrust& trust);

/// Whether no row of the part can pass the filter.
bool excludes(const PartBounds& bounds, const ScanFilter& filter);

/// Joins the bounds of further rows into `total`.
void widen_bounds(PartBounds& total, const PartBounds& part);

}  // namespace stoa::parquet
