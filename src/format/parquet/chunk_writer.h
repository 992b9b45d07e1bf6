#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "column/column_vector.h"
#include "format/parquet/metadata.h"
#include "format/parquet/parquet_writer.h"
#include "format/parquet/stored_column.h"

namespace stoa::parquet {

/// One column chunk made ready: its bytes, and what the footer and the page index say of it. Offsets are
/// relative to the chunk's begin until it is placed.
struct EncodedChunk {
  std::string bytes;
  ColumnChunk metadata;
  OffsetIndex offsets;
  ColumnIndex index;
  bool has_index = false;  ///< false: some page has no bounds to tell, or there are none at all
};

/// Encodes all rows of a flat vector: the dictionary form where it is clearly smaller, plain otherwise.
EncodedChunk encode_chunk(const StoredForm& form, const ColumnVector& vector, const WriteOptions& options);

}  // namespace stoa::parquet
