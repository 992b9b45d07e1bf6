#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <stoa/stoa.h>

#include "column/arrow.h"

namespace {

class CApi : public testing::Test {
 protected:
  CApi() {
    EXPECT_EQ(stoa_open(nullptr, nullptr, &database_), STOA_OK);
    EXPECT_EQ(stoa_connect(database_, &connection_), STOA_OK);
  }
  ~CApi() override {
    stoa_result_free(result_);
    stoa_disconnect(connection_);
    stoa_close(database_);
  }
  /// Valid until the next call.
  const stoa_result* run(const char* sql) {
    stoa_result_free(result_);
    EXPECT_EQ(stoa_query(connection_, sql, &result_), STOA_OK) << stoa_connection_error(connection_)->message;
    return result_;
  }
  std::string state_of(const char* sql) {
    stoa_result* result = nullptr;
    EXPECT_EQ(stoa_query(connection_, sql, &result), STOA_ERROR);
    EXPECT_EQ(result, nullptr);
    return stoa_connection_error(connection_)->sqlstate;
  }
  static std::string text(const stoa_result* result, size_t column, size_t row) {
    size_t size = 0;
    const char* value = stoa_value_text(result, column, row, &size);
    return value == nullptr ? "NULL" : std::string(value, size);
  }

  stoa_database* database_ = nullptr;
  stoa_connection* connection_ = nullptr;
  stoa_result* result_ = nullptr;
};

TEST_F(CApi, GivesValuesOfEachKind) {
  const stoa_result* result =
      run("SELECT true AS b, -7::tinyint AS t, 9223372036854775807 AS i, 1.5::real AS r, "
          "12.34::decimal(10,2) AS d, "
          "'text'::text AS s, DATE '1970-01-03' AS day, TIMESTAMP '1970-01-01 00:00:01' AS at, NULL::integer "
          "AS n");
  EXPECT_EQ(stoa_column_count(result), 9U);
  EXPECT_EQ(stoa_row_count(result), 1U);
  EXPECT_STREQ(stoa_command(result), "SELECT");
  EXPECT_STREQ(stoa_column_name(result, 4), "d");
  EXPECT_EQ(stoa_column_type(result, 4), STOA_TYPE_DECIMAL);
  EXPECT_EQ(stoa_column_scale(result, 4), 2);
  EXPECT_STREQ(stoa_column_type_name(result, 4), "decimal(10,2)");
  EXPECT_EQ(stoa_value_boolean(result, 0, 0), 1);
  EXPECT_EQ(stoa_value_int64(result, 1, 0), -7);
  EXPECT_EQ(stoa_value_int64(result, 2, 0), INT64_MAX);
  EXPECT_EQ(stoa_value_double(result, 3, 0), 1.5);
  EXPECT_EQ(stoa_value_double(result, 4, 0), 12.34);
  EXPECT_EQ(text(result, 4, 0), "12.34");
  EXPECT_EQ(text(result, 5, 0), "text");
  EXPECT_EQ(stoa_value_int64(result, 6, 0), 2);
  EXPECT_EQ(text(result, 6, 0), "1970-01-03");
  EXPECT_EQ(stoa_value_int64(result, 7, 0), 1'000'000);
  EXPECT_EQ(stoa_value_is_null(result, 8, 0), 1);
  EXPECT_EQ(stoa_value_is_null(result, 7, 0), 0);
  EXPECT_EQ(stoa_value_int64(result, 8, 0), 0);
  EXPECT_EQ(stoa_value_text(result, 8, 0, nullptr), nullptr);
  EXPECT_EQ(stoa_result_error(result), nullptr);
}

TEST_F(CApi, SaysWhyAValueCantBeRead) {
  const stoa_result* result = run("SELECT 'text' AS s, 170141183460469231731687303715884105727 AS h");
  EXPECT_EQ(stoa_value_int64(result, 0, 0), 0);
  EXPECT_STREQ(stoa_result_error(result)->sqlstate, "42804");
  EXPECT_EQ(stoa_value_int64(result, 1, 0), 0);
  EXPECT_STREQ(stoa_result_error(result)->sqlstate, "22003");
  EXPECT_EQ(stoa_value_double(result, 0, 0), 0);
  EXPECT_STREQ(stoa_result_error(result)->sqlstate, "42804");
  EXPECT_EQ(stoa_value_is_null(result, 2, 0), 1);
  EXPECT_STREQ(stoa_result_error(result)->sqlstate, "22023");
  EXPECT_EQ(stoa_value_is_null(result, 0, 1), 1);
  EXPECT_EQ(text(result, 1, 0), "170141183460469231731687303715884105727");
  EXPECT_EQ(stoa_result_error(result), nullptr);
  EXPECT_EQ(stoa_column_name(result, 2), nullptr);
  EXPECT_EQ(stoa_column_type(result, 2), STOA_TYPE_INVALID);
}

TEST_F(CApi, TellsErrorsWithPlaceAndHint) {
  EXPECT_EQ(state_of("SELECT citi FROM (SELECT 1 AS city) t"), "42703");
  const stoa_error* error = stoa_connection_error(connection_);
  EXPECT_EQ(error->place, 7);
  EXPECT_NE(std::string(error->hint).find("city"), std::string::npos);
  EXPECT_EQ(state_of("SELECT 1 / 0"), "22012");
  EXPECT_EQ(state_of("SELEC 1"), "42601");
  run("SELECT 1");
  EXPECT_EQ(stoa_connection_error(connection_), nullptr);
}

TEST_F(CApi, RunsScriptsAndGivesTheLastResult) {
  const stoa_result* result =
      run("CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL)");
  EXPECT_STREQ(stoa_command(result), "INSERT");
  EXPECT_EQ(stoa_changed_row_count(result), 2U);
  EXPECT_EQ(stoa_column_count(result), 0U);
  EXPECT_EQ(state_of("INSERT INTO t VALUES (3, 'y'); SELECT nosuch; INSERT INTO t VALUES (4, 'z')"), "42703");
  EXPECT_EQ(stoa_value_int64(run("SELECT count(*) FROM t"), 0, 0), 3);
  EXPECT_EQ(stoa_column_count(run("")), 0U);
}

TEST_F(CApi, BindsAndSteps) {
  run("CREATE TABLE t (i BIGINT, d DOUBLE, s TEXT, b BOOLEAN, y BYTEA, day DATE, at TIMESTAMP, n "
      "DECIMAL(10,2))");
  stoa_statement* insert = nullptr;
  ASSERT_EQ(stoa_prepare(connection_, "INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", &insert),
            STOA_OK);
  EXPECT_EQ(stoa_parameter_count(insert), 8U);
  EXPECT_EQ(stoa_parameter_type(insert, 1), STOA_TYPE_BIGINT);
  EXPECT_EQ(stoa_parameter_type(insert, 0), STOA_TYPE_INVALID);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(stoa_bind_int64(insert, 1, i), STOA_OK);
    EXPECT_EQ(stoa_bind_double(insert, 2, i / 2.0), STOA_OK);
    EXPECT_EQ(stoa_bind_text(insert, 3, "a\0b", 3), STOA_OK);
    EXPECT_EQ(stoa_bind_boolean(insert, 4, i % 2), STOA_OK);
    EXPECT_EQ(stoa_bind_bytes(insert, 5, "\0\xff", 2), STOA_OK);
    EXPECT_EQ(stoa_bind_date(insert, 6, i), STOA_OK);
    EXPECT_EQ(stoa_bind_timestamp(insert, 7, i * 1'000'000), STOA_OK);
    EXPECT_EQ(stoa_bind_text(insert, 8, "1.25", 4), STOA_OK);
    EXPECT_EQ(stoa_step(insert), STOA_DONE) << stoa_statement_error(insert)->message;
    EXPECT_EQ(stoa_changed_row_count(stoa_statement_result(insert)), 1U);
    EXPECT_EQ(stoa_reset(insert), STOA_OK);
  }
  stoa_finalize(insert);

  stoa_statement* select = nullptr;
  ASSERT_EQ(stoa_prepare(connection_, "SELECT * FROM t WHERE i >= ? ORDER BY i", &select), STOA_OK);
  stoa_bind_int64(select, 1, 1);
  for (int run = 0; run < 2; ++run) {
    for (int i = 1; i < 3; ++i) {
      ASSERT_EQ(stoa_step(select), STOA_ROW);
      const stoa_result* row = stoa_statement_result(select);
      const size_t at = stoa_statement_row(select);
      EXPECT_EQ(stoa_value_int64(row, 0, at), i);
      EXPECT_EQ(stoa_value_double(row, 1, at), i / 2.0);
      EXPECT_EQ(stoa_value_boolean(row, 3, at), i % 2);
      EXPECT_EQ(text(row, 4, at), std::string("\0\xff", 2));
      EXPECT_EQ(stoa_value_int64(row, 5, at), i);
      EXPECT_EQ(text(row, 7, at), "1.25");
    }
    EXPECT_EQ(stoa_step(select), STOA_DONE);
    EXPECT_EQ(stoa_step(select), STOA_DONE);
    stoa_reset(select);
  }
  stoa_clear_bindings(select);
  EXPECT_EQ(stoa_step(select), STOA_DONE);  // i >= NULL
  stoa_finalize(select);
}

TEST_F(CApi, BindsTheWideAndTheTemporal) {
  stoa_statement* statement = nullptr;
  ASSERT_EQ(stoa_prepare(connection_,
                         "SELECT $1::hugeint, $2::decimal(38,3), $3::time, $4::timestamptz, $5::interval, "
                         "$6::uuid, $7::text",
                         &statement),
            STOA_OK);
  const uint8_t uuid[16] = {0xa0, 0xee, 0xbc, 0x99, 0x9c, 0x0b, 0x4e, 0xf8,
                            0xbb, 0x6d, 0x6b, 0xb9, 0xbd, 0x38, 0x0a, 0x11};
  EXPECT_EQ(stoa_bind_hugeint(statement, 1, -1, 0), STOA_OK);
  EXPECT_EQ(stoa_bind_decimal(statement, 2, -1, static_cast<uint64_t>(-1234), 3), STOA_OK);
  EXPECT_EQ(stoa_bind_time(statement, 3, 3'600'000'001), STOA_OK);
  EXPECT_EQ(stoa_bind_timestamptz(statement, 4, 1), STOA_OK);
  EXPECT_EQ(stoa_bind_interval(statement, 5, {14, -3, 1'000'000}), STOA_OK);
  EXPECT_EQ(stoa_bind_uuid(statement, 6, uuid), STOA_OK);
  EXPECT_EQ(stoa_bind_null(statement, 7), STOA_OK);
  ASSERT_EQ(stoa_step(statement), STOA_ROW) << stoa_statement_error(statement)->message;
  const stoa_result* result = stoa_statement_result(statement);
  EXPECT_EQ(text(result, 0, 0), "-18446744073709551616");
  EXPECT_EQ(text(result, 1, 0), "-1.234");
  EXPECT_EQ(text(result, 2, 0), "01:00:00.000001");
  EXPECT_EQ(text(result, 3, 0), "1970-01-01 00:00:00.000001+00");
  EXPECT_EQ(text(result, 4, 0), "1 year 2 mons -3 days +00:00:01");
  EXPECT_EQ(text(result, 5, 0), "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
  EXPECT_EQ(text(result, 6, 0), "NULL");
  EXPECT_EQ(stoa_bind_decimal(statement, 2, 0, 1, 39), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22023");
  EXPECT_EQ(stoa_bind_decimal(statement, 2, INT64_MAX, 0, 3), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22003");
  EXPECT_EQ(stoa_bind_time(statement, 3, -1), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22008");
  EXPECT_EQ(stoa_bind_uuid(statement, 6, nullptr), STOA_MISUSE);
  stoa_finalize(statement);
}

TEST_F(CApi, RefusesWrongBindings) {
  stoa_statement* statement = nullptr;
  EXPECT_EQ(stoa_prepare(connection_, "SELECT nosuch", &statement), STOA_ERROR);
  EXPECT_EQ(statement, nullptr);
  ASSERT_EQ(stoa_prepare(connection_, "SELECT $1::integer", &statement), STOA_OK);
  EXPECT_EQ(stoa_bind_int64(statement, 0, 1), STOA_ERROR);
  EXPECT_EQ(stoa_bind_int64(statement, 2, 1), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "42P02");
  EXPECT_EQ(stoa_bind_text(statement, 1, "\xff", 1), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22021");
  EXPECT_EQ(stoa_bind_text(statement, 1, "one", 3), STOA_OK);
  EXPECT_EQ(stoa_step(statement), STOA_ERROR);
  EXPECT_STREQ(stoa_statement_error(statement)->sqlstate, "22P02");
  EXPECT_EQ(stoa_bind_text(statement, 1, "41", 2), STOA_OK);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  stoa_finalize(statement);
}

TEST_F(CApi, GivesColumnsWithoutCopies) {
  run("CREATE TABLE t AS SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE 'a longer text ' || (i % 5) END AS s "
      "FROM generate_series(0, 99999) g(i)");
  const stoa_result* result = run("SELECT i, s FROM t");
  int64_t sum = 0;
  size_t nulls = 0;
  size_t bytes = 0;
  for (size_t batch = 0; batch < stoa_batch_count(result); ++batch) {
    stoa_column numbers{};
    stoa_column texts{};
    ASSERT_EQ(stoa_batch_column(result, batch, 0, &numbers), STOA_OK);
    ASSERT_EQ(stoa_batch_column(result, batch, 1, &texts), STOA_OK);
    ASSERT_EQ(numbers.row_count, stoa_batch_row_count(result, batch));
    EXPECT_EQ(numbers.type, STOA_TYPE_BIGINT);
    EXPECT_EQ(texts.value_bytes, sizeof(stoa_text));
    for (size_t row = 0; row < numbers.row_count; ++row) {
      sum += static_cast<const int64_t*>(numbers.values)[row];
      if ((texts.validity[row / 64] >> (row % 64) & 1) == 0) {
        ++nulls;
      } else {
        const stoa_text* text = static_cast<const stoa_text*>(texts.values) + row;
        EXPECT_EQ(std::memcmp(stoa_text_data(text), "a longer text ", 14), 0);
        bytes += text->size;
      }
    }
  }
  EXPECT_EQ(sum, 4999950000);
  EXPECT_EQ(nulls, 33334U);
  EXPECT_EQ(bytes, 66666U * 15);
  stoa_column column{};
  EXPECT_EQ(stoa_batch_column(result, 0, 2, &column), STOA_MISUSE);
  EXPECT_EQ(stoa_batch_column(result, 1'000'000, 0, &column), STOA_MISUSE);
}

TEST_F(CApi, StreamsArrowThatOutlivesEverything) {
  run("CREATE TABLE t AS SELECT i, 'text ' || i AS s FROM generate_series(1, 5000) g(i)");
  stoa_result* result = nullptr;
  ASSERT_EQ(stoa_query(connection_, "SELECT * FROM t ORDER BY i", &result), STOA_OK);
  ArrowArrayStream stream;
  ASSERT_EQ(stoa_result_arrow(result, STOA_ARROW_TEXT_VIEWS, &stream), STOA_OK);
  stoa_result_free(result);
  run("DROP TABLE t");
  stoa::ArrowStreamReader reader(&stream);
  size_t rows = 0;
  while (const auto batch = reader.next()) {
    for (size_t row = 0; row < batch->row_count; ++row, ++rows) {
      ASSERT_EQ(batch->columns[0].value(row).as_int64(), static_cast<int64_t>(rows) + 1);
      ASSERT_EQ(batch->columns[1].value(row).as_text(), "text " + std::to_string(rows + 1));
    }
  }
  EXPECT_EQ(rows, 5000U);
}

TEST_F(CApi, LoadsFilesAndDisplaysThem) {
  const std::string path = (std::filesystem::temp_directory_path() / "stoa_c_api_test.csv").string();
  const std::string parquet = path + ".parquet";
  std::ofstream(path) << "city,people\nAthens,3041131\nPatras,215922\n";
  EXPECT_EQ(stoa_load_csv(connection_, "a \"table\"", path.c_str()), STOA_OK);
  run(("COPY \"a \"\"table\"\"\" TO '" + parquet + "'").c_str());
  EXPECT_EQ(stoa_load_parquet(connection_, "b", parquet.c_str()), STOA_OK);
  char* shown = stoa_display(run("SELECT * FROM b ORDER BY people"), 1);
  EXPECT_STREQ(shown,
               "+--------+--------+\n| city   | people |\n+--------+--------+\n| Patras | 215922 |\n"
               "+--------+--------+\n(2 rows, the first 1 shown)\n");
  stoa_free(shown);
  EXPECT_EQ(stoa_load_csv(connection_, "c", "no/such/file.csv"), STOA_ERROR);
  EXPECT_STREQ(stoa_connection_error(connection_)->sqlstate, "58P01");
  std::filesystem::remove(path);
  std::filesystem::remove(parquet);
}

TEST_F(CApi, StopsAStatement) {
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stoa_interrupt(connection_);
  });
  EXPECT_EQ(state_of("SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"),
            "57014");
  stopper.join();
  EXPECT_EQ(stoa_value_int64(run("SELECT 1"), 0, 0), 1);
}

TEST_F(CApi, KeepsTransactionsOfConnectionsApart) {
  run("CREATE TABLE t (a INTEGER)");
  run("BEGIN");
  run("INSERT INTO t VALUES (1)");
  EXPECT_EQ(stoa_in_transaction(connection_), 1);
  stoa_connection* other = nullptr;
  ASSERT_EQ(stoa_connect(database_, &other), STOA_OK);
  EXPECT_EQ(stoa_in_transaction(other), 0);
  stoa_result* result = nullptr;
  ASSERT_EQ(stoa_query(other, "SELECT count(*) FROM t", &result), STOA_OK);
  EXPECT_EQ(stoa_value_int64(result, 0, 0), 0);
  stoa_result_free(result);
  run("COMMIT");
  ASSERT_EQ(stoa_query(other, "SELECT count(*) FROM t", &result), STOA_OK);
  EXPECT_EQ(stoa_value_int64(result, 0, 0), 1);
  stoa_result_free(result);
  stoa_disconnect(other);
}

TEST(CApiLife, ResultsAndConnectionsOutliveTheDatabaseHandle) {
  stoa_database* database = nullptr;
  stoa_connection* connection = nullptr;
  stoa_statement* statement = nullptr;
  stoa_result* result = nullptr;
  ASSERT_EQ(stoa_open(":memory:", nullptr, &database), STOA_OK);
  ASSERT_EQ(stoa_connect(database, &connection), STOA_OK);
  stoa_close(database);
  ASSERT_EQ(
      stoa_query(connection, "CREATE TABLE t AS SELECT 'a text that is long' AS s; SELECT s FROM t", &result),
      STOA_OK);
  ASSERT_EQ(stoa_prepare(connection, "SELECT 1", &statement), STOA_OK);
  stoa_disconnect(connection);
  EXPECT_EQ(stoa_step(statement), STOA_ROW);
  stoa_finalize(statement);
  EXPECT_STREQ(stoa_value_text(result, 0, 0, nullptr), "a text that is long");
  stoa_result_free(result);
}

TEST(CApiLife, TakesSettings) {
  stoa_config* config = stoa_config_create();
  EXPECT_EQ(stoa_config_set(config, "threads", "1"), STOA_OK);
  EXPECT_EQ(stoa_config_set(config, "memory_limit", "16MB"), STOA_OK);
  EXPECT_EQ(stoa_config_set(config, "read_only", "maybe"), STOA_MISUSE);
  EXPECT_EQ(stoa_config_set(config, "threads", "none"), STOA_MISUSE);
  EXPECT_EQ(stoa_config_set(config, "memory_limit", "much"), STOA_MISUSE);
  EXPECT_EQ(stoa_config_set(config, "colour", "red"), STOA_MISUSE);
  stoa_database* database = nullptr;
  stoa_connection* connection = nullptr;
  ASSERT_EQ(stoa_open("", config, &database), STOA_OK);
  stoa_config_free(config);
  ASSERT_EQ(stoa_connect(database, &connection), STOA_OK);
  EXPECT_EQ(
      stoa_query(connection,
                 "CREATE TABLE t AS SELECT i, i * 2.5 AS d FROM generate_series(1, 10000000) g(i)", nullptr),
      STOA_ERROR);
  EXPECT_STREQ(stoa_connection_error(connection)->sqlstate, "53200");
  stoa_disconnect(connection);
  stoa_close(database);
}

TEST(CApiLife, IsNotHurtByNullHandles) {
  EXPECT_EQ(stoa_open(nullptr, nullptr, nullptr), STOA_MISUSE);
  stoa_close(nullptr);
  stoa_connection* connection = nullptr;
  EXPECT_EQ(stoa_connect(nullptr, &connection), STOA_MISUSE);
  stoa_disconnect(nullptr);
  stoa_result* result = nullptr;
  EXPECT_EQ(stoa_query(nullptr, "SELECT 1", &result), STOA_MISUSE);
  EXPECT_EQ(stoa_connection_error(nullptr), nullptr);
  EXPECT_EQ(stoa_database_error(nullptr), nullptr);
  stoa_interrupt(nullptr);
  EXPECT_EQ(stoa_progress(nullptr), 0);
  stoa_statement* statement = nullptr;
  EXPECT_EQ(stoa_prepare(nullptr, "SELECT 1", &statement), STOA_MISUSE);
  EXPECT_EQ(stoa_step(nullptr), STOA_MISUSE);
  EXPECT_EQ(stoa_execute(nullptr, &result), STOA_MISUSE);
  EXPECT_EQ(stoa_bind_int64(nullptr, 1, 1), STOA_MISUSE);
  EXPECT_EQ(stoa_reset(nullptr), STOA_MISUSE);
  stoa_finalize(nullptr);
  stoa_result_free(nullptr);
  EXPECT_EQ(stoa_row_count(nullptr), 0U);
  EXPECT_EQ(stoa_column_count(nullptr), 0U);
  EXPECT_EQ(stoa_value_is_null(nullptr, 0, 0), 1);
  EXPECT_EQ(stoa_value_text(nullptr, 0, 0, nullptr), nullptr);
  EXPECT_EQ(stoa_batch_column(nullptr, 0, 0, nullptr), STOA_MISUSE);
  EXPECT_EQ(stoa_display(nullptr, 0), nullptr);
  EXPECT_EQ(stoa_result_arrow(nullptr, 0, nullptr), STOA_MISUSE);
  stoa_free(nullptr);
}

TEST(CApiLife, RefusesAFileUntilItCanKeepOne) {
  stoa_database* database = nullptr;
  EXPECT_EQ(stoa_open("a.stoa", nullptr, &database), STOA_ERROR);
  EXPECT_STREQ(stoa_database_error(database)->sqlstate, "0A000");
  stoa_connection* connection = nullptr;
  EXPECT_EQ(stoa_connect(database, &connection), STOA_ERROR);
  stoa_close(database);
}

}  // namespace
