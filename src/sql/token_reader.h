// The parser's lowest part: walks over tokens, takes names and strings, words syntax errors, counts depth.
//
// Not synchronized; one object reads one text once. Errors as in parser.h.
// Depth: each rule that can contain itself opens a Level; loops that grow a tree to the left call deepen().
// So depth_ + peak_ bounds the height of what is built, and too deep input gives 54001.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "sql/lexer.h"

namespace stoa::sql {

class TokenReader {
 protected:
  explicit TokenReader(std::string_view text);
  ~TokenReader() = default;

  class Level {
   public:
    explicit Level(TokenReader& reader);
    ~Level();
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    TokenReader& reader_;
    uint32_t saved_peak_;
  };
  void deepen(uint32_t left_height);
  [[noreturn]] void too_deep() const;

  const Token& token() const { return tokens_[position_]; }
  const Token& ahead(size_t n) const { return tokens_[std::min(position_ + n, tokens_.size() - 1)]; }
  void advance() {
    if (position_ + 1 < tokens_.size()) ++position_;
  }
  bool at(Keyword keyword) const { return token().keyword == keyword; }
  bool at(TokenKind kind) const { return token().kind == kind; }
  bool at(Keyword first, Keyword second) const { return at(first) && ahead(1).keyword == second; }
  bool at(Keyword first, TokenKind second) const { return at(first) && ahead(1).kind == second; }
  bool at_operator(BinaryOperator op) const { return at(TokenKind::kOperator) && token().op == op; }
  bool at_word(std::string_view word) const;
  bool accept(Keyword keyword);
  bool accept(TokenKind kind);
  bool accept(Keyword first, Keyword second);
  bool accept_operator(BinaryOperator op);
  bool accept_word(std::string_view word);
  void expect(Keyword keyword);
  void expect(Keyword first, Keyword second) {
    expect(first);
    expect(second);
  }
  void expect(TokenKind kind);
  void expect_operator(BinaryOperator op);
  [[noreturn]] void fail(std::string_view expected = {});
  [[noreturn]] void fail_at(uint32_t offset, std::string message, std::string hint = {}) const;
  void expect_end();

  std::string_view spelling(const Token& t) const { return text_.substr(t.offset, t.length); }
  std::string_view text_between(uint32_t start, uint32_t end) const {
    return text_.substr(start, end - start);
  }
  uint32_t start() const { return token().offset; }
  uint32_t last_end() const { return position_ == 0 ? 0 : tokens_[position_ - 1].end(); }
  Place place_from(uint32_t begin) const { return {begin, std::max(last_end(), begin) - begin}; }

  bool is_quoted_name(const Token& t) const {
    return t.kind == TokenKind::kQuotedName || t.kind == TokenKind::kUnicodeName;
  }
  bool is_name(const Token& t) const;
  bool is_function_name(const Token& t) const;
  bool is_label(const Token& t) const;
  bool at_name() const { return is_name(token()); }
  Name take_name();
  Name name(std::string_view what = "a name");
  Name label();
  Name name_or_string(std::string_view what);
  Name function_or_type_name();
  QualifiedName qualified_name(std::string_view what = "a name");
  QualifiedName any_name();
  std::vector<Name> name_list();
  std::vector<Name> optional_name_list();
  std::vector<QualifiedName> qualified_names(std::string_view what);

  bool at_string() const;
  std::string string(std::string_view what = "a string");
  std::string take_string();
  int64_t signed_integer();
  std::string word_text();

  template <class Rule>
  void separated(Rule&& rule) {
    do rule();
    while (accept(TokenKind::kComma));
  }
  template <class Rule>
  void parenthesized(Rule&& rule) {
    expect(TokenKind::kOpenParenthesis);
    separated(rule);
    expect(TokenKind::kCloseParenthesis);
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t position_ = 0;
  uint32_t depth_ = 0;  // levels open
  uint32_t peak_ = 0;   // the height of what was built since the innermost level was opened
  uint32_t parameter_count_ = 0;
  std::vector<std::string> parameter_names_;
  // What was looked for at tokens_[expected_position_], for the hint of a syntax error.
  size_t expected_position_ = 0;
  std::array<Keyword, 24> expected_keywords_{};
  size_t expected_keyword_count_ = 0;
};

}  // namespace stoa::sql
