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
  StatementPtr session_statement();
  StatementPtr maintenance_statement();
  StatementPtr with_statement();
  StatementPtr query_statement();
  StatementPtr finish_statement(StatementPtr node, uint32_t begin);
  StatementPtr transaction();
  StatementPtr simple_transaction(TransactionAction action);
  StatementPtr rollback();
  StatementPtr savepoint_statement(TransactionAction action);
  void transaction_modes(TransactionStatement& node);
  bool transaction_mode(TransactionStatement& node);
  IsolationLevel isolation_level();
  void chain_clause(TransactionStatement& node);
  StatementPtr prepare();
  StatementPtr execute();
  StatementPtr deallocate();
  StatementPtr declare_cursor();
  StatementPtr fetch(bool move);
  void fetch_direction(Fetch& node);
  StatementPtr close_cursor();
  StatementPtr explain();
  StatementPtr show();
  StatementPtr describe(bool summarize);
  StatementPtr set();
  void set_special(SetStatement& node);
  bool set_transaction_or_constraints(StatementPtr& result);
  ExpressionPtr setting_value();
  QualifiedName setting_name();
  StatementPtr reset();
  StatementPtr pragma();
  StatementPtr vacuum();
  StatementPtr analyze();
  std::vector<MaintainedTable> maintained_tables();
  StatementPtr attach();
  StatementPtr discard();
  StatementPtr lock();
  StatementPtr refresh();
  StatementPtr do_block();
};

}  // namespace stoa::sql
