#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/parquet/metadata.h"
#include "types/logical_type.h"

/// From Parquet's schema tree to columns: what each top-level field means as a StoaDB type and how its stored
/// values become values of that type.
namespace stoa::parquet {

/// How a value as Parquet stores it becomes one of ours.
enum class Conversion : uint8_t {
  kIdentity,  ///< the same bytes
  kInt32ToInt8,
  kInt32ToInt16,
  kInt32ToUint8,
  kInt32ToUint16,
  kInt32ToInt64,
  kInt32ToInt128,
  kInt32MillisToMicros,
  kInt64ToInt128,
  kInt64MillisToMicros,
  kInt64NanosToMicros,  ///< rounds down: a microsecond is the finest unit here
  kInt96ToMicros,
  kBigEndianToInt64,   ///< decimals in fixed or variable bytes
  kBigEndianToInt128,  ///< the same
  kUuid,
  kInterval,
  kFloat16ToFloat,
  kText,   ///< bytes that must be UTF-8
  kBytes,  ///< bytes, of fixed or variable length
};

/// A leaf of the schema tree that can be read: one value or NULL per row.
struct Leaf {
  std::string name;
  LogicalType type;
  ParquetType stored = ParquetType::kInt32;
  size_t stored_bytes = 0;  ///< bytes of one stored value; 0 for BYTE_ARRAY; 1 for BOOLEAN
  bool is_optional = false;
  Conversion conversion = Conversion::kIdentity;
  size_t chunk = 0;  ///< its place among a row group's column chunks
};

/// A top-level field of the file.
struct FileColumn {
  std::string name;
  LogicalType type;
  bool is_readable = true;
  std::string unreadable_reason;
  Leaf leaf;  ///< of readable columns
};

struct FileSchema {
  std::vector<FileColumn> columns;
  size_t leaf_count = 0;
};

/// Makes columns of a schema tree. Raises 22P04 where the tree is none. `binary_as_text`: BYTE_ARRAY columns
/// without an annotation are text, as some old writers mean them.
FileSchema make_file_schema(const std::vector<SchemaElement>& elements, bool binary_as_text);

/// Whether values of the leaf are TextViews here.
bool is_bytes(const Leaf& leaf);

}  // namespace stoa::parquet
