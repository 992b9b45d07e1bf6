// The same rows however the file is cut into chunks, batches and threads, held against the byte-by-byte
// splitter.
#include <gtest/gtest.h>

#include "base/random.h"
#include "format/csv/grid_for_tests.h"
#include "format/csv/quote_state.h"
#include "format/csv/sniffer.h"

namespace stoa::csv {
namespace {

// Fields made of everything that matters to the grammar; rows of any number of them.
std::string random_text(Random& random, const Dialect& dialect, size_t row_count, size_t column_count) {
  const std::string pieces[] = {"a",
                                "bc",
                                std::string(1, dialect.delimiter),
                                std::string(1, dialect.quote),
                                "\n",
                                "\r",
                                "\r\n",
                                " ",
                                "#",
                                "\\",
                                "\xC3\xA9",
                                "12",
                                std::string(random.below(90), 'z')};
  std::string text;
  for (size_t row = 0; row < row_count; ++row) {
    for (size_t column = 0; column < column_count; ++column) {
      if (column != 0) text += dialect.delimiter;
      const bool is_quoted = random.chance(0.3);
      std::string value;
      for (size_t i = random.below(4); i > 0; --i) value += pieces[random.below(std::size(pieces))];
      if (!is_quoted) {
        for (const char c : value) {
          if (c != dialect.delimiter && !is_line_end(c) && (c != dialect.quote || random.chance(0.2)))
            text += c;
        }
        continue;
      }
      text += dialect.quote;
      for (const char c : value) {
        const bool needs_escape = c == dialect.quote || (!dialect.doubles_quotes() && c == dialect.escape);
        if (needs_escape) text += dialect.doubles_quotes() ? dialect.quote : dialect.escape;
        text += c;
      }
      text += dialect.quote;
      if (random.chance(0.05)) text += "tail";
    }
    const char* const ends[] = {"\n", "\r\n", "\r", "\n\n"};
    text += ends[random.below(std::size(ends))];
  }
  if (random.chance(0.3)) text.pop_back();
  return text;
}

Options options_for(const Dialect& dialect) {
  Options options;
  options.delimiter = dialect.delimiter;
  options.quote = dialect.quote;
  options.escape = dialect.escape;
  options.comment = dialect.comment;
  options.header = false;
  options.all_text = true;
  options.null_padding = true;
  options.ignore_errors = true;
  options.empty_as_null = false;
  return options;
}

// What the general path makes of it.
Grid split_simply(const std::string& text, const Dialect& dialect, size_t column_count) {
  const SplitText split = split_text(text, dialect, dialect.keeps_blank_lines, true);
  Grid grid;
  std::string storage;
  for (size_t row = 0; row < split.row_count(); ++row) {
    const bool is_last = row + 1 == split.row_count();
    if (is_last && split.is_unterminated) break;
    std::vector<std::string> fields;
    for (size_t i = split.first_field(row); i < split.row_ends[row]; ++i) {
      fields.emplace_back(field_value(split.fields[i], text.data(), dialect, storage));
    }
    const bool ends_empty = split.fields[split.row_ends[row] - 1].size() == 0 &&
                            split.fields[split.row_ends[row] - 1].kind() == FieldKind::kPlain;
    if (fields.size() == column_count + 1 && ends_empty) fields.pop_back();
    if (fields.size() > column_count) continue;
    fields.resize(column_count, "<null>");
    grid.push_back(std::move(fields));
  }
  return grid;
}

TEST(CsvChunks, GiveTheSameRowsWhereverTheyAreCut) {
  const Dialect dialects[] = {
      {},
      {.delimiter = ';', .quote = '\'', .escape = '\''},
      {.escape = '\\'},
      {.comment = '#'},
      {.delimiter = '\t', .escape = '\\', .comment = '#'},
  };
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Dialect& dialect = dialects[seed % std::size(dialects)];
    const size_t column_count = 1 + random.below(4);
    const std::string text = random_text(random, dialect, 30, column_count);
    Options options = options_for(dialect);
    options.names.resize(column_count);
    for (size_t i = 0; i < column_count; ++i) options.names[i] = "c" + std::to_string(i);
    const Grid whole = read_text(text, options);
    MemoryFileSystem files;
    files.write_file("t.csv", text);
    const auto source = open_csv(files, "t.csv", options);
    Grid expected = split_simply(text, source->dialect(), source->columns().size());
    if (!source->columns().empty() && source->data_begin() == 0) {
      ASSERT_EQ(whole, expected) << "seed " << seed << "\n" << text;
    }
    for (const size_t chunk_bytes : {1, 2, 3, 5, 7, 16, 63, 64, 65, 200}) {
      options.chunk_bytes = chunk_bytes;
      ASSERT_EQ(read_text(text, options, 1 + seed % 5), whole)
          << "seed " << seed << " chunk " << chunk_bytes << "\n"
          << text;
    }
  }
}

TEST(CsvChunks, MayBeOpenedInAnyOrderAndAgain) {
  Random random(99);
  std::string text = "a,b\n";
  for (int i = 0; i < 500; ++i) {
    text += std::to_string(i) + (random.chance(0.3) ? ",\"x\n,\"\"y\"\n" : ",z\n");
  }
  MemoryFileSystem files;
  files.write_file("t.csv", text);
  Options options;
  options.chunk_bytes = 37;
  const auto source = open_csv(files, "t.csv", options);
  const Grid expected = read_source(*source, {0, 1});
  ASSERT_EQ(expected.size(), 500u);
  for (const bool backwards : {true, false}) {
    const auto scan = source->scan({0, 1}, {}, 10);
    std::vector<Grid> parts(scan->morsel_count());
    for (size_t round = 0; round < 2; ++round) {
      for (size_t i = 0; i < parts.size(); ++i) {
        const size_t morsel = backwards ? parts.size() - 1 - i : (i * 7919) % parts.size();
        const auto reader = scan->open_morsel(morsel);
        parts[morsel].clear();
        Batch batch;
        while (reader->next(batch)) append_batch(batch, parts[morsel]);
      }
    }
    if (!backwards) {
      for (size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].empty()) continue;
        const auto reader = scan->open_morsel(i);
        Batch batch;
        while (reader->next(batch)) append_batch(batch, parts[i]);
      }
    }
    Grid all;
    for (const Grid& part : parts) all.insert(all.end(), part.begin(), part.end());
    EXPECT_EQ(all, expected);
  }
}

TEST(CsvChunks, StreamsReadLikeFiles) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const std::string text = random_text(random, {}, 200, 3);
    Options options = options_for({});
    options.names = {"a", "b", "c"};
    const Grid whole = read_text(text, options);
    std::string compressed;
    StreamCompressor::make(Compression::kZstd)->add(std::as_bytes(std::span(text)), true, compressed);
    for (const size_t chunk_bytes : {1, 17, 64, 1000}) {
      options.chunk_bytes = chunk_bytes;
      ASSERT_EQ(read_text(compressed, options, 3), whole) << "seed " << seed << " chunk " << chunk_bytes;
    }
  }
}

TEST(CsvChunks, SurviveFlippedBytes) {
  std::string text = "id,name,amount,day,note\n";
  for (int i = 0; i < 60; ++i) {
    text += std::to_string(i) + ",\"n\"\"" + std::to_string(i) + "\"," + std::to_string(i) + ".25,2024-01-" +
            std::to_string(10 + i % 20) + ",\"two\nlines\"\n";
  }
  size_t error_count = 0;
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    std::string damaged = text;
    for (size_t i = 1 + random.below(4); i > 0; --i) {
      damaged[random.below(damaged.size())] =
          static_cast<char>(random.chance(0.5) ? random.next() : "\",\n\r\\'#;"[random.below(8)]);
    }
    if (random.chance(0.2)) damaged.resize(random.below(damaged.size()));
    Options options;
    options.chunk_bytes = 1 + random.below(400);
    options.null_padding = random.chance(0.3);
    options.ignore_errors = random.chance(0.3);
    if (random.chance(0.2)) options.comment = '#';
    if (error_of(damaged, options) != "none") ++error_count;
  }
  EXPECT_GT(error_count, 100u);
  EXPECT_LT(error_count, 2900u);
}

}  // namespace
}  // namespace stoa::csv
