#include "sql/parser.h"
#include "sql/statement_parser.h"

namespace stoa::sql {

std::vector<StatementPtr> StatementParser::statements() {
  std::vector<StatementPtr> list;
  for (;;) {
    while (accept(TokenKind::kSemicolon)) {
    }
    if (at(TokenKind::kEnd)) return list;
    list.push_back(statement());
    if (!at(TokenKind::kSemicolon) && !at(TokenKind::kEnd)) fail();
  }
}

StatementPtr StatementParser::only_statement() {
  while (accept(TokenKind::kSemicolon)) {
  }
  StatementPtr result = statement();
  while (accept(TokenKind::kSemicolon)) {
  }
  if (!at(TokenKind::kEnd)) {
    if (tokens_[position_ - 1].kind == TokenKind::kSemicolon) {
      fail_at(start(), "cannot insert multiple commands into a prepared statement");
    }
    fail();
  }
  return result;
}

ExpressionPtr StatementParser::only_expression() {
  ExpressionPtr result = expression();
  expect_end();
  return result;
}

QueryPtr StatementParser::only_query() {
  QueryPtr result = query();
  accept(TokenKind::kSemicolon);
  expect_end();
  return result;
}

TypeName StatementParser::only_type() {
  TypeName result = type_name();
  expect_end();
  return result;
}

// A statement, also one inside another: EXPLAIN, PREPARE, WITH. Only the outermost counts parameters.
StatementPtr StatementParser::statement() {
  const bool outermost = depth_ == 0;
  const Level level(*this);
  if (outermost) {
    parameter_count_ = 0;
    parameter_names_.clear();
  }
  const uint32_t begin = start();
  StatementPtr result = statement_body();
  result->place = place_from(begin);
  result->parameter_count = parameter_count_;
  result->parameter_names = parameter_names_;
  return result;
}

StatementPtr StatementParser::statement_body() {
  switch (token().keyword) {
    case Keyword::kSelect:
    case Keyword::kFrom:
    case Keyword::kValues:
    case Keyword::kTable:
    case Keyword::kPivot:
    case Keyword::kUnpivot: return query_statement();
    case Keyword::kWith: return with_statement();
    case Keyword::kInsert: return insert({});
    case Keyword::kReplace: return insert({});
    case Keyword::kUpdate: return update({});
    case Keyword::kDelete: return delete_({});
    case Keyword::kMerge: return merge({});
    case Keyword::kCopy: return copy();
    case Keyword::kCreate: return create();
    case Keyword::kAlter: return alter();
    case Keyword::kDrop: return drop();
    case Keyword::kTruncate: return truncate();
    case Keyword::kComment: return comment();
    case Keyword::kGrant: return grant(false);
    case Keyword::kRevoke: return grant(true);
    default: break;
  }
  if (at(TokenKind::kOpenParenthesis)) return query_statement();
  if (StatementPtr result = transaction_statement()) return result;
  if (StatementPtr result = session_statement()) return result;
  if (StatementPtr result = maintenance_statement()) return result;
  fail_at_statement();
}

// Notes all words that start statements, so that the hint can name the nearest.
void StatementParser::fail_at_statement() {
  static constexpr Keyword kWords[] = {
      Keyword::kSelect,   Keyword::kInsert,   Keyword::kUpdate,   Keyword::kDelete,  Keyword::kCreate,
      Keyword::kAlter,    Keyword::kDrop,     Keyword::kWith,     Keyword::kValues,  Keyword::kCopy,
      Keyword::kBegin,    Keyword::kCommit,   Keyword::kRollback, Keyword::kExplain, Keyword::kShow,
      Keyword::kSet,      Keyword::kTruncate, Keyword::kMerge,    Keyword::kPrepare, Keyword::kExecute,
      Keyword::kDescribe, Keyword::kVacuum,   Keyword::kPragma,   Keyword::kAttach,
  };
  for (const Keyword word : kWords) accept(word);
  fail("a statement");
}

StatementPtr StatementParser::query_statement() {
  auto node = std::make_unique<QueryStatement>();
  node->query = query();
  return node;
}

// WITH before a query or before INSERT, UPDATE, DELETE, MERGE.
StatementPtr StatementParser::with_statement() {
  const uint32_t begin = start();
  With w = with();
  switch (token().keyword) {
    case Keyword::kInsert: return insert(std::move(w));
    case Keyword::kUpdate: return update(std::move(w));
    case Keyword::kDelete: return delete_(std::move(w));
    case Keyword::kMerge: return merge(std::move(w));
    default: break;
  }
  auto node = std::make_unique<QueryStatement>();
  node->query = set_operations(query_primary(), 0, begin);
  finish_query(*node->query, std::move(w), begin);
  return node;
}

std::vector<StatementPtr> parse_statements(std::string_view text) {
  return StatementParser(text).statements();
}
StatementPtr parse_statement(std::string_view text) {
  return StatementParser(text).only_statement();
}
ExpressionPtr parse_expression(std::string_view text) {
  return StatementParser(text).only_expression();
}
QueryPtr parse_query(std::string_view text) {
  return StatementParser(text).only_query();
}
TypeName parse_type_name(std::string_view text) {
  return StatementParser(text).only_type();
}

std::vector<Place> split_statements(std::string_view text) {
  std::vector<Place> places;
  Lexer lexer(text);
  Place current;
  for (;;) {
    const Token token = lexer.next();
    const bool ends = token.kind == TokenKind::kSemicolon || token.kind == TokenKind::kEnd;
    if (!ends) {
      if (current.length == 0) current.offset = token.offset;
      current.length = token.end() - current.offset;
    } else if (current.length > 0) {
      places.push_back(current);
      current = {};
    }
    if (token.kind == TokenKind::kEnd) return places;
  }
}

bool is_complete(std::string_view text) {
  Lexer lexer(text);
  bool complete = true;
  for (;;) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::kInvalid && lexer.is_open()) return false;
    if (token.kind == TokenKind::kEnd) return complete;
    complete = token.kind == TokenKind::kSemicolon;
  }
}

}  // namespace stoa::sql
