#include "sql/definition_parser.h"

namespace stoa::sql {

// GRANT privileges ON objects TO roles [WITH GRANT OPTION], GRANT roles TO roles; REVOKE likewise.
StatementPtr DefinitionParser::grant(bool revoke) {
  auto node = std::make_unique<Grant>();
  advance();
  node->revoke = revoke;
  if (revoke && (at(Keyword::kGrant, Keyword::kOption) || at(Keyword::kAdmin, Keyword::kOption))) {
    advance();
    advance();
    expect(Keyword::kFor);
    node->grant_option = true;
  }
  grant_privileges(*node);
  if (accept(Keyword::kOn)) {
    grant_objects(*node);
  } else {
    node->role_membership = true;
  }
  grantees(*node);
  return node;
}

void DefinitionParser::grant_privileges(Grant& node) {
  separated([&] {
    Privilege privilege;
    privilege.name = word_text();
    if (privilege.name == "all") accept(Keyword::kPrivileges);
    privilege.columns = optional_name_list();
    node.privileges.push_back(std::move(privilege));
  });
}

// TABLE a, b; ALL TABLES IN SCHEMA s; SCHEMA s; FUNCTION f(int) ..
void DefinitionParser::grant_objects(Grant& node) {
  if (accept(Keyword::kAll)) {
    node.all_in_schema = true;
    node.object = plural_object();
    expect(Keyword::kIn);
    expect(Keyword::kSchema);
    separated([&] { node.objects.push_back(dropped_object(ObjectKind::kSchema)); });
    return;
  }
  const bool has_kind = token().kind == TokenKind::kWord && (is_label(ahead(1))) && !at(TokenKind::kComma) &&
                        ahead(1).keyword != Keyword::kTo && ahead(1).keyword != Keyword::kFrom;
  node.object = has_kind ? object_kind() : ObjectKind::kTable;
  separated([&] { node.objects.push_back(dropped_object(node.object)); });
}

ObjectKind DefinitionParser::plural_object() {
  if (accept(Keyword::kTables)) return ObjectKind::kTable;
  if (accept(Keyword::kSequences)) return ObjectKind::kSequence;
  if (accept(Keyword::kFunctions) || accept(Keyword::kRoutines)) return ObjectKind::kFunction;
  if (accept(Keyword::kProcedures)) return ObjectKind::kProcedure;
  if (accept(Keyword::kTypes)) return ObjectKind::kType;
  if (accept(Keyword::kSchemas)) return ObjectKind::kSchema;
  fail("TABLES, SEQUENCES, FUNCTIONS or PROCEDURES");
}

void DefinitionParser::grantees(Grant& node) {
  expect(node.revoke ? Keyword::kFrom : Keyword::kTo);
  separated([&] {
    accept(Keyword::kGroup);
    node.grantees.push_back(label());
  });
  if (!node.revoke && accept(Keyword::kWith)) {
    if (!accept(Keyword::kGrant)) expect(Keyword::kAdmin);
    expect(Keyword::kOption);
    node.grant_option = true;
  }
  if (accept(Keyword::kGranted)) {
    expect(Keyword::kBy);
    label();
  }
  node.cascade = cascade_or_restrict();
}

// ALTER DEFAULT PRIVILEGES [FOR ROLE r] [IN SCHEMA s] GRANT .. ON TABLES TO ..
StatementPtr DefinitionParser::alter_default_privileges() {
  auto node = std::make_unique<Grant>();
  node->default_privileges = true;
  expect(Keyword::kDefault);
  expect(Keyword::kPrivileges);
  if (accept(Keyword::kFor)) {
    if (!accept(Keyword::kRole)) expect(Keyword::kUser);
    separated([&] { node->for_roles.push_back(label()); });
  }
  if (accept(Keyword::kIn)) {
    expect(Keyword::kSchema);
    separated([&] { node->in_schemas.push_back(name("a schema")); });
  }
  node->revoke = accept(Keyword::kRevoke);
  if (!node->revoke) expect(Keyword::kGrant);
  if (node->revoke && at(Keyword::kGrant, Keyword::kOption)) {
    advance();
    advance();
    expect(Keyword::kFor);
    node->grant_option = true;
  }
  grant_privileges(*node);
  expect(Keyword::kOn);
  node->object = plural_object();
  grantees(*node);
  return node;
}

}  // namespace stoa::sql
