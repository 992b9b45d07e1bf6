#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/cancellation.h"
#include "catalog/catalog_writer.h"
#include "engine/database.h"
#include "engine/query_result.h"
#include "engine/settings.h"
#include "function/random_source.h"
#include "sql/statement.h"

namespace stoa::csv {
class LearnedTypes;
}

namespace stoa::engine {

struct CachedPlan;

/// A statement parsed once, to be run many times: its plan is kept as long as the catalog and the settings
/// stay. Belongs to its session.
struct PreparedStatement {
  std::string text;
  sql::StatementPtr syntax;
  std::vector<LogicalType> parameter_types;  ///< declared ones; TypeId::kNull: inferred
  std::shared_ptr<const CachedPlan> plan;
};

/// A client's conversation with the database: its transaction, settings, prepared statements, temporary
/// tables. Used by one thread at a time, but for `cancel` and `progress`, which any thread may call. Must end
/// before its database.
///
/// Errors: every call may raise stoa::Error; places are byte offsets into the text given. A failed statement
/// leaves nothing behind. Inside of a transaction it also fails the transaction, which then takes only
/// ROLLBACK (25P02), as PostgreSQL's.
class Session {
 public:
  explicit Session(Database& database);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Runs all statements of a script in turn, handing each result over before the next begins. Stops at the
  /// first error. The plan of a script of one statement is kept, as `execute` does.
  void run(std::string_view script, const std::function<void(QueryResult)>& on_result);
  /// Runs the only statement of the text, with parameters; plans are cached by text.
  QueryResult execute(std::string_view text, std::span<const Value> parameters = {});

  std::shared_ptr<PreparedStatement> prepare(std::string_view text,
                                             std::vector<LogicalType> parameter_types = {});
  QueryResult execute(PreparedStatement& prepared, std::span<const Value> parameters);
  /// The columns that a prepared statement will give and the types of its parameters; empty columns for
  /// commands.
  QueryResult describe(PreparedStatement& prepared, std::vector<LogicalType>& parameter_types);

  /// Stops the running statement (57014); no effect when none runs.
  void cancel() noexcept { cancellation_.cancel(); }
  /// Between 0 and 1.
  double progress() const noexcept { return progress_.fraction(); }

  bool is_in_transaction() const noexcept { return transaction_ != nullptr; }
  bool is_transaction_failed() const noexcept;
  Settings& settings() noexcept { return settings_; }
  Database& database() noexcept { return database_; }

 private:
  friend class Commands;
  struct Transaction;

  /// Does `work` in the transaction, or in one of its own that is committed, again when another commit was in
  /// the way.
  QueryResult write(const std::function<QueryResult(Fork&, const Root&)>& work);
  QueryResult read(const std::function<QueryResult(const Root&)>& work);
  QueryResult dispatch(const sql::Statement& statement, std::string_view text,
                       std::span<const Value> parameters);
  QueryResult execute_parsed(const sql::Statement& statement, std::string_view text,
                             std::span<const Value> parameters);
  QueryResult guarded(const std::function<QueryResult()>& work, bool ends_failure);

  // session_plan.cpp
  std::shared_ptr<const CachedPlan> make_plan(const sql::Statement& statement, const Root& root,
                                              const std::vector<LogicalType>& parameter_types);
  bool is_current(const CachedPlan& plan, const Root& root) const;
  QueryResult run_bindable(const sql::Statement& statement, const std::vector<LogicalType>& parameter_types,
                           std::span<const Value> parameters, std::shared_ptr<const CachedPlan>* cached);
  QueryResult run_cached(const CachedPlan& plan, const Root& root, Fork* fork,
                         std::span<const Value> parameters);
  QueryResult run_explain(const CachedPlan& plan, ExecutionContext& context);
  void begin_statement();
  FunctionContext make_function_context();
  SearchPath search_path() const;

  Database& database_;
  Settings settings_;
  RandomSource random_{random_seed()};
  std::shared_ptr<csv::LearnedTypes> learned_types_;  ///< of files whose first rows misled
  uint64_t settings_revision_ = 0;
  uint64_t number_;
  bool has_temporary_schema_ = false;
  Cancellation cancellation_;
  Progress progress_;
  std::unique_ptr<Transaction> transaction_;
  std::unordered_map<std::string, std::shared_ptr<PreparedStatement>> named_statements_;
  std::unordered_map<std::string, std::shared_ptr<const CachedPlan>> plan_cache_;
};

}  // namespace stoa::engine
