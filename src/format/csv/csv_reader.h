#pragma once

#include <memory>
#include <string>

#include "format/csv/dialect.h"
#include "format/csv/options.h"
#include "format/reader.h"
#include "io/file_system.h"

namespace stoa::csv {

/// A CSV file whose form and types are known, as far as its beginning tells. See reader.h for its use.
///
/// Reading is parallel by chunks of the file, except of compressed and UTF-16 files, which are one morsel.
/// Memory is bounded by the chunks being read, not by the file; texts point into their chunk and keep it.
/// Errors, besides the file system's: 22P04 for rows that don't fit (with file, line, remedy), 22P02 and the
/// like for values that don't fit a given type (with file, line, column, value, remedy), InferredTypeChanged
/// for those that don't fit an inferred one, 22021 for bytes that aren't UTF-8, 22023 for options that
/// contradict each other, XX001 for damaged compressed data.
class CsvSource : public TableSource {
 public:
  virtual const Dialect& dialect() const = 0;
  virtual bool has_header() const = 0;
  /// Bytes of the (decoded) file before the first row of data.
  virtual uint64_t data_begin() const = 0;
};

/// `files` is used during the call only.
std::unique_ptr<CsvSource> open_csv(FileSystem& files, const std::string& path, const Options& options = {});

}  // namespace stoa::csv
