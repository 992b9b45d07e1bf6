#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "column/batch.h"
#include "column/kernels/compare.h"
#include "types/value.h"

namespace stoa {

/// A column that a source offers. An unreadable one (nested, an unsupported codec) is listed, and refused
/// when selected.
struct SourceColumn {
  std::string name;
  LogicalType type;
  bool is_readable = true;
  std::string unreadable_reason;  ///< names the column; the message of the 0A000 error
};

/// A conjunct `column <operator> constant` (NULL never passes) or IS NOT NULL. A scan may use it to skip rows
/// which can't pass, and never must: the filter above stays. Comparison rules are SQL's here: NaN equals NaN
/// and is greatest.
struct ScanFilter {
  enum class Kind : uint8_t { kCompare, kIsNotNull, kIsNull };
  size_t column = 0;  ///< index into the source's columns
  Kind kind = Kind::kCompare;
  CompareOperator compare = CompareOperator::kEqual;
  Value constant;
};

/// What is surely known of a column over the whole source.
struct SourceStatistics {
  std::optional<uint64_t> null_count;
  Value minimum;  ///< NULL when unknown
  Value maximum;
  bool bounds_are_exact = false;         ///< minimum and maximum are values of the column, not only bounds
  std::optional<double> distinct_count;  ///< an estimate
};

/// Reads one morsel's batches in order. Used by one thread.
class MorselReader {
 public:
  virtual ~MorselReader() = default;
  /// Replaces `batch` by the next rows: one vector per column asked for, in that order, at most vector_size
  /// rows. False: the morsel has no more (batch is then empty). Vectors own what they point into and may
  /// outlive the reader.
  virtual bool next(Batch& batch) = 0;
};

/// One scan of a source. Morsels 0 .. morsel_count()-1 are in row order; different morsels may be read by
/// different threads at once (open_morsel is thread-safe), each once or more; ascending order costs least.
class TableScan {
 public:
  virtual ~TableScan() = default;
  virtual size_t morsel_count() const = 0;
  virtual std::unique_ptr<MorselReader> open_morsel(size_t morsel) = 0;
  /// How much of all rows the filters skipped so far; for EXPLAIN ANALYZE.
  virtual uint64_t skipped_row_count() const { return 0; }
};

/// Something with columns and rows that a query can read in parallel: a CSV or Parquet file, a generated
/// series, a table. Thread-safe once made. Errors of opening are raised when it is made, errors of content
/// while scanning.
class TableSource {
 public:
  virtual ~TableSource() = default;
  virtual const std::vector<SourceColumn>& columns() const = 0;
  /// Exact when known.
  virtual std::optional<uint64_t> row_count() const { return std::nullopt; }
  virtual std::optional<double> estimated_row_count() const { return row_count(); }
  virtual std::optional<SourceStatistics> statistics(size_t /*column*/) const { return std::nullopt; }
  /// Rows of the given columns: indexes into columns() in the order wanted; may be empty (batches then only
  /// count rows). Raises 0A000 for an unreadable one. A scan must not outlive its source.
  virtual std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                          size_t vector_size) = 0;
};

/// Raised while scanning when a value doesn't fit the type that was inferred for its column from a sample.
/// The source has by then looked at the whole file and remembers the right types (in the options it was
/// opened with), so opening the file again with the same options, binding and running the statement anew
/// succeeds. As a plain Error it tells a user how to get there.
class InferredTypeChanged : public Error {
 public:
  using Error::Error;
};

}  // namespace stoa
