#include <algorithm>
#include <array>

#include "sql/expression_parser.h"
#include "sql/literal_text.h"
#include "sql/query.h"

namespace stoa::sql {
namespace {

// The functions whose argument `x -> ..` is a lambda, as in DuckDB; for all others `->` is the JSON operator.
constexpr std::string_view kLambdaFunctions[] = {
    "apply",      "array_apply", "array_filter",  "array_reduce",   "array_transform", "filter",
    "list_apply", "list_filter", "list_reduce",   "list_transform", "reduce",          "transform",
    "columns",    "map_filter",  "map_transform", "list_any",       "list_all",        "list_sort_by",
};

bool takes_lambdas(const QualifiedName& function) {
  if (function.parts.empty()) return false;
  const std::string& last = function.last();
  return std::find(std::begin(kLambdaFunctions), std::end(kLambdaFunctions), last) !=
         std::end(kLambdaFunctions);
}

}  // namespace

ExpressionPtr ExpressionParser::prefix_word() {
  switch (token().keyword) {
    case Keyword::kNotKeyword: return name_primary();
    case Keyword::kNot: return unary(UnaryOperator::kNot, {}, kNotLevel);
    case Keyword::kTrue: return constant(LiteralKind::kBoolean, true);
    case Keyword::kFalse: return constant(LiteralKind::kBoolean, false);
    case Keyword::kNull: return constant(LiteralKind::kNull);
    case Keyword::kCase: return case_expression();
    case Keyword::kCast: return cast_call(false);
    case Keyword::kArray: return array();
    case Keyword::kCurrentCatalog:
    case Keyword::kCurrentDate:
    case Keyword::kCurrentRole:
    case Keyword::kCurrentTime:
    case Keyword::kCurrentTimestamp:
    case Keyword::kCurrentUser:
    case Keyword::kLocaltime:
    case Keyword::kLocaltimestamp:
    case Keyword::kSessionUser:
    case Keyword::kUser: return bare_call(token().keyword);
    case Keyword::kCurrentSchema:
      return ahead(1).kind == TokenKind::kOpenParenthesis ? name_primary() : bare_call(token().keyword);
    default: return keyword_primary();
  }
}

// Words that may also be plain names: what follows decides.
ExpressionPtr ExpressionParser::keyword_primary() {
  const uint32_t begin = start();
  const Keyword keyword = token().keyword;
  const bool call_follows = ahead(1).kind == TokenKind::kOpenParenthesis;
  if (keyword == Keyword::kInterval) {
    if (ExpressionPtr literal = interval_literal()) return literal;
  }
  if (at_typed_literal()) return typed_literal(type_name(), begin);
  if (!call_follows) return name_primary();
  switch (keyword) {
    case Keyword::kExists: return exists();
    case Keyword::kRow: return row();
    case Keyword::kTryCast: return cast_call(true);
    case Keyword::kTreat: return cast_call(false);
    case Keyword::kColumns: {
      advance();
      auto node = std::make_unique<Star>();
      expect(TokenKind::kOpenParenthesis);
      if (at_operator(BinaryOperator::kMultiply)) {
        const uint32_t star_begin = start();
        advance();
        node->columns = star({}, star_begin);
      } else {
        node->columns = at_lambda_arrow() ? lambda_arrow() : expression();
      }
      expect(TokenKind::kCloseParenthesis);
      node->place = place_from(begin);
      return node;
    }
    default: break;
  }
  if (keyword_class(keyword) == KeywordClass::kColumnName) return special_call(begin);
  return name_primary();
}

// A type that is a word of the grammar, with a string after it: TIMESTAMP(3) WITH TIME ZONE '..'.
bool ExpressionParser::at_typed_literal() const {
  size_t i = 1;
  switch (token().keyword) {
    case Keyword::kDouble:
      if (ahead(1).keyword != Keyword::kPrecision) return false;
      break;
    case Keyword::kBigint:
    case Keyword::kBit:
    case Keyword::kBoolean:
    case Keyword::kChar:
    case Keyword::kCharacter:
    case Keyword::kDec:
    case Keyword::kDecimal:
    case Keyword::kFloat:
    case Keyword::kInt:
    case Keyword::kInteger:
    case Keyword::kNational:
    case Keyword::kNchar:
    case Keyword::kNumeric:
    case Keyword::kReal:
    case Keyword::kSmallint:
    case Keyword::kTime:
    case Keyword::kTimestamp:
    case Keyword::kVarchar: break;
    default: return false;
  }
  const auto skip = [&](Keyword keyword) { i += ahead(i).keyword == keyword ? 1 : 0; };
  skip(Keyword::kPrecision);
  skip(Keyword::kCharacter);
  skip(Keyword::kChar);
  skip(Keyword::kVarying);
  if (ahead(i).kind == TokenKind::kOpenParenthesis) {
    ++i;
    while (ahead(i).kind == TokenKind::kInteger || ahead(i).kind == TokenKind::kComma) ++i;
    if (ahead(i).kind != TokenKind::kCloseParenthesis) return false;
    ++i;
  }
  skip(Keyword::kWith);
  skip(Keyword::kWithout);
  skip(Keyword::kTime);
  skip(Keyword::kZone);
  return ahead(i).kind == TokenKind::kString || ahead(i).kind == TokenKind::kEscapeString;
}

// CURRENT_DATE, LOCALTIME(3) and the like.
ExpressionPtr ExpressionParser::bare_call(Keyword keyword) {
  const uint32_t begin = start();
  auto node = std::make_unique<FunctionCall>();
  node->name.parts.push_back(take_name());
  node->name.place = node->name.parts[0].place;
  node->no_parentheses = true;
  const bool takes_precision = keyword == Keyword::kCurrentTime || keyword == Keyword::kCurrentTimestamp ||
                               keyword == Keyword::kLocaltime || keyword == Keyword::kLocaltimestamp;
  if (accept(TokenKind::kOpenParenthesis)) {  // DuckDB and SQLite write current_date() too
    if (!at(TokenKind::kCloseParenthesis)) {
      if (!takes_precision) fail("\")\"");
      node->arguments.push_back({.name = {}, .value = expression()});
      node->no_parentheses = false;
    }
    expect(TokenKind::kCloseParenthesis);
  }
  node->place = place_from(begin);
  return node;
}

ExpressionPtr ExpressionParser::call(QualifiedName function, uint32_t begin) {
  auto node = std::make_unique<FunctionCall>();
  node->name = std::move(function);
  arguments(*node);
  const auto is_modifier = [](const Argument& given) { return given.name.text.empty(); };
  const bool is_type = !node->star && !node->distinct && !node->variadic && node->order_by.empty() &&
                       !node->arguments.empty() && std::ranges::all_of(node->arguments, is_modifier);
  if (is_type && at_string()) {  // varchar(10) 'text'
    TypeName type;
    type.name = std::move(node->name);
    for (Argument& given : node->arguments) type.modifiers.push_back(std::move(given.value));
    type.place = place_from(begin);
    return typed_literal(std::move(type), begin);
  }
  return call_suffixes(std::move(node), begin);
}

// ( [DISTINCT | ALL] arguments [ORDER BY ..] [IGNORE NULLS] ).
void ExpressionParser::arguments(FunctionCall& node) {
  expect(TokenKind::kOpenParenthesis);
  if (at_operator(BinaryOperator::kMultiply) && ahead(1).kind == TokenKind::kCloseParenthesis) {
    advance();
    node.star = true;
  } else if (!at(TokenKind::kCloseParenthesis)) {
    node.distinct = accept(Keyword::kDistinct);
    if (!node.distinct) accept(Keyword::kAll);
    const bool lambdas = takes_lambdas(node.name);
    if (!at(Keyword::kOrder)) {
      separated([&] {
        if (node.variadic) fail("\")\"");
        node.variadic = accept(Keyword::kVariadic);
        node.arguments.push_back(argument(lambdas));
      });
    }
    if (accept(Keyword::kOrder)) {
      expect(Keyword::kBy);
      node.order_by = sort_items();
    }
    null_treatment(node);
  }
  expect(TokenKind::kCloseParenthesis);
}

Argument ExpressionParser::argument(bool lambdas) {
  Argument result;
  const TokenKind next = ahead(1).kind;
  if (is_label(token()) && (next == TokenKind::kNamedArgument || next == TokenKind::kColonEquals)) {
    result.name = take_name();
    advance();
  }
  if (lambdas && at_lambda_arrow()) {
    result.value = lambda_arrow();
  } else if (at_operator(BinaryOperator::kMultiply) && ahead(1).keyword != Keyword::kColumns) {
    const uint32_t begin = start();
    advance();
    result.value = star({}, begin);
  } else {
    result.value = expression();
  }
  return result;
}

void ExpressionParser::null_treatment(FunctionCall& node) {
  if (accept(Keyword::kIgnore, Keyword::kNulls)) {
    node.nulls = NullTreatment::kIgnore;
  } else if (accept(Keyword::kRespect, Keyword::kNulls)) {
    node.nulls = NullTreatment::kRespect;
  }
}

// WITHIN GROUP, FILTER, IGNORE NULLS, OVER.
ExpressionPtr ExpressionParser::call_suffixes(std::unique_ptr<FunctionCall> node, uint32_t begin) {
  if (accept(Keyword::kWithin, Keyword::kGroup)) {
    expect(TokenKind::kOpenParenthesis);
    expect(Keyword::kOrder, Keyword::kBy);
    node->within_group = sort_items();
    expect(TokenKind::kCloseParenthesis);
  }
  if (at(Keyword::kFilter, TokenKind::kOpenParenthesis)) {
    advance();
    advance();
    accept(Keyword::kWhere);
    node->filter = expression();
    expect(TokenKind::kCloseParenthesis);
  }
  null_treatment(*node);
  if (at(Keyword::kOver)) {
    advance();
    node->over = std::make_unique<Over>();
    if (at(TokenKind::kOpenParenthesis)) {
      node->over->specification = window_specification();
    } else {
      node->over->name = name("a window name or \"(\"");
    }
  }
  node->place = place_from(begin);
  return node;
}

// name(arguments) where nothing else may stand: FROM f(..), CALL f(..).
std::unique_ptr<FunctionCall> ExpressionParser::function_call(std::string_view what) {
  const uint32_t begin = start();
  auto node = std::make_unique<FunctionCall>();
  if (!is_function_name(token()) && !at_name()) fail(what);
  node->name = any_name();
  arguments(*node);
  node->place = place_from(begin);
  return node;
}

// The calls with a grammar of their own; each also takes a plain list of arguments.
ExpressionPtr ExpressionParser::special_call(uint32_t begin) {
  auto node = std::make_unique<FunctionCall>();
  const Keyword keyword = token().keyword;
  node->name.parts.push_back(take_name());
  node->name.place = node->name.parts[0].place;
  const auto in_parentheses = [&](auto&& rule) {
    expect(TokenKind::kOpenParenthesis);
    rule();
    expect(TokenKind::kCloseParenthesis);
  };
  switch (keyword) {
    case Keyword::kExtract: in_parentheses([&] { extract_arguments(*node); }); break;
    case Keyword::kSubstring: in_parentheses([&] { substring_arguments(*node); }); break;
    case Keyword::kPosition: in_parentheses([&] { position_arguments(*node); }); break;
    case Keyword::kOverlay: in_parentheses([&] { overlay_arguments(*node); }); break;
    case Keyword::kTrim: in_parentheses([&] { trim_arguments(*node); }); break;
    case Keyword::kNormalize: in_parentheses([&] { normalize_arguments(*node); }); break;
    default: arguments(*node); break;
  }
  return call_suffixes(std::move(node), begin);
}

// field FROM source, where a bare field is taken as text.
void ExpressionParser::extract_arguments(FunctionCall& node) {
  const TokenKind next = ahead(1).kind;
  if (is_label(token()) && (ahead(1).keyword == Keyword::kFrom || next == TokenKind::kComma)) {
    auto field = std::make_unique<Literal>();
    field->literal_kind = LiteralKind::kString;
    const Name word = take_name();
    field->text = word.text;
    field->place = word.place;
    node.arguments.push_back({.name = {}, .value = std::move(field)});
  } else {
    node.arguments.push_back({.name = {}, .value = expression()});
  }
  if (!accept(Keyword::kFrom) && !accept(TokenKind::kComma)) fail("FROM");
  node.arguments.push_back({.name = {}, .value = expression()});
}

void ExpressionParser::substring_arguments(FunctionCall& node) {
  const auto add = [&] { node.arguments.push_back({.name = {}, .value = expression()}); };
  add();
  if (accept(Keyword::kSimilar)) {
    add();
    expect(Keyword::kEscape);
    add();
    node.name.parts[0].text = "similar_substring";
  } else if (accept(Keyword::kFrom)) {
    add();
    if (accept(Keyword::kFor)) add();
  } else if (accept(Keyword::kFor)) {
    ExpressionPtr length = expression();
    if (accept(Keyword::kFrom)) {
      add();
    } else {
      auto one = std::make_unique<Literal>();
      one->literal_kind = LiteralKind::kInteger;
      one->text = "1";
      one->place = length->place;
      node.arguments.push_back({.name = {}, .value = std::move(one)});
    }
    node.arguments.push_back({.name = {}, .value = std::move(length)});
  } else {
    while (accept(TokenKind::kComma)) add();
  }
}

// POSITION(part IN whole) is position(whole, part).
void ExpressionParser::position_arguments(FunctionCall& node) {
  ExpressionPtr first = expression(kOperatorLevel);
  const bool standard = accept(Keyword::kIn);
  if (!standard && !accept(TokenKind::kComma)) fail("IN");
  ExpressionPtr second = expression(standard ? int{kOperatorLevel} : int{kLowest});
  if (standard) std::swap(first, second);
  node.arguments.push_back({.name = {}, .value = std::move(first)});
  node.arguments.push_back({.name = {}, .value = std::move(second)});
}

void ExpressionParser::overlay_arguments(FunctionCall& node) {
  const auto add = [&] { node.arguments.push_back({.name = {}, .value = expression()}); };
  add();
  if (accept(Keyword::kPlacing)) {
    add();
    expect(Keyword::kFrom);
    add();
    if (accept(Keyword::kFor)) add();
  } else {
    while (accept(TokenKind::kComma)) add();
  }
}

// TRIM([BOTH | LEADING | TRAILING] [characters] FROM text).
void ExpressionParser::trim_arguments(FunctionCall& node) {
  std::string& function = node.name.parts[0].text;
  function = "btrim";
  if (accept(Keyword::kLeading))
    function = "ltrim";
  else if (accept(Keyword::kTrailing))
    function = "rtrim";
  else
    accept(Keyword::kBoth);
  const auto add = [&] { node.arguments.push_back({.name = {}, .value = expression()}); };
  if (accept(Keyword::kFrom)) {
    separated(add);
    return;
  }
  add();
  if (accept(Keyword::kFrom)) {
    ExpressionPtr characters = std::move(node.arguments[0].value);
    node.arguments[0].value = expression();
    node.arguments.push_back({.name = {}, .value = std::move(characters)});
  }
  while (accept(TokenKind::kComma)) add();
}

void ExpressionParser::normalize_arguments(FunctionCall& node) {
  node.arguments.push_back({.name = {}, .value = expression()});
  if (!accept(TokenKind::kComma)) return;
  if (at_string()) {
    node.arguments.push_back({.name = {}, .value = expression()});
    return;
  }
  auto form = std::make_unique<Literal>();
  form->literal_kind = LiteralKind::kString;
  form->place = token().place();
  form->text = word_text();
  node.arguments.push_back({.name = {}, .value = std::move(form)});
}

WindowSpecification ExpressionParser::window_specification() {
  const Level level(*this);  // printing a window takes as much stack again as the call around it
  const uint32_t begin = start();
  WindowSpecification window;
  expect(TokenKind::kOpenParenthesis);
  const bool clause =
      at(Keyword::kPartition) || at(Keyword::kRange) || at(Keyword::kRows) || at(Keyword::kGroups);
  if (!clause && at_name()) window.base = name();
  if (accept(Keyword::kPartition)) {
    expect(Keyword::kBy);
    window.partition_by = expression_list();
  }
  if (accept(Keyword::kOrder)) {
    expect(Keyword::kBy);
    window.order_by = sort_items();
  }
  if (at(Keyword::kRange) || at(Keyword::kRows) || at(Keyword::kGroups)) window_frame(window);
  expect(TokenKind::kCloseParenthesis);
  window.place = place_from(begin);
  return window;
}

void ExpressionParser::window_frame(WindowSpecification& window) {
  const uint32_t begin = start();
  WindowFrame frame;
  frame.unit = at(Keyword::kRows)    ? FrameUnit::kRows
               : at(Keyword::kRange) ? FrameUnit::kRange
                                     : FrameUnit::kGroups;
  advance();
  frame.end.kind = FrameBoundKind::kCurrentRow;
  if (accept(Keyword::kBetween)) {
    frame.start = frame_bound();
    expect(Keyword::kAnd);
    frame.end = frame_bound();
  } else {
    frame.start = frame_bound();
  }
  if (accept(Keyword::kExclude)) {
    if (accept(Keyword::kCurrent)) {
      expect(Keyword::kRow);
      frame.exclusion = FrameExclusion::kCurrentRow;
    } else if (accept(Keyword::kGroup)) {
      frame.exclusion = FrameExclusion::kGroup;
    } else if (accept(Keyword::kTies)) {
      frame.exclusion = FrameExclusion::kTies;
    } else {
      expect(Keyword::kNo, Keyword::kOthers);
    }
  }
  frame.place = place_from(begin);
  window.frame = std::move(frame);
}

FrameBound ExpressionParser::frame_bound() {
  FrameBound bound;
  if (accept(Keyword::kUnbounded)) {
    if (accept(Keyword::kPreceding)) return bound;
    expect(Keyword::kFollowing);
    bound.kind = FrameBoundKind::kUnboundedFollowing;
    return bound;
  }
  if (accept(Keyword::kCurrent, Keyword::kRow)) {
    bound.kind = FrameBoundKind::kCurrentRow;
    return bound;
  }
  bound.offset = expression(kOperatorLevel);
  bound.kind = FrameBoundKind::kPreceding;
  if (accept(Keyword::kPreceding)) return bound;
  expect(Keyword::kFollowing);
  bound.kind = FrameBoundKind::kFollowing;
  return bound;
}

std::vector<SortItem> ExpressionParser::sort_items() {
  std::vector<SortItem> items;
  separated([&] { items.push_back(sort_item()); });
  return items;
}

SortItem ExpressionParser::sort_item() {
  const uint32_t begin = start();
  SortItem item;
  item.expression = expression();
  if (accept(Keyword::kUsing)) {
    if (at(Keyword::kOperator)) {
      item.using_operator = operator_syntax();
    } else {
      if (!at(TokenKind::kOperator)) fail("an operator");
      item.using_operator = spelling(token());
      advance();
    }
  }
  sort_order(item);
  item.place = place_from(begin);
  return item;
}

void ExpressionParser::sort_order(SortItem& item) {
  if (accept(Keyword::kAsc)) {
    item.direction = SortDirection::kAscending;
  } else if (accept(Keyword::kDesc)) {
    item.direction = SortDirection::kDescending;
  }
  if (!accept(Keyword::kNulls)) return;
  if (accept(Keyword::kFirst)) {
    item.nulls = NullOrder::kFirst;
  } else {
    expect(Keyword::kLast);
    item.nulls = NullOrder::kLast;
  }
}

}  // namespace stoa::sql
