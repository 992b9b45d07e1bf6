#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "format/csv/byte_stream.h"
#include "format/csv/column_convert.h"
#include "format/csv/csv_reader.h"
#include "format/csv/type_inference.h"

namespace stoa::csv {

/// What open_csv makes; the scan (scan.h) reads its parts. Immutable once opened, but for what it learns
/// under a lock.
class Source final : public CsvSource {
 public:
  Source(std::unique_ptr<File> file, Options options);

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<double> estimated_row_count() const override;
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                  size_t vector_size) override;
  const Dialect& dialect() const override { return dialect_; }
  bool has_header() const override { return has_header_; }
  uint64_t data_begin() const override { return data_begin_; }

  const File& file() const { return *file_; }
  const Options& options() const { return options_; }
  /// Fields of a row; columns() has one more where the file's name is one.
  size_t field_count() const { return field_count_; }
  bool is_inferred(size_t column) const { return is_inferred_[column]; }
  bool is_latin1() const { return encoding_ == Encoding::kLatin1; }
  /// Compressed or transcoded: has no places to read at.
  bool is_stream() const { return compression_ != Compression::kNone || encoding_ == Encoding::kUtf16; }
  /// The decoded bytes from an offset on.
  std::unique_ptr<ByteStream> open_stream(uint64_t offset) const;
  size_t chunk_bytes() const;

  /// Infers all types from the whole file, remembers them in the options and raises InferredTypeChanged about
  /// the value that showed the need.
  [[noreturn]] void learn_types(size_t column, uint64_t value_offset, const std::string& value);

  // --- errors, with the file and the line of the byte at `offset`
  [[noreturn]] void raise_at(const SqlState& state, uint64_t offset, const std::string& what,
                             const std::string& remedy) const;
  [[noreturn]] void raise_line_too_long(uint64_t offset) const;
  [[noreturn]] void raise_bad_value(size_t column, uint64_t offset, const std::string& value) const;

 private:
  void decide_encoding();
  void read_sample();
  void skip_lines(size_t count);
  void infer(BlockReader& reader, Block& block, size_t begin, size_t row_limit,
             TypeInference& inference) const;
  bool decide_header(const TypeInference& inference, const std::vector<FieldSpan>& first_row,
                     const char* data, TypeInference& classifier) const;
  void name_columns(const std::vector<FieldSpan>& first_row, const char* data);
  void type_columns(const TypeInference& inference);
  uint64_t line_of(uint64_t offset) const;

  std::unique_ptr<File> file_;
  Options options_;
  Compression compression_ = Compression::kNone;
  Encoding encoding_ = Encoding::kUtf8;
  Dialect dialect_;
  size_t field_count_ = 1;
  bool has_header_ = false;
  uint64_t text_begin_ = 0;  // behind a byte order mark and skipped lines
  uint64_t data_begin_ = 0;
  double row_bytes_ = 1;
  uint64_t fingerprint_ = 0;  // of size and beginning
  std::vector<SourceColumn> columns_;
  std::vector<bool> is_inferred_;
  std::mutex learning_;
};

}  // namespace stoa::csv
