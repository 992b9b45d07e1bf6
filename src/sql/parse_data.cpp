#include "sql/data_parser.h"

namespace stoa::sql {

TargetTable DataParser::target_table(bool with_alias) {
  const uint32_t begin = start();
  TargetTable table;
  table.only = with_alias && accept(Keyword::kOnly);
  table.name = qualified_name("a table name");
  if (with_alias && at_operator(BinaryOperator::kMultiply)) advance();
  if (accept(Keyword::kAs)) {
    table.alias = name("an alias");
  } else if (with_alias && at_name() && !at(Keyword::kSet)) {
    table.alias = take_name();
  }
  table.place = place_from(begin);
  return table;
}

// INSERT [OR REPLACE | OR IGNORE] INTO table [BY NAME] [(columns)] [OVERRIDING ..] source [ON CONFLICT ..]
// [RETURNING ..].
StatementPtr DataParser::insert(With w) {
  auto node = std::make_unique<Insert>();
  node->with = std::move(w);
  if (accept(Keyword::kReplace)) {  // SQLite's REPLACE INTO
    node->or_action = InsertOr::kReplace;
  } else {
    expect(Keyword::kInsert);
    if (accept(Keyword::kOr)) {
      const bool replaces = accept(Keyword::kReplace);
      if (!replaces) expect(Keyword::kIgnore);
      node->or_action = replaces ? InsertOr::kReplace : InsertOr::kIgnore;
    }
  }
  expect(Keyword::kInto);
  node->table = target_table(false);
  const auto by_name_or_position = [&] {
    if (!at(Keyword::kBy)) return;
    advance();
    if (accept(Keyword::kName)) {
      node->by_name = true;
    } else {
      expect(Keyword::kPosition);
    }
  };
  by_name_or_position();
  const bool list = at(TokenKind::kOpenParenthesis) && !starts_query_in_parentheses();
  if (list) insert_columns(*node);
  by_name_or_position();
  if (accept(Keyword::kOverriding)) {
    node->overriding = at(Keyword::kUser) ? Overriding::kUserValue : Overriding::kSystemValue;
    if (!accept(Keyword::kUser)) expect(Keyword::kSystem);
    expect(Keyword::kValue);
  }
  if (!accept(Keyword::kDefault, Keyword::kValues)) node->source = query();
  if (at(Keyword::kOn)) node->on_conflict = on_conflict();
  node->returning = returning();
  return node;
}

// Whether the parenthesis opens `(SELECT ..)`, not a list of columns.
bool DataParser::starts_query_in_parentheses() const {
  size_t i = 1;
  while (ahead(i).kind == TokenKind::kOpenParenthesis) ++i;
  switch (ahead(i).keyword) {
    case Keyword::kSelect:
    case Keyword::kWith:
    case Keyword::kTable:
    case Keyword::kFrom: return true;
    case Keyword::kValues: return ahead(i + 1).kind == TokenKind::kOpenParenthesis;
    default: return i > 1;
  }
}

void DataParser::insert_columns(Insert& node) {
  parenthesized([&] {
    if (node.columns.empty() || !at(TokenKind::kCloseParenthesis))
      node.columns.push_back(name("a column name"));
  });
}

OnConflict DataParser::on_conflict() {
  const uint32_t begin = start();
  OnConflict clause;
  expect(Keyword::kOn, Keyword::kConflict);
  if (accept(TokenKind::kOpenParenthesis)) {
    separated([&] {
      clause.targets.push_back(expression());
      if (at_name()) any_name();  // an operator class decides nothing about equality
    });
    expect(TokenKind::kCloseParenthesis);
    if (accept(Keyword::kWhere)) clause.target_where = expression();
  } else if (accept(Keyword::kOn)) {
    expect(Keyword::kConstraint);
    clause.constraint = name("the name of a constraint");
  }
  expect(Keyword::kDo);
  if (accept(Keyword::kUpdate)) {
    clause.action = ConflictAction::kUpdate;
    expect(Keyword::kSet);
    clause.assignments = assignments();
    if (accept(Keyword::kWhere)) clause.where = expression();
  } else {
    expect(Keyword::kNothing);
  }
  clause.place = place_from(begin);
  return clause;
}

std::vector<Assignment> DataParser::assignments() {
  std::vector<Assignment> list;
  separated([&] { list.push_back(assignment()); });
  return list;
}

// column = value, (columns) = row or subquery.
Assignment DataParser::assignment() {
  const uint32_t begin = start();
  Assignment result;
  if (at(TokenKind::kOpenParenthesis)) {
    parenthesized([&] { result.targets.push_back(assignment_target()); });
    expect_operator(BinaryOperator::kEqual);
    result.value = assigned_row(result.targets.size());
    if (result.targets.size() == 1 && is<Row>(*result.value)) {  // (a) = (1) is a = 1
      ExpressionPtr only = std::move(as<Row>(*result.value).items[0]);
      result.value = std::move(only);
    }
  } else {
    result.targets.push_back(assignment_target());
    expect_operator(BinaryOperator::kEqual);
    result.value = value_or_default();
  }
  result.place = place_from(begin);
  return result;
}

// The right side of (a, b) = ..: a row that may hold DEFAULT, or an expression. For one column the row has
// one item.
ExpressionPtr DataParser::assigned_row(size_t column_count) {
  const uint32_t begin = start();
  const bool is_row = at(Keyword::kRow, TokenKind::kOpenParenthesis);
  if (!is_row && (!at(TokenKind::kOpenParenthesis) || starts_query_in_parentheses())) return expression();
  if (is_row) advance();
  auto row = std::make_unique<Row>();
  row->explicit_row = is_row;
  parenthesized([&] { row->items.push_back(value_or_default()); });
  if (row->items.size() != column_count) {
    fail_at(begin, "number of columns does not match number of values");
  }
  row->place = place_from(begin);
  return row;
}

ExpressionPtr DataParser::assignment_target() {
  if (!at_name()) fail("a column name");
  const uint32_t begin = start();
  auto column = std::make_unique<ColumnReference>();
  column->name = qualified_name("a column name");
  column->place = place_from(begin);
  ExpressionPtr target = std::move(column);
  while (at(TokenKind::kOpenBracket) || at(TokenKind::kDot)) postfix(target, begin);
  return target;
}

void DataParser::where_or_cursor(ExpressionPtr& where, Name& current_of) {
  if (!accept(Keyword::kWhere)) return;
  if (accept(Keyword::kCurrent, Keyword::kOf)) {
    current_of = name("a cursor");
  } else {
    where = expression();
  }
}

StatementPtr DataParser::update(With w) {
  auto node = std::make_unique<Update>();
  node->with = std::move(w);
  expect(Keyword::kUpdate);
  node->table = target_table(true);
  expect(Keyword::kSet);
  node->assignments = assignments();
  if (accept(Keyword::kFrom)) node->from = table_references();
  where_or_cursor(node->where, node->current_of);
  node->returning = returning();
  return node;
}

StatementPtr DataParser::delete_(With w) {
  auto node = std::make_unique<Delete>();
  node->with = std::move(w);
  expect(Keyword::kDelete);
  expect(Keyword::kFrom);
  node->table = target_table(true);
  if (accept(Keyword::kUsing)) node->using_tables = table_references();
  where_or_cursor(node->where, node->current_of);
  node->returning = returning();
  return node;
}

StatementPtr DataParser::merge(With w) {
  auto node = std::make_unique<Merge>();
  node->with = std::move(w);
  expect(Keyword::kMerge, Keyword::kInto);
  node->table = target_table(true);
  expect(Keyword::kUsing);
  node->source = table_reference();
  if (accept(Keyword::kUsing)) {
    node->using_columns = name_list();
  } else {
    expect(Keyword::kOn);
    node->condition = expression();
  }
  if (!at(Keyword::kWhen)) fail("WHEN");
  while (at(Keyword::kWhen)) node->clauses.push_back(merge_clause());
  node->returning = returning();
  return node;
}

MergeClause DataParser::merge_clause() {
  const uint32_t begin = start();
  MergeClause clause;
  expect(Keyword::kWhen);
  const bool negated = accept(Keyword::kNot);
  expect(Keyword::kMatched);
  if (negated) {
    clause.match = MergeMatch::kNotMatchedByTarget;
    if (accept(Keyword::kBy)) {
      if (accept(Keyword::kSource)) {
        clause.match = MergeMatch::kNotMatchedBySource;
      } else {
        expect(Keyword::kTarget);
      }
    }
  }
  if (accept(Keyword::kAnd)) clause.condition = expression();
  expect(Keyword::kThen);
  merge_action(clause);
  clause.place = place_from(begin);
  return clause;
}

void DataParser::merge_action(MergeClause& clause) {
  if (accept(Keyword::kUpdate)) {
    clause.action = MergeActionKind::kUpdate;
    if (accept(Keyword::kBy)) {
      expect(Keyword::kName);
      clause.by_name = true;
    } else if (accept(Keyword::kSet)) {
      clause.star = accept_operator(BinaryOperator::kMultiply);
      if (!clause.star) clause.assignments = assignments();
    } else {
      clause.star = true;  // DuckDB's UPDATE alone: every column
    }
  } else if (accept(Keyword::kDelete)) {
    clause.action = MergeActionKind::kDelete;
  } else if (accept(Keyword::kInsert)) {
    clause.action = MergeActionKind::kInsert;
    merge_insert(clause);
  } else if (accept(Keyword::kError)) {
    clause.action = MergeActionKind::kError;
    if (!at(Keyword::kWhen) && !at(TokenKind::kSemicolon) && !at(TokenKind::kEnd)) {
      clause.values.push_back(expression());
    }
  } else {
    expect(Keyword::kDo, Keyword::kNothing);
  }
}

void DataParser::merge_insert(MergeClause& clause) {
  if (accept(Keyword::kBy)) {
    expect(Keyword::kName);
    clause.by_name = true;
    return;
  }
  if (accept_operator(BinaryOperator::kMultiply)) {
    clause.star = true;
    return;
  }
  clause.columns = optional_name_list();
  if (accept(Keyword::kOverriding)) {
    clause.overriding = at(Keyword::kUser) ? Overriding::kUserValue : Overriding::kSystemValue;
    if (!accept(Keyword::kUser)) expect(Keyword::kSystem);
    expect(Keyword::kValue);
  }
  if (accept(Keyword::kDefault, Keyword::kValues)) return;
  if (!at(Keyword::kValues) && clause.columns.empty()) {
    clause.star = true;  // DuckDB's INSERT alone: every column
    return;
  }
  expect(Keyword::kValues);
  parenthesized([&] { clause.values.push_back(value_or_default()); });
}

}  // namespace stoa::sql
