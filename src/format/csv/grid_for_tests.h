#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "format/csv/csv_reader.h"
#include "io/memory_file_system.h"

/// What the tests of this folder share: a file's values as texts, NULL as "<null>".
namespace stoa::csv {

using Grid = std::vector<std::vector<std::string>>;

inline void append_batch(const Batch& batch, Grid& grid) {
  for (size_t row = 0; row < batch.row_count; ++row) {
    std::vector<std::string>& out = grid.emplace_back();
    for (const ColumnVector& column : batch.columns) {
      const Value value = column.value(row);
      out.push_back(value.is_null() ? "<null>" : value.to_string());
    }
  }
}

inline Grid read_source(TableSource& source, std::vector<size_t> columns,
                        size_t vector_size = kDefaultVectorSize) {
  const auto scan = source.scan(std::move(columns), {}, vector_size);
  Grid grid;
  for (size_t i = 0; i < scan->morsel_count(); ++i) {
    const auto morsel = scan->open_morsel(i);
    Batch batch;
    while (morsel->next(batch)) append_batch(batch, grid);
  }
  return grid;
}

inline std::vector<size_t> all_columns(const TableSource& source) {
  std::vector<size_t> columns(source.columns().size());
  for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  return columns;
}

/// The rows of a text that is read as a CSV file; once more where the first rows misled.
inline Grid read_text(const std::string& text, const Options& options = {},
                      size_t vector_size = kDefaultVectorSize) {
  MemoryFileSystem files;
  files.write_file("t.csv", text);
  for (;;) {
    const auto source = open_csv(files, "t.csv", options);
    try {
      return read_source(*source, all_columns(*source), vector_size);
    } catch (const InferredTypeChanged&) {
      if (options.learned == nullptr) throw;
    }
  }
}

/// "a bigint, b text".
inline std::string schema_of(const std::string& text, const Options& options = {}) {
  MemoryFileSystem files;
  files.write_file("t.csv", text);
  const auto source = open_csv(files, "t.csv", options);
  std::string schema;
  for (const SourceColumn& column : source->columns()) {
    schema += (schema.empty() ? "" : ", ") + column.name + " " + column.type.to_string();
  }
  return schema;
}

/// "22P04: message | hint" of what reading raises, "none" where it doesn't.
inline std::string error_of(const std::string& text, const Options& options = {}) {
  try {
    read_text(text, options);
  } catch (const Error& error) {
    return std::string(error.state().view()) + ": " + error.message() + " | " + error.hint();
  }
  return "none";
}

}  // namespace stoa::csv
