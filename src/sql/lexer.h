// SQL text to tokens, by PostgreSQL's lexical rules.
//
// The lexer neither copies nor decodes: tokens are ranges of the text, and literal_text.h decodes the few
// that are used. It never throws; what is wrong comes as a kInvalid token, so that split_statements can look
// past it. Not synchronized; the text must outlive the lexer.
#pragma once

#include <string_view>
#include <vector>

#include "sql/token.h"

namespace stoa::sql {

enum class LexError : uint8_t {
  kNone,
  kOpenString,
  kOpenQuotedName,
  kOpenComment,
  kOpenDollarString,
  kEmptyQuotedName,
  kJunkAfterNumber,
  kJunkAfterParameter,
  kBadCharacter,
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; kEnd for ever at the end.
  Token next();
  /// Why the last token was kInvalid.
  LexError error() const { return error_; }
  /// Whether the text ended inside a literal, a quoted name or a comment.
  bool is_open() const;

 private:
  char at(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  bool skip_blanks();
  bool skip_comment();
  Token finish(TokenKind kind, size_t end);
  Token fail(LexError error, size_t end);
  Token word();
  Token prefixed_string(TokenKind kind, size_t quote);
  Token quoted_name(TokenKind kind, size_t quote);
  Token number();
  Token radix_number(size_t digits_start);
  Token dollar();
  Token punctuation(char c);
  Token operator_run();
  size_t operator_end() const;
  size_t string_end(size_t quote, bool escapes) const;
  size_t skip_digits(size_t position) const;

  std::string_view text_;
  size_t position_ = 0;
  size_t start_ = 0;
  LexError error_ = LexError::kNone;
};

/// All tokens, with one kEnd at the end. Throws stoa::Error: 42601 for a malformed token, 54000 for a text
/// over kMaxTextBytes, 22021 for invalid UTF-8.
std::vector<Token> tokenize(std::string_view text);

}  // namespace stoa::sql
