#include "engine/session.h"

#include "base/clock.h"
#include "base/error.h"
#include "bind/binder.h"
#include "engine/cached_plan.h"
#include "engine/commands.h"
#include "engine/transaction.h"
#include "sql/parser.h"
#include "sql/session_statements.h"

namespace stoa::engine {

namespace {

constexpr size_t kPlanCacheEntriesMax = 256;
constexpr int kCommitAttemptsMax = 16;

bool is_rollback(const sql::Statement& statement) {
  if (!sql::is<sql::TransactionStatement>(statement)) {
    return false;
  }
  const sql::TransactionAction action = sql::as<sql::TransactionStatement>(statement).action;
  return action == sql::TransactionAction::kRollback || action == sql::TransactionAction::kRollbackTo ||
         action == sql::TransactionAction::kCommit;
}

}  // namespace

Session::Session(Database& database) : database_(database), number_(database.next_session_number()) {}

Session::~Session() {
  transaction_.reset();
  if (!has_temporary_schema_) {
    return;
  }
  try {
    write([this](Fork& fork, const Root&) {
      CatalogWriter(fork).drop_schema(search_path().temporary_schema, DropBehavior::kCascade);
      return QueryResult();
    });
  } catch (const Error&) {
  }  // the names stay taken, nothing else is lost
}

bool Session::is_transaction_failed() const noexcept {
  return transaction_ != nullptr && transaction_->is_failed;
}

void Session::run(std::string_view script, const std::function<void(QueryResult)>& on_result) {
  if (settings_.plan_cache && plan_cache_.contains(std::string(script))) {
    return on_result(execute(script));
  }
  const auto statements = sql::parse_statements(script);
  if (statements.size() == 1) {
    begin_statement();
    return on_result(execute_parsed(*statements.front(), script, {}));
  }
  for (const sql::StatementPtr& statement : statements) {
    begin_statement();
    on_result(guarded([&] { return dispatch(*statement, script, {}); }, is_rollback(*statement)));
  }
}

QueryResult Session::execute(std::string_view text, std::span<const Value> parameters) {
  begin_statement();
  const bool uses_cache = settings_.plan_cache && !is_transaction_failed();
  const auto found = uses_cache ? plan_cache_.find(std::string(text)) : plan_cache_.end();
  if (found != plan_cache_.end()) {
    const std::shared_ptr<const CachedPlan> plan = found->second;
    return guarded(
        [&] {
          const auto run_or_renew = [&](const Root& root, Fork* fork) {
            if (is_current(*plan, root)) {
              return run_cached(*plan, root, fork, parameters);
            }
            plan_cache_.erase(std::string(text));
            const sql::StatementPtr statement = sql::parse_statement(text);
            const auto renewed = make_plan(*statement, root, {});
            return run_cached(*renewed, root, fork, parameters);
          };
          if (plan->is_write) {
            return write([&](Fork& fork, const Root& root) { return run_or_renew(root, &fork); });
          }
          return read([&](const Root& root) { return run_or_renew(root, nullptr); });
        },
        false);
  }
  return execute_parsed(*sql::parse_statement(text), text, parameters);
}

/// Runs the only statement of `text` and keeps its plan.
QueryResult Session::execute_parsed(const sql::Statement& statement, std::string_view text,
                                    std::span<const Value> parameters) {
  const bool uses_cache = settings_.plan_cache && !is_transaction_failed();
  return guarded(
      [&] {
        if (!is_bindable(statement)) {
          return dispatch(statement, text, parameters);
        }
        std::shared_ptr<const CachedPlan> plan;
        QueryResult result = run_bindable(statement, {}, parameters, &plan);
        if (uses_cache && plan && plan->is_cacheable) {
          if (plan_cache_.size() >= kPlanCacheEntriesMax) {
            plan_cache_.clear();
          }
          plan_cache_[std::string(text)] = std::move(plan);
        }
        return result;
      },
      is_rollback(statement));
}

std::shared_ptr<PreparedStatement> Session::prepare(std::string_view text,
                                                    std::vector<LogicalType> parameter_types) {
  auto prepared = std::make_shared<PreparedStatement>();
  prepared->text = text;
  prepared->syntax = sql::parse_statement(prepared->text);
  prepared->parameter_types = std::move(parameter_types);
  return prepared;
}

QueryResult Session::execute(PreparedStatement& prepared, std::span<const Value> parameters) {
  begin_statement();
  return guarded(
      [&] {
        if (!is_bindable(*prepared.syntax)) {
          return dispatch(*prepared.syntax, prepared.text, parameters);
        }
        return run_bindable(*prepared.syntax, prepared.parameter_types, parameters, &prepared.plan);
      },
      is_rollback(*prepared.syntax));
}

QueryResult Session::describe(PreparedStatement& prepared, std::vector<LogicalType>& parameter_types) {
  if (!is_bindable(*prepared.syntax)) {
    return command_result("");
  }
  return read([&](const Root& root) {
    if (!prepared.plan || !is_current(*prepared.plan, root)) {
      prepared.plan = make_plan(*prepared.syntax, root, prepared.parameter_types);
    }
    QueryResult result = command_result(prepared.plan->command);
    result.names = prepared.plan->plan.names;
    result.types = prepared.plan->plan.types;
    parameter_types = prepared.plan->plan.parameter_types;
    return result;
  });
}

void Session::begin_statement() {
  cancellation_.reset();
  progress_.reset();
}

/// Runs one statement's work; a failure fails the transaction.
QueryResult Session::guarded(const std::function<QueryResult()>& work, bool ends_failure) {
  if (is_transaction_failed() && !ends_failure) {
    throw Error(sqlstate::kTransactionAborted, "the transaction has failed: nothing more runs in it")
        .with_hint("end it with ROLLBACK, or go back to a savepoint with ROLLBACK TO");
  }
  try {
    return work();
  } catch (...) {
    if (transaction_) {
      transaction_->is_failed = true;
    }
    throw;
  }
}

QueryResult Session::read(const std::function<QueryResult(const Root&)>& work) {
  if (transaction_) {
    return work(transaction_->fork.root());
  }
  const Snapshot snapshot = database_.versions().snapshot();
  return work(snapshot.root());
}

QueryResult Session::write(const std::function<QueryResult(Fork&, const Root&)>& work) {
  if (database_.options().is_read_only || (transaction_ && transaction_->is_read_only)) {
    raise(sqlstate::kReadOnlyTransaction, transaction_ && transaction_->is_read_only
                                              ? "this transaction is read only"
                                              : "this database was opened read only");
  }
  if (transaction_) {
    StatementGuard guard(transaction_->fork);
    QueryResult result = work(transaction_->fork, guard.before());
    guard.keep();
    return result;
  }
  for (int attempt = 1;; ++attempt) {
    Fork fork = database_.versions().fork();
    const Root before = fork.freeze();
    QueryResult result = work(fork, before);
    try {
      database_.versions().commit(std::move(fork));
      return result;
    } catch (const Error& error) {
      // A statement on its own can be run again on what the others committed.
      if (!(error.state() == sqlstate::kSerializationFailure) || attempt == kCommitAttemptsMax) {
        throw;
      }
    }
  }
}

QueryResult Session::dispatch(const sql::Statement& statement, std::string_view text,
                              std::span<const Value> parameters) {
  if (is_bindable(statement)) {
    return run_bindable(statement, {}, parameters, nullptr);
  }
  return Commands(*this, text, parameters).run(statement);
}

SearchPath Session::search_path() const {
  SearchPath path;
  if (has_temporary_schema_) {
    path.temporary_schema = "pg_temp_" + std::to_string(number_);
  }
  path.schemas.clear();
  size_t begin = 0;
  const std::string& text = settings_.search_path;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, end - begin);
    std::erase(name, ' ');
    std::erase(name, '"');
    if (!name.empty()) {
      path.schemas.push_back(name);
    }
    begin = end + 1;
  }
  return path;
}

}  // namespace stoa::engine
