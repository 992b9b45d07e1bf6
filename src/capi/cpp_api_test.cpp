#include <thread>

#include <gtest/gtest.h>
#include <stoa/stoa.hpp>

namespace stoa {
namespace {

class CppApi : public testing::Test {
 protected:
  template <class Work>
  std::string state_of(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      EXPECT_FALSE(error.message().empty());
      return std::string(error.state().view());
    }
    return "";
  }

  Database database_;
  Connection connection_ = database_.connect();
};

TEST_F(CppApi, ReadsRowsByPositionNameAndTuple) {
  const Result result =
      connection_.query("SELECT i, 'name ' || i AS name, NULLIF(i, 2) AS n FROM generate_series(1, 3) g(i)");
  EXPECT_EQ(result.row_count(), 3U);
  EXPECT_EQ(result.column_count(), 3U);
  int64_t expected = 0;
  for (const Row row : result) {
    ++expected;
    EXPECT_EQ(row.get<int64_t>(0), expected);
    EXPECT_EQ(row.get<short>("i"), expected);
    EXPECT_EQ(row.get<double>(0), static_cast<double>(expected));
    EXPECT_EQ(row.get<std::string_view>("name"), "name " + std::to_string(expected));
    EXPECT_EQ(row.get<std::string>(0), std::to_string(expected));
    EXPECT_EQ(row.get<std::optional<int>>(2).has_value(), expected != 2);
  }
  EXPECT_EQ(expected, 3);
  std::string joined;
  for (const auto& [i, name, n] : result.rows<int, std::string, std::optional<int64_t>>()) {
    joined += std::to_string(i) + name + (n ? std::to_string(*n) : "-") + ";";
  }
  EXPECT_EQ(joined, "1name 11;2name 2-;3name 33;");
  EXPECT_EQ(result[1].number(), 1U);
  EXPECT_EQ(result.column_type(1).name, "text");
}

TEST_F(CppApi, RefusesWrongReads) {
  const Result result =
      connection_.query("SELECT 300 AS many, 'text' AS word, NULL::integer AS nothing, -1 AS minus");
  const Row row = result[0];
  EXPECT_EQ(state_of([&] { row.get<int8_t>(0); }), "22003");
  EXPECT_EQ(state_of([&] { row.get<unsigned>(3); }), "22003");
  EXPECT_EQ(state_of([&] { row.get<int>(1); }), "42804");
  EXPECT_EQ(state_of([&] { row.get<bool>(0); }), "42804");
  EXPECT_EQ(state_of([&] { row.get<std::string_view>(0); }), "42804");
  EXPECT_EQ(state_of([&] { row.get<int>(2); }), "22004");
  EXPECT_EQ(state_of([&] { row.get<int>(4); }), "22023");
  EXPECT_EQ(state_of([&] { row.get<int>("mani"); }), "42703");
  EXPECT_EQ(state_of([&] { (void)result[1]; }), "22023");
  EXPECT_EQ(state_of([&] { (void)result.value<int>(); }), "21000");
  EXPECT_EQ(state_of([&] { (void)result.rows<int, int, int, int, int>(); }), "22023");
  EXPECT_EQ(state_of([&] { (void)result.column<double>(0, 0); }), "42804");
  EXPECT_EQ(state_of([&] { (void)result.column<int32_t>(0, 9); }), "22023");
  EXPECT_EQ(state_of([&] { (void)result.column<int32_t>(9, 0); }), "22023");
}

TEST_F(CppApi, GivesColumnsWithoutCopies) {
  connection_.execute(
      "CREATE TABLE t AS SELECT i, CASE WHEN i % 2 = 0 THEN 'a text that is long' END AS s "
      "FROM generate_series(0, 9999) g(i)");
  const Result result = connection_.query("SELECT i, s FROM t");
  int64_t sum = 0;
  size_t texts = 0;
  for (size_t batch = 0; batch < result.batch_count(); ++batch) {
    const ColumnBatch<int64_t> numbers = result.column<int64_t>(batch, 0);
    const ColumnBatch<stoa_text> words = result.column<stoa_text>(batch, 1);
    for (size_t row = 0; row < numbers.size(); ++row) {
      sum += numbers[row];
      if (!words.is_null(row)) {
        EXPECT_EQ(to_view(words[row]), "a text that is long");
        ++texts;
      }
    }
  }
  EXPECT_EQ(sum, 49995000);
  EXPECT_EQ(texts, 5000U);
}

TEST_F(CppApi, BindsParameters) {
  connection_.execute("CREATE TABLE t (i BIGINT, d DOUBLE, s TEXT, b BOOLEAN, y BYTEA, day DATE)");
  Statement insert = connection_.prepare("INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6)");
  EXPECT_EQ(insert.parameter_count(), 6U);
  insert.execute(1, 1.5, "one", true, Parameter::bytes(std::string_view("\0\1", 2)), "2024-02-29");
  insert.execute(std::optional<int>(), std::nullopt, std::string("two"), false, std::nullopt, std::nullopt);
  EXPECT_EQ(insert.bind(1, 7).bind(3, "three").execute().changed_row_count(), 1U);
  EXPECT_EQ(connection_.query("SELECT count(*) FROM t WHERE s = ? OR i = ?", "one", 7).value<int>(), 2);
  EXPECT_EQ(connection_.query("SELECT y FROM t WHERE i = 1").value<std::string>(),
            std::string_view("\0\1", 2));
  EXPECT_EQ(connection_.query("SELECT $1::numeric(20, 0)", UINT64_MAX).value<std::string>(),
            "18446744073709551615");
  EXPECT_EQ(state_of([&] { insert.execute(1); }), "42P02");
  EXPECT_EQ(state_of([&] { insert.bind(7, 1); }), "42P02");
  EXPECT_EQ(state_of([&] { insert.bind(3, "\xff"); }), "22021");
  EXPECT_EQ(state_of([&] { connection_.prepare("SELECT nosuch"); }), "42703");
}

TEST_F(CppApi, RollsBackWhatIsNotCommitted) {
  connection_.execute("CREATE TABLE t (a INTEGER)");
  const auto count = [&] { return connection_.query("SELECT count(*) FROM t").value<int>(); };
  {
    Transaction transaction = connection_.begin();
    connection_.execute("INSERT INTO t VALUES (1)");
    EXPECT_EQ(count(), 1);
    EXPECT_EQ(state_of([&] { connection_.begin(); }), "25001");
  }
  EXPECT_EQ(count(), 0);
  Transaction transaction = connection_.begin();
  connection_.execute("INSERT INTO t VALUES (1)");
  transaction.savepoint("a \"point\"");
  connection_.execute("INSERT INTO t VALUES (2)");
  EXPECT_EQ(state_of([&] { connection_.execute("SELECT 1 / 0"); }), "22012");
  transaction.rollback_to("a \"point\"");
  transaction.release("a \"point\"");
  transaction.commit();
  EXPECT_EQ(count(), 1);
  EXPECT_FALSE(connection_.is_in_transaction());
  EXPECT_EQ(state_of([&] { transaction.commit(); }), "25P01");
}

TEST_F(CppApi, LivesAsLongAsItsParts) {
  Result result;
  EXPECT_TRUE(result.empty());
  {
    Database database(":memory:", {.memory_limit_bytes = 100 << 20, .thread_count = 1});
    Connection connection = database.connect();
    database = Database();
    result = connection.execute("CREATE TABLE t AS SELECT 'a text that is long' AS s; SELECT s FROM t");
  }
  EXPECT_EQ(result.value<std::string_view>(), "a text that is long");
  EXPECT_EQ(result.to_string(),
            "+---------------------+\n| s                   |\n+---------------------+\n"
            "| a text that is long |\n+---------------------+\n(1 row)\n");
  EXPECT_EQ(state_of([] { Database file("a.stoa"); }), "0A000");
}

TEST_F(CppApi, StopsAStatement) {
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    connection_.interrupt();
  });
  EXPECT_EQ(state_of([&] {
              connection_.query(
                  "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b");
            }),
            "57014");
  stopper.join();
}

}  // namespace
}  // namespace stoa
