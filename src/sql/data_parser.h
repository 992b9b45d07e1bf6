// The grammar of INSERT, UPDATE, DELETE, MERGE and COPY. Not synchronized.
#pragma once

#include "sql/query_parser.h"

namespace stoa::sql {

class DataParser : protected QueryParser {
 protected:
  using QueryParser::QueryParser;

  StatementPtr insert(With w);
  bool starts_query_in_parentheses() const;
  void insert_columns(Insert& node);
  OnConflict on_conflict();
  StatementPtr update(With w);
  StatementPtr delete_(With w);
  StatementPtr merge(With w);
  MergeClause merge_clause();
  void merge_action(MergeClause& clause);
  void merge_insert(MergeClause& clause);
  TargetTable target_table(bool with_alias);
  std::vector<Assignment> assignments();
  Assignment assignment();
  ExpressionPtr assigned_row(size_t column_count);
  ExpressionPtr assignment_target();
  void where_or_cursor(ExpressionPtr& where, Name& current_of);
  StatementPtr copy();
  void copy_endpoint(Copy& node);
  void copy_options(Copy& node);
  void copy_legacy_option(Copy& node);
  std::vector<Option> option_list();
  Option option();
  ExpressionPtr option_value();
  Option switch_option(std::string option_name, ExpressionPtr value = nullptr);
  ExpressionPtr text_literal(std::string value);
  ExpressionPtr boolean_literal(bool value);
};

}  // namespace stoa::sql
