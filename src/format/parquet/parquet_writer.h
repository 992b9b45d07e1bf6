#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "column/batch.h"
#include "format/compression.h"
#include "io/file_system.h"
#include "types/logical_type.h"

namespace stoa::parquet {

struct WriteOptions {
  Compression compression = Compression::kSnappy;  ///< none, snappy, gzip, zstd, lz4_raw (lz4 means that)
  int compression_level = 0;                       ///< 0: the codec's usual one
  size_t row_group_rows = 122'880;
  size_t page_rows = 20'480;
  size_t page_bytes_max = size_t{1} << 20;  ///< of texts; a page holds at least one
  bool use_dictionary = true;               ///< where it makes a column chunk clearly smaller
  bool use_delta = true;  ///< DELTA_BINARY_PACKED for integers, where it halves them at least
  bool use_page_v2 = false;
  bool write_checksums = true;
  bool write_page_index = true;
};

/// Writes one Parquet file: a schema, batches, then finish(). docs/formats/parquet.md says which type becomes
/// what.
///
/// The file appears under its name when finish() returns; until then the bytes go to a temporary file beside
/// it, which the destructor removes. Memory: one row group. One thread at a time; the file system must
/// outlive it. Errors: 0A000 for types that aren't written, 22003 and 22015 for values that Parquet can't
/// hold, and what FileSystem and File raise; after one, only destroying it makes sense.
class ParquetWriter {
 public:
  ParquetWriter(FileSystem& files, const std::string& path, const std::vector<TypeField>& columns,
                const WriteOptions& options = {});
  ~ParquetWriter();
  ParquetWriter(const ParquetWriter&) = delete;
  ParquetWriter& operator=(const ParquetWriter&) = delete;

  /// Appends rows; the batch's columns have the types given at first.
  void write(const Batch& batch);
  /// Ends the row group at hand, if it has rows.
  void end_row_group();
  void finish();

  uint64_t row_count() const noexcept;
  uint64_t size_bytes() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stoa::parquet
