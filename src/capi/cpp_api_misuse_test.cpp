#include <gtest/gtest.h>
#include <stoa/stoa.hpp>

/// The C++ interface in the hands of careless users.
namespace stoa {
namespace {

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

TEST(CppApiMisuse, ColumnsAreReadAsTheirCTypeOnly) {
  const Database database;
  Connection connection = database.connect();
  const Result result = connection.query(
      "SELECT 1::bigint AS i, 1.5::double AS d, 1::integer AS n, 'x' AS t, interval '1 day' AS v, true AS b, "
      "1::uinteger AS u");
  EXPECT_EQ(result.column<int64_t>(0, 0)[0], 1);
  EXPECT_EQ(result.column<double>(0, 1)[0], 1.5);
  EXPECT_EQ(to_view(result.column<stoa_text>(0, 3)[0]), "x");
  EXPECT_EQ(result.column<stoa_interval>(0, 4)[0].days, 1);
  EXPECT_TRUE(result.column<bool>(0, 5)[0]);
  EXPECT_EQ(result.column<uint32_t>(0, 6)[0], 1U);
  EXPECT_EQ(state_of([&] { result.column<double>(0, 0); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<int64_t>(0, 1); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<float>(0, 2); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<int32_t>(0, 6); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<stoa_interval>(0, 3); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<int8_t>(0, 5); }), "42804");
  EXPECT_EQ(state_of([&] { result.column<int64_t>(0, 7); }), "22023");
  EXPECT_EQ(state_of([&] { result.column<int64_t>(1, 0); }), "22023");
}

TEST(CppApiMisuse, AFailedTransactionDoesNotSeemCommitted) {
  const Database database;
  Connection connection = database.connect();
  connection.execute("CREATE TABLE t (a INTEGER)");
  {
    Transaction transaction = connection.begin();
    connection.query("INSERT INTO t VALUES (1)");
    EXPECT_EQ(state_of([&] { connection.query("SELECT nosuch"); }), "42703");
    EXPECT_EQ(state_of([&] { transaction.commit(); }), "25P02");
    EXPECT_EQ(state_of([&] { transaction.commit(); }), "25P01");
  }
  EXPECT_FALSE(connection.is_in_transaction());
  EXPECT_EQ(connection.query("SELECT count(*) FROM t").value<int64_t>(), 0);
  Transaction transaction = connection.begin();
  connection.query("INSERT INTO t VALUES (1)");
  transaction.savepoint("a \"name\"");
  EXPECT_EQ(state_of([&] { connection.query("SELECT nosuch"); }), "42703");
  transaction.rollback_to("a \"name\"");
  transaction.commit();
  EXPECT_EQ(connection.query("SELECT count(*) FROM t").value<int64_t>(), 1);
}

TEST(CppApiMisuse, ObjectsMovedFromSaySo) {
  Database database;
  Connection connection = database.connect();
  Statement statement = connection.prepare("SELECT 1");
  const Statement taken = std::move(statement);
  EXPECT_EQ(state_of([&] { statement.execute(); }), "55000");
  EXPECT_EQ(state_of([&] { statement.bind(1, 1); }), "55000");
  EXPECT_EQ(statement.parameter_count(), 0U);
  Connection other = std::move(connection);
  EXPECT_EQ(state_of([&] { connection.query("SELECT 1"); }), "55000");
  EXPECT_EQ(state_of([&] { connection.execute("SELECT 1"); }), "55000");
  EXPECT_EQ(state_of([&] { connection.prepare("SELECT 1"); }), "55000");
  EXPECT_EQ(state_of([&] { connection.begin(); }), "55000");
  EXPECT_FALSE(connection.is_in_transaction());
  connection.interrupt();
  EXPECT_EQ(connection.progress(), 0);
  const Database moved = std::move(database);
  EXPECT_EQ(state_of([&] { database.connect(); }), "55000");
  EXPECT_EQ(other.query("SELECT 1").value<int>(), 1);
}

TEST(CppApiMisuse, RefusesThreadCountsThatNoMachineHas) {
  EXPECT_EQ(state_of([] { Database(":memory:", {.thread_count = SIZE_MAX}); }), "22023");
}

}  // namespace
}  // namespace stoa
