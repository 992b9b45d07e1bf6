#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session.h"
#include "sql/alter_statements.h"
#include "sql/definition_statements.h"
#include "sql/session_statements.h"

namespace stoa::engine {

/// Runs the statements that have no plan: DDL, transactions, settings, SHOW and DESCRIBE, PREPARE and
/// EXECUTE. Made for one statement. What can't run yet raises 0A000 naming the feature.
class Commands {
 public:
  Commands(Session& session, std::string_view text, std::span<const Value> parameters)
      : session_(session), text_(text), parameters_(parameters) {}
  QueryResult run(const sql::Statement& statement);

 private:
  // command_definition.cpp
  QueryResult create_table(const sql::CreateTable& create);
  QueryResult create_view(const sql::CreateView& create);
  QueryResult create_schema(const sql::CreateSchema& create);
  QueryResult drop(const sql::Drop& drop);
  QueryResult truncate(const sql::Truncate& truncate);
  QueryResult comment(const sql::Comment& comment);
  stoa::ColumnDefinition column_definition(const sql::ColumnDefinition& column, const Root& root);
  std::string default_text(const sql::Expression& expression, const LogicalType& type,
                           const std::string& column, const Root& root);
  // command_alter.cpp
  QueryResult alter_table(const sql::AlterTable& alter);
  void alter(CatalogWriter& writer, ObjectId table, const sql::AlterAction& action, Fork& fork);
  void add_column(CatalogWriter& writer, ObjectId table, const sql::AlterAction& action, Fork& fork);
  // command_session.cpp
  QueryResult transaction(const sql::TransactionStatement& statement);
  void begin(const sql::TransactionStatement& statement);
  void rollback_to(const sql::Name& name);
  void release(const sql::Name& name);
  QueryResult set(const sql::SetStatement& set);
  QueryResult prepare(const sql::Prepare& prepare);
  QueryResult execute(const sql::Execute& execute);
  QueryResult deallocate(const sql::Deallocate& deallocate);
  // command_show.cpp
  QueryResult show(const sql::Show& show);
  QueryResult show_tables(std::string_view schema);
  QueryResult describe(const sql::Describe& describe);
  QueryResult summarize(const std::string& source);

  /// "schema" and "name" of a qualified name; no schema: empty.
  static std::pair<std::string, std::string> split(const sql::QualifiedName& name);
  Value constant(const sql::Expression& expression, const LogicalType& type, const Root& root);
  void require_temporary_schema();

  Session& session_;
  std::string_view text_;
  std::span<const Value> parameters_;
};

}  // namespace stoa::engine
