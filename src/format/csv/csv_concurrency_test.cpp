#include <atomic>

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/scheduler.h"
#include "format/csv/grid_for_tests.h"

namespace stoa::csv {
namespace {

std::string make_text(int row_count) {
  Random random(3);
  std::string text = "n,t\n";
  for (int i = 0; i < row_count; ++i) {
    text += std::to_string(i) + (random.chance(0.2) ? ",\"a,\n\"\"b\"\"\"\n" : ",plain\n");
  }
  return text;
}

Grid read_parallel(TableSource& source, size_t thread_count) {
  const auto scan = source.scan(all_columns(source), {}, 64);
  std::vector<Grid> parts(scan->morsel_count());
  Scheduler scheduler(thread_count);
  std::atomic<size_t> next{0};
  scheduler.run(thread_count, [&](size_t) {
    for (size_t i = next++; i < parts.size(); i = next++) {
      const auto morsel = scan->open_morsel(i);
      Batch batch;
      while (morsel->next(batch)) append_batch(batch, parts[i]);
    }
  });
  Grid all;
  for (const Grid& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST(CsvConcurrency, GivesTheSameRowsAtAnyThreadCount) {
  MemoryFileSystem files;
  files.write_file("t.csv", make_text(3000));
  Options options;
  options.chunk_bytes = 100;
  const auto source = open_csv(files, "t.csv", options);
  const Grid expected = read_parallel(*source, 1);
  ASSERT_EQ(expected.size(), 3000u);
  for (const size_t thread_count : {2, 4, 8}) EXPECT_EQ(read_parallel(*source, thread_count), expected);
}

TEST(CsvConcurrency, ManyThreadsLearnTypesAtOnce) {
  MemoryFileSystem files;
  std::string text = make_text(2000);
  for (int i = 0; i < 50; ++i) text += "x" + std::to_string(i) + ",y\n";
  files.write_file("t.csv", text);
  Options options;
  options.chunk_bytes = 100;
  options.sample_row_count = 10;
  const auto first = open_csv(files, "t.csv", options);
  EXPECT_THROW(read_parallel(*first, 4), InferredTypeChanged);
  const auto second = open_csv(files, "t.csv", options);
  EXPECT_EQ(read_parallel(*second, 4).size(), 2050u);
}

}  // namespace
}  // namespace stoa::csv
