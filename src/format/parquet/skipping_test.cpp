// Statistics skip only what can't pass: case A16 of the shared cases, NaN, NULLs, bounds that lie or are
// missing.

#include <limits>

#include <gtest/gtest.h>

#include "format/parquet/bounds.h"
#include "format/parquet/test_files.h"

namespace stoa::parquet {
namespace {

using test::Rows;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

ScanFilter compare(CompareOperator op, Value constant) {
  ScanFilter filter;
  filter.compare = op;
  filter.constant = std::move(constant);
  return filter;
}

/// One row group for each list of values.
void write_groups(FileSystem& files, const LogicalType& type, const std::vector<std::vector<Value>>& groups,
                  size_t page_rows = 20'480) {
  WriteOptions options;
  options.page_rows = page_rows;
  ParquetWriter writer(files, "f.parquet", {{"x", type}}, options);
  for (const auto& group : groups) {
    Rows rows;
    for (const Value& value : group) {
      rows.push_back({value});
    }
    writer.write(test::make_batch({{"x", type}}, rows));
    writer.end_row_group();
  }
  writer.finish();
}

size_t rows_read(FileSystem& files, const ScanFilter& filter) {
  const auto source = open_parquet(files, "f.parquet");
  return test::read_rows(*source, {0}, {filter}).size();
}

std::vector<Value> doubles(std::initializer_list<double> values) {
  std::vector<Value> boxed;
  for (const double value : values) {
    boxed.push_back(Value::double_precision(value));
  }
  return boxed;
}

std::vector<Value> integers(int64_t begin, int64_t end) {
  std::vector<Value> boxed;
  for (int64_t i = begin; i < end; ++i) {
    boxed.push_back(Value::bigint(i));
  }
  return boxed;
}

/// A file of another writer, whose bounds pass over NaN.
void write_group_with_hidden_nan(FileSystem& files) {
  write_groups(files, TypeId::kDouble, {doubles({8, 8, kNan})});
  test::change_footer(files, "f.parquet", [](FileMetadata& metadata) {
    metadata.created_by = "another writer";
    Statistics& statistics = metadata.row_groups[0].columns[0].statistics;
    statistics.min_value = statistics.max_value = test::bytes_of(8.0);
    metadata.row_groups[0].columns[0].column_index_bytes = 0;
  });
}

TEST(Skipping, NanBehindEqualBoundsStillPasses) {
  MemoryFileSystem files;
  write_group_with_hidden_nan(files);
  const Value eight = Value::double_precision(8);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kNotEqual, eight)), 3U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, eight)), 3U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::double_precision(100))), 3U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreaterEqual, Value::double_precision(100))), 3U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kEqual, Value::double_precision(kNan))), 3U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kLess, eight)), 0U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kEqual, Value::double_precision(9))), 0U);
  const auto source = open_parquet(files, "f.parquet");
  const auto statistics = source->statistics(0);
  ASSERT_TRUE(statistics.has_value());
  EXPECT_TRUE(statistics->maximum.is_null());
  EXPECT_FALSE(statistics->bounds_are_exact);
}

TEST(Skipping, OwnFilesSkipDoublesBecauseTheirBoundsExcludeNan) {
  MemoryFileSystem files;
  write_groups(files, TypeId::kDouble, {doubles({1, 2}), doubles({3, kNan}), doubles({8, 8})});
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::double_precision(5))), 4U);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kNotEqual, Value::double_precision(8))), 4U);
}

TEST(Skipping, StatisticsOfSomeRowGroupsSayNothingOfTheWhole) {
  MemoryFileSystem files;
  write_groups(files, TypeId::kBigint, {integers(0, 10), integers(100, 110)});
  EXPECT_EQ(open_parquet(files, "f.parquet")->statistics(0)->maximum, Value::bigint(109));
  EXPECT_TRUE(open_parquet(files, "f.parquet")->statistics(0)->bounds_are_exact);
  test::change_footer(files, "f.parquet", [](FileMetadata& metadata) {
    metadata.row_groups[1].columns[0].statistics = {};
    metadata.row_groups[1].columns[0].column_index_bytes = 0;
  });
  const auto statistics = open_parquet(files, "f.parquet")->statistics(0);
  EXPECT_TRUE(statistics->maximum.is_null());
  EXPECT_TRUE(statistics->minimum.is_null());
  EXPECT_FALSE(statistics->bounds_are_exact);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::bigint(50))), 10U);
}

TEST(Skipping, OldBoundsCountOnlyWhereTheirOrderIsRight) {
  const auto make_old = [](FileSystem& files) {
    test::change_footer(files, "f.parquet", [](FileMetadata& metadata) {
      for (RowGroup& group : metadata.row_groups) {
        group.columns[0].column_index_bytes = 0;
      }
      metadata.has_type_order.clear();
    });
  };
  MemoryFileSystem files;
  // Texts and unsigned numbers are skipped by their bounds as long as the file says that these follow their
  // order.
  write_groups(files, TypeId::kText, {{Value::text("a"), Value::text("b")}});
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::text("c"))), 0U);
  make_old(files);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::text("c"))), 2U);
  write_groups(files, TypeId::kBigint, {integers(0, 2)});
  make_old(files);
  EXPECT_EQ(rows_read(files, compare(CompareOperator::kGreater, Value::bigint(5))), 0U);
}

Leaf leaf_of(const LogicalType& type, ParquetType stored, size_t stored_bytes, Conversion conversion) {
  Leaf leaf;
  leaf.type = type;
  leaf.stored = stored;
  leaf.stored_bytes = stored_bytes;
  leaf.conversion = conversion;
  leaf.is_optional = true;
  return leaf;
}

TEST(Bounds, LegacyBoundsOfTextAndUnsignedAreIgnored) {
  Statistics statistics;
  statistics.legacy_min = "a";
  statistics.legacy_max = "b";
  const Leaf text = leaf_of(TypeId::kText, ParquetType::kByteArray, 0, Conversion::kText);
  EXPECT_TRUE(make_bounds(text, statistics, 10, {true, false}).minimum.is_null());
  statistics.legacy_min = test::bytes_of<int32_t>(1);
  statistics.legacy_max = test::bytes_of<int32_t>(2);
  const Leaf integer = leaf_of(TypeId::kInteger, ParquetType::kInt32, 4, Conversion::kIdentity);
  EXPECT_EQ(make_bounds(integer, statistics, 10, {false, false}).maximum, Value::integer(2));
  const Leaf natural = leaf_of(TypeId::kUinteger, ParquetType::kInt32, 4, Conversion::kIdentity);
  EXPECT_TRUE(make_bounds(natural, statistics, 10, {true, false}).minimum.is_null());
}

TEST(Bounds, WrongSizesCrossedBoundsAndNanAreIgnored) {
  const Leaf integer = leaf_of(TypeId::kInteger, ParquetType::kInt32, 4, Conversion::kIdentity);
  Statistics statistics;
  statistics.min_value = "abc";
  statistics.max_value = test::bytes_of<int32_t>(2);
  EXPECT_TRUE(make_bounds(integer, statistics, 10, {true, false}).minimum.is_null());
  statistics.min_value = test::bytes_of<int32_t>(3);
  EXPECT_TRUE(make_bounds(integer, statistics, 10, {true, false}).minimum.is_null());
  statistics.null_count = 11;
  EXPECT_FALSE(make_bounds(integer, statistics, 10, {true, false}).null_count.has_value());
  const Leaf real = leaf_of(TypeId::kReal, ParquetType::kFloat, 4, Conversion::kIdentity);
  statistics.min_value = test::bytes_of(1.0F);
  statistics.max_value = test::bytes_of(static_cast<float>(kNan));
  EXPECT_TRUE(make_bounds(real, statistics, 10, {true, false}).minimum.is_null());
}

TEST(Bounds, TruncatedTextBoundsAreBoundsButNoValues) {
  const Leaf text = leaf_of(TypeId::kText, ParquetType::kByteArray, 0, Conversion::kText);
  Statistics statistics;
  statistics.min_value = statistics.max_value = "abc";
  statistics.is_min_exact = statistics.is_max_exact = false;
  const PartBounds bounds = make_bounds(text, statistics, 10, {true, false});
  EXPECT_FALSE(excludes(bounds, compare(CompareOperator::kNotEqual, Value::text("abc"))));
  EXPECT_TRUE(excludes(bounds, compare(CompareOperator::kEqual, Value::text("abd"))));
  statistics.is_min_exact = statistics.is_max_exact = true;
  const PartBounds exact = make_bounds(text, statistics, 10, {true, false});
  EXPECT_TRUE(excludes(exact, compare(CompareOperator::kNotEqual, Value::text("abc"))));
  statistics.is_min_exact.reset();
  statistics.is_max_exact.reset();
  const PartBounds unsaid = make_bounds(text, statistics, 10, {true, false});
  EXPECT_FALSE(excludes(unsaid, compare(CompareOperator::kNotEqual, Value::text("abc"))));
}

TEST(Bounds, NullsNeverPassComparisons) {
  const Leaf integer = leaf_of(TypeId::kInteger, ParquetType::kInt32, 4, Conversion::kIdentity);
  Statistics statistics;
  statistics.null_count = 10;
  const PartBounds all_null = make_bounds(integer, statistics, 10, {true, false});
  ScanFilter is_null;
  is_null.kind = ScanFilter::Kind::kIsNull;
  ScanFilter is_not_null;
  is_not_null.kind = ScanFilter::Kind::kIsNotNull;
  EXPECT_TRUE(excludes(all_null, compare(CompareOperator::kEqual, Value::integer(1))));
  EXPECT_TRUE(excludes(all_null, is_not_null));
  EXPECT_FALSE(excludes(all_null, is_null));
  EXPECT_FALSE(excludes(all_null, compare(CompareOperator::kDistinct, Value::integer(1))));
  statistics.null_count = 0;
  const PartBounds no_null = make_bounds(integer, statistics, 10, {true, false});
  EXPECT_TRUE(excludes(no_null, is_null));
  EXPECT_FALSE(excludes(no_null, is_not_null));
  EXPECT_TRUE(excludes(no_null, compare(CompareOperator::kEqual, Value::null(TypeId::kInteger))));
}

TEST(Bounds, EveryComparisonAgreesWithTheRowsThemselves) {
  const Leaf integer = leaf_of(TypeId::kInteger, ParquetType::kInt32, 4, Conversion::kIdentity);
  const CompareOperator operators[] = {CompareOperator::kEqual,   CompareOperator::kNotEqual,
                                       CompareOperator::kLess,    CompareOperator::kLessEqual,
                                       CompareOperator::kGreater, CompareOperator::kGreaterEqual};
  const auto passes = [](CompareOperator op, int a, int b) {
    switch (op) {
      case CompareOperator::kEqual: return a == b;
      case CompareOperator::kNotEqual: return a != b;
      case CompareOperator::kLess: return a < b;
      case CompareOperator::kLessEqual: return a <= b;
      case CompareOperator::kGreater: return a > b;
      default: return a >= b;
    }
  };
  for (int low = 0; low < 4; ++low) {
    for (int high = low; high < 4; ++high) {
      Statistics statistics;
      statistics.min_value = test::bytes_of(low);
      statistics.max_value = test::bytes_of(high);
      const PartBounds bounds = make_bounds(integer, statistics, 2, {true, false});
      for (const CompareOperator op : operators) {
        for (int constant = -1; constant < 5; ++constant) {
          bool any = false;
          for (int value = low; value <= high; ++value) {
            any |= passes(op, value, constant);
          }
          EXPECT_EQ(excludes(bounds, compare(op, Value::integer(constant))), !any);
          EXPECT_EQ(excludes(bounds, compare(op, Value::bigint(constant))), !any);
        }
      }
    }
  }
}

TEST(Skipping, PageIndexLeavesOutPagesAndKeepsTheRestInOrder) {
  MemoryFileSystem files;
  write_groups(files, TypeId::kBigint, {integers(0, 1000), integers(1000, 2000)}, 100);
  const auto source = open_parquet(files, "f.parquet");
  const auto scan = source->scan({0},
                                 {compare(CompareOperator::kGreaterEqual, Value::bigint(250)),
                                  compare(CompareOperator::kLess, Value::bigint(450))},
                                 2048);
  Rows rows;
  test::append_rows(*scan, rows);
  ASSERT_EQ(rows.size(), 300U);
  EXPECT_EQ(rows[0][0], Value::bigint(200));
  EXPECT_EQ(rows[299][0], Value::bigint(499));
  EXPECT_EQ(scan->skipped_row_count(), 1700U);
}

TEST(Skipping, PageIndexWithSeveralColumnsAndHoles) {
  MemoryFileSystem files;
  WriteOptions options;
  options.page_rows = 64;
  const std::vector<TypeField> fields = {
      {"x", TypeId::kBigint}, {"name", TypeId::kText}, {"few", TypeId::kText}};
  Rows rows;
  for (int64_t i = 0; i < 5000; ++i) {
    rows.push_back(
        {Value::bigint(i % 1000),
         i % 3 == 0 ? Value::null(TypeId::kText) : Value::text("a long name, number " + std::to_string(i)),
         Value::text(i % 7 == 0 ? "seven" : "not")});
  }
  test::write_rows(files, "f.parquet", fields, rows, options);
  const auto source = open_parquet(files, "f.parquet");
  for (const size_t vector_size : {2, 33, 2048}) {
    const auto found = test::read_rows(*source, {0, 1, 2},
                                       {compare(CompareOperator::kLess, Value::bigint(50))}, vector_size);
    EXPECT_LT(found.size(), 1500U);
    size_t next = 0;
    size_t passing = 0;
    for (const auto& row : found) {
      while (next < rows.size() && !(rows[next][0] == row[0] && rows[next][1] == row[1])) {
        ++next;
      }
      ASSERT_LT(next, rows.size());
      EXPECT_EQ(rows[next][2], row[2]);
      passing += row[0].as_int64() < 50 ? 1 : 0;
      ++next;
    }
    EXPECT_EQ(passing, 250U);
  }
}

}  // namespace
}  // namespace stoa::parquet
