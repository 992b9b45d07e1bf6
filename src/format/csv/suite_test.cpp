// Outside CSV files whose content at least two other readers agree on.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "base/error.h"
#include "format/csv/csv_reader.h"
#include "io/file_system.h"

namespace stoa::csv {
namespace {

using Grid = std::vector<std::vector<std::string>>;

/// Files that read otherwise when their dialect is left to be detected, and why.
const std::map<std::string, std::string>& excused() {
  const std::string ragged =
      "a row has more or fewer fields than the others: the expectation takes the whole file as one column, "
      "here the row "
      "is an error that names its line";
  static const std::map<std::string, std::string> kExcused = {
      {"duckdb__afl__null_padding__34.csv", "noise with a quote that is never closed, which is an error"},
      {"duckdb__afl__null_padding__5.csv", ragged},
      {"duckdb__comments__14648.csv", ragged},
      {"duckdb__comments__mixed_options.csv", ragged},
      {"duckdb__no_opt.csv", ragged},
      {"duckdb__unionbyname_21248_1.csv", ragged},
      {"duckdb__error__quotednewlines.csv",
       "quoted by apostrophe in one field and by double quotes with line ends in a hundred; the expectation "
       "follows the one"},
      {"duckdb__extra_delimiters.csv", ragged},
      {"duckdb__inconsistencies__inconsistent_columns_6.csv", ragged},
      {"duckdb__nullpadding_commas.csv", ragged},
      {"duckdb__rejects__incorrect_columns__many_columns.csv", ragged},
      {"duckdb__test__error_too_little_end_of_filled_chunk.csv", ragged},
      {"duckdb__test__error_too_many.csv", ragged},
      {"duckdb__unescaped_quotes__unescaped_quote.csv", ragged},
  };
  return kExcused;
}

std::string suite_directory() {
  const char* shared = std::getenv("STOA_SHARED");
  return join_path(shared != nullptr ? shared : "../shared", "suites/csv");
}

Grid read_grid(FileSystem& files, const std::string& path, Options options) {
  options.all_text = true;
  options.header = false;
  const auto source = open_csv(files, path, options);
  std::vector<size_t> columns(source->columns().size());
  for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  const auto scan = source->scan(columns, {}, kDefaultVectorSize);
  Grid grid;
  for (size_t i = 0; i < scan->morsel_count(); ++i) {
    const auto morsel = scan->open_morsel(i);
    Batch batch;
    while (morsel->next(batch)) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        std::vector<std::string>& out = grid.emplace_back();
        for (const ColumnVector& column : batch.columns) {
          const Value value = column.value(row);
          out.push_back(value.is_null() ? "" : value.as_text());
        }
      }
    }
  }
  return grid;
}

std::string describe_difference(const Grid& expected, const Grid& actual) {
  for (size_t row = 0; row < std::min(expected.size(), actual.size()); ++row) {
    if (expected[row] == actual[row]) continue;
    const auto show = [](const std::vector<std::string>& fields) {
      std::string text;
      for (const std::string& field : fields) text += "[" + field.substr(0, 40) + "]";
      return text.substr(0, 200);
    };
    return "row " + std::to_string(row) + ": expected " + show(expected[row]) + " got " + show(actual[row]);
  }
  return "expected " + std::to_string(expected.size()) + " rows, got " + std::to_string(actual.size());
}

struct Expectation {
  std::string name;
  char delimiter;
  char quote;
  std::string encoding;
  std::string grid_path;  // empty: only the row count is known
  size_t row_count;
};

std::vector<Expectation> read_manifest(const std::string& directory) {
  std::vector<Expectation> expectations;
  simdjson::dom::parser parser;
  const simdjson::dom::object manifest = parser.load(join_path(directory, "manifest.json"));
  for (const auto& [name, entry] : manifest) {
    if (simdjson::dom::array(entry["agree"]).size() < 2) continue;
    Expectation expectation;
    expectation.name = std::string(name);
    expectation.delimiter = std::string_view(entry["dialect_used"]["delim"])[0];
    expectation.quote = std::string_view(entry["dialect_used"]["quote"])[0];
    expectation.encoding = std::string(std::string_view(entry["encoding"]));
    expectation.row_count = static_cast<size_t>(int64_t(entry["rows"]["python"]));
    std::string_view grid;
    if (entry["expected"].get(grid) == simdjson::SUCCESS) {
      expectation.grid_path = join_path(directory, "expected/" + std::string(grid));
    }
    expectations.push_back(std::move(expectation));
  }
  return expectations;
}

Grid read_expected(const std::string& path) {
  simdjson::dom::parser parser;
  Grid grid;
  for (const simdjson::dom::element row : simdjson::dom::array(parser.load(path))) {
    std::vector<std::string>& fields = grid.emplace_back();
    for (const simdjson::dom::element field : simdjson::dom::array(row)) {
      fields.emplace_back(std::string_view(field));
    }
  }
  return grid;
}

// "" when the file reads as expected, otherwise how it doesn't.
std::string check(FileSystem& files, const std::string& directory, const Expectation& expectation,
                  bool dialect_is_given) {
  Options options;
  if (expectation.encoding == "latin-1") options.encoding = Encoding::kLatin1;
  if (expectation.encoding == "utf-16") options.encoding = Encoding::kUtf16;
  if (dialect_is_given) {
    options.delimiter = expectation.delimiter;
    options.quote = expectation.quote;
    options.escape = expectation.quote;
  }
  try {
    const Grid actual = read_grid(files, join_path(directory, "files/" + expectation.name), options);
    if (expectation.grid_path.empty()) {
      return actual.size() == expectation.row_count ? "" : "got " + std::to_string(actual.size()) + " rows";
    }
    const Grid expected = read_expected(expectation.grid_path);
    return actual == expected ? "" : describe_difference(expected, actual);
  } catch (const Error& error) {
    return "error: " + error.message();
  }
}

void score(bool dialect_is_given) {
  const auto files = make_posix_file_system();
  const std::string directory = suite_directory();
  if (!files->exists(join_path(directory, "manifest.json"))) GTEST_SKIP() << "no suite in " << directory;
  size_t passed = 0;
  size_t excused_count = 0;
  const auto expectations = read_manifest(directory);
  for (const Expectation& expectation : expectations) {
    const std::string difference = check(*files, directory, expectation, dialect_is_given);
    const bool is_excused = excused().contains(expectation.name) && !dialect_is_given;
    if (difference.empty()) {
      ++passed;
    } else if (is_excused) {
      ++excused_count;
    } else {
      ADD_FAILURE() << expectation.name << ": " << difference;
    }
  }
  std::printf("csv suite, dialect %s: %zu of %zu as expected, %zu excused\n",
              dialect_is_given ? "given" : "detected", passed, expectations.size(), excused_count);
}

TEST(CsvSuite, ReadsWithDetectedDialect) {
  score(false);
}
TEST(CsvSuite, ReadsWithGivenDialect) {
  score(true);
}

}  // namespace
}  // namespace stoa::csv
