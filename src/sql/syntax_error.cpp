#include "sql/syntax_error.h"

#include "base/near_name.h"

namespace stoa::sql {
namespace {

constexpr size_t kQuotedBytesMax = 64;
constexpr std::string_view kClauseWords[] = {
    "SELECT", "FROM",  "WHERE", "GROUP",  "ORDER", "HAVING",   "LIMIT",  "OFFSET", "UNION",  "JOIN",
    "VALUES", "TABLE", "INTO",  "UPDATE", "BY",    "DISTINCT", "INSERT", "DELETE", "CREATE", "RETURNING",
};

bool is_same_word(std::string_view a, std::string_view b) {
  return edit_distance(a, b) == 0;
}

}  // namespace

std::string text_near(std::string_view text) {
  if (text.size() <= kQuotedBytesMax) return std::string(text);
  size_t end = kQuotedBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string near_keyword(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() < 3) return "";
  const std::string_view expected = near_name(word, candidates);
  if (!expected.empty()) return is_same_word(word, expected) ? "" : std::string(expected);
  if (word.size() < 4) return "";
  const std::string_view clause = near_name(word, kClauseWords);
  return clause.empty() || edit_distance(word, clause) != 1 ? "" : std::string(clause);
}

std::string join_alternatives(const std::vector<std::string>& alternatives) {
  std::string text;
  for (size_t i = 0; i < alternatives.size(); ++i) {
    if (i > 0) text += i + 1 == alternatives.size() ? " or " : ", ";
    text += alternatives[i];
  }
  return text;
}

}  // namespace stoa::sql
