// What is written is read again: all types, sizes around vectors, pages and row groups, every setting of the
// writer.

#include <limits>

#include <gtest/gtest.h>

#include "base/error.h"
#include "format/parquet/test_files.h"
#include "types/decimal.h"

namespace stoa::parquet {
namespace {

using test::Rows;

const std::vector<TypeField>& all_types() {
  static const std::vector<TypeField> fields = {
      {"bool", TypeId::kBoolean},
      {"i8", TypeId::kTinyint},
      {"i16", TypeId::kSmallint},
      {"i32", TypeId::kInteger},
      {"i64", TypeId::kBigint},
      {"u8", TypeId::kUtinyint},
      {"u16", TypeId::kUsmallint},
      {"u32", TypeId::kUinteger},
      {"u64", TypeId::kUbigint},
      {"f32", TypeId::kReal},
      {"f64", TypeId::kDouble},
      {"d9", LogicalType::decimal(9, 2)},
      {"d18", LogicalType::decimal(18, 4)},
      {"d38", LogicalType::decimal(38, 10)},
      {"d20", LogicalType::decimal(20, 0)},
      {"text", TypeId::kText},
      {"few", TypeId::kText},
      {"bytes", TypeId::kBytea},
      {"json", TypeId::kJson},
      {"date", TypeId::kDate},
      {"time", TypeId::kTime},
      {"ts", TypeId::kTimestamp},
      {"tz", TypeId::kTimestamptz},
      {"interval", TypeId::kInterval},
      {"uuid", TypeId::kUuid},
  };
  return fields;
}

Value random_integer(const LogicalType& type, Random& random) {
  const auto bits = static_cast<unsigned>(type.width_bytes() * 8);
  Int128 value = static_cast<Int128>(random.next() & low_bits(std::min(64U, bits)));
  if (type.is_signed_integer()) {
    value -= Int128{1} << (bits - 1);
  }
  return Value::from_integer(type, value);
}

Value random_decimal(const LogicalType& type, Random& random) {
  const Int128 bound = power_of_ten(type.precision());
  Int128 value = static_cast<Int128>((static_cast<UInt128>(random.next()) << 63) | random.next()) % bound;
  if (random.chance(0.5)) {
    value = -value;
  }
  return Value::from_integer(type, value);
}

Value random_value(const LogicalType& type, Random& random) {
  if (random.chance(0.15)) {
    return Value::null(type);
  }
  switch (type.id()) {
    case TypeId::kBoolean: return Value::boolean(random.chance(0.5));
    case TypeId::kReal: return Value::real(static_cast<float>(random.unit() - 0.5));
    case TypeId::kDouble: return Value::double_precision(random.chance(0.1) ? 0.0 : random.unit() * 1e9);
    case TypeId::kDecimal: return random_decimal(type, random);
    case TypeId::kText:
    case TypeId::kJson:
    case TypeId::kBytea: {
      std::string text = "value " + std::to_string(random.below(1000));
      if (random.chance(0.5)) {
        text = std::string(random.below(30), 'x') + "\xC3\xA4";
      }
      return Value::from_bytes(type, text);
    }
    case TypeId::kInterval:
      return Value::interval({static_cast<int32_t>(random.below(100)),
                              static_cast<int32_t>(random.below(100)),
                              static_cast<int64_t>(random.below(1'000'000)) * 1000});
    case TypeId::kUuid: return Value::uuid(static_cast<Int128>(random.next()) * 1'000'003);
    case TypeId::kDate: return Value::date(static_cast<int32_t>(random.between(-100'000, 100'000)));
    case TypeId::kTime: return Value::time(static_cast<int64_t>(random.below(86'400'000'000)));
    case TypeId::kTimestamp: return Value::timestamp(random.between(-1'000'000'000'000, 1'000'000'000'000));
    case TypeId::kTimestamptz:
      return Value::timestamptz(random.between(-1'000'000'000'000, 1'000'000'000'000));
    default: return random_integer(type, random);
  }
}

Rows random_rows(const std::vector<TypeField>& fields, size_t row_count, uint64_t seed) {
  Random random(seed);
  Rows rows(row_count);
  for (auto& row : rows) {
    for (const TypeField& field : fields) {
      if (field.name == "few") {
        row.push_back(random.chance(0.1) ? Value::null(TypeId::kText)
                                         : Value::text("group number " + std::to_string(random.below(5))));
      } else {
        row.push_back(random_value(field.type, random));
      }
    }
  }
  return rows;
}

void expect_same(const Rows& expected, const Rows& actual, const std::string& what) {
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (size_t row = 0; row < expected.size(); ++row) {
    for (size_t c = 0; c < expected[row].size(); ++c) {
      ASSERT_EQ(expected[row][c], actual[row][c])
          << what << " row " << row << " column " << c << ": " << expected[row][c].to_string() << " became "
          << actual[row][c].to_string();
    }
  }
}

TEST(RoundTrip, AllTypesAtSizesAroundTheVectors) {
  MemoryFileSystem files;
  for (const size_t row_count : {0, 1, 2, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 5000}) {
    const Rows rows = random_rows(all_types(), row_count, row_count + 1);
    test::write_rows(files, "f.parquet", all_types(), rows);
    const auto source = open_parquet(files, "f.parquet");
    ASSERT_EQ(source->columns().size(), all_types().size());
    for (size_t i = 0; i < all_types().size(); ++i) {
      EXPECT_EQ(source->columns()[i].name, all_types()[i].name);
      EXPECT_EQ(source->columns()[i].type, all_types()[i].type) << all_types()[i].name;
    }
    EXPECT_EQ(source->row_count(), row_count);
    expect_same(rows, test::read_rows(*source, test::all_columns(*source)), std::to_string(row_count));
  }
}

TEST(RoundTrip, EverySettingOfTheWriter) {
  MemoryFileSystem files;
  const Rows rows = random_rows(all_types(), 3000, 42);
  for (const Compression compression : {Compression::kNone, Compression::kSnappy, Compression::kGzip,
                                        Compression::kZstd, Compression::kLz4Raw}) {
    for (const bool use_page_v2 : {false, true}) {
      for (const bool use_dictionary : {false, true}) {
        WriteOptions options;
        options.compression = compression;
        options.use_page_v2 = use_page_v2;
        options.use_dictionary = use_dictionary;
        options.row_group_rows = 1000;
        options.page_rows = 300;
        test::write_rows(files, "f.parquet", all_types(), rows, options);
        const auto source = open_parquet(files, "f.parquet");
        for (const size_t vector_size : {2, 100, 2048}) {
          expect_same(
              rows, test::read_rows(*source, test::all_columns(*source), {}, vector_size),
              std::string(compression_name(compression)) + " vectors of " + std::to_string(vector_size));
        }
      }
    }
  }
}

TEST(RoundTrip, NoColumnsCountsRows) {
  MemoryFileSystem files;
  test::write_rows(files, "f.parquet", all_types(), random_rows(all_types(), 5000, 3));
  const auto source = open_parquet(files, "f.parquet");
  EXPECT_EQ(test::read_rows(*source, {}).size(), 5000U);
}

TEST(RoundTrip, BatchesOfAnyShapeAndSize) {
  MemoryFileSystem files;
  const std::vector<TypeField> fields = {{"a", TypeId::kInteger}, {"b", TypeId::kText}};
  WriteOptions options;
  options.row_group_rows = 100;
  ParquetWriter writer(files, "f.parquet", fields, options);
  Batch batch;
  batch.row_count = 250;
  batch.columns = {ColumnVector::make_constant(Value::integer(7), 250),
                   ColumnVector::make_null(TypeId::kText, 250)};
  writer.write(batch);
  writer.write(test::make_batch(fields, {{Value::integer(1), Value::text("x")}}));
  EXPECT_EQ(writer.row_count(), 251U);
  writer.finish();
  const auto source = open_parquet(files, "f.parquet");
  const Rows rows = test::read_rows(*source, {0, 1});
  ASSERT_EQ(rows.size(), 251U);
  EXPECT_EQ(rows[249][0], Value::integer(7));
  EXPECT_TRUE(rows[249][1].is_null());
  EXPECT_EQ(rows[250][1], Value::text("x"));
  EXPECT_EQ(read_parquet_metadata(files, "f.parquet").row_groups.size(), 3U);
}

TEST(RoundTrip, HugeintAndEnumComeBackAsWhatHoldsThem) {
  MemoryFileSystem files;
  const LogicalType colors = LogicalType::enumeration("color", {"red", "green"});
  const Value huge = Value::hugeint(-power_of_ten(38) + 1);
  test::write_rows(files, "f.parquet", {{"h", TypeId::kHugeint}, {"e", colors}},
                   {{huge, Value::from_integer(colors, 1)}});
  const auto source = open_parquet(files, "f.parquet");
  const Rows rows = test::read_rows(*source, {0, 1});
  EXPECT_EQ(rows[0][0], Value::from_integer(LogicalType::decimal(38, 0), huge.as_integer()));
  EXPECT_EQ(rows[0][1], Value::text("green"));
}

TEST(RoundTrip, ValuesThatParquetCannotHoldAreErrorsAndLeaveNoFile) {
  MemoryFileSystem files;
  const auto state_of = [&](const LogicalType& type, const Value& value) {
    try {
      test::write_rows(files, "f.parquet", {{"x", type}}, {{value}});
    } catch (const Error& error) {
      return std::string(error.state().view());
    }
    return std::string("none");
  };
  EXPECT_EQ(state_of(TypeId::kInterval, Value::interval({-1, 0, 0})), "22015");
  EXPECT_EQ(state_of(TypeId::kInterval, Value::interval({0, 0, 1})), "22015");
  EXPECT_EQ(state_of(TypeId::kHugeint, Value::hugeint(kInt128Max)), "22003");
  EXPECT_TRUE(files.list(".").empty());
  const LogicalType list = LogicalType::list(TypeId::kInteger);
  EXPECT_THROW(ParquetWriter(files, "f.parquet", {{"l", list}}), Error);
  EXPECT_TRUE(files.list(".").empty());
}

TEST(RoundTrip, DictionaryColumnsComeAsDistinctDictionaries) {
  MemoryFileSystem files;
  Rows rows;
  for (int i = 0; i < 5000; ++i) {
    rows.push_back({Value::text("city " + std::to_string(i % 50))});
  }
  test::write_rows(files, "f.parquet", {{"city", TypeId::kText}}, rows);
  const auto source = open_parquet(files, "f.parquet");
  const auto scan = source->scan({0}, {}, 2048);
  const auto reader = scan->open_morsel(0);
  Batch first;
  Batch second;
  ASSERT_TRUE(reader->next(first));
  ASSERT_TRUE(reader->next(second));
  EXPECT_TRUE(first.columns[0].has_distinct_dictionary());
  EXPECT_EQ(first.columns[0].dictionary().size(), 50U);
  EXPECT_EQ(first.columns[0].shared_dictionary(), second.columns[0].shared_dictionary());
}

TEST(RoundTrip, PlainNumbersAreViewsIntoTheirPage) {
  MemoryFileSystem files;
  Rows rows;
  for (int i = 0; i < 20'480; ++i) {
    rows.push_back({Value::bigint(i * 17)});
  }
  WriteOptions options;
  options.use_delta = false;
  options.use_dictionary = false;
  test::write_rows(files, "f.parquet", {{"x", TypeId::kBigint}}, rows, options);
  const auto source = open_parquet(files, "f.parquet");
  const auto scan = source->scan({0}, {}, 2048);
  const auto reader = scan->open_morsel(0);
  Batch first;
  Batch second;
  ASSERT_TRUE(reader->next(first));
  ASSERT_TRUE(reader->next(second));
  EXPECT_EQ(first.columns[0].values<int64_t>() + 2048, second.columns[0].values<int64_t>());
}

TEST(RoundTrip, FloatStatisticsFollowTheRulesOfZeroAndNan) {
  MemoryFileSystem files;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto statistics_of = [&](std::vector<double> values) {
    Rows rows;
    for (const double value : values) {
      rows.push_back({Value::double_precision(value)});
    }
    test::write_rows(files, "f.parquet", {{"x", TypeId::kDouble}}, rows);
    return read_parquet_metadata(files, "f.parquet").row_groups[0].columns[0].statistics;
  };
  EXPECT_FALSE(statistics_of({1, nan, 2}).min_value.has_value());
  const Statistics zeros = statistics_of({0.0, 0.0});
  EXPECT_EQ(*zeros.min_value, test::bytes_of(-0.0));
  EXPECT_EQ(*zeros.max_value, test::bytes_of(0.0));
  EXPECT_EQ(*statistics_of({3, -4}).min_value, test::bytes_of(-4.0));
}

}  // namespace
}  // namespace stoa::parquet
