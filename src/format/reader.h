#pragma once

#include "base/error.h"
#include "column/batch.h"
#include "types/logical_type.h"
#include "types/value.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The contract between data files and the engine: CSV, Parquet and the like are FileReaders.
namespace stoa {

struct ReaderColumn {
  std::string name;
  LogicalType type;
  bool readable = true;           ///< false: selecting it raises 0A000 ...
  std::string unreadable_reason;  ///< ... with this text
};

enum class FilterOperator : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kIsNull,
  kIsNotNull,
};

/// A conjunct `column op constant` of the query's filter, `constant` of the column's type (unused by IS [NOT] NULL). A
/// reader may use it to skip rows that can't match; it need not, and rows that it returns may fail it.
struct RowRangeFilter {
  size_t column;
  FilterOperator op;
  Value constant;
};

/// What a file says about a whole column. Only what is sure: bounds may be wider than the values.
struct FileColumnStatistics {
  std::optional<Value> min;
  std::optional<Value> max;
  bool bounds_are_exact = false;  ///< min and max are values of the column, not only bounds
  std::optional<uint64_t> null_count;
};

/// Reads one morsel, batch by batch. One thread at a time.
class MorselReader {
 public:
  virtual ~MorselReader() = default;
  /// Replaces `batch` by the next rows: one vector per column asked for, in that order, at most `vector_size` rows.
  /// False: the morsel has no more; `batch` is then empty. Vectors own what they point into and may outlive the
  /// reader. Raises stoa::Error for bad data.
  virtual bool next(Batch& batch) = 0;
};

/// One scan. Morsels are numbered 0..n-1 in file order: their rows in that order are the file's rows.
/// Thread-safe: different morsels may be opened and read by different threads at once, in any order, each once or
/// more. Morsels opened in ascending order cost least.
class FileScan {
 public:
  virtual ~FileScan() = default;
  virtual size_t morsel_count() const = 0;
  virtual std::unique_ptr<MorselReader> open_morsel(size_t i) = 0;
};

/// An open data file whose schema is known. Immutable once made: thread-safe. Scans keep the file open by themselves
/// but must not outlive their reader.
class FileReader {
 public:
  virtual ~FileReader() = default;

  virtual const std::vector<ReaderColumn>& columns() const = 0;
  /// The exact number of rows, where the file says it.
  virtual std::optional<uint64_t> row_count() const { return std::nullopt; }
  /// A guess for the planner, exact where row_count is known.
  virtual uint64_t estimated_row_count() const { return row_count().value_or(0); }
  virtual std::optional<FileColumnStatistics> statistics(size_t column) const {
    (void)column;
    return std::nullopt;
  }
  /// `columns` are indexes into columns(), in the order wanted, possibly none (batches then only count rows) or
  /// repeated. Raises 0A000 for an unreadable one.
  virtual std::unique_ptr<FileScan> scan(std::vector<size_t> columns, std::vector<RowRangeFilter> filters,
                                         size_t vector_size) = 0;
};

/// Raised while scanning when a value doesn't fit the type that was inferred for its column from a sample. The reader
/// has by then looked at the whole file and remembers the right types (in the options it was opened with), so opening
/// the same file with the same options again, binding and running the statement anew succeeds. As a plain Error it
/// tells a user how to get there.
class InferredTypeChanged : public Error {
 public:
  using Error::Error;
};

}  // namespace stoa
