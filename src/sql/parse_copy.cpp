#include "sql/data_parser.h"

namespace stoa::sql {

ExpressionPtr DataParser::text_literal(std::string value) {
  auto node = std::make_unique<Literal>();
  node->literal_kind = LiteralKind::kString;
  node->text = std::move(value);
  node->place = position_ == 0 ? Place{} : tokens_[position_ - 1].place();
  return node;
}

ExpressionPtr DataParser::boolean_literal(bool value) {
  auto node = std::make_unique<Literal>();
  node->literal_kind = LiteralKind::kBoolean;
  node->boolean = value;
  node->place = position_ == 0 ? Place{} : tokens_[position_ - 1].place();
  return node;
}

Option DataParser::switch_option(std::string option_name, ExpressionPtr value) {
  Option result;
  result.name.text = std::move(option_name);
  result.name.place = position_ == 0 ? Place{} : tokens_[position_ - 1].place();
  result.value = std::move(value);
  return result;
}

// (name value, name = value, name, ..).
std::vector<Option> DataParser::option_list() {
  std::vector<Option> options;
  parenthesized([&] {
    if (options.empty() || !at(TokenKind::kCloseParenthesis)) options.push_back(option());
  });
  return options;
}

Option DataParser::option() {
  Option result;
  result.name = at_string() ? name_or_string("an option") : label();
  while (accept(TokenKind::kDot)) result.name.text += "." + label().text;
  if (!accept_operator(BinaryOperator::kEqual)) accept(TokenKind::kNamedArgument);
  if (!at(TokenKind::kComma) && !at(TokenKind::kCloseParenthesis)) result.value = option_value();
  return result;
}

// A literal, a bare word, `*`, or a list in parentheses.
ExpressionPtr DataParser::option_value() {
  const uint32_t begin = start();
  if (accept_operator(BinaryOperator::kMultiply)) return star({}, begin);
  const TokenKind next = ahead(1).kind;
  const bool alone = next == TokenKind::kComma || next == TokenKind::kCloseParenthesis ||
                     next == TokenKind::kSemicolon || next == TokenKind::kEnd;
  const bool constant_word = at(Keyword::kTrue) || at(Keyword::kFalse) || at(Keyword::kNull);
  if (is_label(token()) && alone && !constant_word) {
    auto word = std::make_unique<ColumnReference>();
    word->name.parts.push_back(take_name());
    word->place = word->name.place = place_from(begin);
    return word;
  }
  if (at(TokenKind::kOpenParenthesis) && ahead(2).kind == TokenKind::kCloseParenthesis) {
    // (a): one item is a list too
    auto row = std::make_unique<Row>();
    advance();
    row->items.push_back(option_value());
    expect(TokenKind::kCloseParenthesis);
    row->place = place_from(begin);
    return row;
  }
  return expression();
}

// COPY table [(columns)] | (query) FROM | TO target [options].
StatementPtr DataParser::copy() {
  auto node = std::make_unique<Copy>();
  expect(Keyword::kCopy);
  const bool binary = accept(Keyword::kBinary);
  if (at(TokenKind::kOpenParenthesis)) {
    advance();
    const bool changes =
        at(Keyword::kInsert) || at(Keyword::kUpdate) || at(Keyword::kDelete) || at(Keyword::kMerge);
    node->query = changes ? statement_query() : query();
    expect(TokenKind::kCloseParenthesis);
  } else {
    node->table = qualified_name("a table name or \"(\"");
    node->columns = optional_name_list();
  }
  node->from = accept(Keyword::kFrom);
  if (!node->from) expect(Keyword::kTo);
  if (node->from && node->query) fail_at(start(), "COPY FROM needs a table, not a query");
  copy_endpoint(*node);
  copy_options(*node);
  if (binary) node->options.push_back(switch_option("format", text_literal("binary")));
  if (accept(Keyword::kWhere)) node->where = expression();
  return node;
}

void DataParser::copy_endpoint(Copy& node) {
  if (accept(Keyword::kStdin) || accept(Keyword::kStdout)) {
    node.endpoint = CopyEndpoint::kStandardStream;
    return;
  }
  if (accept(Keyword::kProgram)) node.endpoint = CopyEndpoint::kProgram;
  if (at_string()) {
    node.target = string_literal();
  } else if (at(TokenKind::kNumberedParameter) || at(TokenKind::kNamedParameter) || at(TokenKind::kColon) ||
             at_operator(BinaryOperator::kKeyExists)) {
    node.target = prefix();
  } else {
    fail("a file name, STDIN or STDOUT");
  }
}

// WITH (..), or the words of old versions one after the other.
void DataParser::copy_options(Copy& node) {
  if (accept(Keyword::kUsing)) expect(Keyword::kDelimiters);
  accept(Keyword::kWith);
  if (at(TokenKind::kOpenParenthesis)) {
    node.options = option_list();
    return;
  }
  while (!at(TokenKind::kEnd) && !at(TokenKind::kSemicolon) && !at(Keyword::kWhere)) copy_legacy_option(node);
}

void DataParser::copy_legacy_option(Copy& node) {
  const auto add = [&](const char* option_name, ExpressionPtr value) {
    node.options.push_back(switch_option(option_name, std::move(value)));
  };
  const auto columns = [&]() -> ExpressionPtr {
    const uint32_t begin = start();
    if (accept_operator(BinaryOperator::kMultiply)) return star({}, begin);
    auto row = std::make_unique<Row>();
    separated([&] { row->items.push_back(assignment_target()); });
    row->place = place_from(begin);
    return row;
  };
  if (accept(Keyword::kCsv)) return add("format", text_literal("csv"));
  if (accept(Keyword::kBinary)) return add("format", text_literal("binary"));
  if (accept(Keyword::kFreeze)) return add("freeze", boolean_literal(true));
  if (accept(Keyword::kHeader)) return add("header", boolean_literal(true));
  if (accept(Keyword::kNull)) {
    accept(Keyword::kAs);
    return add("null", text_literal(string()));
  }
  if (at(Keyword::kDelimiter) || at(Keyword::kQuote) || at(Keyword::kEscape) || at(Keyword::kEncoding)) {
    const std::string option_name = word_text();
    accept(Keyword::kAs);
    return add(option_name.c_str(), text_literal(string()));
  }
  if (accept(Keyword::kForce)) {
    if (accept(Keyword::kQuote)) return add("force_quote", columns());
    const bool negated = accept(Keyword::kNot);
    expect(Keyword::kNull);
    return add(negated ? "force_not_null" : "force_null", columns());
  }
  fail("an option of COPY");
}

}  // namespace stoa::sql
