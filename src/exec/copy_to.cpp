#include "exec/copy_to.h"

#include <map>
#include <mutex>

#include <fmt/format.h>

#include "base/error.h"
#include "exec/change_result.h"
#include "exec/execution.h"
#include "format/csv/csv_writer.h"
#include "format/parquet/parquet_writer.h"
#include "io/file_system.h"
#include "io/replacing_path.h"

namespace stoa {

namespace {

/// A file being written, of either format. Used under the sink's lock.
class FileOutput {
 public:
  virtual ~FileOutput() = default;
  virtual void write(const Batch& batch) = 0;
  virtual void finish() = 0;
};

Compression compression_of(const std::string& name) {
  if (name == "none" || name == "uncompressed") {
    return Compression::kNone;
  }
  if (name == "gzip") {
    return Compression::kGzip;
  }
  if (name == "zstd") {
    return Compression::kZstd;
  }
  if (name == "snappy") {
    return Compression::kSnappy;
  }
  if (name == "lz4" || name == "lz4_raw") {
    return Compression::kLz4Raw;
  }
  raise(sqlstate::kInvalidParameterValue, "unknown compression \"" + name + "\"");
}

char single_character(const Value& value, const std::string& option) {
  const std::string text = value.to_string();
  if (text == "\\t") {
    return '\t';
  }
  if (text.size() != 1) {
    raise(sqlstate::kInvalidParameterValue, "COPY option " + option + " must be one character");
  }
  return text[0];
}

csv::WriteOptions csv_options(const LogicalCopyTo& copy) {
  csv::WriteOptions options;
  if (copy.path.ends_with(".gz")) {
    options.compression = Compression::kGzip;
  }
  if (copy.path.ends_with(".zst")) {
    options.compression = Compression::kZstd;
  }
  for (const auto& [name, value] : copy.options) {
    if (name == "delimiter" || name == "delim" || name == "sep") {
      options.delimiter = single_character(value, name);
    } else if (name == "quote") {
      options.quote = single_character(value, name);
    } else if (name == "header") {
      options.header = cast_value(value, TypeId::kBoolean).as_boolean();
    } else if (name == "null" || name == "nullstr") {
      options.null_text = value.to_string();
    } else if (name == "force_quote") {
      options.quote_all = true;
    } else if (name == "compression") {
      options.compression = compression_of(value.to_string());
    } else {
      raise(sqlstate::kInvalidParameterValue, "COPY TO a CSV file has no option \"" + name + "\"");
    }
  }
  return options;
}

parquet::WriteOptions parquet_options(const LogicalCopyTo& copy) {
  parquet::WriteOptions options;
  for (const auto& [name, value] : copy.options) {
    if (name == "compression" || name == "codec") {
      options.compression = compression_of(value.to_string());
    } else if (name == "compression_level") {
      options.compression_level = static_cast<int>(cast_value(value, TypeId::kInteger).as_int64());
    } else if (name == "row_group_size") {
      options.row_group_rows = static_cast<size_t>(cast_value(value, TypeId::kBigint).as_int64());
      if (options.row_group_rows == 0) {
        raise(sqlstate::kInvalidParameterValue, "row_group_size must be positive");
      }
    } else {
      raise(sqlstate::kInvalidParameterValue, "COPY TO a Parquet file has no option \"" + name + "\"");
    }
  }
  return options;
}

class CsvOutput final : public FileOutput {
 public:
  CsvOutput(const LogicalCopyTo& copy, std::vector<LogicalType> types, FileSystem& files)
      : target_(files, copy.path) {
    const csv::WriteOptions options = csv_options(copy);
    writer_.emplace(target_.open(), copy.names, std::move(types), options);
  }
  void write(const Batch& batch) override { writer_->write(batch); }
  void finish() override {
    writer_->finish();
    writer_.reset();
    target_.put_in_place();
  }

 private:
  ReplacingPath target_;
  std::optional<csv::Writer> writer_;
};

class ParquetOutput final : public FileOutput {
 public:
  ParquetOutput(const LogicalCopyTo& copy, const std::vector<LogicalType>& types, FileSystem& files) {
    std::vector<TypeField> columns;
    for (size_t i = 0; i < types.size(); ++i) {
      columns.push_back({copy.names[i], types[i]});
    }
    writer_.emplace(files, copy.path, columns, parquet_options(copy));
  }
  void write(const Batch& batch) override { writer_->write(batch); }
  void finish() override { writer_->finish(); }

 private:
  std::optional<parquet::ParquetWriter> writer_;
};

std::unique_ptr<FileOutput> open_output(const LogicalCopyTo& copy, std::vector<LogicalType> types,
                                        FileSystem& files) {
  if (copy.format == "parquet") {
    return std::make_unique<ParquetOutput>(copy, types, files);
  }
  return std::make_unique<CsvOutput>(copy, std::move(types), files);
}

struct CopyLocal final : SinkLocal {
  std::vector<Batch> batches;
};

/// Writes morsels in their order; those that are finished early wait.
class CopySink final : public SinkState {
 public:
  CopySink(std::unique_ptr<FileOutput> output, std::vector<size_t> positions)
      : output_(std::move(output)), positions_(std::move(positions)) {}

  std::unique_ptr<SinkLocal> make_local() override { return std::make_unique<CopyLocal>(); }

  bool consume(SinkLocal& local, Batch& batch, size_t) override {
    Batch picked;
    picked.row_count = batch.row_count;
    for (const size_t position : positions_) {
      picked.columns.push_back(batch.columns[position]);
    }
    static_cast<CopyLocal&>(local).batches.push_back(std::move(picked));
    return true;
  }

  void end_morsel(SinkLocal& local, size_t morsel) override {
    const std::lock_guard lock(mutex_);
    waiting_[morsel] = std::exchange(static_cast<CopyLocal&>(local).batches, {});
    for (auto it = waiting_.find(next_morsel_); it != waiting_.end(); it = waiting_.find(next_morsel_)) {
      write_all(it->second);
      waiting_.erase(it);
      ++next_morsel_;
    }
  }

  void finish() override {
    for (auto& [morsel, batches] : waiting_) {
      write_all(batches);
    }
    output_->finish();
  }

  std::unique_ptr<TableScan> open_result() override { return change_count_scan(row_count_); }

 private:
  void write_all(const std::vector<Batch>& batches) {
    for (const Batch& batch : batches) {
      output_->write(batch);
      row_count_ += batch.row_count;
    }
  }

  std::unique_ptr<FileOutput> output_;
  std::vector<size_t> positions_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Batch>> waiting_;
  size_t next_morsel_ = 0;
  uint64_t row_count_ = 0;
};

}  // namespace

PhysicalCopyTo::PhysicalCopyTo(std::unique_ptr<LogicalCopyTo> copy)
    : PhysicalOperator(OperatorRole::kSink, "CopyTo"), copy_(std::move(copy)) {}

std::unique_ptr<SinkState> PhysicalCopyTo::open_sink(Execution& execution) const {
  const ColumnPositions child_positions = children()[0]->positions();
  std::vector<size_t> positions;
  std::vector<LogicalType> column_types;
  for (const ColumnId id : copy_->values) {
    positions.push_back(child_positions.at(id));
    column_types.push_back(children()[0]->types()[positions.back()]);
  }
  FileSystem& files = *execution.context().functions.files;
  return std::make_unique<CopySink>(open_output(*copy_, std::move(column_types), files),
                                    std::move(positions));
}

}  // namespace stoa
