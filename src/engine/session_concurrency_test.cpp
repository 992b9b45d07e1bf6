#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/session.h"

namespace stoa::engine {

namespace {

/// Readers on several threads while one writes: every answer is that of some committed state, where the sum
/// is constant.
TEST(SessionConcurrencyTest, ReadersSeeCommittedStatesOnly) {
  DatabaseOptions options;
  options.thread_count = 2;
  options.row_group_row_count = 256;
  Database database(options);
  Session writer(database);
  writer.execute("CREATE TABLE t AS SELECT n AS id, 10 AS v FROM generate_series(1, 1000) s(n)");
  std::atomic<bool> is_done{false};
  std::vector<std::thread> readers;
  for (int r = 0; r < 3; ++r) {
    readers.emplace_back([&] {
      Session session(database);
      while (!is_done) {
        const QueryResult result = session.execute("SELECT sum(v), count(*) FROM t WHERE id > 0");
        EXPECT_EQ(result.rows->batches().at(0).columns[0].value(0).to_string(), "10000");
      }
    });
  }
  for (int i = 0; i < 60; ++i) {
    writer.execute("BEGIN");
    writer.execute("UPDATE t SET v = v + 1 WHERE id % 2 = 0");
    writer.execute("UPDATE t SET v = v - 1 WHERE id % 2 = 1");
    writer.execute("COMMIT");
  }
  is_done = true;
  for (std::thread& reader : readers) {
    reader.join();
  }
}

/// Single statements of many sessions on the same rows all land: they are run again when another was first.
TEST(SessionConcurrencyTest, SingleStatementsRetry) {
  Database database;
  Session(database).execute("CREATE TABLE t AS SELECT 0 AS v");
  std::atomic<int> landed{0};
  std::vector<std::thread> writers;
  for (int w = 0; w < 3; ++w) {
    writers.emplace_back([&] {
      Session session(database);
      for (int i = 0; i < 50; ++i) {
        try {
          session.execute("UPDATE t SET v = v + 1");
          ++landed;
        } catch (const Error& error) {
          EXPECT_EQ(error.state().view(), "40001");
        }
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  Session session(database);
  EXPECT_EQ(session.execute("SELECT v FROM t").rows->batches().at(0).columns[0].value(0).as_int64(),
            landed.load());
}

}  // namespace

}  // namespace stoa::engine
