#include "engine/session.h"

#include <thread>

#include <gtest/gtest.h>

#include "base/error.h"

namespace stoa::engine {

namespace {

class SessionTest : public ::testing::Test {
 protected:
  Value one(std::string_view sql, std::span<const Value> parameters = {}) {
    const QueryResult result = session_.execute(sql, parameters);
    EXPECT_EQ(result.row_count(), 1);
    return result.rows->batches().at(0).columns.at(0).value(0);
  }
  std::string state_of(std::string_view sql) {
    try {
      session_.execute(sql);
      return "";
    } catch (const Error& error) {
      return std::string(error.state().view());
    }
  }

  Database database_;
  Session session_{database_};
};

TEST_F(SessionTest, KeepsThePlanOfAScriptOfOneStatement) {
  const auto run = [&](std::string_view script) {
    Value last;
    session_.run(script, [&](const QueryResult& result) {
      if (result.row_count() == 1) {
        last = result.rows->batches().at(0).columns.at(0).value(0);
      }
    });
    return last;
  };
  run("CREATE TABLE t (a INTEGER)");
  EXPECT_EQ(run("INSERT INTO t VALUES (1)"), Value());
  EXPECT_EQ(run("INSERT INTO t VALUES (1)"), Value());
  EXPECT_EQ(run("SELECT count(*) FROM t;"), Value::bigint(2));
  EXPECT_EQ(run("SELECT count(*) FROM t;"), Value::bigint(2));
  run("DELETE FROM t");
  EXPECT_EQ(run("SELECT count(*) FROM t;"), Value::bigint(0));
  run("DROP TABLE t; CREATE TABLE t (b TEXT); INSERT INTO t VALUES ('new')");
  EXPECT_EQ(run("SELECT count(*) FROM t;"), Value::bigint(1));
  run("DROP TABLE t");
  EXPECT_THROW(run("SELECT count(*) FROM t;"), Error);
  EXPECT_THROW(run("SELECT count(*) FROM t;"), Error);
  run("BEGIN");
  EXPECT_EQ(run("SELECT 5::bigint"), Value::bigint(5));
  EXPECT_THROW(run("SELECT nosuch"), Error);
  EXPECT_THROW(run("SELECT 5::bigint"), Error);
  run("ROLLBACK");
  EXPECT_EQ(run("SELECT 5::bigint"), Value::bigint(5));
}

TEST_F(SessionTest, RunsScriptsStatementByStatement) {
  std::vector<std::string> commands;
  session_.run("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2); SELECT * FROM t;",
               [&](const QueryResult& result) { commands.push_back(result.command); });
  EXPECT_EQ(commands, (std::vector<std::string>{"CREATE TABLE", "INSERT", "SELECT"}));
}

TEST_F(SessionTest, ReportsPlacesInTheTextGiven) {
  try {
    session_.run("SELECT 1;\nSELECT nosuch;", [](const QueryResult&) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place(), 17);
  }
}

TEST_F(SessionTest, CachedPlansSeeNewRowsAndNewSchemas) {
  session_.execute("CREATE TABLE t (a INTEGER)");
  EXPECT_EQ(one("SELECT count(*) FROM t"), Value::bigint(0));
  session_.execute("INSERT INTO t VALUES (1)");
  EXPECT_EQ(one("SELECT count(*) FROM t"), Value::bigint(1));
  session_.execute("DROP TABLE t");
  EXPECT_EQ(state_of("SELECT count(*) FROM t"), "42P01");
  session_.execute("CREATE TABLE t (b TEXT)");
  EXPECT_EQ(one("SELECT count(*) FROM t"), Value::bigint(0));
}

TEST_F(SessionTest, SettingsChangeCachedPlans) {
  EXPECT_EQ(one("SELECT 7 / 2"), Value::double_precision(3.5));
  session_.execute("SET integer_division = on");
  EXPECT_EQ(one("SELECT 7 / 2").to_string(), "3");
}

TEST_F(SessionTest, BindsParametersByInferredTypes) {
  session_.execute("CREATE TABLE t (a BIGINT, b TEXT)");
  session_.execute("INSERT INTO t VALUES (1, 'one'), (2, 'two')");
  const auto prepared = session_.prepare("SELECT b FROM t WHERE a = $1");
  std::vector<LogicalType> types;
  const QueryResult description = session_.describe(*prepared, types);
  EXPECT_EQ(types, std::vector<LogicalType>{TypeId::kBigint});
  EXPECT_EQ(description.names, std::vector<std::string>{"b"});
  const Value parameters[] = {Value::integer(2)};
  for (int run = 0; run < 6; ++run) {
    const QueryResult result = session_.execute(*prepared, parameters);
    ASSERT_EQ(result.row_count(), 1);
    EXPECT_EQ(result.rows->batches()[0].columns[0].value(0), Value::text("two"));
  }
  EXPECT_THROW(session_.execute(*prepared, {}), Error);
}

TEST_F(SessionTest, ResultsOutliveSessionAndDatabase) {
  QueryResult result;
  {
    Database database;
    Session session(database);
    session.execute(
        "CREATE TABLE t AS SELECT n, 'a longer text for row ' || n AS label FROM generate_series(1, 5000) "
        "s(n)");
    result = session.execute("SELECT n % 7 AS k, max(label), sum(n) FROM t GROUP BY k ORDER BY k");
  }
  ASSERT_EQ(result.row_count(), 7);
  EXPECT_EQ(result.rows->batches()[0].columns[1].value(0), Value::text("a longer text for row 994"));
}

TEST_F(SessionTest, StopsWhenCancelled) {
  std::thread canceller([this] {
    for (int i = 0; i < 200; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      session_.cancel();
    }
  });
  EXPECT_EQ(state_of("SELECT count(*) FROM generate_series(1, 100000) a(x), generate_series(1, 100000) b(y) "
                     "WHERE x + y < 0"),
            "57014");
  canceller.join();
}

TEST_F(SessionTest, KeepsQueriesWithinTheMemoryLimit) {
  session_.execute("SET memory_limit = '16MB'");
  EXPECT_EQ(state_of("SELECT n, count(*) FROM generate_series(1, 3000000) s(n) GROUP BY n"), "53200");
  EXPECT_EQ(one("SELECT count(*) FROM generate_series(1, 1000) s(n)"), Value::bigint(1000));
}

TEST_F(SessionTest, ReadOnlyDatabasesRefuseChanges) {
  DatabaseOptions options;
  options.is_read_only = true;
  Database database(options);
  Session session(database);
  EXPECT_THROW(session.execute("CREATE TABLE t (a INTEGER)"), Error);
  EXPECT_EQ(session.execute("SELECT 1").row_count(), 1);
}

TEST_F(SessionTest, StatisticsAnswerWhatScansAnswer) {
  session_.execute(
      "CREATE TABLE t AS SELECT n::integer AS i, n * 0.1 AS d, sqrt(n) AS f, CASE WHEN n % 3 = 0 THEN NULL "
      "ELSE 'text ' || n END AS s "
      "FROM generate_series(1, 70000) g(n)");
  const char* query =
      "SELECT count(*), count(s), sum(i), avg(i), min(i), max(i), sum(f), avg(f), min(f), max(f), sum(d), "
      "min(d), max(d), "
      "min(s), max(s) FROM t";
  for (const char* change : {"SELECT 1", "DELETE FROM t WHERE i = 5", "UPDATE t SET f = -1 WHERE i = 7"}) {
    session_.execute(change);
    session_.execute("SET statistics_aggregates = on");
    const QueryResult fast = session_.execute(query);
    session_.execute("SET statistics_aggregates = off");
    const QueryResult general = session_.execute(query);
    for (size_t c = 0; c < fast.names.size(); ++c) {
      EXPECT_EQ(fast.rows->batches()[0].columns[c].value(0), general.rows->batches()[0].columns[c].value(0))
          << c;
    }
  }
}

TEST(SizeTest, ReadsSizesAsUsersWriteThem) {
  EXPECT_EQ(parse_size("512"), 512);
  EXPECT_EQ(parse_size("1.5 KiB"), 1536);
  EXPECT_EQ(parse_size("2gb"), 2'000'000'000);
  EXPECT_EQ(parse_size("100%"), machine_memory_bytes());
  EXPECT_THROW(parse_size("many"), Error);
  EXPECT_THROW(parse_size("-1MB"), Error);
}

}  // namespace

}  // namespace stoa::engine
