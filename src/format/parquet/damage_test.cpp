// Files that are cut, changed or lie: an error or rows, never a crash, and memory in proportion to the file.

#include <gtest/gtest.h>

#include "base/error.h"
#include "format/parquet/test_files.h"
#include "format/parquet/thrift_reader.h"
#include "format/parquet/thrift_writer.h"

namespace stoa::parquet {
namespace {

using test::Rows;

constexpr size_t kRowsReadMax = 100'000;

/// The SQLSTATE of reading everything, column by column; empty when all went well.
std::string state_of_reading(FileSystem& files, const std::string& path) {
  std::string state;
  try {
    const auto source = open_parquet(files, path);
    for (const size_t column : test::all_columns(*source)) {
      try {
        const auto scan = source->scan({column}, {}, 512);
        Rows rows;
        test::append_rows(*scan, rows, kRowsReadMax);
      } catch (const Error& error) {
        state = error.state().view();
      }
      source->statistics(column);
    }
  } catch (const Error& error) {
    state = error.state().view();
  }
  return state;
}

void expect_known_state(const std::string& state, const std::string& what) {
  for (const char* known : {"", "22P04", "XX001", "22021", "22003", "22008", "0A000"}) {
    if (state == known) {
      return;
    }
  }
  ADD_FAILURE() << what << " gave " << state;
}

/// Small files that between them have every page kind, encoding of ours and codec.
std::vector<std::string> sample_files(FileSystem& files) {
  const std::vector<TypeField> fields = {{"i", TypeId::kBigint},  {"t", TypeId::kText},
                                         {"f", TypeId::kDouble},  {"d", LogicalType::decimal(30, 3)},
                                         {"b", TypeId::kBoolean}, {"g", TypeId::kText},
                                         {"u", TypeId::kUuid}};
  Random random(5);
  Rows rows;
  for (int i = 0; i < 150; ++i) {
    rows.push_back({i % 5 == 0 ? Value::null(TypeId::kBigint) : Value::bigint(i),
                    Value::text("text " + std::to_string(random.below(1000))),
                    Value::double_precision(random.unit()), Value::decimal(i * 1000, 30, 3),
                    Value::boolean(i % 2 == 0),
                    i % 11 == 0 ? Value::null(TypeId::kText) : Value::text(i % 3 == 0 ? "three" : "other"),
                    Value::uuid(i)});
  }
  std::vector<std::string> paths;
  for (const Compression compression : {Compression::kNone, Compression::kSnappy, Compression::kZstd,
                                        Compression::kGzip, Compression::kLz4Raw}) {
    for (const bool use_page_v2 : {false, true}) {
      WriteOptions options;
      options.compression = compression;
      options.use_page_v2 = use_page_v2;
      options.write_checksums = false;
      options.page_rows = 40;
      options.row_group_rows = 100;
      paths.push_back(std::string(compression_name(compression)) + (use_page_v2 ? "2" : "1"));
      test::write_rows(files, paths.back(), fields, rows, options);
    }
  }
  return paths;
}

TEST(Damage, TenThousandChangedBytes) {
  MemoryFileSystem files;
  const auto paths = sample_files(files);
  std::vector<std::string> contents;
  for (const std::string& path : paths) {
    contents.push_back(files.read_file(path));
    ASSERT_EQ(state_of_reading(files, path), "") << path;
  }
  constexpr uint64_t kSeed = 20240607;
  Random random(kSeed);
  size_t error_count = 0;
  for (int round = 0; round < 10'000; ++round) {
    std::string bytes = contents[static_cast<size_t>(round) % contents.size()];
    for (uint64_t flips = 1 + random.below(3); flips != 0; --flips) {
      // Half of the changes hit the footer, where the structure is.
      const size_t size = bytes.size();
      const size_t place = random.chance(0.5) ? random.below(size) : size - 1 - random.below(size / 3);
      bytes[place] = random.chance(0.5) ? static_cast<char>(bytes[place] ^ (1 << random.below(8)))
                                        : static_cast<char>(random.next());
    }
    files.write_file("damaged", bytes);
    const std::string state = state_of_reading(files, "damaged");
    expect_known_state(state, "round " + std::to_string(round) + " of seed " + std::to_string(kSeed));
    error_count += state.empty() ? 0 : 1;
  }
  EXPECT_GT(error_count, 3000U);
}

TEST(Damage, EveryTruncation) {
  MemoryFileSystem files;
  const auto paths = sample_files(files);
  const std::string bytes = files.read_file(paths[2]);
  for (size_t size = 0; size < bytes.size(); size += 3) {
    files.write_file("cut", bytes.substr(0, size));
    EXPECT_EQ(state_of_reading(files, "cut"), "22P04") << size;
    // Cut in the middle with the footer still there: offsets point past it.
    files.write_file("hole", bytes.substr(0, size) + bytes.substr(bytes.size() - bytes.size() / 2));
    expect_known_state(state_of_reading(files, "hole"), "hole at " + std::to_string(size));
  }
}

TEST(Damage, ChecksumsCatchEveryChangedPageByte) {
  MemoryFileSystem files;
  Rows rows;
  for (int i = 0; i < 100; ++i) {
    rows.push_back({Value::bigint(i * 77'777)});
  }
  WriteOptions options;
  options.compression = Compression::kNone;
  options.use_delta = false;
  options.use_dictionary = false;
  test::write_rows(files, "f", {{"x", TypeId::kBigint}}, rows, options);
  const std::string bytes = files.read_file("f");
  ASSERT_GT(bytes.size(), 800U);
  for (size_t place = 100; place < 800; place += 13) {
    std::string damaged = bytes;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    files.write_file("damaged", damaged);
    EXPECT_EQ(state_of_reading(files, "damaged"), "XX001") << place;
  }
}

TEST(Damage, ErrorsNameTheColumnAndTheFile) {
  MemoryFileSystem files;
  test::write_rows(files, "f", {{"good", TypeId::kBigint}, {"bad", TypeId::kText}},
                   {{Value::bigint(1), Value::text("caf\xC3\xA9 au lait")}});
  std::string bytes = files.read_file("f");
  files.write_file("f", bytes.replace(bytes.find("\xC3\xA9"), 1, "e"));
  try {
    const auto source = open_parquet(files, "f");
    test::read_rows(*source, {0});
    test::read_rows(*source, {1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "XX001");
    EXPECT_NE(error.message().find("\"bad\""), std::string::npos);
    EXPECT_NE(error.message().find("'f'"), std::string::npos);
  }
}

TEST(Damage, InvalidUtf8IsAnErrorOfTextColumnsOnly) {
  MemoryFileSystem files;
  WriteOptions options;
  options.write_checksums = false;
  options.compression = Compression::kNone;
  for (const int rows_with_it : {1, 100}) {
    Rows rows;
    for (int i = 0; i < rows_with_it; ++i) {
      rows.push_back({Value::bytea("caf\xE9")});
    }
    test::write_rows(files, "f", {{"x", TypeId::kBytea}}, rows, options);
    EXPECT_EQ(state_of_reading(files, "f"), "");
    test::change_footer(files, "f", [](FileMetadata& metadata) {
      metadata.schema[1].converted = ConvertedType::kUtf8;
      metadata.schema[1].annotation.kind = Annotation::kString;
    });
    EXPECT_EQ(state_of_reading(files, "f"), "22021");
  }
}

TEST(Damage, LyingFootersAreRefused) {
  MemoryFileSystem files;
  const auto state_after = [&](auto&& change) {
    test::write_rows(files, "f", {{"x", TypeId::kBigint}}, {{Value::bigint(1)}, {Value::bigint(2)}});
    test::change_footer(files, "f", change);
    return state_of_reading(files, "f");
  };
  EXPECT_EQ(state_after([](FileMetadata&) {}), "");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].row_count = int64_t{1} << 40; }), "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) {
              m.row_groups[0].row_count = m.row_groups[0].columns[0].value_count = int64_t{1} << 40;
            }),
            "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].row_count = -1; }), "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].columns.clear(); }), "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].columns[0].type = ParquetType::kDouble; }),
            "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].columns[0].data_page_offset = 1 << 30; }),
            "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.schema[0].child_count = 1000; }), "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.schema[1].repetition = static_cast<Repetition>(9); }),
            "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.schema[1].type = static_cast<ParquetType>(77); }), "22P04");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].columns[0].codec = Codec::kBrotli; }), "");
  EXPECT_EQ(state_after([](FileMetadata& m) { m.row_groups[0].columns[0].codec = Codec::kGzip; }), "XX001");
}

TEST(Damage, CodecsThatAreNotReadAreRefusedByName) {
  MemoryFileSystem files;
  test::write_rows(files, "f", {{"x", TypeId::kBigint}}, {{Value::bigint(1)}});
  test::change_footer(files, "f", [](FileMetadata& m) { m.row_groups[0].columns[0].codec = Codec::kBrotli; });
  const auto source = open_parquet(files, "f");
  EXPECT_FALSE(source->columns()[0].is_readable);
  try {
    source->scan({0}, {}, 2048);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "0A000");
    EXPECT_NE(error.message().find("\"x\""), std::string::npos);
    EXPECT_NE(error.message().find("Brotli"), std::string::npos);
  }
}

TEST(Damage, WrongFilesAreCalledSo) {
  MemoryFileSystem files;
  files.write_file("empty", "");
  files.write_file("text", "id,name\n1,Anna\n2,Ben\n");
  files.write_file("encrypted", std::string("PARE") + std::string(20, 'x') + "PARE");
  EXPECT_EQ(state_of_reading(files, "empty"), "22P04");
  EXPECT_EQ(state_of_reading(files, "text"), "22P04");
  EXPECT_EQ(state_of_reading(files, "encrypted"), "0A000");
  EXPECT_EQ(state_of_reading(files, "missing"), "58P01");
}

TEST(Thrift, DepthAndLengthsAreBounded) {
  const auto fails = [](const std::string& bytes) {
    try {
      read_file_metadata({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
    } catch (const Error& error) {
      return error.state() == sqlstate::kBadCopyFormat;
    }
    return false;
  };
  // Field 99 holding structs in structs; a list of 2^60 elements; a text longer than all bytes; a huge
  // varint.
  EXPECT_TRUE(fails(std::string(100'000, '\x1C')));
  EXPECT_TRUE(fails("\x29\xFC\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0F"));
  EXPECT_TRUE(fails("\x68\xFF\xFF\xFF\xFF\x0F"));
  EXPECT_TRUE(fails("\x15\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
  EXPECT_TRUE(fails(""));
  EXPECT_TRUE(fails(std::string("\x0D\x01", 2)));
}

TEST(Thrift, UnknownFieldsOfEveryTypeArePassedOver) {
  std::string bytes;
  CompactWriter writer(bytes);
  writer.field_int32(1, 2);
  writer.field_bool(40, true);
  writer.field_binary(41, "text");
  writer.begin_list(42, WireType::kInt32, 20);
  for (int i = 0; i < 20; ++i) {
    writer.element_int32(i * 1000);
  }
  writer.begin_struct(43);
  writer.field_int64(300, INT64_MIN);
  writer.end_struct();
  writer.begin_list(44, WireType::kTrue, 2);
  writer.element_bool(true);
  writer.element_bool(false);
  writer.field_int8(45, -1);
  writer.end();
  const FileMetadata metadata =
      read_file_metadata({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
  EXPECT_EQ(metadata.version, 2);
}

}  // namespace
}  // namespace stoa::parquet
