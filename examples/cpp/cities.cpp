// Makes a table of a CSV file in a database in memory and reads it as typed rows, by a prepared statement, as
// columns without copies, and in a transaction that is rolled back. Usage: cities_cpp FILE.csv
#include <cstdint>
#include <iostream>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include <stoa/stoa.hpp>

namespace {

void show_growth(stoa::Connection& connection) {
  const stoa::Result result = connection.query(
      "SELECT city, max(people) - min(people) AS growth FROM cities GROUP BY city ORDER BY growth DESC");
  for (const auto& [city, growth] : result.rows<std::string, int64_t>()) {
    std::cout << city << " grew by " << growth << '\n';
  }
}

void show_large(stoa::Connection& connection, int64_t people) {
  stoa::Statement statement =
      connection.prepare("SELECT city, year FROM cities WHERE people > ? ORDER BY year");
  const stoa::Result result = statement.execute(people);
  for (const stoa::Row row : result) {
    std::cout << row.get<std::string_view>("city") << " in " << row.get<int>("year") << '\n';
  }
}

void show_sum(stoa::Connection& connection) {
  const stoa::Result result = connection.query("SELECT people FROM cities WHERE year = $1", 2021);
  int64_t sum = 0;
  for (size_t batch = 0; batch < result.batch_count(); ++batch) {
    const auto people = result.column<int64_t>(batch, 0);
    sum = std::accumulate(people.values().begin(), people.values().end(), sum);
  }
  std::cout << sum << " people in 2021\n";
}

void change_and_regret(stoa::Connection& connection) {
  {
    const stoa::Transaction transaction = connection.begin();
    connection.query("UPDATE cities SET people = NULL WHERE city = $1", "Patras");
    const stoa::Result result = connection.query("SELECT max(people) FROM cities WHERE city = 'Patras'");
    std::cout << "in the transaction: " << result.value<std::optional<int64_t>>().value_or(-1) << '\n';
  }  // not committed: rolled back
  const stoa::Result result = connection.query("SELECT max(people) FROM cities WHERE city = 'Patras'");
  std::cout << "after it: " << result.value<int64_t>() << '\n';
}

void make_a_mistake(stoa::Connection& connection) {
  try {
    connection.query("SELECT citi FROM cities");
  } catch (const stoa::Error& error) {
    std::cout << error.state().view() << ": " << error.what() << " (" << error.hint() << ")\n";
  }
}

/// A path as a SQL string.
std::string quoted(std::string_view path) {
  std::string text = "'";
  for (const char c : path) {
    text += c;
    if (c == '\'') {
      text += c;
    }
  }
  return text + "'";
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::cerr << "usage: " << arguments[0] << " FILE.csv\n";
    return 2;
  }
  try {
    const stoa::Database database;
    stoa::Connection connection = database.connect();
    connection.execute("CREATE TABLE cities AS SELECT * FROM read_csv(" + quoted(arguments[1]) + ")");
    show_growth(connection);
    show_large(connection, 3'000'000);
    show_sum(connection);
    change_and_regret(connection);
    make_a_mistake(connection);
  } catch (const stoa::Error& error) {
    std::cerr << "ERROR " << error.state().view() << ": " << error.what() << '\n';
    return 1;
  }
  return 0;
}
