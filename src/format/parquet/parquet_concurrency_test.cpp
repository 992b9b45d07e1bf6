// Morsels of one file read by several threads at once give what one thread reads.

#include <atomic>

#include <gtest/gtest.h>

#include "base/scheduler.h"
#include "format/parquet/test_files.h"

namespace stoa::parquet {
namespace {

using test::Rows;

TEST(ParquetConcurrency, MorselsInParallelEqualOneThread) {
  MemoryFileSystem files;
  const std::vector<TypeField> fields = {
      {"i", TypeId::kBigint}, {"few", TypeId::kText}, {"many", TypeId::kText}};
  WriteOptions options;
  options.row_group_rows = 150'000;
  ParquetWriter writer(files, "f", fields, options);
  constexpr int64_t kRows = 200'000;
  for (int64_t begin = 0; begin < kRows; begin += 2000) {
    Rows rows;
    for (int64_t i = begin; i < begin + 2000; ++i) {
      rows.push_back(
          {Value::bigint(i),
           i % 9 == 0 ? Value::null(TypeId::kText) : Value::text("group of rows " + std::to_string(i % 40)),
           Value::text("row number " + std::to_string(i))});
    }
    writer.write(test::make_batch(fields, rows));
  }
  writer.finish();
  const auto source = open_parquet(files, "f");
  const auto scan = source->scan({0, 1, 2}, {}, 1024);
  ASSERT_GE(scan->morsel_count(), 4U);
  Scheduler scheduler(4);
  std::atomic<int64_t> sum{0};
  std::atomic<int64_t> wrong{0};
  scheduler.for_each(scan->morsel_count(), 4, [&](size_t morsel) {
    const auto reader = scan->open_morsel(morsel);
    Batch batch;
    while (reader->next(batch)) {
      for (size_t row = 0; row < batch.row_count; row += 7) {
        const int64_t i = batch.columns[0].value(row).as_int64();
        const Value group = batch.columns[1].value(row);
        const bool is_right =
            i % 9 == 0 ? group.is_null() : group == Value::text("group of rows " + std::to_string(i % 40));
        wrong +=
            is_right && batch.columns[2].value(row).as_text() == "row number " + std::to_string(i) ? 0 : 1;
      }
      for (size_t row = 0; row < batch.row_count; ++row) {
        sum += batch.columns[0].value(row).as_int64();
      }
    }
  });
  EXPECT_EQ(sum.load(), kRows * (kRows - 1) / 2);
  EXPECT_EQ(wrong.load(), 0);
}

}  // namespace
}  // namespace stoa::parquet
