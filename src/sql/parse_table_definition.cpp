#include "sql/definition_parser.h"

namespace stoa::sql {

// CREATE TABLE [IF NOT EXISTS] name (elements) .. | [(columns)] AS query | PARTITION OF parent ..
StatementPtr DefinitionParser::create_table(CreateFlags flags) {
  auto node = std::make_unique<CreateTable>();
  expect(Keyword::kTable);
  if_not_exists(flags);
  node->flags = flags;
  node->name = qualified_name("the name of the table");
  if (accept(Keyword::kPartition)) {
    expect(Keyword::kOf);
    node->partition_of = qualified_name("a table name");
    if (at(TokenKind::kOpenParenthesis)) table_elements(*node);
    node->partition_bounds = partition_bounds();
  } else if (at(TokenKind::kOpenParenthesis)) {
    table_elements(*node);
  }
  table_suffixes(*node);
  if (!accept(Keyword::kAs)) {
    if (node->columns.empty() && node->constraints.empty() && node->likes.empty() && !node->parenthesized &&
        node->partition_of.empty()) {
      fail("\"(\" or AS");
    }
    return node;
  }
  node->query = query();
  if (accept(Keyword::kWith)) {
    node->with_data = !accept(Keyword::kNo);
    expect(Keyword::kData);
  }
  return node;
}

void DefinitionParser::table_elements(CreateTable& node) {
  node.parenthesized = true;
  expect(TokenKind::kOpenParenthesis);
  while (!at(TokenKind::kCloseParenthesis)) {
    table_element(node);
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kCloseParenthesis);
}

void DefinitionParser::table_element(CreateTable& node) {
  switch (token().keyword) {
    case Keyword::kLike: node.likes.push_back(like_clause(node.columns.size())); return;
    case Keyword::kConstraint:
    case Keyword::kPrimary:
    case Keyword::kUnique:
    case Keyword::kCheck:
    case Keyword::kForeign: node.constraints.push_back(table_constraint()); return;
    case Keyword::kExclude:
      if (ahead(1).keyword == Keyword::kUsing || ahead(1).kind == TokenKind::kOpenParenthesis) {
        node.constraints.push_back(table_constraint());
        return;
      }
      break;
    default: break;
  }
  node.columns.push_back(column_definition(false));
}

LikeClause DefinitionParser::like_clause(size_t position) {
  const uint32_t begin = start();
  LikeClause clause;
  expect(Keyword::kLike);
  clause.table = qualified_name("a table name");
  clause.position = position;
  while (at(Keyword::kIncluding) || at(Keyword::kExcluding)) {
    const bool including = accept(Keyword::kIncluding);
    if (!including) advance();
    clause.options.emplace_back(including, word_text());
  }
  clause.place = place_from(begin);
  return clause;
}

// What may follow the elements: INHERITS, PARTITION BY, USING, WITH, ON COMMIT, TABLESPACE.
void DefinitionParser::table_suffixes(CreateTable& node) {
  if (accept(Keyword::kInherits))
    parenthesized([&] { node.inherits.push_back(qualified_name("a table name")); });
  if (accept(Keyword::kPartition)) {
    expect(Keyword::kBy);
    const uint32_t begin = start();
    word_text();
    raw_parentheses();
    node.partition_by = text_between(begin, last_end());
  }
  if (accept(Keyword::kUsing)) name("a table method");
  if (accept(Keyword::kWith)) {
    node.options = option_list();
  } else if (accept(Keyword::kWithout)) {
    if (!accept_word("oids")) fail("OIDS");
  }
  if (accept(Keyword::kOn)) {
    expect(Keyword::kCommit);
    if (accept(Keyword::kDrop)) {
      node.on_commit = OnCommit::kDrop;
    } else {
      node.on_commit = at(Keyword::kDelete) ? OnCommit::kDeleteRows : OnCommit::kPreserveRows;
      if (!accept(Keyword::kDelete)) expect(Keyword::kPreserve);
      expect(Keyword::kRows);
    }
  }
  if (accept(Keyword::kTablespace)) name("a tablespace");
}

// FOR VALUES IN (..) | FROM (..) TO (..) | WITH (..), or DEFAULT: the text, for the engine to refuse or read.
std::string DefinitionParser::partition_bounds() {
  const uint32_t begin = start();
  if (!accept(Keyword::kDefault)) {
    expect(Keyword::kFor, Keyword::kValues);
    if (accept(Keyword::kFrom)) {
      raw_parentheses();
      expect(Keyword::kTo);
    } else if (!accept(Keyword::kWith)) {
      expect(Keyword::kIn);
    }
    raw_parentheses();
  }
  return std::string(text_between(begin, last_end()));
}

// Steps over `( .. )` whatever is in it.
void DefinitionParser::raw_parentheses() {
  expect(TokenKind::kOpenParenthesis);
  size_t open = 1;
  while (open > 0) {
    if (at(TokenKind::kEnd)) fail("\")\"");
    if (at(TokenKind::kOpenParenthesis)) ++open;
    if (at(TokenKind::kCloseParenthesis)) --open;
    advance();
  }
}

// Without a type: a column of CREATE TABLE (a, b) AS, or one whose type comes from its generated expression.
ColumnDefinition DefinitionParser::column_definition(bool type_required) {
  const uint32_t begin = start();
  ColumnDefinition column;
  column.name = name("a column name");
  const bool has_type = !at(TokenKind::kComma) && !at(TokenKind::kCloseParenthesis) &&
                        !at_column_constraint() && !at(TokenKind::kEnd);
  if (has_type || type_required) column.type = type_pointer();
  for (;;) {
    if (accept(Keyword::kCompression) || accept(Keyword::kUsing, Keyword::kCompression)) {
      column.compression = word_text();
      continue;
    }
    if (accept(Keyword::kStorage)) {
      word_text();
      continue;
    }
    Constraint constraint;
    const uint32_t constraint_begin = start();
    if (at(Keyword::kConstraint)) {
      advance();
      constraint.name = name("the name of the constraint");
      if (!at_column_constraint()) fail("a constraint");
    }
    if (!column_constraint(constraint)) break;
    constraint.place = place_from(constraint_begin);
    column.constraints.push_back(std::move(constraint));
  }
  column.place = place_from(begin);
  return column;
}

bool DefinitionParser::at_column_constraint() const {
  switch (token().keyword) {
    case Keyword::kConstraint:
    case Keyword::kNot:
    case Keyword::kNull:
    case Keyword::kDefault:
    case Keyword::kCheck:
    case Keyword::kUnique:
    case Keyword::kPrimary:
    case Keyword::kReferences:
    case Keyword::kCollate: return true;
    case Keyword::kAs: return ahead(1).kind == TokenKind::kOpenParenthesis;
    case Keyword::kGenerated: return ahead(1).keyword == Keyword::kAlways || ahead(1).keyword == Keyword::kBy;
    default: return false;
  }
}

// One constraint of a column without CONSTRAINT name; false when none follows.
bool DefinitionParser::column_constraint(Constraint& c) {
  const Keyword keyword = token().keyword;
  switch (keyword) {
    case Keyword::kNot:
      advance();
      expect(Keyword::kNull);
      c.kind = ConstraintKind::kNotNull;
      if (accept(Keyword::kNo, Keyword::kInherit)) c.no_inherit = true;
      break;
    case Keyword::kNull:
      advance();
      c.kind = ConstraintKind::kNull;
      break;
    case Keyword::kDefault:
      advance();
      c.kind = ConstraintKind::kDefault;
      c.expression = expression(kComparisonLevel);
      break;
    case Keyword::kCheck: check_constraint(c); break;
    case Keyword::kUnique:
    case Keyword::kPrimary: key_constraint(c, false); break;
    case Keyword::kReferences:
      c.kind = ConstraintKind::kForeignKey;
      references(c);
      break;
    case Keyword::kCollate:
      advance();
      c.kind = ConstraintKind::kCollate;
      c.collation = any_name();
      break;
    case Keyword::kAs:
    case Keyword::kGenerated: generated_constraint(c); break;
    default: return false;
  }
  constraint_attributes(c);
  return true;
}

void DefinitionParser::check_constraint(Constraint& c) {
  expect(Keyword::kCheck);
  c.kind = ConstraintKind::kCheck;
  expect(TokenKind::kOpenParenthesis);
  c.expression = expression();
  expect(TokenKind::kCloseParenthesis);
}

// GENERATED ALWAYS AS (expression) [STORED | VIRTUAL], GENERATED ALWAYS | BY DEFAULT AS IDENTITY [(options)],
// and AS (expression). Without a word the column is virtual, as in DuckDB and PostgreSQL 18.
void DefinitionParser::generated_constraint(Constraint& c) {
  if (accept(Keyword::kGenerated)) {
    c.always = accept(Keyword::kAlways);
    if (!c.always) expect(Keyword::kBy, Keyword::kDefault);
  }
  expect(Keyword::kAs);
  if (accept(Keyword::kIdentity)) {
    c.kind = ConstraintKind::kIdentity;
    if (!accept(TokenKind::kOpenParenthesis)) return;
    while (sequence_option(c.sequence)) {
    }
    expect(TokenKind::kCloseParenthesis);
    return;
  }
  if (!c.always) fail("IDENTITY");
  c.kind = ConstraintKind::kGenerated;
  expect(TokenKind::kOpenParenthesis);
  c.expression = expression();
  expect(TokenKind::kCloseParenthesis);
  c.stored = accept(Keyword::kStored);
  if (!c.stored) accept(Keyword::kVirtual);
}

// UNIQUE and PRIMARY KEY, of a column or of a table.
void DefinitionParser::key_constraint(Constraint& c, bool of_table) {
  c.kind = at(Keyword::kUnique) ? ConstraintKind::kUnique : ConstraintKind::kPrimaryKey;
  advance();
  if (c.kind == ConstraintKind::kPrimaryKey) expect(Keyword::kKey);
  if (accept(Keyword::kNulls)) {
    c.nulls_not_distinct = accept(Keyword::kNot);
    expect(Keyword::kDistinct);
  }
  if (of_table && at(Keyword::kUsing)) {
    advance();
    expect(Keyword::kIndex);
    c.using_index = name("the name of an index");
    return;
  }
  if (of_table) c.columns = name_list();
  if (accept(Keyword::kInclude)) c.included = name_list();
  if (accept(Keyword::kWith)) c.options = option_list();
  if (accept(Keyword::kUsing, Keyword::kIndex)) {
    expect(Keyword::kTablespace);
    name("a tablespace");
  }
  if (!of_table && (at(Keyword::kAsc) || at(Keyword::kDesc))) advance();  // SQLite's PRIMARY KEY ASC
}

// REFERENCES table [(columns)] [MATCH ..] [ON DELETE ..] [ON UPDATE ..].
void DefinitionParser::references(Constraint& c) {
  expect(Keyword::kReferences);
  c.referenced_table = qualified_name("a table name");
  c.referenced_columns = optional_name_list();
  if (accept(Keyword::kMatch)) {
    if (accept(Keyword::kFull)) {
      c.match = ReferenceMatch::kFull;
    } else if (accept(Keyword::kPartial)) {
      c.match = ReferenceMatch::kPartial;
    } else {
      expect(Keyword::kSimple);
    }
  }
  while (at(Keyword::kOn)) {
    advance();
    if (accept(Keyword::kDelete)) {
      c.on_delete = reference_action();
    } else {
      expect(Keyword::kUpdate);
      c.on_update = reference_action();
    }
  }
}

ReferenceAction DefinitionParser::reference_action() {
  if (accept(Keyword::kCascade)) return ReferenceAction::kCascade;
  if (accept(Keyword::kRestrict)) return ReferenceAction::kRestrict;
  if (accept(Keyword::kNo)) {
    expect(Keyword::kAction);
    return ReferenceAction::kNoAction;
  }
  expect(Keyword::kSet);
  if (accept(Keyword::kNull)) return ReferenceAction::kSetNull;
  expect(Keyword::kDefault);
  return ReferenceAction::kSetDefault;
}

// DEFERRABLE, INITIALLY DEFERRED, NOT VALID, NO INHERIT, in any order.
void DefinitionParser::constraint_attributes(Constraint& c) {
  for (;;) {
    if (accept(Keyword::kDeferrable)) {
      c.deferrable = true;
    } else if (accept(Keyword::kNot, Keyword::kDeferrable)) {
      c.deferrable = false;
    } else if (accept(Keyword::kNot, Keyword::kValid)) {
      c.not_valid = true;
    } else if (accept(Keyword::kNo, Keyword::kInherit)) {
      c.no_inherit = true;
    } else if (accept(Keyword::kInitially)) {
      c.initially_deferred = accept(Keyword::kDeferred);
      if (!c.initially_deferred) expect(Keyword::kImmediate);
      c.deferrable |= c.initially_deferred;
    } else {
      return;
    }
  }
}

Constraint DefinitionParser::table_constraint() {
  const uint32_t begin = start();
  Constraint c;
  if (accept(Keyword::kConstraint)) c.name = name("the name of the constraint");
  switch (token().keyword) {
    case Keyword::kUnique:
    case Keyword::kPrimary: key_constraint(c, true); break;
    case Keyword::kCheck: check_constraint(c); break;
    case Keyword::kForeign:
      advance();
      expect(Keyword::kKey);
      c.kind = ConstraintKind::kForeignKey;
      c.columns = name_list();
      references(c);
      break;
    case Keyword::kExclude:
      advance();
      c.kind = ConstraintKind::kExclude;
      exclude_constraint(c);
      break;
    case Keyword::kNot:  // PostgreSQL 18: NOT NULL column
      advance();
      expect(Keyword::kNull);
      c.kind = ConstraintKind::kNotNull;
      c.columns.push_back(name("a column name"));
      break;
    default: fail("PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY");
  }
  constraint_attributes(c);
  c.place = place_from(begin);
  return c;
}

// EXCLUDE [USING method] (element WITH operator, ..) [WHERE (..)]: the elements stay text.
void DefinitionParser::exclude_constraint(Constraint& c) {
  const uint32_t begin = start();
  if (accept(Keyword::kUsing)) name("an index method");
  raw_parentheses();
  if (accept(Keyword::kWhere)) raw_parentheses();
  c.exclude_text = text_between(begin, last_end());
}

}  // namespace stoa::sql
