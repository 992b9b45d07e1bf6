#include "sql/syntax_error.h"

#include <algorithm>
#include <array>

namespace stoa::sql {
namespace {

constexpr size_t kQuotedBytesMax = 64;
constexpr size_t kWordLengthMax = 24;
constexpr std::string_view kClauseWords[] = {
    "SELECT", "FROM",  "WHERE", "GROUP",  "ORDER", "HAVING", "LIMIT",  "OFFSET", "UNION", "JOIN",
    "VALUES", "TABLE", "INTO",  "UPDATE", "BY",    "DISTINCT", "INSERT", "DELETE", "CREATE", "RETURNING",
};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c; }

std::string upper(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = upper(c);
  return result;
}

// Insertions, deletions, changes and swaps of neighbours that turn a into b. Both are at most kWordLengthMax long.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::array<size_t, kWordLengthMax + 1>, kWordLengthMax + 1> d{};
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({change, d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

template <class Words>
std::string nearest(const std::string& word, const Words& words, size_t distance_max) {
  std::string best;
  size_t best_distance = distance_max + 1;
  for (const auto& candidate : words) {
    if (candidate.size() > kWordLengthMax || candidate.size() < 2) continue;
    const size_t distance = edit_distance(word, candidate);
    if (distance > 0 && distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

std::string text_near(std::string_view text) {
  if (text.size() <= kQuotedBytesMax) return std::string(text);
  size_t end = kQuotedBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string near_keyword(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() < 2 || word.size() > kWordLengthMax) return "";
  const std::string given = upper(word);
  std::string found = nearest(given, candidates, given.size() > 4 ? 2 : 1);
  return found.empty() && given.size() > 3 ? nearest(given, kClauseWords, 1) : found;
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
