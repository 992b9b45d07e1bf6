// The grammar of CREATE, ALTER, DROP, TRUNCATE, COMMENT, GRANT and REVOKE. Not synchronized.
#pragma once

#include "sql/alter_statements.h"
#include "sql/data_parser.h"

namespace stoa::sql {

class DefinitionParser : protected DataParser {
 protected:
  using DataParser::DataParser;

  StatementPtr create();
  StatementPtr create_object(CreateFlags flags);
  StatementPtr create_table(CreateFlags flags);
  void table_elements(CreateTable& node);
  void table_element(CreateTable& node);
  LikeClause like_clause(size_t position);
  void table_suffixes(CreateTable& node);
  void raw_parentheses();
  std::string partition_bounds();
  void check_constraint(Constraint& c);
  void exclude_constraint(Constraint& c);
  ColumnDefinition column_definition(bool type_required);
  bool at_column_constraint() const;
  bool column_constraint(Constraint& c);
  void generated_constraint(Constraint& c);
  Constraint table_constraint();
  void key_constraint(Constraint& c, bool of_table);
  void references(Constraint& c);
  ReferenceAction reference_action();
  void constraint_attributes(Constraint& c);
  bool sequence_option(SequenceOptions& options);
  ExpressionPtr signed_number();
  void if_not_exists(CreateFlags& flags);
  StatementPtr create_index(CreateFlags flags);
  IndexColumn index_column();
  StatementPtr create_view(CreateFlags flags);
  StatementPtr create_schema(CreateFlags flags, bool database);
  StatementPtr create_sequence(CreateFlags flags);
  StatementPtr create_type(CreateFlags flags);
  void enum_labels(CreateType& node);
  StatementPtr create_domain(CreateFlags flags);
  StatementPtr create_function(CreateFlags flags, bool procedure);
  bool function_option(CreateFunction& node);
  FunctionParameter function_parameter();
  bool at_macro() const;
  StatementPtr create_macro(CreateFlags flags);
  MacroForm macro_form();
  StatementPtr create_role(CreateFlags flags, bool user);
  bool role_option(std::vector<Option>& options);
  StatementPtr create_snapshot(CreateFlags flags, bool branch);
  StatementPtr create_trigger(CreateFlags flags);
  StatementPtr create_extension(CreateFlags flags);
  StatementPtr alter();
  StatementPtr alter_table(ObjectKind object);
  AlterAction alter_action();
  void alter_add(AlterAction& action);
  void alter_drop(AlterAction& action);
  void alter_rename(AlterAction& action);
  void alter_column(AlterAction& action);
  void alter_column_set(AlterAction& action);
  bool alter_identity_option(AlterAction& action);
  void alter_set(AlterAction& action);
  void alter_other(AlterAction& action);
  StatementPtr alter_object(ObjectKind object);
  StatementPtr alter_sequence();
  StatementPtr alter_type();
  AlterAction alter_attribute();
  StatementPtr alter_role();
  bool alter_common(AlterKind& kind, Name& new_name);
  ObjectKind object_kind();
  ObjectKind plural_object();
  DroppedObject dropped_object(ObjectKind object);
  StatementPtr drop();
  StatementPtr truncate();
  StatementPtr comment();
  StatementPtr grant(bool revoke);
  void grant_privileges(Grant& node);
  void grant_objects(Grant& node);
  void grantees(Grant& node);
  StatementPtr alter_default_privileges();
  bool cascade_or_restrict();
};

}  // namespace stoa::sql
