// Shows and copies Parquet files through StoaDB's own reader and writer, for tests written in Python.
//
//   parquet_tool dump FILE           columns, types and values as JSON; a column's error in place of its
//   values parquet_tool scan FILE COLUMN..  times reading columns (none named: all that can be read)

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "format/parquet/parquet_reader.h"
#include "format/parquet/parquet_writer.h"
#include "io/file_system.h"

namespace stoa {
namespace {

void append_json_text(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_hex(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  out += '"';
}

void append_double(double value, std::string& out) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else {
    char text[40];
    std::snprintf(text, sizeof(text), "%.17g", value);
    out += text;
    // Without a point, -0 would be read as an integer and lose its sign.
    if (std::string_view(text).find_first_of(".e") == std::string_view::npos) {
      out += ".0";
    }
  }
}

/// Numbers for everything that is one inside; Python knows the type.
void append_value(const Value& value, std::string& out) {
  if (value.is_null()) {
    out += "null";
    return;
  }
  switch (value.type().id()) {
    case TypeId::kBoolean: out += value.as_boolean() ? "true" : "false"; return;
    case TypeId::kReal:
    case TypeId::kDouble: append_double(value.as_double(), out); return;
    case TypeId::kText:
    case TypeId::kJson: append_json_text(value.as_text(), out); return;
    case TypeId::kBytea: append_hex(value.as_text(), out); return;
    case TypeId::kDate:
    case TypeId::kTime:
    case TypeId::kTimestamp:
    case TypeId::kTimestamptz: out += std::to_string(value.as_int64()); return;
    case TypeId::kInterval: {
      const Interval interval = value.as_interval();
      out += "[" + std::to_string(interval.months) + "," + std::to_string(interval.days) + "," +
             std::to_string(interval.micros) + "]";
      return;
    }
    case TypeId::kDecimal:
    case TypeId::kUuid: append_json_text(value.to_string(), out); return;
    default: out += value.to_string();
  }
}

void append_error(const Error& error, std::string& out) {
  out += "{\"state\": \"" + std::string(error.state().view()) + "\", \"message\": ";
  append_json_text(error.message(), out);
  out += "}";
}

void dump_values(TableSource& source, size_t column, std::string& out) {
  std::string values;
  try {
    const auto scan = source.scan({column}, {}, kDefaultVectorSize);
    Batch batch;
    for (size_t morsel = 0; morsel < scan->morsel_count(); ++morsel) {
      const auto reader = scan->open_morsel(morsel);
      while (reader->next(batch)) {
        for (size_t row = 0; row < batch.row_count; ++row) {
          values += values.empty() ? "" : ",";
          append_value(batch.columns[0].value(row), values);
        }
      }
    }
    out += "\"values\": [" + values + "]";
  } catch (const Error& error) {
    out += "\"error\": ";
    append_error(error, out);
  }
}

int dump(const std::string& path) {
  const auto files = make_posix_file_system();
  std::string out;
  try {
    const auto source = parquet::open_parquet(*files, path);
    out += "{\"row_count\": " + std::to_string(source->row_count().value_or(0)) + ", \"columns\": [";
    for (size_t i = 0; i < source->columns().size(); ++i) {
      const SourceColumn& column = source->columns()[i];
      out += i == 0 ? "\n{\"name\": " : ",\n{\"name\": ";
      append_json_text(column.name, out);
      out += ", \"type\": ";
      append_json_text(column.type.to_string(), out);
      out += column.is_readable ? ", \"readable\": true, " : ", \"readable\": false, ";
      dump_values(*source, i, out);
      out += "}";
    }
    out += "]}\n";
  } catch (const Error& error) {
    out = "{\"error\": ";
    append_error(error, out);
    out += "}\n";
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
  return 0;
}

struct ScanTotals {
  size_t row_count = 0;
  size_t size_bytes = 0;
  size_t morsel_count = 0;
};

ScanTotals scan_once(TableSource& source, const std::vector<size_t>& columns) {
  const auto scan = source.scan(columns, {}, kDefaultVectorSize);
  ScanTotals totals;
  totals.morsel_count = scan->morsel_count();
  Batch batch;
  for (size_t morsel = 0; morsel < scan->morsel_count(); ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    while (reader->next(batch)) {
      totals.row_count += batch.row_count;
      for (const ColumnVector& column : batch.columns) {
        totals.size_bytes += batch.row_count * column.type().width_bytes();
      }
    }
  }
  return totals;
}

/// The best of some runs, so that neither a cold cache nor a busy machine counts.
int scan_columns(const std::string& path, const std::vector<std::string>& names) {
  const auto files = make_posix_file_system();
  const auto source = parquet::open_parquet(*files, path);
  std::vector<size_t> columns;
  for (size_t i = 0; i < source->columns().size(); ++i) {
    const SourceColumn& column = source->columns()[i];
    const bool is_named = std::find(names.begin(), names.end(), column.name) != names.end();
    if (column.is_readable && (names.empty() || is_named)) {
      columns.push_back(i);
    }
  }
  double best = 1e9;
  ScanTotals totals;
  for (int run = 0; run < 7; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    totals = scan_once(*source, columns);
    const auto end = std::chrono::steady_clock::now();
    best = std::min(best, std::chrono::duration<double>(end - begin).count());
  }
  std::printf("%zu rows, %zu morsels, %.2f ms, %.2f GB/s of decoded values\n", totals.row_count,
              totals.morsel_count, best * 1e3, static_cast<double>(totals.size_bytes) / best / 1e9);
  return 0;
}

parquet::WriteOptions write_options(const std::vector<std::string>& settings) {
  parquet::WriteOptions options;
  for (const std::string& setting : settings) {
    const size_t split = setting.find('=');
    const std::string name = setting.substr(0, split);
    const std::string value = split == std::string::npos ? "" : setting.substr(split + 1);
    if (name == "compression") {
      options.compression = compression_from_name(value);
    }
    if (name == "row_group_rows") {
      options.row_group_rows = std::stoul(value);
    }
    if (name == "page_rows") {
      options.page_rows = std::stoul(value);
    }
    if (name == "page") {
      options.use_page_v2 = value == "2";
    }
    if (name == "dictionary") {
      options.use_dictionary = value != "0";
    }
    if (name == "crc") {
      options.write_checksums = value != "0";
    }
  }
  return options;
}

int copy(const std::string& from, const std::string& to, const std::vector<std::string>& settings) {
  const auto files = make_posix_file_system();
  const auto source = parquet::open_parquet(*files, from);
  std::vector<size_t> columns;
  std::vector<TypeField> fields;
  for (size_t i = 0; i < source->columns().size(); ++i) {
    const SourceColumn& column = source->columns()[i];
    if (!column.is_readable) {
      continue;
    }
    columns.push_back(i);
    fields.push_back({column.name, column.type});
  }
  parquet::ParquetWriter writer(*files, to, fields, write_options(settings));
  const auto scan = source->scan(columns, {}, kDefaultVectorSize);
  Batch batch;
  for (size_t morsel = 0; morsel < scan->morsel_count(); ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    while (reader->next(batch)) {
      writer.write(batch);
    }
  }
  writer.finish();
  std::printf("%llu rows, %llu bytes\n", static_cast<unsigned long long>(writer.row_count()),
              static_cast<unsigned long long>(writer.size_bytes()));
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 2 && arguments[0] == "dump") {
    return dump(arguments[1]);
  }
  if (arguments.size() >= 2 && arguments[0] == "scan") {
    return scan_columns(arguments[1], {arguments.begin() + 2, arguments.end()});
  }
  if (arguments.size() >= 3 && arguments[0] == "copy") {
    return copy(arguments[1], arguments[2], {arguments.begin() + 3, arguments.end()});
  }
  std::fprintf(stderr,
               "usage: parquet_tool dump FILE | scan FILE [COLUMN...] | copy FILE TO [SETTING=VALUE...]\n");
  return 2;
}

}  // namespace
}  // namespace stoa

int main(int argc, char** argv) {
  try {
    return stoa::run({argv + 1, argv + argc});
  } catch (const stoa::Error& error) {
    std::fprintf(stderr, "ERROR %s: %s\n", error.state().c_str(), error.what());
    return 1;
  }
}
