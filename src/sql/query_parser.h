// The grammar of queries and of what stands in FROM. Not synchronized.
#pragma once

#include "sql/expression_parser.h"
#include "sql/statement.h"

namespace stoa::sql {

class QueryParser : protected ExpressionParser {
 protected:
  using ExpressionParser::ExpressionParser;

  /// Any statement: INSERT .. RETURNING in WITH, DESCRIBE in FROM.
  virtual StatementPtr statement() = 0;

  // parse_query.cpp
  bool at_statement_query() const;
  bool at_set_operator() const;
  QueryPtr query() override;
  QueryPtr query_in_parentheses() override;
  QueryPtr continue_query(QueryPtr left, uint32_t begin) override;
  QueryPtr set_operations(QueryPtr left, int minimum, uint32_t begin);
  QueryPtr query_primary();
  QueryPtr select();
  QueryPtr from_first();
  QueryPtr values();
  QueryPtr table_query();
  QueryPtr statement_query();
  void finish_query(Query& q, With with, uint32_t begin);
  With with();
  With optional_with();
  CommonTable common_table();
  void search_and_cycle(CommonTable& table);
  Modifiers modifiers();
  void limit(Modifiers& m);
  void fetch_first(Modifiers& m);
  LockClause lock_clause();
  void select_head(SelectQuery& q);
  void select_tail(SelectQuery& q);
  void select_items(SelectQuery& q);
  SelectItem select_item();
  std::vector<SelectItem> returning();
  bool at_list_end() const;
  bool at_bare_label() const;
  bool starts_operand(const Token& t) const;
  ExpressionPtr value_or_default();
  void group_by(SelectQuery& q);
  GroupItem group_item();
  GroupItem group_list(GroupKind kind);
  GroupItem group_set(ExpressionPtr row);
  void windows(SelectQuery& q);
  Sample sample(bool table_sample);
  void sample_size(Sample& s);

  // parse_table_reference.cpp
  std::vector<TableReferencePtr> table_references();
  TableReferencePtr table_reference();
  TableReferencePtr joins(TableReferencePtr left, uint32_t begin);
  bool at_join() const;
  bool at_contextual_join() const;
  TableReferencePtr join(TableReferencePtr left, uint32_t begin);
  JoinKind join_kind(Join& node);
  void join_condition(Join& node);
  TableReferencePtr table_primary();
  TableReferencePtr table_in_parentheses();
  TableReferencePtr named_table();
  TableReferencePtr table_function(QualifiedName function, bool lateral, uint32_t begin);
  TableReferencePtr rows_from(bool lateral, uint32_t begin);
  TableReferencePtr subquery_table(QueryPtr inner, bool lateral, uint32_t begin);
  TableReferencePtr finish_table(TableReferencePtr table, uint32_t begin);
  void table_alias(TableReference& table);
  bool at_table_alias() const;
  void alias_columns(TableReference& table);
  bool at_as_of() const;
  void as_of(AsOf& clause);
  void as_of_value(AsOf& clause);
  TableReferencePtr pivot(TableReferencePtr source, uint32_t begin);
  TableReferencePtr unpivot(TableReferencePtr source, uint32_t begin);
  PivotColumn pivot_column();
  PivotValue pivot_value(int minimum);
  QueryPtr pivot_query();
  QueryPtr unpivot_query();
  QueryPtr query_of(TableReferencePtr table);
};

}  // namespace stoa::sql
