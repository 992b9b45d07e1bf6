// Any bytes as a Parquet file: rows or an Error, nothing else. Reads every column with small vectors, with
// and without filters, so that skipping runs too.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/parquet/parquet_reader.h"
#include "io/memory_file_system.h"

namespace {

constexpr size_t kRowsReadMax = 20'000;

void read_column(stoa::TableSource& source, size_t column, std::vector<stoa::ScanFilter> filters) {
  const auto scan = source.scan({column}, std::move(filters), 100);
  size_t row_count = 0;
  stoa::Batch batch;
  for (size_t morsel = 0; morsel < scan->morsel_count() && row_count < kRowsReadMax; ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    while (row_count < kRowsReadMax && reader->next(batch)) {
      row_count += batch.row_count;
      for (size_t row = 0; row < batch.row_count; ++row) {
        batch.columns[0].value(row);
      }
    }
  }
}

/// A filter from the column's own bounds, so that it excludes some parts and not others.
std::vector<stoa::ScanFilter> some_filter(const stoa::TableSource& source, size_t column) {
  const auto statistics = source.statistics(column);
  if (!statistics.has_value() || statistics->minimum.is_null()) {
    return {};
  }
  stoa::ScanFilter filter;
  filter.column = column;
  filter.compare = stoa::CompareOperator::kGreater;
  filter.constant = statistics->minimum;
  return {filter};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  stoa::MemoryFileSystem files;
  files.write_file("f", {reinterpret_cast<const char*>(data), size});
  try {
    const auto source = stoa::parquet::open_parquet(files, "f");
    for (size_t column = 0; column < source->columns().size() && column < 20; ++column) {
      try {
        read_column(*source, column, {});
        read_column(*source, column, some_filter(*source, column));
      } catch (const stoa::Error&) {
        // What a damaged column gives.
      }
    }
  } catch (const stoa::Error&) {
    // What a damaged footer gives.
  }
  return 0;
}
