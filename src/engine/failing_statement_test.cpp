// Statements that fail half way: over the memory limit, at a bad row, at a file that can't be read or
// written. They leave nothing behind, also inside of a transaction, and give their memory back.

#include <thread>

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/session.h"
#include "format/parquet/test_files.h"
#include "io/faulty_file_system.h"
#include "io/memory_file_system.h"

namespace stoa::engine {
namespace {

constexpr uint64_t kLimit_bytes = 64 << 20;

class FailingStatementTest : public ::testing::Test {
 protected:
  static DatabaseOptions options(std::shared_ptr<FileSystem> files) {
    DatabaseOptions options;
    options.thread_count = 4;
    options.memory_limit_bytes = kLimit_bytes;
    options.files = std::move(files);
    return options;
  }

  std::string state_of(std::string_view sql) {
    try {
      session_.execute(sql);
      return "";
    } catch (const Error& error) {
      message_ = error.message();
      hint_ = error.hint();
      return std::string(error.state().view());
    }
  }
  int64_t count(std::string_view from) {
    const QueryResult result = session_.execute("SELECT count(*) FROM " + std::string(from));
    return result.rows->batches().at(0).columns.at(0).value(0).as_int64();
  }
  uint64_t used_bytes() { return database_.budget().used_bytes(); }

  MemoryFileSystem memory_;
  std::shared_ptr<FaultyFileSystem> files_ = std::make_shared<FaultyFileSystem>(memory_);
  Database database_{options(files_)};
  Session session_{database_};
  std::string message_;
  std::string hint_;
};

/// Queries that hold much at once, each another way.
constexpr const char* kHungry[] = {
    "SELECT count(*) FROM generate_series(1, N) a(x) JOIN generate_series(1, N) b(x) ON a.x = b.x",
    "SELECT count(*) FROM generate_series(1, N) a(x) FULL JOIN generate_series(5, N) b(x) ON a.x = b.x",
    "SELECT sum(x) FROM (SELECT x FROM generate_series(1, N) g(x) ORDER BY x * 7919 % 20003 OFFSET 1) t",
    "SELECT max(r) FROM (SELECT rank() OVER (PARTITION BY x % 10 ORDER BY x) AS r FROM generate_series(1, N) "
    "g(x)) t",
    "SELECT count(*) FROM (SELECT x, sum(x), max('a text of some length ' || x) FROM generate_series(1, N) "
    "g(x) "
    "GROUP BY x) t",
    "SELECT count(*) FROM (SELECT DISTINCT x FROM generate_series(1, N) g(x)) t",
    "SELECT count(DISTINCT x), median(x) FROM generate_series(1, N) g(x)",
    "SELECT count(*) FROM (SELECT x FROM generate_series(1, N) g(x) EXCEPT SELECT 7) t",
    "SELECT count(*) FROM (SELECT x FROM generate_series(1, N) g(x) INTERSECT SELECT x FROM "
    "generate_series(1, N) g(x)) t",
    "SELECT length(string_agg('abcdefghijklmnop' || x, ',')) FROM generate_series(1, N) g(x)",
    "WITH c AS MATERIALIZED (SELECT x, x * 2 AS y FROM generate_series(1, N) g(x)) SELECT sum(c.x + d.y) "
    "FROM c, c d "
    "WHERE c.x = d.x",
    "SELECT x, 'row ' || x FROM generate_series(1, N) g(x)",
    "SELECT a.x, b.y FROM generate_series(1, 3) a(x), generate_series(1, N) b(y)",
    "SELECT * FROM generate_series(1, N) g(x) ORDER BY x % 1000 LIMIT 100000",
    "SELECT length(repeat('0123456789', N))",
    "SELECT length(replace(repeat('x', N), 'x', 'xyz'))",
};

std::string with_rows(std::string_view sql, std::string_view row_count) {
  std::string text(sql);
  for (size_t at = text.find('N'); at != std::string::npos; at = text.find('N', at + 1)) {
    const bool is_word = (at > 0 && std::isalpha(text[at - 1]) != 0) || std::isalpha(text[at + 1]) != 0;
    if (!is_word) {
      text.replace(at, 1, row_count);
    }
  }
  return text;
}

TEST_F(FailingStatementTest, QueriesGiveTheirMemoryBack) {
  session_.execute("SET plan_cache = off");
  for (const char* sql : kHungry) {
    EXPECT_EQ(state_of(with_rows(sql, "20000")), "") << sql << ": " << message_;
    EXPECT_EQ(used_bytes(), 0) << sql;
    EXPECT_EQ(state_of(with_rows(sql, "50000000")), "53200") << sql;
    EXPECT_NE(message_.find("memory limit of 67.1 MB"), std::string::npos) << message_;
    EXPECT_NE(hint_.find("SET memory_limit"), std::string::npos) << hint_;
    EXPECT_EQ(used_bytes(), 0) << sql;
  }
}

TEST_F(FailingStatementTest, StoppedQueriesGiveTheirMemoryBack) {
  session_.execute("SET plan_cache = off");
  database_.budget().set_limit(uint64_t{4} << 30);
  for (const char* sql : kHungry) {
    std::thread stopper([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      session_.cancel();
    });
    const std::string state = state_of(with_rows(sql, "3000000"));
    stopper.join();
    EXPECT_TRUE(state == "57014" || state.empty()) << sql << ": " << message_;
    EXPECT_EQ(used_bytes(), 0) << sql;
  }
}

TEST_F(FailingStatementTest, ResultsHoldTheirMemoryUntilTheyGo) {
  {
    const QueryResult result = session_.execute("SELECT x, x * 2 FROM generate_series(1, 100000) g(x)");
    EXPECT_GE(used_bytes(), 100'000 * 16);
    EXPECT_EQ(result.row_count(), 100'000);
  }
  EXPECT_EQ(used_bytes(), 0);
}

TEST_F(FailingStatementTest, ErrorsInRowsGiveMemoryBackToo) {
  for (const char* sql : {"SELECT sum(100 // (x - 90000)) FROM generate_series(1, 100000) g(x)",
                          "SELECT 1 // (x - 90000) FROM generate_series(1, 100000) g(x) ORDER BY x % 7",
                          "SELECT (SELECT x FROM generate_series(1, 100000) g(x))"}) {
    EXPECT_NE(state_of(sql), "") << sql;
    EXPECT_EQ(used_bytes(), 0) << sql;
  }
}

/// Changes that fail at a late row, or for want of memory.
constexpr const char* kFailingChanges[] = {
    "INSERT INTO t SELECT 100 // (x - 199999), 'a' FROM generate_series(1, 200000) g(x)",
    "INSERT INTO t SELECT x, repeat('long text ', 20) || x FROM generate_series(1, 5000000) g(x)",
    "INSERT INTO t SELECT CASE WHEN x = 199999 THEN NULL ELSE x END, 'a' FROM generate_series(1, 200000) "
    "g(x)",
    "INSERT INTO t VALUES (7, 'fits'), (8, 'is too long for it, of course it is')",
    "UPDATE t SET a = 1 // (a - 50000)",
    "UPDATE t SET b = repeat('longer than it may be ', 2) WHERE a > 99990",
    "DELETE FROM t WHERE 1 // (a - 99999) = 0",
    "CREATE TABLE u AS SELECT 1 // (x - 199999) AS a FROM generate_series(1, 200000) g(x)",
    "CREATE TABLE u AS SELECT x * 7919 % 1000003 AS a, x * 104729 % 1000003 AS b, x AS c "
    "FROM generate_series(1, 50000000) g(x)",
    "COPY t FROM 'bad.csv'",
    "COPY t FROM 'bad.parquet'",
};

class FailingChangeTest : public FailingStatementTest {
 protected:
  void SetUp() override {
    session_.execute("CREATE TABLE t (a BIGINT NOT NULL, b VARCHAR(20))");
    session_.execute("INSERT INTO t SELECT x, 'row ' || x FROM generate_series(1, 100000) g(x)");
    session_.execute("COPY (SELECT x AS a, 'r' AS b FROM generate_series(1, 50000) g(x)) TO 'bad.csv'");
    memory_.write_file("bad.csv", memory_.read_file("bad.csv") + "fifty,r\n");
    session_.execute(
        "COPY (SELECT x AS a, CASE WHEN x = 49999 THEN 'much longer than twenty' ELSE 'r' END AS b "
        "FROM generate_series(1, 50000) g(x)) TO 'bad.parquet'");
    session_.execute("SET plan_cache = off");
    sum_ = sum();
  }
  std::string sum() {
    const QueryResult result =
        session_.execute("SELECT count(*) || ' ' || sum(a) || ' ' || sum(length(b)) || ' ' || max(b) FROM t");
    return std::string(result.rows->batches().at(0).columns.at(0).value(0).as_text());
  }
  std::string sum_;
};

TEST_F(FailingChangeTest, NothingIsLeft) {
  const uint64_t before = used_bytes();
  for (const char* sql : kFailingChanges) {
    EXPECT_NE(state_of(sql), "") << sql;
    EXPECT_EQ(sum(), sum_) << sql;
    EXPECT_EQ(state_of("SELECT * FROM u"), "42P01") << sql;
    EXPECT_EQ(used_bytes(), before) << sql << ": " << message_;
  }
}

TEST_F(FailingChangeTest, NothingIsLeftInATransaction) {
  for (const char* sql : kFailingChanges) {
    session_.execute("BEGIN");
    session_.execute("INSERT INTO t VALUES (-1, 'mine')");
    session_.execute("SAVEPOINT s");
    EXPECT_NE(state_of(sql), "") << sql;
    EXPECT_EQ(state_of("SELECT 1"), "25P02") << sql;
    session_.execute("ROLLBACK TO s");
    EXPECT_EQ(count("t"), 100'001) << sql;
    EXPECT_EQ(count("t WHERE a = -1"), 1) << sql;
    session_.execute("COMMIT");
    EXPECT_EQ(count("t"), 100'001) << sql;
    session_.execute("DELETE FROM t WHERE a = -1");
    EXPECT_EQ(sum(), sum_) << sql;
  }
}

TEST_F(FailingChangeTest, ATableThatFillsTheMemoryCanBeDropped) {
  session_.execute("CREATE TABLE filler (a BIGINT, b BIGINT)");
  std::string state;
  for (int i = 0; i < 1000 && state.empty(); ++i) {
    state = state_of(
        "INSERT INTO filler SELECT x * 7919 % 1000003, x * 104729 % 1000003 FROM generate_series(1, 200000) "
        "g(x)");
  }
  EXPECT_EQ(state, "53200");
  const uint64_t full = used_bytes();
  EXPECT_EQ(state_of("DROP TABLE filler"), "") << message_;
  EXPECT_LT(used_bytes(), full / 2);
  EXPECT_EQ(sum(), sum_);
}

// --- files that fail

class FileFaultTest : public FailingStatementTest {
 protected:
  void SetUp() override {
    session_.execute("COPY (SELECT x, 'text ' || x AS t FROM generate_series(1, 150000) g(x)) TO 'in.csv'");
    session_.execute(
        "COPY (SELECT x, 'text ' || x AS t FROM generate_series(1, 150000) g(x)) TO 'in.parquet'");
    session_.execute("CREATE TABLE t (x BIGINT, t TEXT)");
    names_ = memory_.list(".");
  }
  /// Runs `sql` with its n-th call of a kind failing, n rising until it succeeds. Returns how many failed.
  int fail_each_call(uint32_t calls, bool disk_full, bool keep_failing, std::string_view sql,
                     const std::function<void()>& check) {
    for (int n = 1;; n += n < 20 ? 1 : n / 4) {
      FaultPlan plan;
      plan.calls = calls;
      plan.fail_at = static_cast<uint64_t>(n);
      plan.disk_full = disk_full;
      plan.keep_failing = keep_failing;
      plan.partial_write = true;
      files_->set_plan(plan);
      const std::string state = state_of(sql);
      files_->set_plan({});
      if (state.empty()) {
        return n - 1;
      }
      EXPECT_EQ(state, disk_full ? "53100" : "58030") << sql << " call " << n << ": " << message_;
      check();
    }
  }
  std::vector<std::string> names_;
};

TEST_F(FileFaultTest, CopyToAFullDiskLeavesNoFile) {
  for (const char* name : {"out.csv", "out.csv.gz", "out.parquet"}) {
    const std::string sql = "COPY (SELECT * FROM 'in.parquet') TO '" + std::string(name) + "'";
    for (const uint32_t calls :
         {uint32_t{kCallWrite}, uint32_t{kCallOpen} | kCallWrite, uint32_t{kCallRename}}) {
      const bool disk_full = calls == kCallWrite;
      const int failed = fail_each_call(calls, disk_full, false, sql, [&] {
        EXPECT_EQ(memory_.list("."), names_) << name;
        EXPECT_EQ(used_bytes(), 0) << name;
      });
      EXPECT_GE(failed, 1) << name;
      EXPECT_TRUE(memory_.exists(name));
      memory_.remove(name);
    }
  }
}

TEST_F(FileFaultTest, CopyToKeepsTheFormerFile) {
  memory_.write_file("out.csv", "former");
  names_ = memory_.list(".");
  fail_each_call(kCallWrite, true, false, "COPY (SELECT * FROM 'in.parquet') TO 'out.csv'", [&] {
    EXPECT_EQ(memory_.read_file("out.csv"), "former");
    EXPECT_EQ(memory_.list("."), names_);
  });
}

/// Where even removing fails, the half-written file stays beside under its own name, and nothing else
/// changes.
TEST_F(FileFaultTest, ADeadDiskLeavesAtMostAnUnfinishedFileOfItsOwnName) {
  fail_each_call(kCallWrite | kCallRemove, false, true, "COPY (SELECT * FROM 'in.csv') TO 'out.parquet'",
                 [&] {
                   for (const std::string& name : memory_.list(".")) {
                     const bool is_known = std::find(names_.begin(), names_.end(), name) != names_.end();
                     EXPECT_TRUE(is_known || name.starts_with(".stoa-new-")) << name;
                   }
                 });
}

TEST_F(FileFaultTest, ReadsThatFailInTheMiddle) {
  for (const char* name : {"in.csv", "in.parquet"}) {
    const std::string file = name;
    const uint64_t before = used_bytes();
    const int failed =
        fail_each_call(kCallRead, false, false, "SELECT sum(x), count(DISTINCT t) FROM '" + file + "'", [&] {
          EXPECT_NE(message_.find(file), std::string::npos) << message_;
          EXPECT_EQ(used_bytes(), before);
        });
    EXPECT_GE(failed, 2) << name;
    fail_each_call(kCallRead, false, false, "COPY t FROM '" + file + "'", [&] { EXPECT_EQ(count("t"), 0); });
    EXPECT_EQ(count("t"), 150'000);
    session_.execute("DELETE FROM t");
    fail_each_call(kCallRead, false, false, "CREATE TABLE u AS SELECT * FROM '" + file + "'",
                   [&] { EXPECT_EQ(state_of("SELECT * FROM u"), "42P01"); });
    session_.execute("DROP TABLE u");
  }
}

// --- case A16 of the shared cases, by SQL

TEST_F(FailingStatementTest, A16NanBehindEqualBoundsIsFound) {
  session_.execute(
      "COPY (SELECT * FROM (VALUES (8.0::double precision), (8.0), ('NaN')) t(x)) TO 'nan.parquet'");
  parquet::test::change_footer(memory_, "nan.parquet", [](parquet::FileMetadata& metadata) {
    metadata.created_by = "another writer";
    auto& column = metadata.row_groups.at(0).columns.at(0);
    column.statistics.min_value = column.statistics.max_value = parquet::test::bytes_of(8.0);
    column.column_index_bytes = 0;
  });
  EXPECT_EQ(count("'nan.parquet' WHERE x <> 8"), 1);
  EXPECT_EQ(count("'nan.parquet' WHERE x = 'NaN'"), 1);
  EXPECT_EQ(count("'nan.parquet' WHERE x > 8"), 1);
  EXPECT_EQ(count("'nan.parquet' WHERE x = 8"), 2);
  const QueryResult most = session_.execute("SELECT max(x)::text, min(x)::text FROM 'nan.parquet'");
  EXPECT_EQ(most.rows->batches().at(0).columns.at(0).value(0).as_text(), "NaN");
  EXPECT_EQ(most.rows->batches().at(0).columns.at(1).value(0).as_text(), "8");
}

TEST_F(FailingStatementTest, A16StatisticsOfOneRowGroupSayNothingOfTheOther) {
  session_.execute("COPY (SELECT x FROM generate_series(1, 200) g(x)) TO 'two.parquet' (ROW_GROUP_SIZE 100)");
  parquet::test::change_footer(memory_, "two.parquet", [](parquet::FileMetadata& metadata) {
    auto& column = metadata.row_groups.at(1).columns.at(0);
    column.statistics = {};
    column.column_index_bytes = 0;
  });
  const QueryResult most = session_.execute("SELECT max(x)::bigint, min(x)::bigint FROM 'two.parquet'");
  EXPECT_EQ(most.rows->batches().at(0).columns.at(0).value(0).as_int64(), 200);
  EXPECT_EQ(most.rows->batches().at(0).columns.at(1).value(0).as_int64(), 1);
  EXPECT_EQ(count("'two.parquet' WHERE x > 150"), 50);
}

// --- EXPLAIN ANALYZE

TEST_F(FailingStatementTest, ExplainAnalyzeTellsTheMemoryOfEachOperator) {
  const QueryResult result = session_.execute(
      "EXPLAIN ANALYZE SELECT a.x, count(*) FROM generate_series(1, 50000) a(x) "
      "JOIN generate_series(1, 50000) b(x) ON a.x = b.x GROUP BY a.x ORDER BY 2, 1");
  // 50,000 keys of 8 bytes are over 390 KiB wherever they are kept.
  for (const char* op : {"Sort", "Aggregate", "JoinBuild"}) {
    bool is_found = false;
    for (const Batch& batch : result.rows->batches()) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        const std::string line(batch.columns.at(0).value(row).as_text());
        if (line.find(op) == std::string::npos) {
          continue;
        }
        is_found = true;
        const size_t end = line.find(" KiB");
        ASSERT_NE(end, std::string::npos) << line;
        const size_t begin = line.rfind(' ', end - 1) + 1;
        EXPECT_GT(std::stod(line.substr(begin, end - begin)), 390) << line;
        EXPECT_LT(std::stod(line.substr(begin, end - begin)), 20'000) << line;
      }
    }
    EXPECT_TRUE(is_found) << op;
  }
}

}  // namespace
}  // namespace stoa::engine
