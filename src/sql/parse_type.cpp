#include "sql/expression_parser.h"
#include "sql/query.h"

namespace stoa::sql {
namespace {

struct IntervalUnit {
  std::string_view word;
  std::string_view unit;      // as in TypeName::interval_range
  std::string_view function;  // the one that makes an interval of a number
};

constexpr IntervalUnit kIntervalUnits[] = {
    {"year", "YEAR", "to_years"},
    {"years", "YEAR", "to_years"},
    {"month", "MONTH", "to_months"},
    {"months", "MONTH", "to_months"},
    {"day", "DAY", "to_days"},
    {"days", "DAY", "to_days"},
    {"hour", "HOUR", "to_hours"},
    {"hours", "HOUR", "to_hours"},
    {"minute", "MINUTE", "to_minutes"},
    {"minutes", "MINUTE", "to_minutes"},
    {"second", "SECOND", "to_seconds"},
    {"seconds", "SECOND", "to_seconds"},
    {"millisecond", "MILLISECOND", "to_milliseconds"},
    {"milliseconds", "MILLISECOND", "to_milliseconds"},
    {"microsecond", "MICROSECOND", "to_microseconds"},
    {"microseconds", "MICROSECOND", "to_microseconds"},
    {"week", "WEEK", "to_weeks"},
    {"weeks", "WEEK", "to_weeks"},
    {"quarter", "QUARTER", "to_quarters"},
    {"quarters", "QUARTER", "to_quarters"},
    {"decade", "DECADE", "to_decades"},
    {"decades", "DECADE", "to_decades"},
    {"century", "CENTURY", "to_centuries"},
    {"centuries", "CENTURY", "to_centuries"},
    {"millennium", "MILLENNIUM", "to_millennia"},
    {"millennia", "MILLENNIUM", "to_millennia"},
};

// The units that PostgreSQL's grammar has: keywords that can't be a label without AS.
bool is_standard_unit(Keyword keyword) {
  switch (keyword) {
    case Keyword::kYear:
    case Keyword::kMonth:
    case Keyword::kDay:
    case Keyword::kHour:
    case Keyword::kMinute:
    case Keyword::kSecond: return true;
    default: return false;
  }
}

bool is_number_text(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.+-") == std::string_view::npos;
}

}  // namespace

TypeName ExpressionParser::type_name() {
  const Level level(*this);
  const uint32_t begin = start();
  TypeName type;
  type.set_of = accept(Keyword::kSetof);
  base_type(type);
  array_suffixes(type);
  type.place = place_from(begin);
  return type;
}

std::unique_ptr<TypeName> ExpressionParser::type_pointer() {
  return std::make_unique<TypeName>(type_name());
}

std::vector<std::unique_ptr<TypeName>> ExpressionParser::type_list() {
  std::vector<std::unique_ptr<TypeName>> types;
  separated([&] { types.push_back(type_pointer()); });
  return types;
}

void ExpressionParser::set_type(TypeName& type, std::string text, Place where) {
  type.name.parts.push_back({.text = std::move(text), .place = where, .quoted = false});
  type.name.place = where;
}

void ExpressionParser::base_type(TypeName& type) {
  const Place where = token().place();
  switch (token().keyword) {
    case Keyword::kDouble:
      advance();
      accept(Keyword::kPrecision);
      return set_type(type, "double", where);
    case Keyword::kBit:
      advance();
      set_type(type, accept(Keyword::kVarying) ? "varbit" : "bit", where);
      return type_modifiers(type);
    case Keyword::kChar:
    case Keyword::kCharacter:
    case Keyword::kNational:
    case Keyword::kNchar:
    case Keyword::kVarchar: return character_type(type);
    case Keyword::kTime:
    case Keyword::kTimestamp: return time_type(type);
    case Keyword::kInterval:
      advance();
      set_type(type, "interval", where);
      type_modifiers(type);
      return interval_range(type);
    case Keyword::kRow:
    case Keyword::kStruct:
    case Keyword::kUnion:
      if (ahead(1).kind != TokenKind::kOpenParenthesis) break;
      set_type(type, word_text(), where);
      return type_fields(type, true);
    case Keyword::kBigint:
    case Keyword::kBoolean:
    case Keyword::kDec:
    case Keyword::kDecimal:
    case Keyword::kFloat:
    case Keyword::kInt:
    case Keyword::kInteger:
    case Keyword::kNumeric:
    case Keyword::kReal:
    case Keyword::kSmallint: set_type(type, word_text(), where); return type_modifiers(type);
    default: break;
  }
  if (at_word("map") && ahead(1).kind == TokenKind::kOpenParenthesis) {
    set_type(type, word_text(), where);
    return type_fields(type, false);
  }
  if (!is_function_name(token())) fail("a type");
  type.name = any_name();
  type_modifiers(type);
}

void ExpressionParser::character_type(TypeName& type) {
  const Place where = token().place();
  std::string text = at(Keyword::kVarchar) ? "varchar" : "char";
  if (accept(Keyword::kNational) && !at(Keyword::kChar) && !at(Keyword::kCharacter)) fail("CHARACTER");
  advance();
  if (accept(Keyword::kVarying)) text = "varchar";
  set_type(type, std::move(text), where);
  type_modifiers(type);
}

// TIME and TIMESTAMP, with the precision before WITH TIME ZONE.
void ExpressionParser::time_type(TypeName& type) {
  const Place where = token().place();
  std::string text = word_text();
  set_type(type, {}, where);
  type_modifiers(type);
  if (at(Keyword::kWith, Keyword::kTime)) {
    advance();
    expect(Keyword::kTime, Keyword::kZone);
    text += "tz";
  } else if (at(Keyword::kWithout, Keyword::kTime)) {
    advance();
    expect(Keyword::kTime, Keyword::kZone);
  }
  type.name.parts.back().text = std::move(text);
}

// YEAR, DAY TO SECOND(3) ..; also the further units of DuckDB after a number, INTERVAL '5' WEEKS.
void ExpressionParser::interval_range(TypeName& type) {
  if (!is_standard_unit(token().keyword)) return;
  const auto unit = [&] {
    if (!is_standard_unit(token().keyword)) fail("a unit of time");
    const bool second = at(Keyword::kSecond);
    std::string word = word_text();
    for (char& c : word) c = static_cast<char>(c - ('a' - 'A'));
    type.interval_range += word;
    if (second && type.modifiers.empty()) type_modifiers(type);
  };
  unit();
  if (accept(Keyword::kTo)) {
    type.interval_range += " TO ";
    unit();
  }
}

bool ExpressionParser::interval_unit(std::string& unit, std::string& function) {
  for (const IntervalUnit& candidate : kIntervalUnits) {
    if (!at_word(candidate.word)) continue;
    advance();
    unit = candidate.unit;
    function = candidate.function;
    return true;
  }
  return false;
}

// INTERVAL '1 day', INTERVAL '1' DAY, INTERVAL(3) '..', INTERVAL 5 DAY, INTERVAL (a + b) DAY; null when
// INTERVAL is a name here.
ExpressionPtr ExpressionParser::interval_literal() {
  const uint32_t begin = start();
  const TokenKind next = ahead(1).kind;
  const bool precision = next == TokenKind::kOpenParenthesis && ahead(2).kind == TokenKind::kInteger &&
                         ahead(3).kind == TokenKind::kCloseParenthesis && ahead(4).kind == TokenKind::kString;
  if (precision || next == TokenKind::kString || next == TokenKind::kEscapeString) {
    TypeName type = type_name();
    ExpressionPtr node = typed_literal(std::move(type), begin);
    auto& literal = as<Literal>(*node);
    std::string function;
    if (literal.type->interval_range.empty() && is_number_text(literal.text)) {
      interval_unit(literal.type->interval_range, function);
      literal.place = place_from(begin);
    }
    return node;
  }
  const bool number = next == TokenKind::kInteger || next == TokenKind::kDecimal;
  const bool parameter = next == TokenKind::kNumberedParameter || next == TokenKind::kNamedParameter ||
                         (next == TokenKind::kOperator && ahead(1).op == BinaryOperator::kKeyExists);
  if (!number && !parameter && next != TokenKind::kOpenParenthesis) return nullptr;
  const Place word = token().place();
  advance();
  ExpressionPtr amount = prefix();
  std::string unit;
  std::string function;
  if (!interval_unit(unit, function)) fail("a unit of time");
  if (number) {
    auto& literal = as<Literal>(*amount);
    literal.literal_kind = LiteralKind::kTyped;
    literal.type = std::make_unique<TypeName>();
    set_type(*literal.type, "interval", word);
    literal.type->interval_range = std::move(unit);
    literal.place = place_from(begin);
    return amount;
  }
  auto node = std::make_unique<FunctionCall>();
  node->name.parts.push_back({.text = std::move(function), .place = word, .quoted = false});
  node->name.place = word;
  node->arguments.push_back({.name = {}, .value = std::move(amount)});
  node->place = place_from(begin);
  deepen(peak_);
  return node;
}

void ExpressionParser::type_fields(TypeName& type, bool named) {
  parenthesized([&] {
    TypeField field;
    if (named) field.name = label();
    field.type = type_name();
    type.fields.push_back(std::move(field));
  });
}

void ExpressionParser::type_modifiers(TypeName& type) {
  if (!accept(TokenKind::kOpenParenthesis)) return;
  type.modifiers = expression_list();
  expect(TokenKind::kCloseParenthesis);
}

void ExpressionParser::array_suffixes(TypeName& type) {
  const auto size = [&]() -> std::optional<int64_t> {
    if (at(TokenKind::kCloseBracket)) return std::nullopt;
    return signed_integer();
  };
  if (accept(Keyword::kArray)) {
    std::optional<int64_t> length;
    if (accept(TokenKind::kOpenBracket)) {
      length = size();
      expect(TokenKind::kCloseBracket);
    }
    type.dimensions.push_back(length);
    return;
  }
  while (at(TokenKind::kOpenBracket)) {
    if (type.dimensions.size() >= kArrayLevelsMax) fail_at(start(), "too many array levels");
    advance();
    type.dimensions.push_back(size());
    expect(TokenKind::kCloseBracket);
  }
}

}  // namespace stoa::sql
