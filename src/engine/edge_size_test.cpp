// Changes and copies at the sizes around which loops, vectors and row groups have their edges: what goes in
// by one way comes out by another.

#include <gtest/gtest.h>

#include "engine/session.h"
#include "io/memory_file_system.h"

namespace stoa::engine {
namespace {

constexpr size_t kEdgeSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65535, 65536, 65537};

class EdgeSizeTest : public ::testing::Test {
 protected:
  static DatabaseOptions options() {
    DatabaseOptions options;
    options.thread_count = 4;
    options.files = std::make_shared<MemoryFileSystem>();
    return options;
  }
  void run(const std::string& sql) { session_.execute(sql); }
  std::string one(const std::string& sql) {
    const Value value = session_.execute(sql).rows->batches().at(0).columns.at(0).value(0);
    return value.is_null() ? "NULL" : value.to_string();
  }
  static std::string rows(size_t count) {
    return "SELECT CASE WHEN x % 10 <> 3 THEN x END AS a, CASE WHEN x % 7 <> 2 THEN 'text ' || x % 100 END "
           "AS b, "
           "x * 0.5::double precision AS c FROM generate_series(1, " +
           std::to_string(count) + ") g(x)";
  }
  /// Rows, NULLs and contents, in a form that tells any difference.
  std::string digest(const std::string& from) {
    return one(
        "SELECT count(*) || ' ' || count(a) || ' ' || count(b) || ' ' || COALESCE(sum(a)::text, '-') || ' ' "
        "|| "
        "COALESCE(sum(length(b) * (1 + COALESCE(a, 0)))::text, '-') || ' ' || COALESCE(sum(c)::text, '-') "
        "FROM " +
        from);
  }

  Database database_{options()};
  Session session_{database_};
};

TEST_F(EdgeSizeTest, CopiesComeBackAsTheyWent) {
  for (const size_t count : kEdgeSizes) {
    const std::string expected = digest("(" + rows(count) + ") s");
    for (const std::string name : {"f.csv", "f.csv.gz", "f.parquet"}) {
      EXPECT_EQ(session_.execute("COPY (" + rows(count) + ") TO '" + name + "'").changed_row_count, count);
      run("CREATE TABLE t (a BIGINT, b TEXT, c DOUBLE PRECISION)");
      EXPECT_EQ(session_.execute("COPY t FROM '" + name + "'").changed_row_count, count) << name;
      EXPECT_EQ(digest("t"), expected) << name << ", " << count << " rows";
      if (name == "f.parquet" || count != 0) {  // a CSV file without rows has no types
        EXPECT_EQ(digest("'" + name + "'"), expected) << name << ", " << count << " rows";
      }
      run("DROP TABLE t");
    }
  }
}

TEST_F(EdgeSizeTest, ChangesTouchTheRowsThatTheyShould) {
  for (const size_t count : kEdgeSizes) {
    const std::string what = std::to_string(count) + " rows";
    run("CREATE TABLE t AS " + rows(count));
    EXPECT_EQ(digest("t"), digest("(" + rows(count) + ") s")) << what;
    // One half is inserted twice, changed where it is NULL, and taken out again.
    const auto insert =
        session_.execute("INSERT INTO t SELECT a, b, -c FROM t WHERE c::bigint % 2 = 0 RETURNING c");
    EXPECT_EQ(std::to_string(insert.row_count()), one("SELECT count(*) FROM t WHERE c < 0")) << what;
    const auto update = session_.execute("UPDATE t SET a = -1, b = b || '!' WHERE a IS NULL RETURNING a");
    EXPECT_EQ(std::to_string(update.row_count()), one("SELECT count(*) FROM t WHERE a = -1")) << what;
    EXPECT_EQ(one("SELECT count(*) FROM t WHERE a IS NULL"), "0") << what;
    run("UPDATE t SET a = NULL, b = substr(b, 1, length(b) - 1) WHERE a = -1");
    const auto erase = session_.execute("DELETE FROM t WHERE c < 0 RETURNING a, b, c");
    EXPECT_EQ(erase.row_count(), insert.row_count()) << what;
    EXPECT_EQ(digest("t"), digest("(" + rows(count) + ") s")) << what;
    EXPECT_EQ(session_.execute("DELETE FROM t").changed_row_count, count) << what;
    EXPECT_EQ(one("SELECT count(*) FROM t"), "0") << what;
    run("DROP TABLE t");
  }
}

}  // namespace
}  // namespace stoa::engine
