#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "bind/binder.h"
#include "engine/commands.h"
#include "engine/transaction.h"
#include "sql/tree.h"

namespace stoa::engine {

QueryResult Commands::transaction(const sql::TransactionStatement& statement) {
  using sql::TransactionAction;
  auto& open = session_.transaction_;
  if (statement.chain) {
    raise_unsupported("AND CHAIN");
  }
  switch (statement.action) {
    case TransactionAction::kBegin: begin(statement); return command_result("BEGIN");
    case TransactionAction::kCommit: {
      if (!open) {
        raise(sqlstate::kNoActiveTransaction, "there is no transaction to commit");
      }
      const std::unique_ptr<Session::Transaction> ending = std::move(open);
      if (ending->is_failed) {
        return command_result("ROLLBACK");
      }
      session_.database().versions().commit(std::move(ending->fork));
      return command_result("COMMIT");
    }
    case TransactionAction::kRollback:
      if (!open) {
        raise(sqlstate::kNoActiveTransaction, "there is no transaction to roll back");
      }
      open.reset();
      return command_result("ROLLBACK");
    case TransactionAction::kSavepoint:
      if (!open) {
        raise(sqlstate::kNoActiveTransaction, "SAVEPOINT works inside of transactions only");
      }
      open->savepoints.emplace_back(statement.savepoint.text, open->fork.savepoint());
      return command_result("SAVEPOINT");
    case TransactionAction::kRelease: release(statement.savepoint); return command_result("RELEASE");
    case TransactionAction::kRollbackTo: rollback_to(statement.savepoint); return command_result("ROLLBACK");
    default: raise_unsupported("this transaction statement");
  }
}

void Commands::begin(const sql::TransactionStatement& statement) {
  if (session_.transaction_) {
    throw Error(sqlstate::kActiveTransaction, "there is a transaction already")
        .with_hint("use SAVEPOINT to nest");
  }
  if (statement.isolation == sql::IsolationLevel::kSerializable) {
    raise_unsupported("SERIALIZABLE");
  }
  if (!statement.options.empty()) {
    raise_unsupported("options of BEGIN");
  }
  session_.transaction_ = std::make_unique<Session::Transaction>(session_.database().versions().fork());
  session_.transaction_->is_read_only = statement.read_only.value_or(false);
}

void Commands::rollback_to(const sql::Name& name) {
  auto& open = session_.transaction_;
  if (!open) {
    raise(sqlstate::kNoActiveTransaction, "ROLLBACK TO works inside of transactions only");
  }
  const auto found = std::find_if(open->savepoints.rbegin(), open->savepoints.rend(),
                                  [&](const auto& savepoint) { return savepoint.first == name.text; });
  if (found == open->savepoints.rend()) {
    throw Error(sqlstate::kInvalidSavepoint, fmt::format("savepoint \"{}\" does not exist", name.text))
        .at(name.place.offset);
  }
  open->fork.rollback_to(found->second);
  open->savepoints.erase(found.base(), open->savepoints.end());  // the savepoint itself stays
  open->is_failed = false;
}

void Commands::release(const sql::Name& name) {
  auto& open = session_.transaction_;
  if (!open) {
    raise(sqlstate::kNoActiveTransaction, "RELEASE works inside of transactions only");
  }
  const auto found = std::find_if(open->savepoints.rbegin(), open->savepoints.rend(),
                                  [&](const auto& savepoint) { return savepoint.first == name.text; });
  if (found == open->savepoints.rend()) {
    throw Error(sqlstate::kInvalidSavepoint, fmt::format("savepoint \"{}\" does not exist", name.text))
        .at(name.place.offset);
  }
  open->savepoints.erase(std::prev(found.base()), open->savepoints.end());
}

namespace {

/// A bare word or a literal as text.
std::string word_text(const sql::Expression& e) {
  if (sql::is<sql::ColumnReference>(e)) {
    return sql::as<sql::ColumnReference>(e).name.last();
  }
  if (sql::is<sql::Literal>(e)) {
    const auto& literal = sql::as<sql::Literal>(e);
    if (literal.literal_kind == sql::LiteralKind::kBoolean) {
      return literal.boolean ? "on" : "off";
    }
    return literal.text;
  }
  return sql::to_text(e);
}

}  // namespace

QueryResult Commands::set(const sql::SetStatement& set) {
  Session& session = session_;
  if (set.scope == sql::SetScope::kLocal) {
    raise_unsupported("SET LOCAL");
  }
  if (set.name.empty()) {
    for (const SettingRow& row : all_settings(session.settings_, session.database_)) {
      change_setting(row.name, std::nullopt, session.settings_, session.database_);
    }
    ++session.settings_revision_;
    return command_result("RESET");
  }
  std::optional<std::string> value;
  for (const sql::ExpressionPtr& e : set.values) {
    value = (value ? *value + "," : "") + word_text(*e);
  }
  try {
    change_setting(set.name.last(), value, session.settings_, session.database_);
  } catch (Error& error) {
    error.set_place_if_none(set.name.place.offset);
    throw;
  }
  ++session.settings_revision_;
  return command_result(set.reset ? "RESET" : "SET");
}

QueryResult Commands::prepare(const sql::Prepare& prepare) {
  auto& statements = session_.named_statements_;
  if (statements.contains(prepare.name.text)) {
    throw Error(sqlstate::kDuplicatePreparedStatement,
                fmt::format("prepared statement \"{}\" exists already", prepare.name.text))
        .at(prepare.name.place.offset);
  }
  auto prepared = std::make_shared<PreparedStatement>();
  for (const auto& type : prepare.types) {
    prepared->parameter_types.push_back(bind_type(*type));
  }
  prepared->text = std::string(text_);  // places of errors are those of this text
  prepared->syntax = sql::clone(*prepare.statement);
  std::vector<LogicalType> parameter_types;
  session_.describe(*prepared, parameter_types);  // errors are reported now
  statements.emplace(prepare.name.text, std::move(prepared));
  return command_result("PREPARE");
}

QueryResult Commands::execute(const sql::Execute& execute) {
  const auto found = session_.named_statements_.find(execute.name.text);
  if (found == session_.named_statements_.end()) {
    throw Error(sqlstate::kInvalidStatementName,
                fmt::format("prepared statement \"{}\" does not exist", execute.name.text))
        .at(execute.name.place.offset);
  }
  const std::shared_ptr<PreparedStatement> prepared = found->second;
  std::vector<LogicalType> types;
  session_.describe(*prepared, types);
  std::vector<Value> values;
  session_.read([&](const Root& root) {
    for (size_t i = 0; i < execute.arguments.size(); ++i) {
      if (!execute.arguments[i].name.text.empty()) {
        raise_unsupported("a named argument of EXECUTE");
      }
      values.push_back(
          constant(*execute.arguments[i].value, i < types.size() ? types[i] : LogicalType(), root));
    }
    return QueryResult();
  });
  if (values.size() != types.size()) {
    throw Error(sqlstate::kSyntaxError, fmt::format("prepared statement \"{}\" wants {} parameters, not {}",
                                                    execute.name.text, types.size(), values.size()))
        .at(execute.place.offset);
  }
  if (!is_bindable(*prepared->syntax)) {
    return Commands(session_, prepared->text, values).run(*prepared->syntax);
  }
  return session_.run_bindable(*prepared->syntax, prepared->parameter_types, values, &prepared->plan);
}

QueryResult Commands::deallocate(const sql::Deallocate& deallocate) {
  auto& statements = session_.named_statements_;
  if (deallocate.name.text.empty()) {
    statements.clear();
  } else if (statements.erase(deallocate.name.text) == 0) {
    throw Error(sqlstate::kInvalidStatementName,
                fmt::format("prepared statement \"{}\" does not exist", deallocate.name.text))
        .at(deallocate.name.place.offset);
  }
  return command_result("DEALLOCATE");
}

}  // namespace stoa::engine
