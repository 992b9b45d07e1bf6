// Reads any bytes as CSV: first two bytes choose options, the rest is the file. It must end in rows or in an
// Error, and in the same rows however the file is cut.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/error.h"
#include "format/csv/csv_reader.h"
#include "io/memory_file_system.h"

namespace {

using namespace stoa;

csv::Options options_of(uint8_t first, uint8_t second) {
  csv::Options options;
  options.line_bytes_max = 4096;
  options.null_padding = (first & 1) != 0;
  options.ignore_errors = (first & 2) != 0;
  options.all_text = (first & 4) != 0;
  options.strict = (first & 8) != 0;
  if ((first & 16) != 0) options.comment = '#';
  if ((first & 32) != 0) options.header = (first & 64) != 0;
  if ((first & 128) != 0) options.encoding = csv::Encoding::kLatin1;
  if ((second & 1) != 0) options.delimiter = ";\t|,"[(second >> 1) & 3];
  if ((second & 8) != 0) options.quote = '\'';
  if ((second & 16) != 0) options.escape = '\\';
  options.skip = (second & 32) != 0 ? 1 : 0;
  return options;
}

// All values as one text, or the SQLSTATE of the error that ended it.
std::string read(FileSystem& files, const csv::Options& options, size_t vector_size) {
  std::string text;
  try {
    const auto source = csv::open_csv(files, "f", options);
    std::vector<size_t> columns(source->columns().size());
    for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
    const auto scan = source->scan(columns, {}, vector_size);
    for (size_t i = 0; i < scan->morsel_count(); ++i) {
      const auto morsel = scan->open_morsel(i);
      Batch batch;
      while (morsel->next(batch)) {
        for (size_t row = 0; row < batch.row_count; ++row) {
          for (const ColumnVector& column : batch.columns) text += column.value(row).to_string() + '\x1F';
        }
      }
    }
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  MemoryFileSystem files;
  files.write_file("f", {reinterpret_cast<const char*>(data) + 2, size - 2});
  csv::Options options = options_of(data[0], data[1]);
  const std::string whole = read(files, options, 2048);
  options = options_of(data[0], data[1]);
  options.chunk_bytes = 1 + data[1];
  const std::string cut = read(files, options, 3);
  if (whole != cut) std::abort();
  return 0;
}
