#include "format/csv/csv_reader.h"

#include <gtest/gtest.h>

#include "format/csv/grid_for_tests.h"

namespace stoa::csv {
namespace {

using testing::Test;
using Row = std::vector<std::string>;

// --- cases A13, A14, A15

TEST(CsvReader, FindsQuotesThatOnlyTheLastOfManyRowsHas) {
  std::string text = "n,x\n";
  for (int i = 0; i < 2999; ++i) text += std::to_string(i) + ",plain\n";
  text += "2999,\"he said \"\"no\"\", twice\"\n";
  const Grid grid = read_text(text);
  ASSERT_EQ(grid.size(), 3000u);
  for (const Row& row : grid) ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(grid.back(), (Row{"2999", "he said \"no\", twice"}));
}

TEST(CsvReader, FindsQuotesFarBehindTheSample) {
  std::string text = "n,x\n";
  for (int i = 0; i < 100000; ++i) text += std::to_string(i) + ",plain\n";
  text += "1,\"a \"\"b\"\", c\nd\"\n";
  EXPECT_EQ(read_text(text).back(), (Row{"1", "a \"b\", c\nd"}));
}

TEST(CsvReader, SplitsNothingOfDecimalCommasAndQuotedSemicolons) {
  const std::string text =
      "id;name;price;note\n1;Anna;1234,5;\"59.9;10.7\"\n2;Bert;17,25;x\n3;Carl;3,0;y\n4;Dora;1000,99;z\n";
  const Grid grid = read_text(text);
  ASSERT_EQ(grid.size(), 4u);
  EXPECT_EQ(grid[0], (Row{"1", "Anna", "1234,5", "59.9;10.7"}));
  EXPECT_EQ(schema_of(text), "id bigint, name text, price text, note text");
  Options options;
  options.decimal_comma = true;
  EXPECT_EQ(schema_of(text, options), "id bigint, name text, price double precision, note text");
  EXPECT_EQ(read_text(text, options)[0][2], "1234.5");
  // The same without a header.
  Options headless;
  headless.header = false;
  EXPECT_EQ(read_text("1,5;2,5\n3,5;4,5\n", headless), (Grid{{"1,5", "2,5"}, {"3,5", "4,5"}}));
}

TEST(CsvReader, ReadsTheSameWhateverTheLineEnd) {
  const std::string lines = "a,b\n1,x\n2,\"y\nz\"\n3,w\n";
  std::string crlf;
  for (const char c : lines) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const Grid expected = {{"1", "x"}, {"2", "y\nz"}, {"3", "w"}};
  EXPECT_EQ(read_text(lines), expected);
  EXPECT_EQ(read_text(lines.substr(0, lines.size() - 1)), expected);
  Grid with_crlf = expected;
  with_crlf[1][1] = "y\r\nz";
  EXPECT_EQ(read_text(crlf), with_crlf);
  EXPECT_EQ(read_text(crlf.substr(0, crlf.size() - 2)), with_crlf);
  EXPECT_EQ(read_text("a,b\r1,x\r2,y\r"), (Grid{{"1", "x"}, {"2", "y"}}));
  EXPECT_EQ(read_text("a,b\r\n1,x\n2,y\r3,z"), (Grid{{"1", "x"}, {"2", "y"}, {"3", "z"}}));
}

TEST(CsvReader, ReadsOneQuotedColumnWithCrlf) {
  Options options;
  options.header = false;
  EXPECT_EQ(read_text("\"a\"\r\nb\r\n", options), (Grid{{"a"}, {"b"}}));
  EXPECT_EQ(read_text("\"a\"\r\n\"b\"\r\n", options), (Grid{{"a"}, {"b"}}));
  EXPECT_EQ(read_text("\"a\"\nb\n", options), (Grid{{"a"}, {"b"}}));
}

TEST(CsvReader, TellsNullFromEmptyText) {
  const std::string text = ",\"\"\n\"\",x\n";
  Options options;
  options.header = false;
  EXPECT_EQ(read_text(text, options), (Grid{{"<null>", ""}, {"", "x"}}));
  options.quoted_null = true;
  EXPECT_EQ(read_text(text, options), (Grid{{"<null>", "<null>"}, {"<null>", "x"}}));
  options.quoted_null = false;
  options.empty_as_null = false;
  EXPECT_EQ(read_text(text, options), (Grid{{"", ""}, {"", "x"}}));
}

// --- null texts

TEST(CsvReader, TakesNullTexts) {
  Options options;
  options.null_texts = {"NA", "-"};
  EXPECT_EQ(read_text("a,b\n1,x\nNA,\n-,\"NA\"\n", options),
            (Grid{{"1", "x"}, {"<null>", ""}, {"<null>", "NA"}}));
  EXPECT_EQ(schema_of("a,b\n1,x\nNA,\n", options), "a bigint, b text");
}

TEST(CsvReader, TakesAQuotedEmptyNumberForNull) {
  EXPECT_EQ(read_text("\"a\",\"b\"\n\"1\",\"x\"\n\"\",\"\"\n"), (Grid{{"1", "x"}, {"<null>", ""}}));
}

// --- types

TEST(CsvReader, InfersTypes) {
  EXPECT_EQ(
      schema_of(
          "b,i,h,d,date,time,ts,tz,t,e\n"
          "true,1,12345678901234567890,1.5,2024-01-02,10:11:12,2024-01-02 10:11:12,2024-01-02 10:11:12Z,x,\n"
          "FALSE,-2,1,2,2024-01-03,10:11:13.5,2024-01-02,2024-01-02 10:11:12,1,\n"),
      "b boolean, i bigint, h hugeint, d double precision, date date, time time, ts timestamp, tz timestamp "
      "with time zone, t text, e text");
}

TEST(CsvReader, ReadsValuesOfTheInferredTypes) {
  const Grid grid = read_text(
      "b,i,h,d,date,time,ts,tz\n"
      "true,1,12345678901234567890,1.5,2024-01-02,10:11:12,2024-01-02 10:11:12,2024-01-02 "
      "10:11:12+01\n,,,,,,,\n");
  ASSERT_EQ(grid.size(), 2u);
  EXPECT_EQ(grid[0][0].substr(0, 1), "t");
  EXPECT_EQ(Row(grid[0].begin() + 1, grid[0].end()),
            (Row{"1", "12345678901234567890", "1.5", "2024-01-02", "10:11:12", "2024-01-02 10:11:12",
                 "2024-01-02 09:11:12+00"}));
  EXPECT_EQ(grid[1], Row(8, "<null>"));
}

TEST(CsvReader, DecidesOnHeaders) {
  EXPECT_EQ(schema_of("1,2\n3,4\n"), "column0 bigint, column1 bigint");
  EXPECT_EQ(schema_of("id,2020\n3,4\n"), "id bigint, 2020 bigint");
  EXPECT_EQ(schema_of("name,city\nAnna,Rome\n"), "name text, city text");
  EXPECT_EQ(schema_of("a,b,c\n"), "a text, b text, c text");
  EXPECT_EQ(schema_of("x,,y\na,b,c\n"), "column0 text, column1 text, column2 text");
  EXPECT_EQ(schema_of("a,a,A,\n1,2,3,4\n"), "a bigint, a_1 bigint, A_2 bigint, column3 bigint");
  Options options;
  options.header = true;
  EXPECT_EQ(schema_of("1,2\n3,4\n", options), "1 bigint, 2 bigint");
  options.header = false;
  EXPECT_EQ(schema_of("a,b\n3,4\n", options), "column0 text, column1 text");
  EXPECT_EQ(schema_of(""), "column0 text");
  EXPECT_EQ(read_text(""), Grid{});
  EXPECT_EQ(read_text("\n\r\n\n").size(), 3u);
}

TEST(CsvReader, TakesNamesAndTypes) {
  Options options;
  options.names = {"x", "y"};
  options.types = {{"Y", LogicalType::decimal(10, 2)}};
  EXPECT_EQ(schema_of("a,b\n1,2\n", options), "x bigint, y decimal(10,2)");
  EXPECT_EQ(read_text("a,b\n1,2.345\n", options), (Grid{{"1", "2.35"}}));
  options.types = {{"z", TypeId::kDate}};
  EXPECT_EQ(error_of("a,b\n1,2\n", options).substr(0, 5), "42703");
  Options by_position;
  by_position.column_types = {TypeId::kSmallint, TypeId::kReal, TypeId::kUuid};
  by_position.header = false;
  EXPECT_EQ(read_text("7,0.1,01234567-89ab-cdef-0123-456789abcdef\n", by_position),
            (Grid{{"7", "0.1", "01234567-89ab-cdef-0123-456789abcdef"}}));
  EXPECT_EQ(error_of("70000,0.1,\n", by_position).substr(0, 5), "22P02");
}

TEST(CsvReader, CorrectsTypesThatLaterRowsContradict) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 50000; ++i) text += "1,2,2024-01-01\n";
  text += "1.5,x,2024-01-01 10:00:00\n";
  EXPECT_EQ(schema_of(text), "a bigint, b bigint, c date");
  MemoryFileSystem files;
  files.write_file("t.csv", text);
  Options options;
  const auto first = open_csv(files, "t.csv", options);
  try {
    read_source(*first, {0, 1, 2});
    FAIL() << "the sample can't have known";
  } catch (const InferredTypeChanged& error) {
    EXPECT_EQ(error.message(),
              "file 't.csv', line 50002, column \"a\": '1.5' is not a valid bigint, the type that the first "
              "rows have");
  }
  const auto second = open_csv(files, "t.csv", options);
  EXPECT_EQ(second->columns()[0].type, LogicalType(TypeId::kDouble));
  EXPECT_EQ(second->columns()[1].type, LogicalType(TypeId::kText));
  EXPECT_EQ(second->columns()[2].type, LogicalType(TypeId::kTimestamp));
  const Grid grid = read_source(*second, {0, 1, 2});
  ASSERT_EQ(grid.size(), 50001u);
  EXPECT_EQ(grid.back(), (Row{"1.5", "x", "2024-01-01 10:00:00"}));
  // Another file of that name starts anew.
  files.write_file("t.csv", "a,b,c\n1,2,2024-01-01\n");
  EXPECT_EQ(open_csv(files, "t.csv", options)->columns()[1].type, LogicalType(TypeId::kBigint));
  Options whole;
  whole.sample_row_count = SIZE_MAX;
  EXPECT_EQ(schema_of(text, whole), "a double precision, b text, c timestamp");
}

TEST(CsvReader, ReadsAllAsTextWhenAsked) {
  Options options;
  options.all_text = true;
  EXPECT_EQ(read_text("a,b\n007,1e5\n", options), (Grid{{"007", "1e5"}}));
}

// --- rows

TEST(CsvReader, DetectsDelimiters) {
  EXPECT_EQ(read_text("a\tb\n1\tx,y\n2\tz\n"), (Grid{{"1", "x,y"}, {"2", "z"}}));
  EXPECT_EQ(read_text("a|b\n1|x\n"), (Grid{{"1", "x"}}));
  EXPECT_EQ(read_text("a b c\n1 2 3\n4 5 6\n"), (Grid{{"1", "2", "3"}, {"4", "5", "6"}}));
  EXPECT_EQ(read_text("name\nJohn Smith\nJane Doe\n"), (Grid{{"John Smith"}, {"Jane Doe"}}));
  EXPECT_EQ(read_text("t\n12:30:15\n08:00:00\n"), (Grid{{"12:30:15"}, {"08:00:00"}}));
  EXPECT_EQ(read_text("root:x:0:0:root:/root:/bin/sh\nbin:x:2:2:bin:/bin:/bin/sh\n")[1][5], "/bin");
  EXPECT_EQ(read_text("a\n1\n2\n"), (Grid{{"1"}, {"2"}}));
}

TEST(CsvReader, DetectsQuotesAndEscapes) {
  EXPECT_EQ(read_text("a,b\n'x,y',1\n'z',2\n"), (Grid{{"x,y", "1"}, {"z", "2"}}));
  EXPECT_EQ(read_text("a,b\n\"x\\\"y,z\",1\n\"w\",2\n"), (Grid{{"x\"y,z", "1"}, {"w", "2"}}));
  EXPECT_EQ(read_text("a,b\n'tis,1\n'twas,2\n"), (Grid{{"'tis", "1"}, {"'twas", "2"}}));
  EXPECT_EQ(read_text("a,b\n5\" pipe,1\n3\" nail,2\n"), (Grid{{"5\" pipe", "1"}, {"3\" nail", "2"}}));
  Options options;
  options.quote = 0;
  EXPECT_EQ(read_text("a,b\n\"x,1\n", options), (Grid{{"\"x", "1"}}));
}

TEST(CsvReader, SkipsLinesCommentsAndPreambles) {
  Options options;
  options.skip = 2;
  EXPECT_EQ(read_text("made by hand\n\"on a monday\na,b\n1,2\n", options), (Grid{{"1", "2"}}));
  EXPECT_EQ(read_text("Report of the year\n\na,b,c\n1,2,3\n4,5,6\n"),
            (Grid{{"1", "2", "3"}, {"4", "5", "6"}}));
  Options with_comments;
  with_comments.comment = '#';
  EXPECT_EQ(read_text("# it's \"so\n# x\na,b\n1,2\n#3,\"4\n5,6\n# end", with_comments),
            (Grid{{"1", "2"}, {"5", "6"}}));
  EXPECT_EQ(read_text("a,b\n\n1,2\n\n\n3,4\n\n"), (Grid{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(read_text("a,b,\n1,2,\n3,4,\n").size(), 2u);
  EXPECT_EQ(read_text("a,b\n1,2,\n3,4,\n"), (Grid{{"1", "2"}, {"3", "4"}}));
}

TEST(CsvReader, KeepsBlankLinesOfOneColumnWhereToldTo) {
  EXPECT_EQ(read_text("a\n1\n\n3\n"), (Grid{{"1"}, {"3"}}));
  EXPECT_EQ(read_text("\"a\"\n1\n\n3\n\n"), (Grid{{"1"}, {"<null>"}, {"3"}, {"<null>"}}));
  Options options;
  options.skip_blank_lines = false;
  EXPECT_EQ(read_text("a\n1\n\n3\n", options), (Grid{{"1"}, {"<null>"}, {"3"}}));
}

TEST(CsvReader, NamesLineAndRemedyOfRaggedRows) {
  const std::string text = "a,b,c\n1,\"x\ny\",3\n4,5\n6,7,8\n9,1,2\n3,4,5\n";
  EXPECT_EQ(error_of(text),
            "22P04: file 't.csv', line 4: the row has 2 fields where 3 are expected | Set null_padding to "
            "end such rows in "
            "NULLs, or ignore_errors to leave them out.");
  Options options;
  options.ignore_errors = true;
  EXPECT_EQ(read_text(text, options).size(), 4u);
  options.ignore_errors = false;
  options.null_padding = true;
  EXPECT_EQ(read_text(text, options)[1], (Row{"4", "5", "<null>"}));
  EXPECT_EQ(error_of("a,b\n1,2\n3\n").substr(0, 45), "22P04: file 't.csv', line 3: the row has 1 fi");
  EXPECT_EQ(error_of("a,b\n1,2\n1,2,3\n1,2\n1,2\n").substr(0, 45),
            "22P04: file 't.csv', line 3: the row has 3 fi");
}

TEST(CsvReader, NamesLineColumnValueAndRemedyOfBadValues) {
  Options options;
  options.types = {{"b", TypeId::kInteger}};
  EXPECT_EQ(error_of("a,b\n1,2\n3,four\n", options),
            "22P02: file 't.csv', line 3, column \"b\": 'four' is not a valid integer | Give the column "
            "another type, "
            "or set "
            "ignore_errors to leave such rows out.");
  options.ignore_errors = true;
  EXPECT_EQ(read_text("a,b\n1,2\n3,four\n5,6\n", options), (Grid{{"1", "2"}, {"5", "6"}}));
}

TEST(CsvReader, RefusesUnterminatedQuotesAndTextBehindQuotesWhenStrict) {
  EXPECT_EQ(error_of("a,b\n1,\"x\n2,y\n").substr(0, 5), "22P04");
  EXPECT_NE(
      error_of("a,b\n1,\"x\n2,y\n").find("line 2: the row has a quoted value whose closing quote is missing"),
      std::string::npos);
  EXPECT_EQ(read_text("a,b\n1,\"x\" y\n"), (Grid{{"1", "x y"}}));
  Options options;
  options.strict = true;
  EXPECT_NE(error_of("a,b\n1,\"x\" y\n", options).find("text behind the closing quote"), std::string::npos);
}

TEST(CsvReader, RefusesLinesThatAreTooLong) {
  const std::string text = "a,b\n1,\"" + std::string(100 << 20, 'x') + "\"\n";
  const std::string error = error_of(text);
  EXPECT_NE(error.find("22P04: file 't.csv', line 2: the line is longer than max_line_size (16777216 bytes)"),
            std::string::npos)
      << error.substr(0, 300);
  EXPECT_NE(error_of(std::string(40 << 20, 'x')).find("line 1: the line is longer"), std::string::npos);
  Options options;
  options.line_bytes_max = 100;
  EXPECT_NE(error_of("a,b\n1,2\n3," + std::string(120, 'x') + "\n", options).find("line 3"),
            std::string::npos);
  options.line_bytes_max = 200 << 20;
  EXPECT_EQ(read_text(text, options)[0][1].size(), size_t{100} << 20);
}

// --- encodings and compression

TEST(CsvReader, ReadsByteOrderMarksAndUtf16) {
  EXPECT_EQ(schema_of("\xEF\xBB\xBF"
                      "a,b\n1,2\n"),
            "a bigint, b bigint");
  const auto utf16 = [](bool little) {
    std::string text = little ? "\xFF\xFE" : "\xFE\xFF";
    for (const char16_t unit : std::u16string(u"a,b\n1,\u00E9\u6F22\n2,\U0001F600\n")) {
      const char high = static_cast<char>(unit >> 8);
      const char low = static_cast<char>(unit & 0xFF);
      text += little ? low : high;
      text += little ? high : low;
    }
    return text;
  };
  const Grid expected = {{"1", "\xC3\xA9\xE6\xBC\xA2"}, {"2", "\xF0\x9F\x98\x80"}};
  EXPECT_EQ(read_text(utf16(true)), expected);
  EXPECT_EQ(read_text(utf16(false)), expected);
  EXPECT_EQ(error_of(utf16(true) + "x").substr(0, 5), "22021");
  EXPECT_EQ(error_of(std::string("\xFF\xFE\x00\xD8", 4) + std::string("a\0", 2)).substr(0, 5), "22021");
}

TEST(CsvReader, ReadsLatin1WhenToldAndSaysSoWhenNot) {
  const std::string text = "name,n\nJos\xE9,1\n\"\xFC \"\"x\"\"\",2\n";
  EXPECT_EQ(error_of(text),
            "22021: file 't.csv', line 2: byte 11 of the file is not valid UTF-8 | If the file is in "
            "Latin-1, set encoding = "
            "'latin-1'; ignore_errors leaves such rows out.");
  Options options;
  options.encoding = Encoding::kLatin1;
  EXPECT_EQ(read_text(text, options), (Grid{{"Jos\xC3\xA9", "1"}, {"\xC3\xBC \"x\"", "2"}}));
  Options ignoring;
  ignoring.ignore_errors = true;
  EXPECT_EQ(read_text(text + "ok,3\n", ignoring), (Grid{{"ok", "3"}}));
}

TEST(CsvReader, ReadsCompressedFiles) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100000; ++i) text += std::to_string(i) + ",\"v\n" + std::to_string(i % 7) + "\"\n";
  const Grid expected = read_text(text);
  for (const Compression compression : {Compression::kGzip, Compression::kZstd, Compression::kLz4Frame}) {
    std::string compressed;
    StreamCompressor::make(compression)->add(std::as_bytes(std::span(text)), true, compressed);
    EXPECT_EQ(read_text(compressed), expected) << compression_name(compression);
    EXPECT_EQ(error_of(compressed.substr(0, compressed.size() / 2)).substr(0, 5), "XX001");
    std::string damaged = compressed;
    damaged[damaged.size() / 2] ^= 0x55;
    damaged[damaged.size() / 2 + 1] ^= 0x55;
    EXPECT_NE(error_of(damaged), "");
    // Two members one after another are one file.
    std::string second;
    StreamCompressor::make(compression)->add(std::as_bytes(std::span("7,x\n", 4)), true, second);
    EXPECT_EQ(read_text(compressed + second).size(), expected.size() + 1);
  }
}

// --- files

TEST(CsvReader, RefusesMissingFilesAndDirectories) {
  MemoryFileSystem files;
  files.make_directory("d");
  const auto state_of = [&](const std::string& path) {
    try {
      open_csv(files, path);
    } catch (const Error& error) {
      return std::string(error.state().view());
    }
    return std::string("none");
  };
  EXPECT_EQ(state_of("none.csv"), "58P01");
  EXPECT_EQ(state_of("d"), "42809");
}

TEST(CsvReader, KeepsZeroBytes) {
  const std::string text("a,b\nx\0y,1\n\0,2\n", 14);
  EXPECT_EQ(read_text(text), (Grid{{std::string("x\0y", 3), "1"}, {std::string(1, '\0'), "2"}}));
}

TEST(CsvReader, AddsTheFileNameAndProjects) {
  MemoryFileSystem files;
  files.write_file("t.csv", "a,b\n1,x\n2,y\n");
  Options options;
  options.file_name_column = true;
  const auto source = open_csv(files, "t.csv", options);
  EXPECT_EQ(source->columns().back().name, "filename");
  EXPECT_EQ(read_source(*source, {2, 1}), (Grid{{"t.csv", "x"}, {"t.csv", "y"}}));
  EXPECT_EQ(read_source(*source, {}), (Grid{{}, {}}));
  EXPECT_EQ(read_source(*source, {0, 0}), (Grid{{"1", "1"}, {"2", "2"}}));
  EXPECT_NEAR(source->estimated_row_count().value(), 2, 1);
}

TEST(CsvReader, TakesTypesAndColumnsAsText) {
  const auto schema_with = [](std::string_view name, std::string text) {
    Options options;
    EXPECT_TRUE(set_option(options, name, Value::text(std::move(text))));
    return schema_of("a,b,c\n1,2,3\n", options);
  };
  EXPECT_EQ(schema_with("types", "decimal(5,2), double precision"),
            "a decimal(5,2), b double precision, c bigint");
  EXPECT_EQ(schema_with("types", "b varchar, \"c\" smallint"), "a bigint, b text, c smallint");
  EXPECT_EQ(schema_with("columns", "x integer, y text, z real"), "x integer, y text, z real");
  EXPECT_EQ(schema_with("names", "x, y"), "x bigint, y bigint, c bigint");
  Options options;
  EXPECT_THROW((void)set_option(options, "types", Value::text("bigin")), Error);
  EXPECT_THROW((void)set_option(options, "columns", Value::text("bigint")), Error);
}

TEST(CsvReader, TakesOptionsByName) {
  Options options;
  EXPECT_TRUE(set_option(options, "delim", Value::text("\\t")));
  EXPECT_EQ(options.delimiter, '\t');
  EXPECT_TRUE(set_option(options, "header", Value::boolean(true)));
  EXPECT_TRUE(set_option(options, "sample_size", Value::integer(-1)));
  EXPECT_EQ(options.sample_row_count, SIZE_MAX);
  EXPECT_TRUE(set_option(options, "encoding", Value::text("ISO_8859_1")));
  EXPECT_EQ(options.encoding, Encoding::kLatin1);
  EXPECT_TRUE(set_option(options, "quote", Value::text("")));
  EXPECT_EQ(options.quote, '\0');
  EXPECT_TRUE(set_option(options, "nullstr", Value::text("NA")));
  EXPECT_FALSE(set_option(options, "delimeter", Value::text(",")));
  EXPECT_THROW((void)set_option(options, "delim", Value::text("")), Error);
  EXPECT_THROW((void)set_option(options, "delim", Value::text("||")), Error);
  EXPECT_THROW((void)set_option(options, "skip", Value::integer(-1)), Error);
  EXPECT_THROW((void)set_option(options, "compression", Value::text("rar")), Error);
  options.quote = '\t';
  EXPECT_THROW(read_text("a,b\n", options), Error);
}

}  // namespace
}  // namespace stoa::csv
