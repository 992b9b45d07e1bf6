#pragma once

// For the tests of this folder: files in memory, written and read in one line.

#include <cmath>
#include <string>
#include <vector>

#include "base/bits.h"
#include "base/random.h"
#include "column/column_builder.h"
#include "format/parquet/metadata.h"
#include "format/parquet/parquet_reader.h"
#include "format/parquet/parquet_writer.h"
#include "io/memory_file_system.h"

namespace stoa::parquet::test {

using Rows = std::vector<std::vector<Value>>;

inline Batch make_batch(const std::vector<TypeField>& fields, const Rows& rows) {
  Batch batch;
  batch.row_count = rows.size();
  for (size_t c = 0; c < fields.size(); ++c) {
    VectorBuilder builder(fields[c].type);
    for (const auto& row : rows) {
      builder.append(row[c]);
    }
    batch.columns.push_back(builder.finish());
  }
  return batch;
}

inline void write_rows(FileSystem& files, const std::string& path, const std::vector<TypeField>& fields,
                       const Rows& rows, const WriteOptions& options = {}) {
  ParquetWriter writer(files, path, fields, options);
  writer.write(make_batch(fields, rows));
  writer.finish();
}

inline void append_rows(TableScan& scan, Rows& rows, size_t row_count_max = ~size_t{0}) {
  Batch batch;
  for (size_t morsel = 0; morsel < scan.morsel_count(); ++morsel) {
    const auto reader = scan.open_morsel(morsel);
    while (rows.size() < row_count_max && reader->next(batch)) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        std::vector<Value> values;
        for (const ColumnVector& column : batch.columns) {
          values.push_back(column.value(row));
        }
        rows.push_back(std::move(values));
      }
    }
  }
}

inline Rows read_rows(TableSource& source, std::vector<size_t> columns, std::vector<ScanFilter> filters = {},
                      size_t vector_size = kDefaultVectorSize) {
  Rows rows;
  const auto scan = source.scan(std::move(columns), std::move(filters), vector_size);
  append_rows(*scan, rows);
  return rows;
}

inline std::vector<size_t> all_columns(const TableSource& source) {
  std::vector<size_t> columns;
  for (size_t i = 0; i < source.columns().size(); ++i) {
    if (source.columns()[i].is_readable) {
      columns.push_back(i);
    }
  }
  return columns;
}

/// Changes a file's footer and leaves the rest as it is.
template <class Change>
void change_footer(FileSystem& files, const std::string& path, Change&& change) {
  std::string bytes = files.read_file(path);
  const auto footer_bytes = load_unaligned<uint32_t>(bytes.data() + bytes.size() - 8);
  bytes.resize(bytes.size() - 8 - footer_bytes);
  FileMetadata metadata = read_parquet_metadata(files, path);
  change(metadata);
  std::string footer;
  write_file_metadata(metadata, footer);
  const auto size = static_cast<uint32_t>(footer.size());
  footer.append(reinterpret_cast<const char*>(&size), 4);
  files.write_file(path, bytes + footer + "PAR1");
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

}  // namespace stoa::parquet::test
