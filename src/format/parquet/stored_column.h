#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "column/column_vector.h"
#include "format/parquet/metadata.h"

/// From our values to what Parquet stores: the reverse of schema.h and convert.h.
namespace stoa::parquet {

/// How the stored values of a column compare, for its statistics.
enum class StoredOrder : uint8_t {
  kNone,  ///< the format gives the type no order
  kBool,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat,
  kDouble,
  kBytes,        ///< as unsigned bytes
  kSignedBytes,  ///< big-endian two's complement of one length
};

/// What a column becomes in a file.
struct StoredForm {
  SchemaElement element;
  size_t width = 0;  ///< bytes of a value; 0 for BYTE_ARRAY
  StoredOrder order = StoredOrder::kNone;
};

/// Raises 0A000 for types that aren't written (nested ones).
StoredForm stored_form(const std::string& name, const LogicalType& type);

/// The values of a flat vector that aren't NULL, as stored.
struct StoredColumn {
  size_t width = 0;
  size_t count = 0;
  std::vector<std::byte> fixed;  ///< count * width bytes, of fixed-width forms (BOOLEAN: one byte each)
  std::vector<TextView> texts;   ///< of BYTE_ARRAY

  const std::byte* value(size_t i) const { return fixed.data() + i * width; }
};

/// Raises 22003 for a HUGEINT of more than 38 digits, 22015 for an interval that Parquet's can't hold.
StoredColumn store_column(const StoredForm& form, const ColumnVector& vector);

/// The least and greatest of values [begin, end) as statistics have them: none where there are no values, no
/// order, a NaN, or texts too long to be worth it. Zeros of floats: -0 as least, +0 as greatest.
struct StoredBounds {
  std::string minimum;
  std::string maximum;
};
std::optional<StoredBounds> stored_bounds(const StoredForm& form, const StoredColumn& column, size_t begin,
                                          size_t end);
/// Whether bound `a` is below `b`.
bool is_below(const StoredForm& form, const std::string& a, const std::string& b);

}  // namespace stoa::parquet
