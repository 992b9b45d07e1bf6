#include "sql/lexer.h"

#include <cstring>
#include <string>

#include "base/assert.h"
#include "base/error.h"
#include "sql/parser.h"
#include "sql/syntax_error.h"
#include "types/utf8.h"

namespace stoa::sql {
namespace {

constexpr size_t kNotFound = std::string_view::npos;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word_start(char c) {
  return is_letter(c) || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_word_part(char c) {
  return is_word_start(c) || is_digit(c) || c == '$';
}
bool is_tag_part(char c) {
  return is_word_start(c) || is_digit(c);
}
bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_operator_character(char c) {
  return c != '\0' && std::strchr("+-*/<>=~!@#%^&|`?", c) != nullptr;
}
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

bool Lexer::is_open() const {
  return error_ == LexError::kOpenString || error_ == LexError::kOpenQuotedName ||
         error_ == LexError::kOpenComment || error_ == LexError::kOpenDollarString;
}

Token Lexer::finish(TokenKind kind, size_t end) {
  position_ = end;
  error_ = LexError::kNone;
  Token token;
  token.kind = kind;
  token.offset = static_cast<uint32_t>(start_);
  token.length = static_cast<uint32_t>(end - start_);
  return token;
}

Token Lexer::fail(LexError error, size_t end) {
  Token token = finish(TokenKind::kInvalid, end);
  error_ = error;
  return token;
}

// Leaves position_ after blanks and comments; false when a comment is open, which position_ then stands at.
bool Lexer::skip_blanks() {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    if (at(position_) == '-' && at(position_ + 1) == '-') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (at(position_) == '/' && at(position_ + 1) == '*') {
      if (!skip_comment()) return false;
    } else {
      return true;
    }
  }
}

// Block comments nest.
bool Lexer::skip_comment() {
  size_t depth = 0;
  size_t i = position_;
  while (i + 1 < text_.size()) {
    if (text_[i] == '/' && text_[i + 1] == '*') {
      ++depth;
      i += 2;
    } else if (text_[i] == '*' && text_[i + 1] == '/') {
      i += 2;
      if (--depth == 0) {
        position_ = i;
        return true;
      }
    } else {
      ++i;
    }
  }
  return false;
}

Token Lexer::next() {
  if (!skip_blanks()) {
    start_ = position_;
    return fail(LexError::kOpenComment, text_.size());
  }
  start_ = position_;
  if (start_ >= text_.size()) return finish(TokenKind::kEnd, start_);
  const char c = text_[start_];
  if (is_word_start(c)) return word();
  if (is_digit(c) || (c == '.' && is_digit(at(start_ + 1)))) return number();
  switch (c) {
    case '\'': return prefixed_string(TokenKind::kString, start_);
    case '"': return quoted_name(TokenKind::kQuotedName, start_);
    case '$': return dollar();
    default: return is_operator_character(c) ? operator_run() : punctuation(c);
  }
}

Token Lexer::word() {
  const char c = text_[start_];
  const char second = at(start_ + 1);
  if (second == '\'') {
    if (c == 'e' || c == 'E') return prefixed_string(TokenKind::kEscapeString, start_ + 1);
    if (c == 'x' || c == 'X') return prefixed_string(TokenKind::kHexString, start_ + 1);
    if (c == 'b' || c == 'B') return prefixed_string(TokenKind::kBitString, start_ + 1);
    if (c == 'n' || c == 'N') return prefixed_string(TokenKind::kString, start_ + 1);
  }
  if ((c == 'u' || c == 'U') && second == '&') {
    if (at(start_ + 2) == '\'') return prefixed_string(TokenKind::kUnicodeString, start_ + 2);
    if (at(start_ + 2) == '"') return quoted_name(TokenKind::kUnicodeName, start_ + 2);
  }
  size_t end = start_ + 1;
  while (end < text_.size() && is_word_part(text_[end])) ++end;
  Token token = finish(TokenKind::kWord, end);
  token.keyword = find_keyword(text_.substr(start_, end - start_));
  return token;
}

// The end of the literal whose opening quote is given, with the pieces that continue it on later lines;
// kNotFound when it is open.
size_t Lexer::string_end(size_t quote, bool escapes) const {
  size_t i = quote + 1;
  for (;;) {
    while (i < text_.size() && text_[i] != '\'' && !(escapes && text_[i] == '\\')) ++i;
    if (i >= text_.size()) return kNotFound;
    if (text_[i] == '\\' || at(i + 1) == '\'') {
      i += 2;
      continue;
    }
    size_t next = i + 1;
    bool has_newline = false;
    while (next < text_.size() && is_blank(text_[next])) {
      has_newline |= text_[next] == '\n' || text_[next] == '\r';
      ++next;
    }
    if (!has_newline || at(next) != '\'') return i + 1;
    i = next + 1;
  }
}

Token Lexer::prefixed_string(TokenKind kind, size_t quote) {
  const size_t end = string_end(quote, kind == TokenKind::kEscapeString);
  if (end == kNotFound) return fail(LexError::kOpenString, text_.size());
  return finish(kind, end);
}

Token Lexer::quoted_name(TokenKind kind, size_t quote) {
  size_t i = quote + 1;
  for (;;) {
    i = text_.find('"', i);
    if (i == kNotFound) return fail(LexError::kOpenQuotedName, text_.size());
    if (at(i + 1) != '"') break;
    i += 2;
  }
  if (i == quote + 1) return fail(LexError::kEmptyQuotedName, i + 1);
  return finish(kind, i + 1);
}

// Digits with single underscores between them.
size_t Lexer::skip_digits(size_t position) const {
  while (is_digit(at(position)) || (at(position) == '_' && is_digit(at(position + 1)))) ++position;
  return position;
}

Token Lexer::radix_number(size_t digits_start) {
  size_t end = digits_start;
  while (is_hex_digit(at(end)) || at(end) == '_') ++end;
  const char radix = static_cast<char>(text_[digits_start - 1] | 0x20);
  const std::string_view allowed = radix == 'x' ? "0123456789abcdefABCDEF" : radix == 'o' ? "01234567" : "01";
  bool good = end > digits_start && text_[end - 1] != '_' && !is_word_part(at(end));
  for (size_t i = digits_start; i < end; ++i) {
    good &= text_[i] == '_' ? at(i + 1) != '_' : allowed.find(text_[i]) != kNotFound;
  }
  if (good) return finish(TokenKind::kInteger, end);
  while (is_word_part(at(end))) ++end;
  return fail(LexError::kJunkAfterNumber, end);
}

Token Lexer::number() {
  const char second = static_cast<char>(at(start_ + 1) | 0x20);
  if (text_[start_] == '0' && (second == 'x' || second == 'o' || second == 'b'))
    return radix_number(start_ + 2);
  TokenKind kind = TokenKind::kInteger;
  size_t end = skip_digits(start_);
  if (at(end) == '.' && at(end + 1) != '.') {
    kind = TokenKind::kDecimal;
    end = is_digit(at(end + 1)) ? skip_digits(end + 1) : end + 1;
  }
  if (at(end) == 'e' || at(end) == 'E') {
    const size_t digits = end + (at(end + 1) == '+' || at(end + 1) == '-' ? 2 : 1);
    if (is_digit(at(digits))) {
      kind = TokenKind::kDouble;
      end = skip_digits(digits);
    }
  }
  if (!is_word_start(at(end))) return finish(kind, end);
  while (is_word_part(at(end))) ++end;
  return fail(LexError::kJunkAfterNumber, end);
}

// $1, $tag$..$tag$ or $name.
Token Lexer::dollar() {
  size_t end = start_ + 1;
  if (is_digit(at(end))) {
    while (is_digit(at(end))) ++end;
    if (!is_word_start(at(end))) return finish(TokenKind::kNumberedParameter, end);
    while (is_word_part(at(end))) ++end;
    return fail(LexError::kJunkAfterParameter, end);
  }
  while (is_tag_part(at(end))) ++end;
  if (at(end) == '$') {
    const std::string_view tag = text_.substr(start_, end + 1 - start_);
    const size_t close = text_.find(tag, end + 1);
    if (close == kNotFound) return fail(LexError::kOpenDollarString, text_.size());
    return finish(TokenKind::kDollarString, close + tag.size());
  }
  if (end == start_ + 1) return fail(LexError::kBadCharacter, end);
  return finish(TokenKind::kNamedParameter, end);
}

Token Lexer::punctuation(char c) {
  const size_t one = start_ + 1;
  switch (c) {
    case '(': return finish(TokenKind::kOpenParenthesis, one);
    case ')': return finish(TokenKind::kCloseParenthesis, one);
    case '[': return finish(TokenKind::kOpenBracket, one);
    case ']': return finish(TokenKind::kCloseBracket, one);
    case '{': return finish(TokenKind::kOpenBrace, one);
    case '}': return finish(TokenKind::kCloseBrace, one);
    case ',': return finish(TokenKind::kComma, one);
    case ';': return finish(TokenKind::kSemicolon, one);
    case '.': return finish(TokenKind::kDot, one);
    case ':':
      if (at(one) == ':') return finish(TokenKind::kDoubleColon, one + 1);
      if (at(one) == '=') return finish(TokenKind::kColonEquals, one + 1);
      return finish(TokenKind::kColon, one);
    default: return fail(LexError::kBadCharacter, one);
  }
}

// PostgreSQL's rule: the longest run of operator characters that holds no comment, less trailing + and -
// unless the run has a character that no standard operator has.
size_t Lexer::operator_end() const {
  size_t end = start_;
  while (is_operator_character(at(end))) {
    if (end > start_ && at(end) == '-' && at(end + 1) == '-') break;
    if (at(end) == '/' && at(end + 1) == '*') break;
    ++end;
  }
  const std::string_view run = text_.substr(start_, end - start_);
  if (run.find_first_of("~!@#%^&|`?") != kNotFound) return end;
  while (end > start_ + 1 && (at(end - 1) == '+' || at(end - 1) == '-')) {
    if (find_binary_operator(text_.substr(start_, end - start_)) != BinaryOperator::kUser) break;
    --end;
  }
  return end;
}

namespace {

TokenKind operator_kind(std::string_view text, BinaryOperator op) {
  if (op != BinaryOperator::kUser) return TokenKind::kOperator;
  if (text == "||") return TokenKind::kConcat;
  if (text == "=>") return TokenKind::kNamedArgument;
  if (text == "~~" || text == "~~*" || text == "!~~" || text == "!~~*") return TokenKind::kLikeOperator;
  return TokenKind::kInvalid;
}

// Whether what follows a known operator in a run without blanks can begin an operand: `a=-1`, `a||@b`, `a=?`.
bool begins_operand(std::string_view rest) {
  if (rest[0] == '?') return true;
  if (rest[0] == '*') return rest.size() == 1;
  return find_unary_operator(rest) != UnaryOperator::kUser || rest[0] == '-' || rest[0] == '+';
}

}  // namespace

// Users write `a=?` and `a||-1` without blanks, so a run that is no operator of ours is cut after the longest
// one whose rest can begin an operand. A run that can't be cut is one operator, for the binder to refuse by
// name.
Token Lexer::operator_run() {
  const size_t end = operator_end();
  const std::string_view run = text_.substr(start_, end - start_);
  for (size_t length = run.size(); length > 0; --length) {
    const std::string_view head = run.substr(0, length);
    const BinaryOperator op = find_binary_operator(head);
    TokenKind kind = operator_kind(head, op);
    if (kind == TokenKind::kInvalid && find_unary_operator(head) != UnaryOperator::kUser) {
      kind = TokenKind::kOperator;
    }
    if (kind == TokenKind::kInvalid) continue;
    if (length < run.size() && head != "?" && !begins_operand(run.substr(length))) continue;
    Token token = finish(kind, start_ + length);
    token.op = op;
    return token;
  }
  return finish(TokenKind::kOperator, end);
}

namespace {

[[noreturn]] void throw_lex_error(LexError error, std::string_view text, const Token& token) {
  const std::string near = text_near(text.substr(token.offset, token.length));
  const auto raise_at = [&](std::string message, std::string hint) {
    throw Error(sqlstate::kSyntaxError, std::move(message)).at(token.offset).with_hint(std::move(hint));
  };
  switch (error) {
    case LexError::kOpenString:
      raise_at("unterminated quoted string at or near \"" + near + "\"", "a closing ' is missing");
      break;
    case LexError::kOpenQuotedName:
      raise_at("unterminated quoted identifier at or near \"" + near + "\"", "a closing \" is missing");
      break;
    case LexError::kOpenComment:
      raise_at("unterminated /* comment at or near \"" + near + "\"", "a closing */ is missing");
      break;
    case LexError::kOpenDollarString:
      raise_at("unterminated dollar-quoted string at or near \"" + near + "\"",
               "the closing tag must be spelled as the opening one");
      break;
    case LexError::kEmptyQuotedName:
      raise_at("zero-length delimited identifier at or near \"\"\"\"", "a name has at least one character");
      break;
    case LexError::kJunkAfterNumber:
      raise_at("trailing junk after numeric literal at or near \"" + near + "\"",
               "put a blank between a number and a word; a name that starts with a digit must be quoted");
      break;
    case LexError::kJunkAfterParameter:
      raise_at("trailing junk after parameter at or near \"" + near + "\"",
               "parameters are $1, $2 and so on");
      break;
    default:
      raise_at("syntax error at or near \"" + near + "\"", "this character means nothing in SQL");
      break;
  }
  STOA_UNREACHABLE("each branch throws");
}

void check_text(std::string_view text) {
  if (text.size() > kMaxTextBytes) {
    raise(sqlstate::kProgramLimitExceeded, "the SQL text is longer than 1 GiB");
  }
  if (is_valid_utf8(text)) return;
  size_t bad = 0;
  while (is_valid_utf8(text.substr(bad, character_bytes(text[bad])))) bad += character_bytes(text[bad]);
  throw Error(sqlstate::kCharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\"").at(bad);
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  check_text(text);
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 5 + 8);
  Lexer lexer(text);
  for (;;) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::kInvalid) throw_lex_error(lexer.error(), text, token);
    tokens.push_back(token);
    if (token.kind == TokenKind::kEnd) return tokens;
  }
}

}  // namespace stoa::sql
