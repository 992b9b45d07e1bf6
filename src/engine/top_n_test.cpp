// ORDER BY with LIMIT over tables of many small row groups, where bounds skip morsels and batches, against
// plans without any rewrite.
#include <gtest/gtest.h>

#include "engine/session.h"

namespace stoa::engine {

namespace {

std::string rows_of(const QueryResult& result) {
  std::string text;
  for (const Batch& batch : result.rows->batches()) {
    for (size_t row = 0; row < batch.row_count; ++row) {
      for (const ColumnVector& column : batch.columns) {
        text += column.value(row).to_string() + "|";
      }
      text += "\n";
    }
  }
  return text;
}

class TopNTest : public ::testing::Test {
 protected:
  static DatabaseOptions options(size_t thread_count) {
    DatabaseOptions options;
    options.thread_count = thread_count;
    options.row_group_row_count = 512;
    return options;
  }

  /// `up` rises and `down` falls, `wild` does neither, `few` ties, `odd` has NaN, infinities and both zeros;
  /// every fifth `up` or so is NULL in `gaps`.
  static void fill(Session& session, size_t row_count) {
    session.execute(
        "CREATE OR REPLACE TABLE t AS SELECT i AS up, -i AS down, hash(i) % 1000003 AS wild,"
        " 'few ' || (hash(i + 1) % 7)::text AS few,"
        " CASE hash(i + 2) % 50 WHEN 0 THEN 'nan'::double WHEN 1 THEN 'infinity'::double"
        " WHEN 2 THEN '-infinity'::double WHEN 3 THEN -0.0 WHEN 4 THEN 0.0"
        " ELSE (hash(i) % 1000)::double / 7 - 70 END AS odd,"
        " CASE WHEN hash(i + 3) % 5 <> 0 OR i < 600 THEN i END AS gaps, NULL::integer AS nothing"
        " FROM generate_series(1, " +
        std::to_string(row_count) + ") s(i)");
  }

  static void check(Session& session, const std::string& sql) {
    session.execute("SET disabled_optimizers = ''");
    const std::string fast = rows_of(session.execute(sql));
    session.execute("SET disabled_optimizers = 'all'");
    ASSERT_EQ(fast, rows_of(session.execute(sql))) << sql;
  }

  static void check_all(Session& session) {
    for (const char* column : {"up", "down", "wild", "few", "odd", "gaps", "nothing"}) {
      for (const char* direction : {"", " DESC", " NULLS FIRST", " DESC NULLS LAST"}) {
        const std::string order = std::string(" ORDER BY ") + column + direction;
        check(session, "SELECT * FROM t" + order + " LIMIT 10");
        check(session, "SELECT *, up + 1 FROM t" + order + ", wild LIMIT 5 OFFSET 300");
        check(session, "SELECT up FROM t WHERE wild % 3 = 0" + order + " LIMIT 70");
      }
    }
    check(session, "SELECT * FROM t ORDER BY up LIMIT 0");
    check(session,
          "SELECT * FROM (SELECT up FROM t UNION ALL SELECT down FROM t) u ORDER BY up DESC LIMIT 9");
    check(session, "SELECT * FROM t a FULL JOIN t b ON a.up = b.up + 100 ORDER BY a.up DESC, b.up LIMIT 120");
  }
};

TEST_F(TopNTest, GivesTheSameAsASort) {
  for (const size_t thread_count : {1, 4}) {
    Database database(options(thread_count));
    Session session(database);
    for (const size_t row_count : {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 20'000}) {
      fill(session, row_count);
      check_all(session);
    }
  }
}

TEST_F(TopNTest, SeesDeletionsAndUpdates) {
  Database database(options(2));
  Session session(database);
  fill(session, 30'000);
  session.execute("DELETE FROM t WHERE up > 29000 OR up % 7 = 0");
  session.execute("UPDATE t SET down = up WHERE up % 11 = 0");
  session.execute("UPDATE t SET gaps = 1000000 WHERE up = 3");
  session.execute("INSERT INTO t (up, wild) VALUES (40000, -1), (NULL, NULL)");
  check_all(session);
}

TEST_F(TopNTest, SkipsWhatCanNotBeWanted) {
  Database database(options(1));
  Session session(database);
  fill(session, 100'000);
  for (const char* sql : {"EXPLAIN ANALYZE SELECT * FROM t ORDER BY up DESC LIMIT 10",
                          "EXPLAIN ANALYZE SELECT wild, up FROM t ORDER BY down LIMIT 10"}) {
    const std::string text = rows_of(session.execute(sql));
    EXPECT_NE(text.find("rows skipped"), std::string::npos) << text;
  }
}

}  // namespace

}  // namespace stoa::engine
