#include "sql/definition_parser.h"

namespace stoa::sql {

// RENAME TO, OWNER TO, SET SCHEMA: what every kind of object takes.
bool DefinitionParser::alter_common(AlterKind& kind, Name& new_name) {
  if (at(Keyword::kRename, Keyword::kTo)) {
    kind = AlterKind::kRenameTable;
  } else if (at(Keyword::kOwner, Keyword::kTo)) {
    kind = AlterKind::kOwner;
  } else if (at(Keyword::kSet, Keyword::kSchema)) {
    kind = AlterKind::kSetSchema;
  } else {
    return false;
  }
  advance();
  advance();
  new_name = label();
  return true;
}

// After the word for the kind of object.
StatementPtr DefinitionParser::alter_object(ObjectKind object) {
  auto node = std::make_unique<AlterObject>();
  node->object = object;
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  node->name = any_name();
  if (at(TokenKind::kOpenParenthesis)) {
    advance();
    if (!at(TokenKind::kCloseParenthesis)) node->arguments = type_list();
    expect(TokenKind::kCloseParenthesis);
  }
  if (!alter_common(node->action, node->new_name)) fail("RENAME TO, OWNER TO or SET SCHEMA");
  return node;
}

StatementPtr DefinitionParser::alter_sequence() {
  auto node = std::make_unique<AlterSequence>();
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  node->name = qualified_name("the name of the sequence");
  auto general = std::make_unique<AlterObject>();
  if (alter_common(general->action, general->new_name)) {
    general->object = ObjectKind::kSequence;
    general->if_exists = node->if_exists;
    general->name = std::move(node->name);
    return general;
  }
  if (!sequence_option(node->options)) fail("an option of the sequence");
  while (sequence_option(node->options)) {
  }
  return node;
}

// ADD VALUE, RENAME VALUE, ADD | DROP | ALTER | RENAME ATTRIBUTE, and what every object takes.
StatementPtr DefinitionParser::alter_type() {
  auto node = std::make_unique<AlterType>();
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  node->name = any_name();
  auto general = std::make_unique<AlterObject>();
  if (alter_common(general->action, general->new_name)) {
    general->object = ObjectKind::kType;
    general->if_exists = node->if_exists;
    general->name = std::move(node->name);
    return general;
  }
  if (accept(Keyword::kAdd, Keyword::kValue)) {
    if (accept(Keyword::kIf)) {
      expect(Keyword::kNot, Keyword::kExists);
      node->if_not_exists = true;
    }
    node->added_label = string("the new label");
    node->before = accept(Keyword::kBefore);
    node->has_neighbour = node->before || accept(Keyword::kAfter);
    if (node->has_neighbour) node->neighbour_label = string("a label");
  } else if (accept(Keyword::kRename, Keyword::kValue)) {
    node->is_rename = true;
    node->renamed_label = string("a label");
    expect(Keyword::kTo);
    node->added_label = string("the new label");
  } else {
    separated([&] { node->attributes.push_back(alter_attribute()); });
  }
  return node;
}

AlterAction DefinitionParser::alter_attribute() {
  const uint32_t begin = start();
  AlterAction action;
  if (accept(Keyword::kAdd)) {
    expect(Keyword::kAttribute);
    action.kind = AlterKind::kAddColumn;
    action.definition = std::make_unique<ColumnDefinition>();
    action.definition->name = name("an attribute");
    action.definition->type = type_pointer();
    action.definition->place = place_from(begin);
  } else if (accept(Keyword::kDrop)) {
    expect(Keyword::kAttribute);
    action.kind = AlterKind::kDropColumn;
    action.if_exists = accept(Keyword::kIf, Keyword::kExists);
    action.column = qualified_name("an attribute");
  } else if (accept(Keyword::kRename)) {
    expect(Keyword::kAttribute);
    action.kind = AlterKind::kRenameColumn;
    action.column = qualified_name("an attribute");
    expect(Keyword::kTo);
    action.new_name = name("the new name");
  } else {
    expect(Keyword::kAlter);
    expect(Keyword::kAttribute);
    action.kind = AlterKind::kSetType;
    action.column = qualified_name("an attribute");
    accept(Keyword::kSet, Keyword::kData);
    expect(Keyword::kType);
    action.type = type_pointer();
  }
  action.cascade = cascade_or_restrict();
  action.place = place_from(begin);
  return action;
}

// ALTER ROLE r [WITH] options | RENAME TO n | [IN DATABASE d] SET setting = value | RESET setting.
StatementPtr DefinitionParser::alter_role() {
  auto node = std::make_unique<AlterRole>();
  node->name = label();
  if (accept(Keyword::kIn)) {
    if (!accept(Keyword::kDatabase)) fail("DATABASE");
    name("a database");
  }
  if (accept(Keyword::kRename)) {
    expect(Keyword::kTo);
    node->new_name = name("the new name");
  } else if (at(Keyword::kSet) || at(Keyword::kReset)) {
    const bool reset = accept(Keyword::kReset);
    if (!reset) advance();
    node->setting = any_name();
    if (reset) return node;
    if (!accept(Keyword::kTo)) expect_operator(BinaryOperator::kEqual);
    if (!accept(Keyword::kDefault)) separated([&] { node->values.push_back(option_value()); });
  } else {
    accept(Keyword::kWith);
    while (role_option(node->options)) {
    }
  }
  return node;
}

// The words of a kind of object, for DROP, COMMENT and ALTER; stands after them.
ObjectKind DefinitionParser::object_kind() {
  struct Word {
    Keyword keyword;
    ObjectKind kind;
  };
  static constexpr Word kWords[] = {
      {Keyword::kTable, ObjectKind::kTable},
      {Keyword::kView, ObjectKind::kView},
      {Keyword::kIndex, ObjectKind::kIndex},
      {Keyword::kSchema, ObjectKind::kSchema},
      {Keyword::kDatabase, ObjectKind::kDatabase},
      {Keyword::kSequence, ObjectKind::kSequence},
      {Keyword::kType, ObjectKind::kType},
      {Keyword::kDomain, ObjectKind::kDomain},
      {Keyword::kFunction, ObjectKind::kFunction},
      {Keyword::kRoutine, ObjectKind::kFunction},
      {Keyword::kProcedure, ObjectKind::kProcedure},
      {Keyword::kAggregate, ObjectKind::kAggregate},
      {Keyword::kRole, ObjectKind::kRole},
      {Keyword::kUser, ObjectKind::kRole},
      {Keyword::kGroup, ObjectKind::kRole},
      {Keyword::kSnapshot, ObjectKind::kSnapshot},
      {Keyword::kBranch, ObjectKind::kBranch},
      {Keyword::kTrigger, ObjectKind::kTrigger},
      {Keyword::kExtension, ObjectKind::kExtension},
      {Keyword::kColumn, ObjectKind::kColumn},
      {Keyword::kConstraint, ObjectKind::kConstraint},
      {Keyword::kCollation, ObjectKind::kCollation},
      {Keyword::kSecret, ObjectKind::kSecret},
      {Keyword::kTablespace, ObjectKind::kTablespace},
      {Keyword::kLanguage, ObjectKind::kLanguage},
  };
  if (accept(Keyword::kMaterialized)) {
    expect(Keyword::kView);
    return ObjectKind::kMaterializedView;
  }
  if (at(Keyword::kForeign, Keyword::kTable)) advance();
  if (accept(Keyword::kMacro)) return accept(Keyword::kTable) ? ObjectKind::kMacroTable : ObjectKind::kMacro;
  for (const Word& word : kWords) {
    if (at(word.keyword)) {
      advance();
      return word.kind;
    }
  }
  for (const Keyword known : {Keyword::kTable, Keyword::kView, Keyword::kIndex, Keyword::kSchema,
                              Keyword::kSequence, Keyword::kType, Keyword::kFunction, Keyword::kRole}) {
    accept(known);
  }
  fail("a kind of object");
}

bool DefinitionParser::cascade_or_restrict() {
  if (accept(Keyword::kCascade)) return true;
  accept(Keyword::kRestrict);
  return false;
}

DroppedObject DefinitionParser::dropped_object(ObjectKind object) {
  const uint32_t begin = start();
  DroppedObject result;
  result.name = any_name();
  const bool routine =
      object == ObjectKind::kFunction || object == ObjectKind::kProcedure || object == ObjectKind::kAggregate;
  if (routine && accept(TokenKind::kOpenParenthesis)) {
    result.has_arguments = true;
    if (at_operator(BinaryOperator::kMultiply)) {
      advance();
    } else if (!at(TokenKind::kCloseParenthesis)) {
      separated([&] { result.arguments.push_back(std::move(function_parameter().type)); });
    }
    expect(TokenKind::kCloseParenthesis);
  }
  result.place = place_from(begin);
  return result;
}

StatementPtr DefinitionParser::drop() {
  auto node = std::make_unique<Drop>();
  expect(Keyword::kDrop);
  node->object = object_kind();
  node->concurrently = node->object == ObjectKind::kIndex && accept(Keyword::kConcurrently);
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  separated([&] { node->objects.push_back(dropped_object(node->object)); });
  if (node->object == ObjectKind::kTrigger && accept(Keyword::kOn)) {
    node->table = qualified_name("a table name");
  }
  node->cascade = cascade_or_restrict();
  return node;
}

StatementPtr DefinitionParser::truncate() {
  auto node = std::make_unique<Truncate>();
  expect(Keyword::kTruncate);
  accept(Keyword::kTable);
  separated([&] {
    accept(Keyword::kOnly);
    node->tables.push_back(qualified_name("a table name"));
    if (at_operator(BinaryOperator::kMultiply)) advance();
  });
  if (accept(Keyword::kRestart)) {
    expect(Keyword::kIdentity);
    node->restart_identity = true;
  } else if (accept(Keyword::kContinue)) {
    expect(Keyword::kIdentity);
  }
  node->cascade = cascade_or_restrict();
  return node;
}

// COMMENT ON object name IS 'text' | NULL.
StatementPtr DefinitionParser::comment() {
  auto node = std::make_unique<Comment>();
  expect(Keyword::kComment);
  expect(Keyword::kOn);
  node->object = object_kind();
  DroppedObject object = dropped_object(node->object);
  node->name = std::move(object.name);
  node->arguments = std::move(object.arguments);
  if (accept(Keyword::kOn)) {
    accept(Keyword::kDomain);
    node->table = qualified_name("a table name");
  }
  expect(Keyword::kIs);
  if (!accept(Keyword::kNull)) node->text = string("the comment as text or NULL");
  return node;
}

}  // namespace stoa::sql
