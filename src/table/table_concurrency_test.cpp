#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "column/kernels/aggregate.h"
#include "table/bulk_appender.h"
#include "table/table_test_fixture.h"

namespace stoa {
namespace {

using namespace testing_tables;

constexpr int64_t kAccounts = 300;
constexpr int64_t kBalance = 100;

const std::vector<LogicalType> kTypes{TypeId::kBigint, TypeId::kText};

Batch make_accounts(int64_t count, int64_t balance) {
  std::vector<std::vector<Value>> rows;
  for (int64_t i = 0; i < count; ++i) {
    rows.push_back(
        {Value::bigint(balance), Value::text("a text that is long enough " + std::to_string(i % 5))});
  }
  return make_batch(kTypes, rows);
}

/// SUM(balance) by reading every vector.
int64_t sum_by_scan(const std::shared_ptr<const TableData>& table) {
  const auto scan = TableDataSource(table).scan({0, 1}, {}, 128);
  Int128 sum = 0;
  Batch batch;
  for (size_t i = 0; i < scan->morsel_count(); ++i) {
    const auto reader = scan->open_morsel(i);
    while (reader->next(batch)) {
      sum += sum_integers(batch.columns[0], batch.row_count);
      for (size_t row = 0; row < batch.row_count; ++row) {
        EXPECT_GE(UnifiedVector(batch.columns[1]).value<TextView>(row).size(), 20U);
      }
    }
  }
  return static_cast<int64_t>(sum);
}

/// Moves money between accounts, and opens and closes pairs of accounts whose balances cancel out.
bool try_change(VersionStore& store, Random& random) {
  Fork fork = store.fork();
  const TableData& table = table_of(fork.root());
  TableWriter writer(fork, kTable);
  const uint64_t from = random.below(kAccounts);
  const uint64_t to = (from + 1 + random.below(kAccounts - 1)) % kAccounts;
  const Batch balances = table.fetch(std::vector<uint64_t>{from, to}, std::vector<size_t>{0});
  const int64_t amount = random.between(1, 50);
  const std::vector<Batch> change{make_batch(
      {TypeId::kBigint, TypeId::kBigint},
      {{Value::bigint(int64_t(from)), Value::bigint(balances.columns[0].values<int64_t>()[0] - amount)},
       {Value::bigint(int64_t(to)), Value::bigint(balances.columns[0].values<int64_t>()[1] + amount)}})};
  writer.update(std::vector<size_t>{0}, change);
  const uint64_t first = writer.append(make_accounts(1, amount));
  writer.append(make_accounts(1, -amount));
  if (random.chance(0.5)) {
    writer.erase(std::vector<uint64_t>{first, first + 1});
  }
  try {
    store.commit(std::move(fork));
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.state(), sqlstate::kSerializationFailure);
    return false;
  }
}

void check_state(VersionStore& store) {
  const Snapshot snapshot = store.snapshot();
  const auto table = snapshot.root().share_as<TableData>(kTable);
  ASSERT_EQ(sum_by_scan(table), kAccounts * kBalance);
  if (const SegmentStatistics* exact = table->exact_statistics(0)) {
    ASSERT_EQ(*exact->integer_sum, static_cast<Int128>(kAccounts) * kBalance);
  }
  table->zone(0);
  table->estimate_distinct_count(1);
}

TEST(TableConcurrencyTest, ReadersSeeOneSumWhileWritersWrite) {
  VersionStore store(StorageOptions{nullptr, 128});
  make_table(store, make_schema({{"balance", TypeId::kBigint}, {"owner", TypeId::kText}}));
  {
    Fork fork = store.fork();
    TableWriter(fork, kTable).append(make_accounts(kAccounts, kBalance));
    store.commit(std::move(fork));
  }
  constexpr int kWriters = 2;
  std::atomic<int> writers_left{kWriters};
  std::atomic<size_t> committed{0};
  std::vector<std::thread> threads;
  for (int w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      Random random(static_cast<uint64_t>(w) + 17);
      for (int i = 0; i < 250; ++i) {
        committed += try_change(store, random) ? 1 : 0;
      }
      --writers_left;
    });
  }
  for (int r = 0; r < 3; ++r) {
    threads.emplace_back([&] {
      do {
        check_state(store);
      } while (writers_left.load() != 0);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_GT(committed.load(), 100U);
  check_state(store);
}

TEST(TableConcurrencyTest, StatisticsAreMadeByManyAtOnce) {
  VersionStore store(StorageOptions{nullptr, 4096});
  make_table(store, make_schema({{"balance", TypeId::kBigint}, {"owner", TypeId::kText}}));
  Fork fork = store.fork();
  BulkAppender appender(fork, kTable);
  std::vector<std::thread> loaders;
  for (size_t t = 0; t < 4; ++t) {
    loaders.emplace_back([&appender, t] {
      for (size_t morsel = t; morsel < 16; morsel += 4) {
        appender.append(morsel, make_accounts(1500, 1));
        appender.finish_morsel(morsel);
      }
    });
  }
  for (std::thread& loader : loaders) {
    loader.join();
  }
  EXPECT_EQ(appender.finish(fork), 24000U);
  store.commit(std::move(fork));
  const auto table = store.snapshot().root().share_as<TableData>(kTable);
  std::vector<std::thread> readers;
  for (int t = 0; t < 4; ++t) {
    readers.emplace_back([&table] {
      ASSERT_NE(table->exact_statistics(0), nullptr);
      EXPECT_EQ(*table->exact_statistics(0)->integer_sum, 24000);
      EXPECT_EQ(table->zone(1).null_count, 0U);
      EXPECT_NEAR(table->estimate_distinct_count(1), 5, 0.5);
    });
  }
  for (std::thread& reader : readers) {
    reader.join();
  }
}

}  // namespace
}  // namespace stoa
