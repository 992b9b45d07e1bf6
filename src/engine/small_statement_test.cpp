#include <filesystem>

#include <gtest/gtest.h>

#include "engine/session.h"

namespace stoa::engine {
namespace {

size_t thread_count() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
}

// The scheduler starts its threads when it first wants one.
TEST(SmallStatement, StaysOnTheCallingThread) {
  DatabaseOptions options;
  options.thread_count = 4;
  Database database(options);
  Session session(database);
  const size_t before = thread_count();
  session.execute(
      "CREATE TABLE t AS SELECT i, i % 7 AS g, 'text ' || i AS s FROM generate_series(1, 1000) g(i)");
  for (const char* sql : {
           "SELECT count(*), sum(i), max(s) FROM t WHERE i % 3 = 0",
           "SELECT g, count(*), avg(i) FROM t GROUP BY g ORDER BY g",
           "SELECT a.s FROM t a JOIN t b ON a.i = b.g ORDER BY b.i, a.s LIMIT 5",
           "SELECT i, row_number() OVER (PARTITION BY g ORDER BY s) FROM t",
           "SELECT DISTINCT g FROM t UNION SELECT i FROM t WHERE i IN (SELECT g FROM t)",
           "UPDATE t SET s = s || '!' WHERE i % 2 = 0",
           "DELETE FROM t WHERE g = 3",
       }) {
    session.execute(sql);
    EXPECT_EQ(thread_count(), before) << sql;
  }
  session.execute("CREATE TABLE large AS SELECT i FROM generate_series(1, 1000000) g(i)");
  session.execute("SELECT i % 10, sum(i) FROM large GROUP BY 1");
  EXPECT_GT(thread_count(), before) << "the count of threads tells nothing";
}

}  // namespace
}  // namespace stoa::engine
