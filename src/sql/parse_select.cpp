#include "sql/query_parser.h"

namespace stoa::sql {

QueryPtr QueryParser::select() {
  const uint32_t begin = start();
  auto node = std::make_unique<SelectQuery>();
  select_head(*node);
  if (accept(Keyword::kFrom)) node->from = table_references();
  select_tail(*node);
  node->place = place_from(begin);
  return node;
}

// FROM t [SELECT ..] [WHERE ..] ..
QueryPtr QueryParser::from_first() {
  const uint32_t begin = start();
  auto node = std::make_unique<SelectQuery>();
  node->layout = QueryLayout::kFromFirst;
  expect(Keyword::kFrom);
  node->from = table_references();
  if (at(Keyword::kSelect)) {
    select_head(*node);
  } else {
    auto all = std::make_unique<Star>();
    all->place = {begin, 0};
    node->items.push_back({.expression = std::move(all), .alias = {}});
  }
  select_tail(*node);
  node->place = place_from(begin);
  return node;
}

// SELECT [ALL | DISTINCT [ON (..)]] items [INTO table].
void QueryParser::select_head(SelectQuery& q) {
  expect(Keyword::kSelect);
  if (accept(Keyword::kDistinct)) {
    q.distinct = true;
    if (accept(Keyword::kOn)) {
      expect(TokenKind::kOpenParenthesis);
      q.distinct_on = expression_list();
      expect(TokenKind::kCloseParenthesis);
    }
  } else {
    accept(Keyword::kAll);
  }
  select_items(q);
  if (accept(Keyword::kInto)) {
    if (at(Keyword::kTemp) || at(Keyword::kTemporary) || at(Keyword::kUnlogged)) advance();
    accept(Keyword::kTable);
    q.into = name("a table name");
  }
}

// Whether a list of expressions ends here: after a comma that stands at the end of a select list.
bool QueryParser::at_list_end() const {
  switch (token().keyword) {
    case Keyword::kFrom:
    case Keyword::kWhere:
    case Keyword::kGroup:
    case Keyword::kHaving:
    case Keyword::kWindow:
    case Keyword::kUnion:
    case Keyword::kIntersect:
    case Keyword::kExcept:
    case Keyword::kOrder:
    case Keyword::kLimit:
    case Keyword::kOffset:
    case Keyword::kFetch:
    case Keyword::kInto:
    case Keyword::kFor: return true;
    default: return at(TokenKind::kEnd) || at(TokenKind::kSemicolon) || at(TokenKind::kCloseParenthesis);
  }
}

// None in `SELECT FROM t`; a comma at the end is allowed.
void QueryParser::select_items(SelectQuery& q) {
  while (!at_list_end()) {
    q.items.push_back(select_item());
    if (!accept(TokenKind::kComma)) return;
  }
}

SelectItem QueryParser::select_item() {
  SelectItem item;
  const uint32_t begin = start();
  if (at_operator(BinaryOperator::kMultiply) && ahead(1).keyword != Keyword::kColumns) {
    advance();
    item.expression = star({}, begin);
    const Keyword next = at(Keyword::kNot) ? ahead(1).keyword : token().keyword;
    if (next == Keyword::kLike || next == Keyword::kIlike || next == Keyword::kSimilar ||
        next == Keyword::kGlob) {
      item.expression = infix(std::move(item.expression), kRangeLevel, begin);
    }
    return item;
  }
  if (at_name() && ahead(1).kind == TokenKind::kColon && !at_lambda_word()) {  // DuckDB's `alias: expression`
    item.alias = take_name();
    advance();
    item.expression = expression();
    return item;
  }
  item.expression = expression();
  if (accept(Keyword::kAs)) {
    item.alias = at_string() ? name_or_string("a name") : label();
  } else if (is_quoted_name(token()) || at_bare_label()) {
    item.alias = take_name();
  }
  return item;
}

// A word that may follow an expression as its name without AS.
bool QueryParser::at_bare_label() const {
  if (token().kind != TokenKind::kWord) return false;
  if (token().keyword == Keyword::kNotKeyword) return true;
  if (at(Keyword::kUsing, Keyword::kSample)) return false;
  return is_bare_label(token().keyword);
}

std::vector<SelectItem> QueryParser::returning() {
  std::vector<SelectItem> items;
  if (accept(Keyword::kReturning)) separated([&] { items.push_back(select_item()); });
  return items;
}

// WHERE, GROUP BY, HAVING, WINDOW, QUALIFY, USING SAMPLE.
void QueryParser::select_tail(SelectQuery& q) {
  if (accept(Keyword::kWhere)) q.where = expression();
  if (accept(Keyword::kGroup)) {
    expect(Keyword::kBy);
    group_by(q);
  }
  if (accept(Keyword::kHaving)) q.having = expression();
  for (;;) {
    if (q.windows.empty() && accept(Keyword::kWindow)) {
      windows(q);
    } else if (!q.qualify && accept(Keyword::kQualify)) {
      q.qualify = expression();
    } else {
      break;
    }
  }
  if (at(Keyword::kUsing, Keyword::kSample)) {
    advance();
    advance();
    q.sample = sample(false);
  }
}

void QueryParser::group_by(SelectQuery& q) {
  if (at(Keyword::kAll)) {
    advance();
    if (at_list_end() || at(Keyword::kQualify) || at(Keyword::kUsing)) {
      q.group_by_all = true;
      return;
    }
  } else {
    q.group_by_distinct = accept(Keyword::kDistinct);
  }
  separated([&] {
    if (q.group_by.empty() || !at_list_end()) q.group_by.push_back(group_item());
  });
}

GroupItem QueryParser::group_item() {
  const Level level(*this);
  const uint32_t begin = start();
  if (at(Keyword::kRollup, TokenKind::kOpenParenthesis)) return group_list(GroupKind::kRollup);
  if (at(Keyword::kCube, TokenKind::kOpenParenthesis)) return group_list(GroupKind::kCube);
  if (at(Keyword::kGrouping, Keyword::kSets)) {
    advance();
    return group_list(GroupKind::kGroupingSets);
  }
  GroupItem item;
  if (at(TokenKind::kOpenParenthesis) && ahead(1).kind == TokenKind::kCloseParenthesis) {
    advance();
    advance();
    item.kind = GroupKind::kSet;
  } else {
    item.expression = expression();
    if (is<Row>(*item.expression) && !as<Row>(*item.expression).explicit_row) {
      return group_set(std::move(item.expression));
    }
  }
  item.place = place_from(begin);
  return item;
}

// GROUP BY (a, b): what was read as a row is a set of expressions.
GroupItem QueryParser::group_set(ExpressionPtr row) {
  GroupItem set;
  set.kind = GroupKind::kSet;
  set.place = row->place;
  for (ExpressionPtr& expression : as<Row>(*row).items) {
    GroupItem item;
    item.place = expression->place;
    item.expression = std::move(expression);
    set.items.push_back(std::move(item));
  }
  return set;
}

GroupItem QueryParser::group_list(GroupKind kind) {
  const uint32_t begin = start();
  advance();
  GroupItem item;
  item.kind = kind;
  parenthesized([&] { item.items.push_back(group_item()); });
  item.place = place_from(begin);
  return item;
}

void QueryParser::windows(SelectQuery& q) {
  separated([&] {
    NamedWindow window;
    window.name = name("a window name");
    expect(Keyword::kAs);
    window.specification = window_specification();
    q.windows.push_back(std::move(window));
  });
}

// TABLESAMPLE method (size) [REPEATABLE (seed)], TABLESAMPLE 10%, USING SAMPLE 10 ROWS (method, seed).
Sample QueryParser::sample(bool table_sample) {
  const uint32_t begin = start();
  Sample s;
  const bool sized = !is_label(token());
  if (sized) {
    sample_size(s);
    if (!table_sample && accept(TokenKind::kOpenParenthesis)) {
      s.method = word_text();
      if (accept(TokenKind::kComma)) s.seed = expression();
      expect(TokenKind::kCloseParenthesis);
    }
  } else {
    s.method = word_text();
    expect(TokenKind::kOpenParenthesis);
    sample_size(s);
    expect(TokenKind::kCloseParenthesis);
  }
  if (accept(Keyword::kRepeatable)) {
    expect(TokenKind::kOpenParenthesis);
    s.seed = expression();
    expect(TokenKind::kCloseParenthesis);
  }
  s.place = place_from(begin);
  return s;
}

// `10%`, `10 PERCENT`, `10 ROWS`; a bare number is percent for a method of PostgreSQL, rows otherwise.
void QueryParser::sample_size(Sample& s) {
  s.size = at(TokenKind::kOpenParenthesis) ? prefix() : expression(kSignLevel);
  if (accept_operator(BinaryOperator::kModulo) || accept(Keyword::kPercent)) return;
  if (accept(Keyword::kRows)) {
    s.unit = SampleUnit::kRows;
  } else if (s.method.empty() || s.method == "reservoir") {
    s.unit = SampleUnit::kRows;
  }
}

}  // namespace stoa::sql
