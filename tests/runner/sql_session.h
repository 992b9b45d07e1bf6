#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What the test runner asks of a database: the engine stands behind it in sqltest, a fake one in the
/// runner's own tests. Errors of the database arrive as stoa::Error.
namespace stoa::sqltest {

/// How a cell is printed under the classic type letters depends on what it is.
enum class CellKind : uint8_t { kBoolean, kInteger, kReal, kOther };

struct Cell {
  CellKind kind = CellKind::kOther;
  std::string text;  ///< as the engine casts it to TEXT
};

using Row = std::vector<std::optional<Cell>>;  ///< NULL is an absent cell

struct SqlResult {
  int column_count = 0;
  std::vector<Row> rows;
  int64_t changed_row_count = 0;  ///< of INSERT, UPDATE, DELETE
};

/// One connection. Used by one thread at a time.
class SqlSession {
 public:
  virtual ~SqlSession() = default;
  virtual SqlResult run(const std::string& sql) = 0;
};

/// One open database. Sessions must be gone before it is.
class SqlDatabase {
 public:
  virtual ~SqlDatabase() = default;
  virtual std::unique_ptr<SqlSession> connect() = 0;
};

class SqlSystem {
 public:
  virtual ~SqlSystem() = default;
  /// Opens the database file, or a database in memory if the path is empty.
  virtual std::unique_ptr<SqlDatabase> open(const std::string& path) = 0;
};

}  // namespace stoa::sqltest
