#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <stoa/export.h>
#include <stoa/result.hpp>

/// Databases, connections, prepared statements, transactions. Every call may raise stoa::Error; one on an
/// object that was moved from raises 55000.
namespace stoa {

class Connection;
class Statement;
class Transaction;
class Value;  // the library's

struct Options {
  uint64_t memory_limit_bytes = 0;  ///< 0: 80 % of the machine's memory
  size_t thread_count = 0;          ///< 0: the machine's
  bool is_read_only = false;
};

/// A database in memory. Movable handle; thread-safe. Connections keep the database alive.
class STOA_EXPORT Database {
 public:
  /// Opens a database in memory. Raises 0A000 for a path but ":memory:" until files are supported.
  explicit Database(std::string_view path = ":memory:", const Options& options = {});

  Connection connect() const;

 private:
  std::shared_ptr<void> state_;
};

/// A value for a parameter. Every type can be given as text, which is converted as an assignment does.
class STOA_EXPORT Parameter {
 public:
  Parameter(std::nullopt_t) noexcept {}
  Parameter(std::nullptr_t) = delete;
  Parameter(bool value) noexcept : kind_(Kind::kBoolean), integer_(value ? 1 : 0) {}
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  Parameter(T value) : kind_(Kind::kInteger), integer_(static_cast<int64_t>(value)) {
    if constexpr (std::unsigned_integral<T> && sizeof(T) == 8) {
      if (value > static_cast<T>(INT64_MAX)) {
        kind_ = Kind::kText;
        bytes_ = std::to_string(value);
      }
    }
  }
  template <std::floating_point T>
  Parameter(T value) noexcept : kind_(Kind::kDouble), double_(static_cast<double>(value)) {}
  Parameter(std::string_view text) : kind_(Kind::kText), bytes_(text) {}
  Parameter(const std::string& text) : kind_(Kind::kText), bytes_(text) {}
  Parameter(const char* text) : kind_(Kind::kText), bytes_(text) {}
  template <class T>
  Parameter(const std::optional<T>& value) {
    if (value) {
      *this = Parameter(*value);
    }
  }
  /// For BYTEA.
  static Parameter bytes(std::string_view bytes) {
    Parameter parameter(bytes);
    parameter.kind_ = Kind::kBytes;
    return parameter;
  }

 private:
  friend class Statement;
  friend class Connection;
  Value to_value() const;

  enum class Kind : uint8_t { kNull, kBoolean, kInteger, kDouble, kText, kBytes };
  Kind kind_ = Kind::kNull;
  int64_t integer_ = 0;
  double double_ = 0;
  std::string bytes_;
};

/// A statement parsed once, to be run many times. Movable; belongs to its connection's thread.
class STOA_EXPORT Statement {
 public:
  Statement(Statement&&) noexcept;
  Statement& operator=(Statement&&) noexcept;
  ~Statement();

  size_t parameter_count() const noexcept;
  /// Parameters are numbered from 1; raises 42P02 for another position. Bound until bound anew.
  Statement& bind(size_t position, const Parameter& value);
  /// Runs the statement with what is bound; parameters never bound are NULL.
  Result execute();
  /// Binds all parameters in their order and runs the statement. Raises 42P02 when their number is another.
  template <class First, class... Rest>
  Result execute(const First& first, const Rest&... rest) {
    check_parameter_count(1 + sizeof...(Rest));
    size_t position = 0;
    bind(++position, Parameter(first));
    (bind(++position, Parameter(rest)), ...);
    return execute();
  }

 private:
  friend class Connection;
  struct State;
  explicit Statement(std::unique_ptr<State> state) noexcept;
  void check_parameter_count(size_t given) const;

  std::unique_ptr<State> state_;
};

/// A conversation with the database. Movable; used by one thread at a time, but for `interrupt` and
/// `progress`, which any thread may call while the connection lives.
class STOA_EXPORT Connection {
 public:
  /// What it holds; the library's.
  struct State;

  /// Runs one statement, with parameters $1, $2, ... or ?. Its plan is kept by its text.
  template <class... Parameters>
  Result query(std::string_view sql, const Parameters&... parameters) {
    return run(sql, {Parameter(parameters)...});
  }
  /// Runs all statements of a script in turn, up to the first that fails. Gives the last one's result.
  Result execute(std::string_view script);
  Statement prepare(std::string_view sql);
  /// Begins a transaction. Raises 25001 inside of one.
  Transaction begin();
  bool is_in_transaction() const noexcept;

  /// Stops the running statement, which then fails with 57014.
  void interrupt() noexcept;
  /// How far the running statement is: 0 to 1.
  double progress() const noexcept;

 private:
  friend class Database;
  explicit Connection(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}
  Result run(std::string_view sql, const std::vector<Parameter>& parameters);

  std::shared_ptr<State> state_;
};

/// A transaction of a connection, which keeps running its statements. Rolls back when destroyed unless it was
/// committed. Movable.
class STOA_EXPORT Transaction {
 public:
  Transaction(Transaction&&) noexcept = default;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  /// Raises 40001 when another commit was in the way, 25P02 when a statement of it had failed; the
  /// transaction is over then, and may be tried anew.
  void commit();
  void rollback();
  /// SAVEPOINT, ROLLBACK TO, RELEASE of a name.
  void savepoint(std::string_view name);
  void rollback_to(std::string_view name);
  void release(std::string_view name);

 private:
  friend class Connection;
  explicit Transaction(std::shared_ptr<Connection::State> connection) noexcept
      : connection_(std::move(connection)) {}
  void run(std::string_view command, std::string_view name);

  std::shared_ptr<Connection::State> connection_;  ///< null once it is over
};

}  // namespace stoa
