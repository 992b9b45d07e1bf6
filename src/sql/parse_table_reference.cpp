#include "sql/query_parser.h"

namespace stoa::sql {

std::vector<TableReferencePtr> QueryParser::table_references() {
  std::vector<TableReferencePtr> tables;
  separated([&] {
    if (tables.empty() || !at_list_end()) tables.push_back(table_reference());
  });
  return tables;
}

TableReferencePtr QueryParser::table_reference() {
  const Level level(*this);
  const uint32_t begin = start();
  return joins(table_primary(), begin);
}

TableReferencePtr QueryParser::joins(TableReferencePtr left, uint32_t begin) {
  while (at_join()) left = join(std::move(left), begin);
  return left;
}

bool QueryParser::at_join() const {
  switch (token().keyword) {
    case Keyword::kJoin:
    case Keyword::kInner:
    case Keyword::kLeft:
    case Keyword::kRight:
    case Keyword::kFull:
    case Keyword::kCross:
    case Keyword::kNatural: return true;
    default: return at_contextual_join();
  }
}

// Words of DuckDB's joins that are plain names elsewhere: what follows them decides.
bool QueryParser::at_contextual_join() const {
  const Keyword next = ahead(1).keyword;
  switch (token().keyword) {
    case Keyword::kSemi:
    case Keyword::kAnti:
    case Keyword::kPositional: return next == Keyword::kJoin;
    case Keyword::kAsof:
      return next == Keyword::kJoin || next == Keyword::kInner || next == Keyword::kLeft ||
             next == Keyword::kRight || next == Keyword::kFull || next == Keyword::kSemi ||
             next == Keyword::kAnti;
    default: return false;
  }
}

JoinKind QueryParser::join_kind(Join& node) {
  node.natural = accept(Keyword::kNatural);
  node.as_of = accept(Keyword::kAsof);
  if (accept(Keyword::kCross)) return JoinKind::kCross;
  if (accept(Keyword::kPositional)) return JoinKind::kPositional;
  JoinKind kind = JoinKind::kInner;
  if (accept(Keyword::kInner)) return kind;
  if (accept(Keyword::kLeft)) {
    kind = JoinKind::kLeft;
  } else if (accept(Keyword::kRight)) {
    kind = JoinKind::kRight;
  } else if (accept(Keyword::kFull)) {
    kind = JoinKind::kFull;
  }
  if (kind != JoinKind::kInner) accept(Keyword::kOuter);
  if (kind == JoinKind::kInner || kind == JoinKind::kLeft) {
    if (accept(Keyword::kSemi)) return JoinKind::kSemi;
    if (accept(Keyword::kAnti)) return JoinKind::kAnti;
  }
  return kind;
}

TableReferencePtr QueryParser::join(TableReferencePtr left, uint32_t begin) {
  const uint32_t height = peak_;
  peak_ = 0;
  auto node = std::make_unique<Join>();
  node->join = join_kind(*node);
  expect(Keyword::kJoin);
  node->left = std::move(left);
  const uint32_t right_begin = start();
  node->right = table_primary();
  const bool conditional =
      !node->natural && node->join != JoinKind::kCross && node->join != JoinKind::kPositional;
  if (conditional) {
    // `a JOIN b JOIN c ON .. ON ..`: the second join is the right side of the first.
    if (!at(Keyword::kOn) && !at(Keyword::kUsing) && at_join()) {
      const Level level(*this);
      while (!at(Keyword::kOn) && !at(Keyword::kUsing) && at_join()) {
        node->right = join(std::move(node->right), right_begin);
      }
    }
    join_condition(*node);
  }
  node->place = place_from(begin);
  deepen(height);
  return node;
}

void QueryParser::join_condition(Join& node) {
  if (accept(Keyword::kOn)) {
    node.condition = expression();
  } else if (!at(Keyword::kUsing, Keyword::kSample) && accept(Keyword::kUsing)) {
    node.using_columns = name_list();
    if (accept(Keyword::kAs)) node.using_alias = name("an alias");
  } else {
    fail("ON or USING");
  }
}

TableReferencePtr QueryParser::table_primary() {
  const uint32_t begin = start();
  if (at(TokenKind::kOpenParenthesis)) return finish_table(table_in_parentheses(), begin);
  if (at(Keyword::kValues)) return finish_table(subquery_table(values(), false, begin), begin);
  Name prefix_alias;
  if (at_name() && ahead(1).kind == TokenKind::kColon) {  // DuckDB's `alias: table`
    prefix_alias = take_name();
    advance();
  }
  const bool lateral = accept(Keyword::kLateral);
  TableReferencePtr table;
  if (lateral && at(TokenKind::kOpenParenthesis)) {
    table = subquery_table(query_in_parentheses(), true, begin);
  } else if (at(TokenKind::kOpenParenthesis)) {
    table = table_in_parentheses();
    if (!table->alias.text.empty()) fail_at(table->alias.place.offset, "a table takes one alias");
  } else if (at(Keyword::kRows, Keyword::kFrom)) {
    table = rows_from(lateral, begin);
  } else if (lateral) {
    table = table_function(any_name(), true, begin);
  } else {
    table = named_table();
  }
  table->alias = std::move(prefix_alias);
  return finish_table(std::move(table), begin);
}

// `(query)`, or joins in parentheses.
TableReferencePtr QueryParser::table_in_parentheses() {
  const uint32_t begin = start();
  expect(TokenKind::kOpenParenthesis);
  if (at_query() || at_statement_query()) {
    QueryPtr inner = query();
    expect(TokenKind::kCloseParenthesis);
    return subquery_table(std::move(inner), false, begin);
  }
  const uint32_t inner_begin = start();
  TableReferencePtr table = table_reference();
  // `((SELECT 1) UNION SELECT 2)`: what looked like a table was the first part of a query.
  const bool bare_query = is<SubqueryTable>(*table) && table->alias.text.empty() && !table->sample;
  if (bare_query && (at_query_continuation() || at(TokenKind::kCloseParenthesis))) {
    QueryPtr inner = std::move(as<SubqueryTable>(*table).query);
    if (at_query_continuation()) inner = continue_query(std::move(inner), inner_begin);
    expect(TokenKind::kCloseParenthesis);
    return subquery_table(std::move(inner), false, begin);
  }
  expect(TokenKind::kCloseParenthesis);
  return table;
}

TableReferencePtr QueryParser::subquery_table(QueryPtr inner, bool lateral, uint32_t begin) {
  auto node = std::make_unique<SubqueryTable>();
  node->query = std::move(inner);
  node->lateral = lateral;
  node->place = place_from(begin);
  return node;
}

// A table, a file or a function, without alias.
TableReferencePtr QueryParser::named_table() {
  const uint32_t begin = start();
  auto node = std::make_unique<NamedTable>();
  if (at_string()) {
    node->file = take_string();
    node->place = place_from(begin);
    return node;
  }
  const bool only_parenthesis = at(Keyword::kOnly) && ahead(1).kind == TokenKind::kOpenParenthesis;
  node->only = accept(Keyword::kOnly);
  if (only_parenthesis) expect(TokenKind::kOpenParenthesis);
  if (!at_name() && !is_function_name(token())) fail("a table name");
  const bool only_function = !at_name();
  node->name = any_name();
  if (only_parenthesis) expect(TokenKind::kCloseParenthesis);
  if (!node->only && at(TokenKind::kOpenParenthesis))
    return table_function(std::move(node->name), false, begin);
  if (only_function && node->name.parts.size() == 1) fail("\"(\"");
  if (at_operator(BinaryOperator::kMultiply))
    advance();  // t *: with the tables that inherit, as is the default
  as_of(node->as_of);
  node->place = place_from(begin);
  return node;
}

bool QueryParser::at_as_of() const {
  if (at(Keyword::kAt, TokenKind::kOpenParenthesis)) return true;
  if (!at(Keyword::kAs, Keyword::kOf)) return false;
  const Token& next = ahead(2);
  return next.keyword == Keyword::kVersion || next.keyword == Keyword::kTimestamp ||
         next.keyword == Keyword::kSnapshot || next.keyword == Keyword::kBranch ||
         next.keyword == Keyword::kSystem || next.kind == TokenKind::kString ||
         next.kind == TokenKind::kNumberedParameter || next.kind == TokenKind::kNamedParameter;
}

void QueryParser::as_of(AsOf& clause) {
  if (!at_as_of()) return;
  const uint32_t begin = start();
  if (accept(Keyword::kAt)) {
    expect(TokenKind::kOpenParenthesis);
    as_of_value(clause);
    expect(TokenKind::kCloseParenthesis);
  } else {
    advance();
    advance();
    as_of_value(clause);
  }
  clause.place = place_from(begin);
}

// VERSION n, TIMESTAMP t, SNAPSHOT name, BRANCH name, or a time; with `=>` in DuckDB's AT (..).
void QueryParser::as_of_value(AsOf& clause) {
  if (accept(Keyword::kVersion)) {
    clause.kind = AsOfKind::kVersion;
  } else if (at(Keyword::kSnapshot) || at(Keyword::kBranch)) {
    clause.kind = at(Keyword::kSnapshot) ? AsOfKind::kSnapshot : AsOfKind::kBranch;
    advance();
    accept(TokenKind::kNamedArgument);
    clause.name = name_or_string("a name");
    return;
  } else {
    clause.kind = AsOfKind::kTimestamp;
    accept(Keyword::kSystem, Keyword::kTime);
    if (at(Keyword::kTimestamp) && !at_typed_literal()) advance();
  }
  accept(TokenKind::kNamedArgument);
  clause.value = expression(kRangeLevel);
}

TableReferencePtr QueryParser::table_function(QualifiedName function, bool lateral, uint32_t begin) {
  auto node = std::make_unique<TableFunction>();
  auto call = std::make_unique<FunctionCall>();
  call->name = std::move(function);
  arguments(*call);
  call->place = place_from(begin);
  // `f(header = true)` names an argument, as in DuckDB.
  for (Argument& given : call->arguments) {
    if (!given.name.text.empty() || !is<Binary>(*given.value)) continue;
    auto& comparison = as<Binary>(*given.value);
    if (comparison.op != BinaryOperator::kEqual || !is<ColumnReference>(*comparison.left)) continue;
    auto& column = as<ColumnReference>(*comparison.left).name;
    if (column.parts.size() != 1) continue;
    given.name = std::move(column.parts[0]);
    given.value = std::move(comparison.right);
  }
  node->calls.push_back(std::move(call));
  node->lateral = lateral;
  if (at(Keyword::kWith, Keyword::kOrdinality)) {
    advance();
    advance();
    node->with_ordinality = true;
  }
  node->place = place_from(begin);
  return node;
}

TableReferencePtr QueryParser::rows_from(bool lateral, uint32_t begin) {
  auto node = std::make_unique<TableFunction>();
  node->rows_from = true;
  node->lateral = lateral;
  expect(Keyword::kRows, Keyword::kFrom);
  parenthesized([&] { node->calls.push_back(function_call("a function")); });
  if (at(Keyword::kWith, Keyword::kOrdinality)) {
    advance();
    advance();
    node->with_ordinality = true;
  }
  node->place = place_from(begin);
  return node;
}

// Alias, TABLESAMPLE, PIVOT and UNPIVOT after a table.
TableReferencePtr QueryParser::finish_table(TableReferencePtr table, uint32_t begin) {
  table_alias(*table);
  if (is<NamedTable>(*table) && as<NamedTable>(*table).as_of.kind == AsOfKind::kNone) {
    as_of(as<NamedTable>(*table).as_of);
  }
  if (accept(Keyword::kTablesample)) table->sample = sample(true);
  table->place = place_from(begin);
  for (;;) {
    const bool nulls = at(Keyword::kUnpivot) &&
                       (ahead(1).keyword == Keyword::kInclude || ahead(1).keyword == Keyword::kExclude);
    if (at(Keyword::kPivot, TokenKind::kOpenParenthesis)) {
      table = pivot(std::move(table), begin);
    } else if (nulls || at(Keyword::kUnpivot, TokenKind::kOpenParenthesis)) {
      table = unpivot(std::move(table), begin);
    } else {
      return table;
    }
    table_alias(*table);
    table->place = place_from(begin);
    deepen(peak_);
  }
}

// Whether an alias without AS follows.
bool QueryParser::at_table_alias() const {
  if (is_quoted_name(token())) return true;
  if (!at_name()) return false;
  switch (token().keyword) {
    case Keyword::kQualify: return false;
    case Keyword::kPivot: return ahead(1).kind != TokenKind::kOpenParenthesis;
    case Keyword::kUnpivot:
      return ahead(1).kind != TokenKind::kOpenParenthesis && ahead(1).keyword != Keyword::kInclude &&
             ahead(1).keyword != Keyword::kExclude;
    case Keyword::kAt: return ahead(1).kind != TokenKind::kOpenParenthesis;
    case Keyword::kInclude: return ahead(1).keyword != Keyword::kNulls;
    default: return !at_contextual_join();
  }
}

void QueryParser::table_alias(TableReference& table) {
  if (at_as_of()) return;
  if (!table.alias.text.empty() && (at(Keyword::kAs) || at_table_alias())) fail();
  if (accept(Keyword::kAs)) {
    if (at(TokenKind::kOpenParenthesis) && is<TableFunction>(table)) return alias_columns(table);
    table.alias = name_or_string("an alias");
  } else if (at_table_alias()) {
    table.alias = take_name();
  } else {
    return;
  }
  if (at(TokenKind::kOpenParenthesis)) alias_columns(table);
}

// t(a, b), or with types, t(a int, b text), for functions that return records.
void QueryParser::alias_columns(TableReference& table) {
  parenthesized([&] {
    AliasColumn column;
    column.name = name_or_string("a column name");
    if (!at(TokenKind::kComma) && !at(TokenKind::kCloseParenthesis)) column.type = type_pointer();
    table.alias_columns.push_back(std::move(column));
  });
}

}  // namespace stoa::sql
