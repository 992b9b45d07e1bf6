#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <stoa/stoa.h>

/// The C interface in the hands of careless and hostile users.
namespace {

class CApiMisuse : public testing::Test {
 protected:
  CApiMisuse() {
    stoa_open(nullptr, nullptr, &database_);
    stoa_connect(database_, &connection_);
  }
  ~CApiMisuse() override {
    stoa_disconnect(connection_);
    stoa_close(database_);
  }
  void run(const char* sql) {
    EXPECT_EQ(stoa_query(connection_, sql, nullptr), STOA_OK) << stoa_connection_error(connection_)->message;
  }
  std::string state_of(const std::string& sql) {
    return stoa_query(connection_, sql.c_str(), nullptr) == STOA_OK
               ? ""
               : stoa_connection_error(connection_)->sqlstate;
  }
  stoa_statement* prepare(const char* sql) {
    stoa_statement* statement = nullptr;
    EXPECT_EQ(stoa_prepare(connection_, sql, &statement), STOA_OK)
        << stoa_connection_error(connection_)->message;
    return statement;
  }

  stoa_database* database_ = nullptr;
  stoa_connection* connection_ = nullptr;
};

TEST_F(CApiMisuse, TakesTextsWithoutStatements) {
  for (const char* sql : {"", " ", ";", ";;", "-- a remark", "/* a remark */"}) {
    stoa_result* result = nullptr;
    EXPECT_EQ(stoa_query(connection_, sql, &result), STOA_OK) << sql;
    EXPECT_EQ(stoa_column_count(result), 0U);
    EXPECT_EQ(stoa_batch_count(result), 0U);
    stoa_free(stoa_display(result, 0));
    stoa_result_free(result);
    stoa_statement* statement = nullptr;
    EXPECT_EQ(stoa_prepare(connection_, sql, &statement), STOA_ERROR) << sql;
    EXPECT_EQ(statement, nullptr);
  }
  stoa_statement* statement = nullptr;
  EXPECT_EQ(stoa_prepare(connection_, "SELECT 1; SELECT 2", &statement), STOA_ERROR);
  EXPECT_STREQ(stoa_connection_error(connection_)->sqlstate, "42601");
}

TEST_F(CApiMisuse, RefusesBytesThatAreNoText) {
  EXPECT_EQ(state_of("SELECT '\xff\xfe'"), "22021");
  EXPECT_EQ(state_of("SELECT 1 AS \"\xc3(\""), "22021");
  EXPECT_NE(stoa_load_csv(connection_, "t", "\xff"), STOA_OK);
  EXPECT_NE(stoa_load_csv(connection_, "", "x.csv"), STOA_OK);
  EXPECT_NE(stoa_load_csv(connection_, "\xff", "x.csv"), STOA_OK);
  EXPECT_EQ(state_of("SELECT 1"), "");
}

TEST_F(CApiMisuse, RefusesSizesThatNoValueHas) {
  stoa_statement* statement = prepare("SELECT $1::text, $2::bytea");
  const char text[] = "x";
  for (const size_t size : {size_t{1} << 32, SIZE_MAX}) {
    EXPECT_EQ(stoa_bind_text(statement, 1, text, size), STOA_ERROR);
    EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "54000");
    EXPECT_EQ(stoa_bind_bytes(statement, 2, text, size), STOA_ERROR);
    EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "54000");
  }
  EXPECT_EQ(stoa_bind_text(statement, 1, nullptr, 0), STOA_OK);
  EXPECT_EQ(stoa_bind_text(statement, 1, nullptr, 1), STOA_MISUSE);
  EXPECT_EQ(stoa_bind_text(statement, SIZE_MAX, text, 1), STOA_ERROR);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  const stoa_result* result = stoa_statement_result(statement);
  size_t size = 7;
  EXPECT_STREQ(stoa_value_text(result, 0, 0, &size), "");
  EXPECT_EQ(size, 0U);
  EXPECT_EQ(stoa_value_text(result, SIZE_MAX, SIZE_MAX, &size), nullptr);
  EXPECT_EQ(stoa_value_is_null(result, 0, SIZE_MAX), 1);
  EXPECT_EQ(stoa_column_name(result, SIZE_MAX), nullptr);
  stoa_column column{};
  EXPECT_EQ(stoa_batch_column(result, SIZE_MAX, SIZE_MAX, &column), STOA_MISUSE);
  stoa_finalize(statement);
}

TEST_F(CApiMisuse, RefusesSettingsThatNoMachineHas) {
  stoa_config* config = stoa_config_create();
  for (const char* count : {"0", "-1", "1025", "99999999999", "2147483647", "four", ""}) {
    EXPECT_EQ(stoa_config_set(config, "threads", count), STOA_MISUSE) << count;
  }
  for (const char* size : {"-1", "1e400", "nan", "12XB", ""}) {
    EXPECT_EQ(stoa_config_set(config, "memory_limit", size), STOA_MISUSE) << size;
  }
  stoa_config_free(config);
}

TEST_F(CApiMisuse, PreparedStatementsFollowTheirTables) {
  run("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
  stoa_statement* statement = prepare("SELECT * FROM t WHERE a::text <> ?");
  stoa_bind_text(statement, 1, "x", 1);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  const stoa_result* result = stoa_statement_result(statement);
  run("DROP TABLE t");
  EXPECT_EQ(stoa_value_int64(result, 0, 0), 1);  // the result was there before
  EXPECT_EQ(stoa_step(statement), STOA_DONE);
  stoa_reset(statement);
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "42P01");
  run("CREATE TABLE t (b TEXT, a TEXT); INSERT INTO t VALUES ('b', 'a'), ('c', 'x')");
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  EXPECT_EQ(stoa_column_count(stoa_statement_result(statement)), 2U);
  EXPECT_EQ(stoa_step(statement), STOA_DONE);
  stoa_finalize(statement);
}

TEST_F(CApiMisuse, BindingWhileSteppingTakesEffectAtTheNextRun) {
  stoa_statement* statement = prepare("SELECT i FROM (VALUES (1), (2), (3)) v(i) WHERE i <= $1 ORDER BY i");
  stoa_bind_int64(statement, 1, 3);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  stoa_bind_int64(statement, 1, 1);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  EXPECT_EQ(stoa_value_int64(stoa_statement_result(statement), 0, stoa_statement_row(statement)), 2);
  stoa_result* whole = nullptr;
  EXPECT_EQ(stoa_execute(statement, &whole), STOA_OK);
  EXPECT_EQ(stoa_row_count(whole), 1U);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  EXPECT_EQ(stoa_step(statement), STOA_DONE);
  stoa_finalize(statement);
  EXPECT_EQ(stoa_value_int64(whole, 0, 0), 1);
  stoa_result_free(whole);
}

TEST_F(CApiMisuse, TakesSparseParameters) {
  stoa_statement* statement = prepare("SELECT $3::integer");
  EXPECT_EQ(stoa_parameter_count(statement), 3U);
  EXPECT_EQ(stoa_bind_int64(statement, 3, 7), STOA_OK);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  EXPECT_EQ(stoa_value_int64(stoa_statement_result(statement), 0, 0), 7);
  stoa_finalize(statement);
  EXPECT_EQ(state_of("SELECT $1"), "42P02");
}

TEST_F(CApiMisuse, WrongTypesBoundFailWhenTheStatementRuns) {
  run("CREATE TABLE t (d DATE, n SMALLINT, b BOOLEAN)");
  stoa_statement* statement = prepare("INSERT INTO t VALUES (?, ?, ?)");
  stoa_bind_int64(statement, 2, 40000);
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22003");
  stoa_bind_int64(statement, 2, 4);
  stoa_bind_double(statement, 1, 1.5);
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_NE(std::string(stoa_statement_error(statement)->message), "");
  stoa_bind_text(statement, 1, "2024-02-30", 10);
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22008");
  stoa_finalize(statement);
  stoa_result* result = nullptr;
  stoa_query(connection_, "SELECT count(*) FROM t", &result);
  EXPECT_EQ(stoa_value_int64(result, 0, 0), 0);
  stoa_result_free(result);
}

TEST_F(CApiMisuse, FailedTransactionsTakeOnlyTheirEnd) {
  stoa_statement* statement = prepare("SELECT 1");
  run("BEGIN");
  EXPECT_EQ(state_of("SELECT nosuch"), "42703");
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "25P02");
  EXPECT_EQ(stoa_in_transaction(connection_), 1);
  run("ROLLBACK");
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  stoa_finalize(statement);
}

TEST_F(CApiMisuse, ThreadsWorkOnConnectionsOfTheirOwn) {
  run("CREATE TABLE t (a BIGINT)");
  constexpr int kThreads = 4;
  constexpr int kRows = 50;
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < kThreads; ++number) {
    threads.emplace_back([&] {
      stoa_connection* own = nullptr;
      stoa_statement* insert = nullptr;
      stoa_connect(database_, &own);
      stoa_prepare(own, "INSERT INTO t VALUES (?)", &insert);
      for (int i = 0; i < kRows; ++i) {
        stoa_bind_int64(insert, 1, i);
        while (stoa_execute(insert, nullptr) != STOA_OK) {
          failures += std::string(stoa_statement_error(insert)->sqlstate) != "40001" ? 1 : 0;
        }
      }
      stoa_disconnect(own);
      stoa_finalize(insert);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  stoa_result* result = nullptr;
  stoa_query(connection_, "SELECT count(*), sum(a) FROM t", &result);
  EXPECT_EQ(stoa_value_int64(result, 0, 0), kThreads * kRows);
  EXPECT_EQ(stoa_value_double(result, 1, 0), kThreads * kRows * (kRows - 1) / 2.0);
  stoa_result_free(result);
  EXPECT_EQ(failures.load(), 0);
}

TEST_F(CApiMisuse, NestedValuesAreRefusedOrRead) {
  stoa_result* result = nullptr;
  if (stoa_query(connection_, "SELECT ARRAY[1, 2]", &result) == STOA_OK) {
    EXPECT_NE(stoa_value_text(result, 0, 0, nullptr), nullptr);
  } else {
    EXPECT_STREQ(stoa_connection_error(connection_)->sqlstate, "0A000");
  }
  stoa_result_free(result);
}

}  // namespace
