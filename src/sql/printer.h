// Writes syntax trees as SQL; the insides of to_text (tree.h).
//
// Inside sql only. What is written parses to an equal tree: parentheses stand where precedence needs them,
// names are quoted where they need it. Layout is one line.
#pragma once

#include <string>

#include "sql/alter_statements.h"
#include "sql/session_statements.h"

namespace stoa::sql {

class Printer {
 public:
  /// Writes the operand, in parentheses when it binds less strongly than `minimum` (a Precedence).
  void expression(const Expression& e, int minimum = 0);
  void query(const Query& q);
  void table(const TableReference& t);
  void statement(const Statement& s);
  void type(const TypeName& t);
  std::string take() { return std::move(out_); }

 private:
  friend struct NodePrinter;
  friend struct TablePrinter;
  friend class StatementPrinter;

  Printer& put(std::string_view text) {
    out_ += text;
    return *this;
  }
  /// Writes the text when `condition` holds.
  void put_if(bool condition, std::string_view text) {
    if (condition) out_ += text;
  }
  void name(const Name& n) { put(quote_identifier(n.text)); }
  void name(const QualifiedName& n) { put(to_text(n)); }
  void string(const std::string& text) { put(quote_string(text)); }
  template <class List, class Action>
  void list(const List& items, Action&& action, std::string_view separator = ", ") {
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += separator;
      first = false;
      action(item);
    }
  }
  void names(const std::vector<Name>& items);
  void name_list(const std::vector<Name>& items);
  void name_list(const std::vector<QualifiedName>& items);
  void optional_name_list(const std::vector<Name>& items);
  void expressions(const ExpressionList& items);
  void expression_list(const ExpressionList& items);
  void subquery(const Query& q);
  /// An operand of a grammar rule that takes only literals and parentheses.
  void primary(const Expression& e);

  // print_function.cpp
  void call(const FunctionCall& f);
  void arguments(const FunctionCall& f);
  void sort_items(const std::vector<SortItem>& items);
  void sort_item(const SortItem& item);
  void window(const WindowSpecification& w);
  void frame(const WindowFrame& f);
  void bound(const FrameBound& b);

  // print_query.cpp
  void with(const With& w);
  void modifiers(const Modifiers& m);
  void limit(const Modifiers& m);
  void select(const SelectQuery& q);
  void set_operation(const SetQuery& q);
  void select_items(const std::vector<SelectItem>& items);
  void group_item(const GroupItem& item);
  void sample(const Sample& s);
  void tables(const std::vector<TableReferencePtr>& items);
  void as_of(const AsOf& clause);
  void alias(const TableReference& t);
  void join(const Join& j);
  void join_side(const TableReference& t);
  void pivot_value(const PivotValue& v);
  void returning(const std::vector<SelectItem>& items);

  // print_data.cpp
  void target(const TargetTable& t);
  void assignments(const std::vector<Assignment>& items);
  void where(const ExpressionPtr& condition, const Name& current_of);
  void merge_clause(const MergeClause& c);
  void options(const std::vector<Option>& items);
  void option_value(const Expression& e);

  // print_definition.cpp, print_alter.cpp
  void create(const CreateFlags& flags, std::string_view what);
  void sequence_options(const SequenceOptions& o);
  void constraint(const Constraint& c, bool of_table);
  void constraint_body(const Constraint& c, bool of_table);
  void key_constraint(const Constraint& c, bool of_table);
  void references(const Constraint& c);
  void attributes(const Constraint& c);
  void column(const ColumnDefinition& c);
  void fields(const std::vector<TypeField>& items);
  void parameter(const FunctionParameter& p, bool macro);
  void alter_action(const AlterAction& a, bool attribute);
  void alter_column(const AlterAction& a);
  void alter_other(const AlterAction& a);
  void identity_options(const SequenceOptions& o);
  void dropped(const DroppedObject& o);
  void types(const std::vector<std::unique_ptr<TypeName>>& items);
  void role_options(const std::vector<Option>& items);

  std::string out_;
};

}  // namespace stoa::sql
