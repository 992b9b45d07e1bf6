#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "column/batch.h"
#include "format/compression.h"
#include "io/file.h"
#include "types/logical_type.h"

namespace stoa::csv {

struct WriteOptions {
  char delimiter = ',';
  char quote = '"';
  bool header = true;
  bool quote_all = false;                        ///< every value but NULL
  std::string null_text = {};                    ///< how NULL is written, never quoted
  Compression compression = Compression::kNone;  ///< gzip, zstd or lz4
  int compression_level = 0;
};

/// Writes batches as CSV that open_csv reads back equal, given the types: NULL is an unquoted empty field, ''
/// a quoted one, quotes are doubled, rows end in \n. In files of one column the first value is
/// quoted, so that blank lines are known as NULLs. Values that could mislead the detection of a dialect are
/// quoted too. Numbers, dates and the like are written as SQL prints them. Buffers about a MiB. One thread at
/// a time. Errors are the file's.
class Writer {
 public:
  /// Writes from the file's beginning.
  Writer(std::unique_ptr<File> file, const std::vector<std::string>& names, std::vector<LogicalType> types,
         const WriteOptions& options);
  ~Writer();

  void write(const Batch& batch);
  /// Writes what is buffered; nothing may be written afterwards. Doesn't sync.
  void finish();
  uint64_t row_count() const noexcept { return row_count_; }
  File& file() noexcept { return *file_; }

 private:
  class Formatter;
  void flush(bool last);

  std::unique_ptr<File> file_;
  std::vector<LogicalType> types_;
  std::unique_ptr<Formatter> formatter_;
  std::unique_ptr<StreamCompressor> compressor_;
  std::string compressed_;
  uint64_t offset_ = 0;
  uint64_t row_count_ = 0;
};

}  // namespace stoa::csv
