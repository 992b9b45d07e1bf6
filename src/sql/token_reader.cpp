#include "sql/token_reader.h"

#include <charconv>

#include "base/error.h"
#include "sql/literal_text.h"
#include "sql/parser.h"
#include "sql/syntax_error.h"

namespace stoa::sql {
namespace {

constexpr size_t kAlternativesMax = 6;

std::string upper_text(Keyword keyword) {
  std::string text(keyword_text(keyword));
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
  return text;
}

std::string_view kind_text(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd: return "the end of the text";
    case TokenKind::kNamedArgument: return "=>";
    case TokenKind::kColonEquals: return ":=";
    case TokenKind::kDoubleColon: return "::";
    case TokenKind::kColon: return ":";
    case TokenKind::kDot: return ".";
    case TokenKind::kComma: return ",";
    case TokenKind::kSemicolon: return ";";
    case TokenKind::kOpenParenthesis: return "(";
    case TokenKind::kCloseParenthesis: return ")";
    case TokenKind::kOpenBracket: return "[";
    case TokenKind::kCloseBracket: return "]";
    case TokenKind::kOpenBrace: return "{";
    case TokenKind::kCloseBrace: return "}";
    default: return "a literal";
  }
}

}  // namespace

TokenReader::TokenReader(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

TokenReader::Level::Level(TokenReader& reader) : reader_(reader), saved_peak_(reader.peak_) {
  reader.peak_ = 0;
  if (++reader.depth_ > kMaxDepth) reader.too_deep();
}

TokenReader::Level::~Level() {
  --reader_.depth_;
  reader_.peak_ = std::max(saved_peak_, reader_.peak_ + 1);
}

void TokenReader::deepen(uint32_t left_height) {
  peak_ = std::max(left_height, peak_) + 1;
  if (depth_ + peak_ > kMaxDepth) too_deep();
}

void TokenReader::too_deep() const {
  throw Error(sqlstate::kStatementTooComplex,
              "the statement is nested deeper than " + std::to_string(kMaxDepth) + " levels")
      .at(token().offset)
      .with_hint("split the statement, or use IN lists, AND, OR and UNION ALL, which may have any length");
}

bool TokenReader::at_word(std::string_view word) const {
  if (token().kind != TokenKind::kWord || token().length != word.size()) return false;
  const std::string_view given = spelling(token());
  return std::equal(given.begin(), given.end(), word.begin(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

bool TokenReader::accept(Keyword keyword) {
  if (token().keyword == keyword) {
    advance();
    return true;
  }
  if (expected_position_ != position_) {
    expected_position_ = position_;

    expected_keyword_count_ = 0;
  }
  if (expected_keyword_count_ < expected_keywords_.size())
    expected_keywords_[expected_keyword_count_++] = keyword;
  return false;
}

bool TokenReader::accept(TokenKind kind) {
  if (token().kind != kind) return false;
  advance();
  return true;
}

bool TokenReader::accept(Keyword first, Keyword second) {
  if (!at(first, second)) return false;
  advance();
  advance();
  return true;
}

bool TokenReader::accept_operator(BinaryOperator op) {
  if (!at_operator(op)) return false;
  advance();
  return true;
}

bool TokenReader::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  advance();
  return true;
}

void TokenReader::expect(Keyword keyword) {
  if (accept(keyword)) return;
  fail(upper_text(keyword));
}

void TokenReader::expect(TokenKind kind) {
  if (accept(kind)) return;
  fail("\"" + std::string(kind_text(kind)) + "\"");
}

void TokenReader::expect_operator(BinaryOperator op) {
  if (accept_operator(op)) return;
  fail("\"" + std::string(to_text(op)) + "\"");
}

void TokenReader::expect_end() {
  if (!at(TokenKind::kEnd)) fail("the end of the text");
}

void TokenReader::fail(std::string_view expected) {
  const Token& found = token();
  std::vector<std::string> alternatives;
  if (!expected.empty()) alternatives.emplace_back(expected);
  std::vector<std::string> keywords;
  if (expected_position_ == position_) {
    for (size_t i = 0; i < expected_keyword_count_; ++i)
      keywords.push_back(upper_text(expected_keywords_[i]));
  }
  std::string hint;
  if (found.kind == TokenKind::kWord) hint = near_keyword(spelling(found), keywords);
  if (hint.empty() && position_ > 0 && tokens_[position_ - 1].kind == TokenKind::kWord &&
      tokens_[position_ - 1].keyword == Keyword::kNotKeyword) {
    hint = near_keyword(spelling(tokens_[position_ - 1]), {});
  }
  if (!hint.empty()) hint = "did you mean " + hint + "?";
  for (std::string& word : keywords) {
    if (std::find(alternatives.begin(), alternatives.end(), word) == alternatives.end()) {
      alternatives.push_back(std::move(word));
    }
  }
  if (!alternatives.empty() && (alternatives.size() <= kAlternativesMax || !expected.empty())) {
    if (alternatives.size() > kAlternativesMax) alternatives.resize(1);
    hint += (hint.empty() ? "expected " : " Expected ") + join_alternatives(alternatives);
  }
  const std::string message = found.kind == TokenKind::kEnd
                                  ? "syntax error at end of input"
                                  : "syntax error at or near \"" + text_near(spelling(found)) + "\"";
  fail_at(found.offset, message, hint);
}

void TokenReader::fail_at(uint32_t offset, std::string message, std::string hint) const {
  throw Error(sqlstate::kSyntaxError, std::move(message)).at(offset).with_hint(std::move(hint));
}

bool TokenReader::is_name(const Token& t) const {
  if (t.kind != TokenKind::kWord) return is_quoted_name(t);
  if (t.keyword == Keyword::kNotKeyword) return true;
  const KeywordClass c = keyword_class(t.keyword);
  return c == KeywordClass::kUnreserved || c == KeywordClass::kColumnName;
}

bool TokenReader::is_function_name(const Token& t) const {
  if (t.kind != TokenKind::kWord) return is_quoted_name(t);
  if (t.keyword == Keyword::kNotKeyword) return true;
  const KeywordClass c = keyword_class(t.keyword);
  return c == KeywordClass::kUnreserved || c == KeywordClass::kTypeOrFunctionName;
}

bool TokenReader::is_label(const Token& t) const {
  return t.kind == TokenKind::kWord || is_quoted_name(t);
}

// The name at the current token, whatever word it is.
Name TokenReader::take_name() {
  const Token t = token();
  advance();
  Name result;
  result.place = t.place();
  result.quoted = t.kind != TokenKind::kWord;
  char escape = kDefaultUnicodeEscape;
  if (t.kind == TokenKind::kUnicodeName && accept(Keyword::kUescape)) {
    const std::string given = string("the escape character");
    if (given.size() != 1) fail_at(last_end(), "UESCAPE must be one character");
    escape = given[0];
  }
  result.text = decode_name(text_, t, escape);
  return result;
}

Name TokenReader::name(std::string_view what) {
  if (!at_name()) fail(what);
  return take_name();
}

Name TokenReader::label() {
  if (!is_label(token())) fail("a name");
  return take_name();
}

Name TokenReader::name_or_string(std::string_view what) {
  if (!at_string()) return name(what);
  Name result;
  const uint32_t begin = start();
  result.text = take_string();
  if (result.text.empty())
    fail_at(begin, "zero-length name at or near \"''\"", "a name has at least one character");
  result.quoted = true;
  result.place = place_from(begin);
  return result;
}

Name TokenReader::function_or_type_name() {
  if (!is_function_name(token())) fail("a name");
  return take_name();
}

QualifiedName TokenReader::qualified_name(std::string_view what) {
  const uint32_t begin = start();
  QualifiedName result;
  result.parts.push_back(name(what));
  while (accept(TokenKind::kDot)) result.parts.push_back(label());
  result.place = place_from(begin);
  return result;
}

// A name of a function or operator class, where more words are free than for columns.
QualifiedName TokenReader::any_name() {
  const uint32_t begin = start();
  QualifiedName result;
  if (!is_function_name(token()) && !at_name()) fail("a name");
  result.parts.push_back(take_name());
  while (accept(TokenKind::kDot)) result.parts.push_back(label());
  result.place = place_from(begin);
  return result;
}

std::vector<Name> TokenReader::name_list() {
  std::vector<Name> names;
  parenthesized([&] { names.push_back(name("a column name")); });
  return names;
}

std::vector<Name> TokenReader::optional_name_list() {
  return at(TokenKind::kOpenParenthesis) ? name_list() : std::vector<Name>{};
}

std::vector<QualifiedName> TokenReader::qualified_names(std::string_view what) {
  std::vector<QualifiedName> names;
  separated([&] { names.push_back(qualified_name(what)); });
  return names;
}

bool TokenReader::at_string() const {
  const TokenKind kind = token().kind;
  return kind == TokenKind::kString || kind == TokenKind::kEscapeString ||
         kind == TokenKind::kUnicodeString || kind == TokenKind::kDollarString;
}

std::string TokenReader::string(std::string_view what) {
  if (!at_string()) fail(what);
  return take_string();
}

// REQUIRES: at_string().
std::string TokenReader::take_string() {
  const Token t = token();
  advance();
  char escape = kDefaultUnicodeEscape;
  if (t.kind == TokenKind::kUnicodeString && accept(Keyword::kUescape)) {
    const std::string given = string("the escape character");
    if (given.size() != 1) fail_at(last_end(), "UESCAPE must be one character");
    escape = given[0];
  }
  return decode_string(text_, t, escape);
}

int64_t TokenReader::signed_integer() {
  const bool negative = accept_operator(BinaryOperator::kSubtract);
  if (!negative) accept_operator(BinaryOperator::kAdd);
  if (!at(TokenKind::kInteger)) fail("an integer");
  const std::string digits = (negative ? "-" : "") + decode_number(text_, token());
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw Error(sqlstate::kNumericOutOfRange,
                "value \"" + text_near(digits) + "\" is out of range for type bigint")
        .at(token().offset);
  }
  advance();
  return value;
}

// Any word, in lower case.
std::string TokenReader::word_text() {
  if (!is_label(token())) fail("a word");
  return take_name().text;
}

}  // namespace stoa::sql
