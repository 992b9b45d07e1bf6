#include <stoa/database.hpp>

#include "base/error.h"
#include "capi/result_data.h"
#include "sql/place.h"
#include "types/utf8.h"

namespace stoa {

struct Connection::State : capi::Client {
  using capi::Client::Client;
};

struct Statement::State {
  std::shared_ptr<Connection::State> connection;
  std::shared_ptr<engine::PreparedStatement> prepared;
  std::vector<Value> parameters;
};

namespace {

/// What a handle refers to. One that was moved from refers to nothing: 55000.
template <class Pointer>
auto& used(const Pointer& state) {
  if (state == nullptr) {
    throw Error(sqlstate::kObjectNotInPrerequisiteState, "this object was moved to another");
  }
  return *state;
}

Result make_result(engine::QueryResult result) {
  return Result(std::make_shared<const Result::Data>(std::move(result)));
}

}  // namespace

Database::Database(std::string_view path, const Options& options) {
  capi::check_path(path);
  if (options.thread_count > capi::kThreadCountMax) {
    throw Error(sqlstate::kInvalidParameterValue,
                "a database has at most " + std::to_string(capi::kThreadCountMax) + " threads");
  }
  engine::DatabaseOptions engine_options;
  engine_options.memory_limit_bytes = options.memory_limit_bytes;
  engine_options.thread_count = options.thread_count;
  engine_options.is_read_only = options.is_read_only;
  state_ = std::make_shared<engine::Database>(engine_options);
}

Connection Database::connect() const {
  const auto database = std::static_pointer_cast<engine::Database>(state_);
  used(database);
  return Connection(std::make_shared<Connection::State>(database));
}

Value Parameter::to_value() const {
  switch (kind_) {
    case Kind::kNull: return Value::null();
    case Kind::kBoolean: return Value::boolean(integer_ != 0);
    case Kind::kInteger: return Value::bigint(integer_);
    case Kind::kDouble: return Value::double_precision(double_);
    case Kind::kText: return capi::text_parameter(bytes_);
    case Kind::kBytes: break;
  }
  return Value::bytea(bytes_);
}

Statement::Statement(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Statement::Statement(Statement&&) noexcept = default;
Statement& Statement::operator=(Statement&&) noexcept = default;
Statement::~Statement() = default;

size_t Statement::parameter_count() const noexcept {
  return state_ == nullptr ? 0 : state_->parameters.size();
}

Statement& Statement::bind(size_t position, const Parameter& value) {
  capi::set_parameter(used(state_).parameters, position, value.to_value());
  return *this;
}

Result Statement::execute() {
  return make_result(used(state_).connection->session.execute(*state_->prepared, state_->parameters));
}

void Statement::check_parameter_count(size_t given) const {
  if (given != parameter_count()) {
    throw Error(sqlstate::kUndefinedParameter, std::to_string(given) + " values are given for " +
                                                   std::to_string(parameter_count()) + " parameters");
  }
}

Result Connection::run(std::string_view sql, const std::vector<Parameter>& parameters) {
  std::vector<Value> values;
  for (const Parameter& parameter : parameters) {
    values.push_back(parameter.to_value());
  }
  return make_result(used(state_).session.execute(sql, values));
}

Result Connection::execute(std::string_view script) {
  engine::QueryResult last;
  used(state_).session.run(script, [&](engine::QueryResult given) { last = std::move(given); });
  return make_result(std::move(last));
}

Statement Connection::prepare(std::string_view sql) {
  auto state = std::make_unique<Statement::State>();
  state->connection = state_;
  state->prepared = used(state_).session.prepare(sql);
  std::vector<LogicalType> types;
  state_->session.describe(*state->prepared, types);
  state->parameters.resize(types.size());
  return Statement(std::move(state));
}

Transaction Connection::begin() {
  if (is_in_transaction()) {
    throw Error(sqlstate::kActiveTransaction, "there is a transaction in progress already")
        .with_hint("commit it or roll it back first; savepoints nest inside of one");
  }
  used(state_).session.execute("BEGIN");
  return Transaction(state_);
}

bool Connection::is_in_transaction() const noexcept {
  return state_ != nullptr && state_->session.is_in_transaction();
}

void Connection::interrupt() noexcept {
  if (state_ != nullptr) {
    state_->session.cancel();
  }
}

double Connection::progress() const noexcept {
  return state_ == nullptr ? 0 : state_->session.progress();
}

Transaction::~Transaction() {
  if (connection_ != nullptr && connection_->session.is_in_transaction()) {
    try {
      connection_->session.execute("ROLLBACK");
    } catch (const std::exception&) {  // going back takes no memory and no file
    }
  }
}

void Transaction::commit() {
  if (connection_ != nullptr && connection_->session.is_transaction_failed()) {
    rollback();
    throw Error(sqlstate::kTransactionAborted,
                "the transaction has failed: it was rolled back, not committed")
        .with_hint("a statement in it failed; go back to a savepoint before, or run it anew");
  }
  run("COMMIT", {});
  connection_ = nullptr;
}

void Transaction::rollback() {
  run("ROLLBACK", {});
  connection_ = nullptr;
}

void Transaction::savepoint(std::string_view name) {
  run("SAVEPOINT", name);
}

void Transaction::rollback_to(std::string_view name) {
  run("ROLLBACK TO", name);
}

void Transaction::release(std::string_view name) {
  run("RELEASE", name);
}

void Transaction::run(std::string_view command, std::string_view name) {
  if (connection_ == nullptr || !connection_->session.is_in_transaction()) {
    throw Error(sqlstate::kNoActiveTransaction, "the transaction is over");
  }
  std::string statement(command);
  if (!name.empty()) {
    statement += " " + sql::quote_identifier(std::string(name));
  }
  connection_->session.execute(statement);
}

}  // namespace stoa
