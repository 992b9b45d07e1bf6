#pragma once

#include <span>

#include "bind/query_binder.h"
#include "plan/logical_statement.h"
#include "sql/definition_statements.h"

/// Binding of the statements that change something; one bind_*.cpp file each.
namespace stoa {

class StatementBinder {
 public:
  explicit StatementBinder(const BindContext& context) : statement_(context) {}
  LogicalPlan bind(const sql::Statement& statement);

 private:
  OperatorPtr bind_root(const sql::Statement& statement);
  OperatorPtr bind_query_statement(const sql::Query& query);
  // bind_insert.cpp
  OperatorPtr bind_insert(const sql::Insert& insert);
  OperatorPtr bind_insert_values(QueryBinder& binder, const sql::ValuesQuery& query, const TableEntry& table,
                                 const std::vector<size_t>& targets, std::vector<ColumnId>& source_columns);
  ExpressionPtr default_value(QueryBinder& binder, const ColumnDefinition& column);
  std::unique_ptr<LogicalInsert> make_insert(QueryBinder& binder, const TableEntry& table, OperatorPtr source,
                                             const std::vector<size_t>& targets,
                                             const std::vector<ColumnId>& source_columns);
  // bind_update.cpp
  OperatorPtr bind_update(const sql::Update& update);
  OperatorPtr bind_delete(const sql::Delete& erase);
  OperatorPtr bind_target(QueryBinder& binder, const TableEntry& table, const sql::TargetTable& target,
                          const std::vector<sql::TableReferencePtr>& others, const sql::Expression* where,
                          ColumnId& row_id, std::vector<ColumnId>& table_columns);
  // bind_copy.cpp
  OperatorPtr bind_copy(const sql::Copy& copy);
  OperatorPtr bind_copy_to(const sql::Copy& copy);
  OperatorPtr bind_copy_from(const sql::Copy& copy);
  OperatorPtr bind_create_table_as(const sql::CreateTable& create);
  /// `others`: the tables of FROM or USING, whose columns RETURNING may name too.
  void bind_returning(const std::vector<sql::SelectItem>& returning, const TableEntry& table,
                      const std::string& alias, LogicalChange& change,
                      std::span<const ScopeTable> others = {});

  void pass_on(std::span<const ScopeTable> others, LogicalProject& project, std::vector<ColumnId>& row);
  const TableEntry& target_table(const sql::TargetTable& target) const;
  ColumnId add_row_count(std::string name);
  ColumnTable& columns() { return statement_.columns; }

  StatementBinding statement_;
  std::vector<OutputColumn> output_;
};

}  // namespace stoa
