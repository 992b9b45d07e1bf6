#include "format/csv/csv_writer.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.h"
#include "format/csv/grid_for_tests.h"

namespace stoa::csv {
namespace {

struct Table {
  std::vector<std::string> names;
  std::vector<LogicalType> types;
  Batch batch;
};

Table make_table(std::vector<std::string> names, std::vector<std::vector<Value>> columns) {
  Table table;
  table.names = std::move(names);
  for (const std::vector<Value>& values : columns) {
    table.types.push_back(values[0].type());
    table.batch.columns.push_back(ColumnVector::from_values(values[0].type(), values));
    table.batch.row_count = values.size();
  }
  return table;
}

std::string write_table(const Table& table, const WriteOptions& options = {}) {
  MemoryFileSystem files;
  Writer writer(files.open("t.csv", OpenMode::kReplace), table.names, table.types, options);
  writer.write(table.batch);
  writer.finish();
  EXPECT_EQ(writer.row_count(), table.batch.row_count);
  return files.read_file("t.csv");
}

Grid grid_of(const Table& table) {
  Grid grid;
  append_batch(table.batch, grid);
  return grid;
}

TEST(CsvWriter, QuotesWhatNeedsIt) {
  const Table table = make_table({"n", "t,x"}, {{Value::bigint(1), Value::null(TypeId::kBigint)},
                                                {Value::text(""), Value::text("a \"b\"\nc")}});
  EXPECT_EQ(write_table(table), "n,\"t,x\"\n1,\"\"\n,\"a \"\"b\"\"\nc\"\n");
  EXPECT_EQ(write_table(table, {.delimiter = ';', .header = false, .null_text = "NA"}),
            "1;\"\"\nNA;\"a \"\"b\"\"\nc\"\n");
  EXPECT_EQ(write_table(table, {.quote_all = true}), "\"n\",\"t,x\"\n\"1\",\"\"\n,\"a \"\"b\"\"\nc\"\n");
  EXPECT_THROW(write_table(table, {.delimiter = '"'}), Error);
  EXPECT_THROW(write_table(table, {.null_text = "a,b"}), Error);
}

TEST(CsvWriter, ReadsBackEqualForEveryType) {
  const auto null = [](LogicalType type) { return Value::null(std::move(type)); };
  const LogicalType money = LogicalType::decimal(12, 2);
  const LogicalType wide = LogicalType::decimal(38, 10);
  const Table table = make_table(
      {"b", "i", "l", "h", "r", "d", "m", "w", "t", "date", "time", "ts", "tz", "u"},
      {{Value::boolean(true), null(TypeId::kBoolean), Value::boolean(false)},
       {Value::integer(-5), null(TypeId::kInteger), Value::integer(0)},
       {Value::bigint(INT64_MIN), null(TypeId::kBigint), Value::bigint(INT64_MAX)},
       {Value::hugeint(kInt128Max), null(TypeId::kHugeint), Value::hugeint(kInt128Min + 1)},
       {Value::real(0.1F), null(TypeId::kReal), Value::real(-1e30F)},
       {Value::double_precision(0.1), null(TypeId::kDouble),
        Value::double_precision(std::numeric_limits<double>::infinity())},
       {Value::decimal(-123, 12, 2), null(money), Value::decimal(5, 12, 2)},
       {Value::decimal(Int128{1} << 100, 38, 10), null(wide), Value::decimal(-1, 38, 10)},
       {Value::text("NULL"), null(TypeId::kText), Value::text("\r")},
       {Value::date(19000), null(TypeId::kDate), Value::date(-1)},
       {Value::time(1), null(TypeId::kTime), Value::time(86'399'999'999)},
       {Value::timestamp(1), null(TypeId::kTimestamp), Value::timestamp(-1)},
       {Value::timestamptz(1), null(TypeId::kTimestamptz), Value::timestamptz(1'700'000'000'000'000)},
       {Value::uuid(7), null(TypeId::kUuid), Value::uuid(-7)}});
  for (const char delimiter : {',', '|', '\t', '-', ':', '1', ' '}) {
    for (const Compression compression : {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
      const std::string text = write_table(table, {.delimiter = delimiter, .compression = compression});
      Options options;
      options.column_types = table.types;
      options.delimiter = delimiter;
      EXPECT_EQ(read_text(text, options), grid_of(table)) << delimiter;
    }
  }
}

TEST(CsvWriter, ReadsBackEqualWithEverythingDetected) {
  constexpr std::string_view kAlphabet = "ab ,;|\t\"'\n\r\\#:";
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const size_t column_count = 1 + random.below(3);
    const size_t row_count = 1 + random.below(40);
    std::vector<std::string> names;
    std::vector<std::vector<Value>> columns(column_count);
    for (size_t column = 0; column < column_count; ++column) {
      names.push_back("name" + std::to_string(column));
      for (size_t row = 0; row < row_count; ++row) {
        std::string text;
        for (size_t i = random.below(5); i > 0; --i) text += kAlphabet[random.below(kAlphabet.size())];
        columns[column].push_back(random.chance(0.2) ? Value::null(TypeId::kText) : Value::text(text));
      }
    }
    const Table table = make_table(names, columns);
    Options options;
    options.all_text = true;
    options.header = true;
    ASSERT_EQ(read_text(write_table(table), options), grid_of(table)) << "seed " << seed << "\n"
                                                                      << write_table(table);
    options.header = false;
    ASSERT_EQ(read_text(write_table(table, {.header = false}), options), grid_of(table))
        << "seed " << seed << "\n"
        << write_table(table, {.header = false});
  }
}

TEST(CsvWriter, WritesManyBatches) {
  MemoryFileSystem files;
  const Table table = make_table({"n"}, {std::vector<Value>(2000, Value::text(std::string(100, 'x')))});
  Writer writer(files.open("t.csv", OpenMode::kReplace), table.names, table.types, {});
  for (int i = 0; i < 30; ++i) writer.write(table.batch);
  writer.finish();
  const auto source = open_csv(files, "t.csv");
  EXPECT_EQ(read_source(*source, {0}).size(), 60000u);
}

}  // namespace
}  // namespace stoa::csv
