#include <charconv>

#include "base/error.h"
#include "sql/expression_parser.h"
#include "sql/literal_text.h"
#include "sql/query.h"
#include "sql/syntax_error.h"

namespace stoa::sql {

ExpressionPtr ExpressionParser::prefix() {
  switch (token().kind) {
    case TokenKind::kWord: return prefix_word();
    case TokenKind::kQuotedName:
    case TokenKind::kUnicodeName: return name_primary();
    case TokenKind::kInteger: return number(LiteralKind::kInteger);
    case TokenKind::kDecimal: return number(LiteralKind::kDecimal);
    case TokenKind::kDouble: return number(LiteralKind::kDouble);
    case TokenKind::kString:
    case TokenKind::kEscapeString:
    case TokenKind::kUnicodeString:
    case TokenKind::kDollarString:
    case TokenKind::kHexString:
    case TokenKind::kBitString: return string_literal();
    case TokenKind::kNumberedParameter:
    case TokenKind::kNamedParameter:
    case TokenKind::kColon: return parameter_token();
    case TokenKind::kOpenParenthesis: return parentheses();
    case TokenKind::kOpenBracket: return list();
    case TokenKind::kOpenBrace: return struct_literal();
    case TokenKind::kOperator: return prefix_operator();
    default: fail("an expression");
  }
}

ExpressionPtr ExpressionParser::unary(UnaryOperator op, std::string text, int level) {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Unary>();
  node->op = op;
  node->text = std::move(text);
  node->operand = expression(level);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::prefix_operator() {
  const Token op = token();
  const bool adjacent_integer = ahead(1).kind == TokenKind::kInteger && ahead(1).offset == op.end();
  switch (op.op) {
    case BinaryOperator::kSubtract: return unary(UnaryOperator::kMinus, {}, kSignLevel);
    case BinaryOperator::kAdd: return unary(UnaryOperator::kPlus, {}, kSignLevel);
    case BinaryOperator::kKeyExists: {  // the parameter `?`, or SQLite's `?3`
      advance();
      if (!adjacent_integer) return numbered_parameter(int64_t{parameter_count_} + 1, op.offset);
      const int64_t number = signed_integer();
      return numbered_parameter(number, op.offset);
    }
    case BinaryOperator::kBitXor: {
      if (!adjacent_integer) break;
      auto node = std::make_unique<PositionalReference>();
      advance();
      const int64_t number = signed_integer();
      if (number < 1 || number > UINT32_MAX) fail_at(op.offset, "positional references start at #1");
      node->number = static_cast<uint32_t>(number);
      node->place = place_from(op.offset);
      return node;
    }
    case BinaryOperator::kMultiply:  // *COLUMNS(..)
      if (ahead(1).keyword == Keyword::kColumns && ahead(2).kind == TokenKind::kOpenParenthesis) {
        advance();
        ExpressionPtr columns = prefix();
        if (is<Star>(*columns)) as<Star>(*columns).unpacked = true;
        return columns;
      }
      fail("an expression");
    default: break;
  }
  if (op.op == BinaryOperator::kUser || find_unary_operator(spelling(op)) != UnaryOperator::kUser) {
    const UnaryOperator found = find_unary_operator(spelling(op));
    std::string text = found == UnaryOperator::kUser ? std::string(spelling(op)) : std::string();
    return unary(found, std::move(text), kOperatorLevel + 1);
  }
  fail("an expression");
}

ExpressionPtr ExpressionParser::number(LiteralKind kind) {
  auto node = std::make_unique<Literal>();
  node->literal_kind = kind;
  node->text = decode_number(text_, token());
  node->place = token().place();
  advance();
  return node;
}

ExpressionPtr ExpressionParser::string_literal() {
  auto node = std::make_unique<Literal>();
  const Token t = token();
  if (t.kind == TokenKind::kHexString) {
    node->literal_kind = LiteralKind::kBytes;
    node->text = decode_hex_string(text_, t);
    advance();
  } else if (t.kind == TokenKind::kBitString) {
    node->literal_kind = LiteralKind::kBits;
    node->text = decode_bit_string(text_, t);
    advance();
  } else {
    node->literal_kind = LiteralKind::kString;
    node->text = take_string();
  }
  node->place = place_from(t.offset);
  return node;
}

ExpressionPtr ExpressionParser::constant(LiteralKind kind, bool boolean) {
  auto node = std::make_unique<Literal>();
  node->literal_kind = kind;
  node->boolean = boolean;
  node->place = token().place();
  advance();
  return node;
}

// After the parameter's tokens, which begin at `begin`.
ExpressionPtr ExpressionParser::numbered_parameter(int64_t number, uint32_t begin) {
  if (number < 1 || number > 65'535) {
    throw Error(sqlstate::kUndefinedParameter,
                "there is no parameter " + text_near(text_between(begin, last_end())))
        .at(begin)
        .with_hint("parameters are numbered from $1 to $65535");
  }
  auto node = std::make_unique<Parameter>();
  node->number = static_cast<uint32_t>(number);
  parameter_count_ = std::max(parameter_count_, node->number);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::named_parameter(std::string parameter_name) {
  auto node = std::make_unique<Parameter>();
  if (std::find(parameter_names_.begin(), parameter_names_.end(), parameter_name) == parameter_names_.end()) {
    parameter_names_.push_back(parameter_name);
  }
  node->name = std::move(parameter_name);
  node->place = tokens_[position_ - 1].place();
  return node;
}

// $1, $name, :name.
ExpressionPtr ExpressionParser::parameter_token() {
  const Token t = token();
  if (t.kind == TokenKind::kNumberedParameter) {
    int64_t number = 0;
    const std::string_view digits = spelling(t).substr(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    advance();
    return numbered_parameter(error == std::errc{} ? number : 0, t.offset);
  }
  if (t.kind == TokenKind::kNamedParameter) {
    advance();
    return named_parameter(std::string(spelling(t).substr(1)));
  }
  const Token& next = ahead(1);
  if (!is_label(next) || next.offset != t.end()) fail("an expression");
  advance();
  std::string parameter_name = decode_name(text_, token());
  advance();
  ExpressionPtr node = named_parameter(std::move(parameter_name));
  node->place = place_from(t.offset);
  return node;
}

// What stands in parentheses: a query, or expressions. True for a query.
bool ExpressionParser::query_or_list(QueryPtr& inner, ExpressionList& items) {
  expect(TokenKind::kOpenParenthesis);
  if (at_query()) {
    inner = query();
    expect(TokenKind::kCloseParenthesis);
    return true;
  }
  const uint32_t begin = start();
  ExpressionPtr first = expression();
  // `((SELECT 1) UNION SELECT 2)`: what looked like an operand was the first part of a query.
  if (is<ScalarSubquery>(*first) && (at_query_continuation() || at(TokenKind::kCloseParenthesis))) {
    inner = std::move(as<ScalarSubquery>(*first).query);
    if (at_query_continuation()) inner = continue_query(std::move(inner), begin);
    expect(TokenKind::kCloseParenthesis);
    return true;
  }
  items.push_back(std::move(first));
  while (accept(TokenKind::kComma)) items.push_back(expression());
  expect(TokenKind::kCloseParenthesis);
  return false;
}

ExpressionPtr ExpressionParser::subquery_expression(QueryPtr inner, uint32_t begin) {
  auto node = std::make_unique<ScalarSubquery>();
  node->query = std::move(inner);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::parentheses() {
  const uint32_t begin = start();
  QueryPtr inner;
  ExpressionList items;
  if (query_or_list(inner, items)) return subquery_expression(std::move(inner), begin);
  if (items.size() == 1) return std::move(items[0]);
  auto node = std::make_unique<Row>();
  node->items = std::move(items);
  node->place = place_from(begin);
  return node;
}

// A column, a function call, `t.*`, or a literal of a named type.
ExpressionPtr ExpressionParser::name_primary() {
  const uint32_t begin = start();
  if (at_lambda_word()) return lambda_word();
  if (token().kind == TokenKind::kWord && at_word("map") && ahead(1).kind == TokenKind::kOpenBrace) {
    return map_literal();
  }
  QualifiedName qualified;
  if (!is_name(token()) && !is_function_name(token())) fail("an expression");
  const bool column_allowed = is_name(token());
  qualified.parts.push_back(take_name());
  while (at(TokenKind::kDot)) {
    advance();
    if (accept_operator(BinaryOperator::kMultiply)) {
      qualified.place = {begin, tokens_[position_ - 3].end() - begin};
      return star(std::move(qualified), begin);
    }
    qualified.parts.push_back(label());
  }
  qualified.place = place_from(begin);
  if (at(TokenKind::kOpenParenthesis)) return call(std::move(qualified), begin);
  if (at_string()) {
    TypeName type;
    type.name = std::move(qualified);
    type.place = place_from(begin);
    return typed_literal(std::move(type), begin);
  }
  if (!column_allowed && qualified.parts.size() == 1) fail("\"(\"");
  auto node = std::make_unique<ColumnReference>();
  node->place = qualified.place;
  node->name = std::move(qualified);
  return node;
}

// The literal whose type has been read: DATE '2024-01-01'.
ExpressionPtr ExpressionParser::typed_literal(TypeName type, uint32_t begin) {
  auto node = std::make_unique<Literal>();
  node->literal_kind = LiteralKind::kTyped;
  node->text = string();
  if (type.name.last() == "interval") interval_range(type);
  node->type = std::make_unique<TypeName>(std::move(type));
  node->place = place_from(begin);
  return node;
}

// After `*`.
ExpressionPtr ExpressionParser::star(QualifiedName qualifier, uint32_t begin) {
  auto node = std::make_unique<Star>();
  node->qualifier = std::move(qualifier);
  star_options(*node);
  node->place = place_from(begin);
  return node;
}

void ExpressionParser::star_options(Star& node) {
  const auto list_or_one = [&](auto&& rule) {
    if (!accept(TokenKind::kOpenParenthesis)) return rule();
    separated(rule);
    expect(TokenKind::kCloseParenthesis);
  };
  if (accept(Keyword::kExclude)) {
    list_or_one([&] { node.excluded.push_back(qualified_name("a column name")); });
  }
  if (accept(Keyword::kReplace)) {
    list_or_one([&] {
      StarReplacement replacement;
      replacement.value = expression();
      expect(Keyword::kAs);
      replacement.column = label();
      node.replaced.push_back(std::move(replacement));
    });
  }
  if (accept(Keyword::kRename)) {
    list_or_one([&] {
      StarRename rename;
      rename.column = qualified_name("a column name");
      expect(Keyword::kAs);
      rename.new_name = label();
      node.renamed.push_back(std::move(rename));
    });
  }
}

ExpressionList ExpressionParser::expression_list() {
  ExpressionList items;
  separated([&] { items.push_back(expression()); });
  return items;
}

ExpressionPtr ExpressionParser::case_expression() {
  const uint32_t begin = start();
  auto node = std::make_unique<Case>();
  expect(Keyword::kCase);
  if (!at(Keyword::kWhen)) node->operand = expression();
  expect(Keyword::kWhen);
  do {
    CaseBranch branch;
    branch.condition = expression();
    expect(Keyword::kThen);
    branch.result = expression();
    node->branches.push_back(std::move(branch));
  } while (accept(Keyword::kWhen));
  if (accept(Keyword::kElse)) node->otherwise = expression();
  expect(Keyword::kEnd);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::cast_call(bool is_try) {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Cast>();
  node->is_try = is_try;
  expect(TokenKind::kOpenParenthesis);
  node->operand = expression();
  expect(Keyword::kAs);
  node->type = type_name();
  expect(TokenKind::kCloseParenthesis);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::exists() {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Exists>();
  node->query = query_in_parentheses();
  node->place = place_from(begin);
  return node;
}

// ARRAY[..] or ARRAY(SELECT ..).
ExpressionPtr ExpressionParser::array() {
  const uint32_t begin = start();
  advance();
  if (at(TokenKind::kOpenBracket)) {
    ExpressionPtr node = list();
    node->place = place_from(begin);
    return node;
  }
  auto node = std::make_unique<ArraySubquery>();
  node->query = query_in_parentheses();
  node->place = place_from(begin);
  return node;
}

// [a, b], with a comma at the end allowed; [f(x) FOR x IN list IF condition].
ExpressionPtr ExpressionParser::list() {
  const uint32_t begin = start();
  expect(TokenKind::kOpenBracket);
  auto node = std::make_unique<List>();
  while (!at(TokenKind::kCloseBracket)) {
    node->items.push_back(expression());
    if (node->items.size() == 1 && at(Keyword::kFor)) {
      return list_comprehension(std::move(node->items[0]), begin);
    }
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kCloseBracket);
  node->place = place_from(begin);
  return node;
}

namespace {

std::unique_ptr<FunctionCall> make_call(std::string function, ExpressionPtr first, ExpressionPtr second) {
  auto node = std::make_unique<FunctionCall>();
  node->name.parts.push_back({.text = std::move(function), .place = {}, .quoted = false});
  node->arguments.push_back({.name = {}, .value = std::move(first)});
  node->arguments.push_back({.name = {}, .value = std::move(second)});
  return node;
}

ExpressionPtr make_lambda(const Name& parameter, ExpressionPtr body) {
  auto node = std::make_unique<Lambda>();
  node->parameters.push_back(parameter);
  node->place = body->place;
  node->body = std::move(body);
  return node;
}

}  // namespace

ExpressionPtr ExpressionParser::list_comprehension(ExpressionPtr result, uint32_t begin) {
  expect(Keyword::kFor);
  const Name variable = name("the name of an element");
  expect(Keyword::kIn);
  ExpressionPtr source = expression();
  if (accept(Keyword::kIf)) {
    source = make_call("list_filter", std::move(source), make_lambda(variable, expression()));
    source->place = place_from(begin);
    deepen(peak_);
    deepen(peak_);
  }
  expect(TokenKind::kCloseBracket);
  auto node = make_call("list_transform", std::move(source), make_lambda(variable, std::move(result)));
  node->place = place_from(begin);
  deepen(peak_);
  deepen(peak_);
  return node;
}

ExpressionPtr ExpressionParser::row() {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Row>();
  node->explicit_row = true;
  expect(TokenKind::kOpenParenthesis);
  if (!at(TokenKind::kCloseParenthesis)) node->items = expression_list();
  expect(TokenKind::kCloseParenthesis);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::struct_literal() {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Struct>();
  while (!at(TokenKind::kCloseBrace)) {
    StructField field;
    field.name = at_string() ? name_or_string("a field name") : label();
    expect(TokenKind::kColon);
    field.value = expression();
    node->fields.push_back(std::move(field));
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kCloseBrace);
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::map_literal() {
  const uint32_t begin = start();
  advance();
  advance();
  auto node = std::make_unique<Map>();
  while (!at(TokenKind::kCloseBrace)) {
    MapEntry entry;
    entry.key = expression();
    expect(TokenKind::kColon);
    entry.value = expression();
    node->entries.push_back(std::move(entry));
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kCloseBrace);
  node->place = place_from(begin);
  return node;
}

// `x ->` or `(x, y) ->`, as an argument of a function that takes lambdas.
bool ExpressionParser::at_lambda_arrow() const {
  if (at_name()) {
    return ahead(1).kind == TokenKind::kOperator && ahead(1).op == BinaryOperator::kArrow;
  }
  if (!at(TokenKind::kOpenParenthesis)) return false;
  size_t i = 1;
  while (is_name(ahead(i)) && ahead(i + 1).kind == TokenKind::kComma) i += 2;
  return is_name(ahead(i)) && ahead(i + 1).kind == TokenKind::kCloseParenthesis &&
         ahead(i + 2).kind == TokenKind::kOperator && ahead(i + 2).op == BinaryOperator::kArrow;
}

ExpressionPtr ExpressionParser::lambda_arrow() {
  const Level level(*this);
  const uint32_t begin = start();
  auto node = std::make_unique<Lambda>();
  if (at(TokenKind::kOpenParenthesis)) {
    parenthesized([&] { node->parameters.push_back(name()); });
  } else {
    node->parameters.push_back(name());
  }
  expect_operator(BinaryOperator::kArrow);
  node->body = at_lambda_arrow() ? lambda_arrow() : expression();
  node->place = place_from(begin);
  return node;
}

// `lambda x, y: body`.
bool ExpressionParser::at_lambda_word() const {
  return at(Keyword::kLambda) && is_name(ahead(1)) &&
         (ahead(2).kind == TokenKind::kColon || ahead(2).kind == TokenKind::kComma);
}

ExpressionPtr ExpressionParser::lambda_word() {
  const uint32_t begin = start();
  advance();
  auto node = std::make_unique<Lambda>();
  separated([&] { node->parameters.push_back(name()); });
  expect(TokenKind::kColon);
  node->body = expression();
  node->place = place_from(begin);
  return node;
}

}  // namespace stoa::sql
