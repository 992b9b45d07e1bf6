#include <algorithm>

#include <gtest/gtest.h>

#include "base/error.h"
#include "function/call_test_support.h"
#include "function/file_source.h"
#include "function/multi_file_source.h"
#include "io/memory_file_system.h"

namespace stoa {
namespace {

using function_test::make;
using function_test::registry;

/// All rows as text, values parted by '|', in order.
std::vector<std::string> rows_of(TableSource& source, std::vector<ScanFilter> filters = {},
                                 size_t vector_size = 3) {
  std::vector<size_t> columns;
  for (size_t i = 0; i < source.columns().size(); ++i) {
    columns.push_back(i);
  }
  const auto scan = source.scan(columns, std::move(filters), vector_size);
  std::vector<std::string> rows;
  for (size_t morsel = 0; morsel < scan->morsel_count(); ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    Batch batch;
    while (reader->next(batch)) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        std::string text;
        for (const ColumnVector& column : batch.columns) {
          text += (text.empty() ? "" : "|") + column.value(row).to_string();
        }
        rows.push_back(text);
      }
    }
  }
  return rows;
}

class TableFunctions : public testing::Test {
 protected:
  TableFunctions() { context_.files = &files_; }

  std::shared_ptr<TableSource> bind(const char* name, std::vector<Value> arguments, NamedValues named = {}) {
    return registry().find_table_function(name)->bind({context_, std::move(arguments), std::move(named)});
  }
  std::vector<std::string> rows(const char* name, std::vector<Value> arguments, NamedValues named = {}) {
    return rows_of(*bind(name, std::move(arguments), std::move(named)));
  }
  std::string state(const char* name, std::vector<Value> arguments, NamedValues named = {}) {
    try {
      rows(name, std::move(arguments), std::move(named));
    } catch (const Error& error) {
      message_ = error.message();
      hint_ = error.hint();
      return std::string(error.state().view());
    }
    return "";
  }

  MemoryFileSystem files_;
  FunctionContext context_;
  std::string message_;
  std::string hint_;
};

using Rows = std::vector<std::string>;

TEST_F(TableFunctions, SeriesOfIntegers) {
  EXPECT_EQ(rows("generate_series", {Value::integer(1), Value::integer(10), Value::integer(3)}),
            (Rows{"1", "4", "7", "10"}));
  EXPECT_EQ(rows("range", {Value::integer(1), Value::integer(10), Value::integer(3)}), (Rows{"1", "4", "7"}));
  EXPECT_EQ(rows("generate_series", {Value::integer(3), Value::integer(1), Value::integer(-1)}),
            (Rows{"3", "2", "1"}));
  EXPECT_EQ(rows("range", {Value::integer(2)}), (Rows{"0", "1"}));
  EXPECT_TRUE(rows("generate_series", {Value::integer(3), Value::integer(1)}).empty());
  EXPECT_TRUE(rows("generate_series", {Value::null(), Value::integer(1)}).empty());
  EXPECT_EQ(state("generate_series", {Value::integer(1), Value::integer(2), Value::integer(0)}), "22023");
  EXPECT_EQ(state("generate_series", {Value::boolean(true)}), "42883");
  EXPECT_EQ(state("generate_series", {Value::bigint(INT64_MIN), Value::bigint(INT64_MAX)}), "54000");
  const auto all = bind("generate_series", {Value::bigint(INT64_MAX - 1), Value::bigint(INT64_MAX)});
  EXPECT_EQ(rows_of(*all), (Rows{"9223372036854775806", "9223372036854775807"}));
  EXPECT_EQ(all->statistics(0)->maximum, Value::bigint(INT64_MAX));
}

TEST_F(TableFunctions, SeriesInManyMorsels) {
  const auto source = bind("range", {Value::integer(300000)});
  EXPECT_EQ(*source->row_count(), 300000U);
  const auto scan = source->scan({0}, {}, 2048);
  EXPECT_EQ(scan->morsel_count(), 3U);
  int64_t next = 0;
  for (size_t morsel = 0; morsel < 3; ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    Batch batch;
    while (reader->next(batch)) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        ASSERT_EQ(batch.columns[0].values<int64_t>()[row], next++);
      }
    }
  }
  EXPECT_EQ(next, 300000);
}

TEST_F(TableFunctions, SeriesOfMoments) {
  EXPECT_EQ(
      rows("generate_series", {make(TypeId::kTimestamp, "2024-01-01"), make(TypeId::kTimestamp, "2024-01-02"),
                               make(TypeId::kInterval, "12 hours")}),
      (Rows{"2024-01-01 00:00:00", "2024-01-01 12:00:00", "2024-01-02 00:00:00"}));
  EXPECT_EQ(rows("generate_series", {make(TypeId::kDate, "2024-01-31"), make(TypeId::kDate, "2024-04-01"),
                                     make(TypeId::kInterval, "1 month")}),
            (Rows{"2024-01-31 00:00:00", "2024-02-29 00:00:00", "2024-03-29 00:00:00"}));
  EXPECT_EQ(rows("range", {make(TypeId::kDate, "2024-03-01"), make(TypeId::kDate, "2024-01-01"),
                           make(TypeId::kInterval, "-1 month")}),
            (Rows{"2024-03-01 00:00:00", "2024-02-01 00:00:00"}));
}

TEST_F(TableFunctions, ReadFilesOfAPattern) {
  files_.write_file("a.csv", "x,y\n1,one\n2,two\n");
  files_.write_file("b.csv", "y,x\nthree,3.5\n");
  EXPECT_EQ(rows("read_csv", {Value::text("a.csv")}), (Rows{"1|one", "2|two"}));
  EXPECT_EQ(rows("read_csv", {Value::text("?.csv")}), (Rows{"1|one", "2|two", "3.5|three"}));
  EXPECT_EQ(
      rows("read_csv", {Value::text("b.csv"), Value::text("a.csv")}, {{"filename", Value::boolean(true)}}),
      (Rows{"three|3.5|b.csv", "one|1|a.csv", "two|2|a.csv"}));
  EXPECT_EQ(rows_of(*open_file_source(context_, "*.csv")).size(), 3U);
  EXPECT_EQ(rows("glob", {Value::text("*.csv")}), (Rows{"a.csv", "b.csv"}));
}

TEST_F(TableFunctions, NameBothFilesThatDiffer) {
  files_.write_file("a.csv", "x,y\n1,one\n");
  files_.write_file("b.csv", "x,z\n2,true\n");
  files_.write_file("c.csv", "x,y\n2024-01-01,two\n");
  EXPECT_EQ(state("read_csv", {Value::text("a.csv"), Value::text("b.csv")}), "42804");
  EXPECT_EQ(message_, "column \"y\" of 'a.csv' is missing in 'b.csv'");
  EXPECT_EQ(rows("read_csv", {Value::text("a.csv"), Value::text("b.csv")},
                 {{"union_by_name", Value::boolean(true)}}),
            (Rows{"1|one|NULL", "2|NULL|true"}));
  EXPECT_EQ(state("read_csv", {Value::text("a.csv"), Value::text("c.csv")}), "42804");
  EXPECT_NE(message_.find("'a.csv'"), std::string::npos) << message_;
  EXPECT_NE(message_.find("'c.csv'"), std::string::npos) << message_;
}

TEST_F(TableFunctions, ReadHivePartitions) {
  for (const char* directory : {"d", "d/year=2023", "d/year=2024"}) {
    files_.make_directory(directory);
  }
  files_.write_file("d/year=2023/a.csv", "x\n1\n");
  files_.write_file("d/year=2024/a.csv", "x\n2\n");
  const auto source = bind("read_csv", {Value::text("d/*/*.csv")});
  EXPECT_EQ(rows_of(*source), (Rows{"1|2023", "2|2024"}));
  EXPECT_EQ(source->columns()[1].type, LogicalType(TypeId::kBigint));
  const ScanFilter filter{1, ScanFilter::Kind::kCompare, CompareOperator::kGreater, Value::bigint(2023)};
  EXPECT_EQ(rows_of(*source, {filter}), (Rows{"2|2024"}));
  EXPECT_EQ(rows("read_csv", {Value::text("d/*/*.csv")}, {{"hive_partitioning", Value::boolean(false)}}),
            (Rows{"1", "2"}));
}

TEST_F(TableFunctions, TellWhatIsWrongWithPathsAndOptions) {
  files_.write_file("a.csv", "x\n1\n");
  files_.write_file("a.dat", "x\n1\n");
  EXPECT_EQ(state("read_csv", {Value::text("missing.csv")}), "58P01");
  EXPECT_EQ(state("read_csv", {Value::text("missing*.csv")}), "58P01");
  EXPECT_EQ(state("read_csv", {}), "42883");
  EXPECT_EQ(state("read_csv", {Value::text("a.csv")}, {{"delimeter", Value::text(",")}}), "22023");
  EXPECT_EQ(hint_, "Did you mean 'delimiter'?");
  EXPECT_EQ(state("read_parquet", {Value::text("a.csv")}), "22P04");
  EXPECT_THROW(open_file_source(context_, "a.dat"), Error);
  EXPECT_THROW(open_file_source(context_, "missing.dat"), Error);
  EXPECT_EQ(format_of_path("x.CSV.gz"), FileFormat::kCsv);
  EXPECT_EQ(format_of_path("dir/x.parquet"), FileFormat::kParquet);
  EXPECT_EQ(format_of_path("x"), FileFormat::kUnknown);
}

}  // namespace
}  // namespace stoa
