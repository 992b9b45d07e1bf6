#include "base/error.h"
#include "sql/query_parser.h"

namespace stoa::sql {

// Whether a query starts here (leaving out one in parentheses).
bool ExpressionParser::at_query() const {
  switch (token().keyword) {
    case Keyword::kSelect:
    case Keyword::kWith:
    case Keyword::kFrom:
    case Keyword::kTable: return true;
    case Keyword::kValues: return ahead(1).kind == TokenKind::kOpenParenthesis;
    default: return false;
  }
}

// Whether what follows continues a query in parentheses: a set operator or ORDER BY and the like.
bool ExpressionParser::at_query_continuation() const {
  switch (token().keyword) {
    case Keyword::kUnion:
    case Keyword::kIntersect:
    case Keyword::kExcept:
    case Keyword::kLimit:
    case Keyword::kOffset: return true;
    case Keyword::kOrder: return ahead(1).keyword == Keyword::kBy;
    case Keyword::kFetch: return ahead(1).keyword == Keyword::kFirst || ahead(1).keyword == Keyword::kNext;
    default: return false;
  }
}

// DESCRIBE, SHOW, PIVOT ..: words that may also be names, so the next token must fit as well.
bool QueryParser::at_statement_query() const {
  const Token& next = ahead(1);
  const bool operand = is_name(next) || next.kind == TokenKind::kString || next.keyword == Keyword::kAll ||
                       next.keyword == Keyword::kSelect || next.keyword == Keyword::kFrom;
  switch (token().keyword) {
    case Keyword::kDescribe:
    case Keyword::kSummarize:
    case Keyword::kShow: return operand;
    case Keyword::kPivot:
    case Keyword::kUnpivot: return operand || next.kind == TokenKind::kOpenParenthesis;
    default: return false;
  }
}

QueryPtr QueryParser::query() {
  const Level level(*this);
  const uint32_t begin = start();
  With w = optional_with();
  QueryPtr result = set_operations(query_primary(), 0, begin);
  finish_query(*result, std::move(w), begin);
  return result;
}

QueryPtr QueryParser::query_in_parentheses() {
  expect(TokenKind::kOpenParenthesis);
  QueryPtr result = query();
  expect(TokenKind::kCloseParenthesis);
  return result;
}

QueryPtr QueryParser::continue_query(QueryPtr left, uint32_t begin) {
  QueryPtr result = set_operations(std::move(left), 0, begin);
  finish_query(*result, {}, begin);
  return result;
}

// Adds what stands around a query. One in parentheses may have modifiers already; as in PostgreSQL outer ones
// are added to them, and may not come twice.
void QueryParser::finish_query(Query& q, With w, uint32_t begin) {
  if (!w.tables.empty()) {
    if (!q.with.tables.empty()) fail_at(q.with.place.offset, "multiple WITH clauses not allowed");
    q.with = std::move(w);
  }
  const uint32_t place = start();
  Modifiers outer = modifiers();
  Modifiers& inner = q.modifiers;
  if (!outer.order_by.empty() || outer.order_by_all) {
    if (!inner.order_by.empty() || inner.order_by_all) {
      fail_at(place, "multiple ORDER BY clauses not allowed");
    }
    inner.order_by = std::move(outer.order_by);
    inner.order_by_all = std::move(outer.order_by_all);
  }
  if (outer.limit_place.length > 0) {
    if (inner.limit_place.length > 0) fail_at(outer.limit_place.offset, "multiple LIMIT clauses not allowed");
    inner.limit = std::move(outer.limit);
    inner.limit_place = outer.limit_place;
    inner.limit_percent = outer.limit_percent;
    inner.with_ties = outer.with_ties;
  }
  if (outer.offset) {
    if (inner.offset) fail_at(outer.offset_place.offset, "multiple OFFSET clauses not allowed");
    inner.offset = std::move(outer.offset);
    inner.offset_place = outer.offset_place;
  }
  for (LockClause& lock : outer.locks) inner.locks.push_back(std::move(lock));
  q.place = place_from(begin);
}

bool QueryParser::at_set_operator() const {
  return at(Keyword::kUnion) || at(Keyword::kIntersect) || at(Keyword::kExcept);
}

// INTERSECT binds more strongly than UNION and EXCEPT. A run of one operator is one node.
QueryPtr QueryParser::set_operations(QueryPtr left, int minimum, uint32_t begin) {
  while (at_set_operator()) {
    const int strength = at(Keyword::kIntersect) ? 1 : 0;
    if (strength < minimum) break;
    auto node = std::make_unique<SetQuery>();
    node->op = at(Keyword::kUnion)       ? SetOperator::kUnion
               : at(Keyword::kIntersect) ? SetOperator::kIntersect
                                         : SetOperator::kExcept;
    advance();
    node->all = accept(Keyword::kAll);
    if (!node->all) accept(Keyword::kDistinct);
    if (at(Keyword::kBy) && ahead(1).keyword == Keyword::kName) {
      advance();
      advance();
      node->by_name = true;
    }
    const uint32_t height = peak_;
    peak_ = 0;
    const uint32_t right_begin = start();
    QueryPtr right = set_operations(query_primary(), strength + 1, right_begin);
    const auto continues = [&] {
      if (!is<SetQuery>(*left)) return false;
      const auto& run = as<SetQuery>(*left);
      return run.op == node->op && run.all == node->all && run.by_name == node->by_name &&
             run.with.tables.empty() && run.modifiers.limit_place.length == 0 && !run.modifiers.offset &&
             run.modifiers.order_by.empty() && !run.modifiers.order_by_all;
    };
    if (continues()) {
      as<SetQuery>(*left).operands.push_back(std::move(right));
      peak_ = std::max(height, peak_ + 1);
    } else {
      node->operands.push_back(std::move(left));
      node->operands.push_back(std::move(right));
      left = std::move(node);
      deepen(height);
    }
    left->place = place_from(begin);
  }
  return left;
}

QueryPtr QueryParser::query_primary() {
  switch (token().keyword) {
    case Keyword::kSelect: return select();
    case Keyword::kFrom: return from_first();
    case Keyword::kValues: return values();
    case Keyword::kTable: return table_query();
    case Keyword::kPivot: return pivot_query();
    case Keyword::kUnpivot: return unpivot_query();
    case Keyword::kDescribe:
    case Keyword::kSummarize:
    case Keyword::kShow: return statement_query();
    default: break;
  }
  if (!at(TokenKind::kOpenParenthesis)) {
    accept(Keyword::kSelect);
    accept(Keyword::kValues);
    fail();
  }
  return query_in_parentheses();
}

QueryPtr QueryParser::statement_query() {
  const uint32_t begin = start();
  auto node = std::make_unique<StatementQuery>();
  node->statement = statement();
  node->place = place_from(begin);
  return node;
}

QueryPtr QueryParser::values() {
  const uint32_t begin = start();
  expect(Keyword::kValues);
  auto node = std::make_unique<ValuesQuery>();
  do {
    if (!node->rows.empty() && !at(TokenKind::kOpenParenthesis)) break;  // a comma at the end
    ExpressionList row;
    parenthesized([&] { row.push_back(value_or_default()); });
    node->rows.push_back(std::move(row));
  } while (accept(TokenKind::kComma));
  node->place = place_from(begin);
  return node;
}

ExpressionPtr QueryParser::value_or_default() {
  if (!at(Keyword::kDefault)) return expression();
  auto node = std::make_unique<Default>();
  node->place = token().place();
  advance();
  return node;
}

// A query of all columns and rows of a table: TABLE t, FROM t.
QueryPtr QueryParser::query_of(TableReferencePtr table) {
  auto node = std::make_unique<SelectQuery>();
  node->place = table->place;
  auto all = std::make_unique<Star>();
  all->place = table->place;
  node->items.push_back({.expression = std::move(all), .alias = {}});
  node->from.push_back(std::move(table));
  return node;
}

QueryPtr QueryParser::table_query() {
  const uint32_t begin = start();
  expect(Keyword::kTable);
  QueryPtr node = query_of(named_table());
  node->place = place_from(begin);
  return node;
}

With QueryParser::optional_with() {
  return at(Keyword::kWith) ? with() : With{};
}

With QueryParser::with() {
  const uint32_t begin = start();
  With clause;
  expect(Keyword::kWith);
  clause.recursive = accept(Keyword::kRecursive);
  separated([&] { clause.tables.push_back(common_table()); });
  clause.place = place_from(begin);
  return clause;
}

CommonTable QueryParser::common_table() {
  const uint32_t begin = start();
  CommonTable table;
  table.name = name("the name of a common table");
  table.columns = optional_name_list();
  if (accept(Keyword::kUsing)) {
    if (!accept(Keyword::kKey)) fail("KEY");
    table.key_columns = name_list();
  }
  expect(Keyword::kAs);
  if (accept(Keyword::kMaterialized)) {
    table.materialization = Materialization::kMaterialized;
  } else if (accept(Keyword::kNot)) {
    expect(Keyword::kMaterialized);
    table.materialization = Materialization::kNotMaterialized;
  }
  expect(TokenKind::kOpenParenthesis);
  const bool changes =
      at(Keyword::kInsert) || at(Keyword::kUpdate) || at(Keyword::kDelete) || at(Keyword::kMerge);
  table.query = changes ? statement_query() : query();
  expect(TokenKind::kCloseParenthesis);
  search_and_cycle(table);
  table.place = place_from(begin);
  return table;
}

void QueryParser::search_and_cycle(CommonTable& table) {
  const auto names = [&] {
    std::vector<Name> list;
    separated([&] { list.push_back(name("a column name")); });
    return list;
  };
  if (accept(Keyword::kSearch)) {
    SearchClause search;
    search.breadth_first = accept(Keyword::kBreadth);
    if (!search.breadth_first) expect(Keyword::kDepth);
    expect(Keyword::kFirst, Keyword::kBy);
    search.columns = names();
    expect(Keyword::kSet);
    search.sequence_column = name("a column name");
    table.search = std::move(search);
  }
  if (accept(Keyword::kCycle)) {
    CycleClause cycle;
    cycle.columns = names();
    expect(Keyword::kSet);
    cycle.mark_column = name("a column name");
    if (accept(Keyword::kTo)) {
      cycle.mark_value = expression();
      expect(Keyword::kDefault);
      cycle.mark_default = expression();
    }
    expect(Keyword::kUsing);
    cycle.path_column = name("a column name");
    table.cycle = std::move(cycle);
  }
}

// ORDER BY, LIMIT, OFFSET, FETCH, FOR UPDATE; LIMIT, OFFSET and FETCH in any order.
Modifiers QueryParser::modifiers() {
  Modifiers m;
  if (accept(Keyword::kOrder)) {
    expect(Keyword::kBy);
    if (at(Keyword::kAll) && ahead(1).kind != TokenKind::kOpenParenthesis) {
      SortItem all;
      all.place = token().place();
      advance();
      sort_order(all);
      m.order_by_all = std::move(all);
    } else {
      m.order_by = sort_items();
    }
  }
  for (;;) {
    const uint32_t begin = start();
    if (at(Keyword::kLimit) || at(Keyword::kFetch)) {
      if (m.limit_place.length > 0) fail_at(begin, "multiple LIMIT clauses not allowed");
      if (at(Keyword::kLimit))
        limit(m);
      else
        fetch_first(m);
      m.limit_place = place_from(begin);
    } else if (accept(Keyword::kOffset)) {
      if (m.offset) fail_at(begin, "multiple OFFSET clauses not allowed");
      m.offset = expression();
      if (at(Keyword::kRow) || at(Keyword::kRows)) advance();
      m.offset_place = place_from(begin);
    } else if (at(Keyword::kFor) && ahead(1).keyword != Keyword::kRead) {
      m.locks.push_back(lock_clause());
    } else if (at(Keyword::kFor)) {
      advance();
      expect(Keyword::kRead, Keyword::kOnly);
    } else {
      return m;
    }
  }
}

// LIMIT n, LIMIT ALL, LIMIT n PERCENT, LIMIT n%.
void QueryParser::limit(Modifiers& m) {
  advance();
  if (accept(Keyword::kAll)) return;
  const bool percent_sign = ahead(1).kind == TokenKind::kOperator && ahead(1).op == BinaryOperator::kModulo;
  if (percent_sign && (at(TokenKind::kInteger) || at(TokenKind::kDecimal)) && !starts_operand(ahead(2))) {
    m.limit = prefix();
    advance();
    m.limit_percent = true;
    return;
  }
  m.limit = expression();
  m.limit_percent = accept(Keyword::kPercent);
  if (accept(TokenKind::kComma)) {
    fail_at(tokens_[position_ - 1].offset, "LIMIT #,# syntax is not supported",
            "use separate LIMIT and OFFSET clauses");
  }
}

// Whether the token can start the right side of an operator: tells `10 % 3` from the percent sign in `10%`.
bool QueryParser::starts_operand(const Token& t) const {
  switch (t.kind) {
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
    case TokenKind::kDouble:
    case TokenKind::kOpenParenthesis:
    case TokenKind::kNumberedParameter:
    case TokenKind::kNamedParameter:
    case TokenKind::kOperator: return true;
    case TokenKind::kWord: return t.keyword == Keyword::kNotKeyword;
    default: return false;
  }
}

void QueryParser::fetch_first(Modifiers& m) {
  advance();
  if (!accept(Keyword::kFirst)) expect(Keyword::kNext);
  if (at(Keyword::kRow) || at(Keyword::kRows)) {
    auto one = std::make_unique<Literal>();
    one->literal_kind = LiteralKind::kInteger;
    one->text = "1";
    one->place = token().place();
    m.limit = std::move(one);
  } else {
    m.limit = expression(kSignLevel);
    m.limit_percent = accept(Keyword::kPercent);
  }
  if (!accept(Keyword::kRow)) expect(Keyword::kRows);
  if (accept(Keyword::kOnly)) return;
  expect(Keyword::kWith, Keyword::kTies);
  m.with_ties = true;
}

LockClause QueryParser::lock_clause() {
  const uint32_t begin = start();
  LockClause lock;
  expect(Keyword::kFor);
  if (accept(Keyword::kUpdate)) {
    lock.strength = LockStrength::kUpdate;
  } else if (accept(Keyword::kNo)) {
    expect(Keyword::kKey, Keyword::kUpdate);
    lock.strength = LockStrength::kNoKeyUpdate;
  } else if (accept(Keyword::kKey)) {
    expect(Keyword::kShare);
    lock.strength = LockStrength::kKeyShare;
  } else {
    expect(Keyword::kShare);
    lock.strength = LockStrength::kShare;
  }
  if (accept(Keyword::kOf)) lock.tables = qualified_names("a table name");
  if (accept(Keyword::kNowait)) {
    lock.wait = LockWait::kNoWait;
  } else if (accept(Keyword::kSkip)) {
    expect(Keyword::kLocked);
    lock.wait = LockWait::kSkipLocked;
  }
  lock.place = place_from(begin);
  return lock;
}

}  // namespace stoa::sql
