// The whole parser: all statements, and the entry points that parser.h offers. Not synchronized.
#pragma once

#include "sql/definition_parser.h"
#include "sql/session_statements.h"

namespace stoa::sql {

class StatementParser final : protected DefinitionParser {
 public:
  explicit StatementParser(std::string_view text) : DefinitionParser(text) {}

  std::vector<StatementPtr> statements();
  StatementPtr only_statement();
  ExpressionPtr only_expression();
  QueryPtr only_query();
  TypeName only_type();

 private:
  StatementPtr statement() override;
  StatementPtr statement_body();
  [[noreturn]] void fail_at_statement();
  StatementPtr query_statement();
  StatementPtr with_statement();

  // parse_transaction.cpp
  StatementPtr transaction_statement();
  StatementPtr begin_transaction();
  StatementPtr simple_transaction(TransactionAction action);
  StatementPtr rollback();
  StatementPtr savepoint_statement(TransactionAction action);
  void transaction_modes(TransactionStatement& node);
  bool transaction_mode(TransactionStatement& node);
  IsolationLevel isolation_level();
  void chain_clause(TransactionStatement& node);

  // parse_session.cpp
  StatementPtr session_statement();
  StatementPtr prepare();
  StatementPtr execute();
  StatementPtr deallocate();
  StatementPtr declare_cursor();
  StatementPtr fetch(bool move);
  void fetch_direction(Fetch& node);
  StatementPtr close_cursor();
  StatementPtr explain();
  bool is_switched_on(const Option& given) const;
  StatementPtr show();
  StatementPtr describe(bool summarize);
  StatementPtr set();
  void set_value(SetStatement& node);
  void set_special(SetStatement& node);
  StatementPtr set_transaction_or_constraints();
  ExpressionPtr setting_value();
  QualifiedName setting_name();
  StatementPtr reset();
  StatementPtr pragma();

  // parse_maintenance.cpp
  StatementPtr maintenance_statement();
  StatementPtr checkpoint();
  StatementPtr vacuum();
  StatementPtr analyze();
  std::vector<MaintainedTable> maintained_tables();
  StatementPtr reindex();
  StatementPtr refresh();
  StatementPtr use();
  StatementPtr attach();
  StatementPtr detach();
  StatementPtr listen();
  StatementPtr notify();
  StatementPtr discard();
  StatementPtr call_statement();
  StatementPtr lock();
  StatementPtr export_database();
  StatementPtr import_database();
  StatementPtr do_block();
  StatementPtr load();
};

}  // namespace stoa::sql
