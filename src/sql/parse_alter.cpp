#include "sql/definition_parser.h"

namespace stoa::sql {

StatementPtr DefinitionParser::alter() {
  expect(Keyword::kAlter);
  switch (token().keyword) {
    case Keyword::kTable: advance(); return alter_table(ObjectKind::kTable);
    case Keyword::kForeign:
      advance();
      expect(Keyword::kTable);
      return alter_table(ObjectKind::kTable);
    case Keyword::kView: advance(); return alter_table(ObjectKind::kView);
    case Keyword::kMaterialized:
      advance();
      expect(Keyword::kView);
      return alter_table(ObjectKind::kMaterializedView);
    case Keyword::kIndex: advance(); return alter_table(ObjectKind::kIndex);
    case Keyword::kSequence: advance(); return alter_sequence();
    case Keyword::kType: advance(); return alter_type();
    case Keyword::kRole:
    case Keyword::kUser:
    case Keyword::kGroup: advance(); return alter_role();
    case Keyword::kDefault: return alter_default_privileges();
    case Keyword::kSchema:
    case Keyword::kDatabase:
    case Keyword::kDomain:
    case Keyword::kFunction:
    case Keyword::kProcedure:
    case Keyword::kAggregate:
    case Keyword::kMacro:
    case Keyword::kExtension:
    case Keyword::kCollation: return alter_object(object_kind());
    default: break;
  }
  for (const Keyword known : {Keyword::kTable, Keyword::kView, Keyword::kIndex, Keyword::kSequence,
                              Keyword::kType, Keyword::kRole, Keyword::kSchema}) {
    accept(known);
  }
  fail("the kind of object to alter");
}

StatementPtr DefinitionParser::alter_table(ObjectKind object) {
  auto node = std::make_unique<AlterTable>();
  node->object = object;
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  node->only = accept(Keyword::kOnly);
  node->name = qualified_name("a name");
  if (at_operator(BinaryOperator::kMultiply)) advance();
  separated([&] { node->actions.push_back(alter_action()); });
  return node;
}

AlterAction DefinitionParser::alter_action() {
  const uint32_t begin = start();
  AlterAction action;
  if (accept(Keyword::kAdd)) {
    alter_add(action);
  } else if (accept(Keyword::kDrop)) {
    alter_drop(action);
  } else if (accept(Keyword::kRename)) {
    alter_rename(action);
  } else if (accept(Keyword::kAlter)) {
    alter_column(action);
  } else if (accept(Keyword::kSet)) {
    alter_set(action);
  } else {
    alter_other(action);
  }
  action.place = place_from(begin);
  return action;
}

// ADD [COLUMN] [IF NOT EXISTS] definition, ADD constraint.
void DefinitionParser::alter_add(AlterAction& action) {
  const bool constraint = at(Keyword::kConstraint) || at(Keyword::kPrimary) || at(Keyword::kUnique) ||
                          at(Keyword::kCheck) || at(Keyword::kForeign) ||
                          at(Keyword::kExclude, Keyword::kUsing) || at(Keyword::kNot);
  if (constraint) {
    action.kind = AlterKind::kAddConstraint;
    action.constraint = std::make_unique<Constraint>(table_constraint());
    return;
  }
  accept(Keyword::kColumn);
  action.kind = AlterKind::kAddColumn;
  if (accept(Keyword::kIf)) {
    expect(Keyword::kNot, Keyword::kExists);
    action.if_not_exists = true;
  }
  const size_t name_position = position_;
  QualifiedName column = qualified_name("a column name");
  if (column.parts.size() == 1) {
    position_ = name_position;
    action.definition = std::make_unique<ColumnDefinition>(column_definition(false));
    action.column.parts.push_back(action.definition->name);
    action.column.place = action.definition->name.place;
    return;
  }
  // DuckDB's ADD COLUMN s.field type: a field of a struct
  action.definition = std::make_unique<ColumnDefinition>();
  action.definition->place = column.place;
  action.definition->name = column.parts.back();
  action.definition->type = type_pointer();
  action.column = std::move(column);
}

void DefinitionParser::alter_drop(AlterAction& action) {
  const bool constraint = accept(Keyword::kConstraint);
  if (!constraint) accept(Keyword::kColumn);
  action.kind = constraint ? AlterKind::kDropConstraint : AlterKind::kDropColumn;
  action.if_exists = accept(Keyword::kIf, Keyword::kExists);
  if (constraint) {
    action.name = name("the name of a constraint");
  } else {
    action.column = qualified_name("a column name");
  }
  action.cascade = cascade_or_restrict();
}

// RENAME TO name, RENAME [COLUMN] a TO b, RENAME CONSTRAINT a TO b.
void DefinitionParser::alter_rename(AlterAction& action) {
  if (accept(Keyword::kTo)) {
    action.kind = AlterKind::kRenameTable;
    action.new_name = name("the new name");
    return;
  }
  if (accept(Keyword::kConstraint)) {
    action.kind = AlterKind::kRenameConstraint;
    action.name = name("the name of a constraint");
  } else {
    accept(Keyword::kColumn);
    action.kind = AlterKind::kRenameColumn;
    action.column = qualified_name("a column name");
  }
  expect(Keyword::kTo);
  action.new_name = name("the new name");
}

// ALTER [COLUMN] name .., ALTER CONSTRAINT name ..
void DefinitionParser::alter_column(AlterAction& action) {
  if (accept(Keyword::kConstraint)) {
    action.kind = AlterKind::kAlterConstraint;
    action.name = name("the name of a constraint");
    action.constraint = std::make_unique<Constraint>();
    constraint_attributes(*action.constraint);
    return;
  }
  accept(Keyword::kColumn);
  if (at(TokenKind::kInteger)) {  // of an index: ALTER COLUMN 1 SET STATISTICS
    Name number;
    number.place = token().place();
    number.text = spelling(token());
    advance();
    action.column.parts.push_back(std::move(number));
  } else {
    action.column = qualified_name("a column name");
  }
  if (accept(Keyword::kDrop)) {
    if (accept(Keyword::kDefault)) {
      action.kind = AlterKind::kDropDefault;
    } else if (accept(Keyword::kNot)) {
      expect(Keyword::kNull);
      action.kind = AlterKind::kDropNotNull;
    } else {
      action.kind = at(Keyword::kIdentity) ? AlterKind::kDropIdentity : AlterKind::kDropExpression;
      if (!accept(Keyword::kIdentity)) expect(Keyword::kExpression);
      action.if_exists = accept(Keyword::kIf, Keyword::kExists);
    }
  } else if (accept(Keyword::kAdd)) {
    action.kind = AlterKind::kAddIdentity;
    action.constraint = std::make_unique<Constraint>();
    generated_constraint(*action.constraint);
  } else if (at(Keyword::kRestart)) {
    action.kind = AlterKind::kSetIdentity;
    while (alter_identity_option(action)) {
    }
  } else if (at(Keyword::kReset)) {
    advance();
    action.kind = AlterKind::kResetOptions;
    action.options = option_list();
  } else {
    alter_column_set(action);
  }
}

// [SET DATA] TYPE type [COLLATE c] [USING e], and what else SET takes.
void DefinitionParser::alter_column_set(AlterAction& action) {
  const bool set = accept(Keyword::kSet);
  if (set && accept(Keyword::kDefault)) {
    action.kind = AlterKind::kSetDefault;
    action.expression = expression();
  } else if (set && accept(Keyword::kNot)) {
    expect(Keyword::kNull);
    action.kind = AlterKind::kSetNotNull;
  } else if (set && accept(Keyword::kExpression)) {
    expect(Keyword::kAs);
    action.kind = AlterKind::kSetExpression;
    expect(TokenKind::kOpenParenthesis);
    action.expression = expression();
    expect(TokenKind::kCloseParenthesis);
  } else if (set && accept(Keyword::kStatistics)) {
    action.kind = AlterKind::kSetStatistics;
    action.expression = signed_number();
  } else if (set && (at(Keyword::kStorage) || at(Keyword::kCompression))) {
    action.kind = at(Keyword::kStorage) ? AlterKind::kSetStorage : AlterKind::kSetCompression;
    advance();
    action.name = label();
  } else if (set && at(TokenKind::kOpenParenthesis)) {
    action.kind = AlterKind::kSetOptions;
    action.options = option_list();
  } else if (set && !at(Keyword::kData) && !at(Keyword::kType)) {
    action.kind = AlterKind::kSetIdentity;
    --position_;
    if (!alter_identity_option(action)) {
      ++position_;
      fail("DEFAULT, NOT NULL, DATA TYPE, STATISTICS, STORAGE or GENERATED");
    }
    while (alter_identity_option(action)) {
    }
  } else {
    if (set) accept(Keyword::kData);
    expect(Keyword::kType);
    action.kind = AlterKind::kSetType;
    if (!at(Keyword::kUsing)) action.type = type_pointer();
    if (accept(Keyword::kCollate)) action.collation = any_name();
    if (accept(Keyword::kUsing)) action.expression = expression();
  }
}

// RESTART [WITH n], SET GENERATED ALWAYS | BY DEFAULT, SET sequence option.
bool DefinitionParser::alter_identity_option(AlterAction& action) {
  if (at(Keyword::kRestart)) return sequence_option(action.sequence);
  if (!accept(Keyword::kSet)) return false;
  if (accept(Keyword::kGenerated)) {
    action.always = accept(Keyword::kAlways);
    if (!*action.always) expect(Keyword::kBy, Keyword::kDefault);
    return true;
  }
  if (sequence_option(action.sequence)) return true;
  --position_;
  return false;
}

// SET SCHEMA s, SET (options), SET LOGGED, SET UNLOGGED, SET TABLESPACE t.
void DefinitionParser::alter_set(AlterAction& action) {
  if (accept(Keyword::kSchema)) {
    action.kind = AlterKind::kSetSchema;
    action.name = name("a schema");
  } else if (at(TokenKind::kOpenParenthesis)) {
    action.kind = AlterKind::kSetOptions;
    action.options = option_list();
  } else if (accept(Keyword::kLogged)) {
    action.kind = AlterKind::kSetLogged;
  } else if (accept(Keyword::kUnlogged)) {
    action.kind = AlterKind::kSetUnlogged;
  } else if (accept(Keyword::kTablespace)) {
    action.kind = AlterKind::kSetTablespace;
    action.name = name("a tablespace");
  } else {
    fail("SCHEMA, LOGGED, UNLOGGED or \"(\"");
  }
}

void DefinitionParser::alter_other(AlterAction& action) {
  const auto trigger = [&](AlterKind kind) {
    action.kind = kind;
    if (at(Keyword::kReplica) || at(Keyword::kAlways)) advance();
    action.text = word_text();  // trigger, rule or row (of ROW LEVEL SECURITY)
    if (action.text == "row") {
      expect(Keyword::kLevel);
      expect(Keyword::kSecurity);
    } else {
      action.name = label();
    }
  };
  if (accept(Keyword::kOwner)) {
    expect(Keyword::kTo);
    action.kind = AlterKind::kOwner;
    action.name = label();
  } else if (accept(Keyword::kValidate)) {
    expect(Keyword::kConstraint);
    action.kind = AlterKind::kValidateConstraint;
    action.name = name("the name of a constraint");
  } else if (accept(Keyword::kReset)) {
    action.kind = AlterKind::kResetOptions;
    action.options = option_list();
  } else if (accept(Keyword::kEnable)) {
    trigger(AlterKind::kEnableTrigger);
  } else if (accept(Keyword::kDisable)) {
    trigger(AlterKind::kDisableTrigger);
  } else if (accept(Keyword::kInherit) || accept(Keyword::kNo, Keyword::kInherit)) {
    action.kind =
        tokens_[position_ - 2].keyword == Keyword::kNo ? AlterKind::kNoInherit : AlterKind::kInherit;
    action.table = qualified_name("a table name");
  } else if (accept(Keyword::kAttach)) {
    expect(Keyword::kPartition);
    action.kind = AlterKind::kAttachPartition;
    action.table = qualified_name("a table name");
    if (at(Keyword::kFor) || at(Keyword::kDefault)) action.text = partition_bounds();
  } else if (accept(Keyword::kDetach)) {
    expect(Keyword::kPartition);
    action.kind = AlterKind::kDetachPartition;
    action.table = qualified_name("a table name");
  } else if (accept(Keyword::kReplica)) {
    expect(Keyword::kIdentity);
    action.kind = AlterKind::kReplicaIdentity;
    action.text = word_text();
    if (action.text == "using") {
      expect(Keyword::kIndex);
      action.name = name("the name of an index");
    }
  } else if (accept(Keyword::kCluster)) {
    expect(Keyword::kOn);
    action.kind = AlterKind::kClusterOn;
    action.name = name("the name of an index");
  } else {
    for (const Keyword known :
         {Keyword::kAdd, Keyword::kDrop, Keyword::kRename, Keyword::kAlter, Keyword::kSet}) {
      accept(known);
    }
    fail("ADD, DROP, RENAME, ALTER, SET or OWNER TO");
  }
}

}  // namespace stoa::sql
