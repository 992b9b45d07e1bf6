#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "function/growing_text.h"

namespace stoa {

/// A regular expression in PostgreSQL's dialect as far as RE2 goes (no back references, no look-around: those
/// raise 2201B). `.` matches a newline, `^` and `$` the ends of the text, unless flags say otherwise.
/// Immutable, shared by threads. Matching takes time linear in the text.
class Regex {
 public:
  /// Flags, PostgreSQL's: i (ignore case), c (respect it), n or m (newlines end lines, `.` stops at them), s
  /// (the default), p (`.` stops at newlines), w (newlines end lines), x (blanks don't count), q (a plain
  /// text). `g` is the caller's and skipped. Others raise 22023; bad patterns 2201B.
  Regex(std::string_view pattern, std::string_view flags);
  ~Regex();
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;

  bool matches(std::string_view text) const;
  /// The first match from a place on: its bounds, and those of group 1 (`group_begin` npos when it took no
  /// part).
  struct Match {
    size_t begin;
    size_t end;
    size_t group_begin;
    size_t group_end;
  };
  bool find(std::string_view text, size_t from, Match& match, int group = 1) const;
  int group_count() const;
  /// Replaces the first match from `from` on, or all. `replacement` has \1 .. \9 and \& for groups, \\ for a
  /// backslash.
  GrowingText replace(std::string_view text, std::string_view replacement, size_t from, bool all) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

/// SIMILAR TO's pattern as a regular expression: % and _ as in LIKE, | * + ? {} () [] as in a regular
/// expression. Raises 22025 for a bad escape.
std::string similar_to_regex(std::string_view pattern, std::string_view escape);
/// The same with the part that SUBSTRING(text SIMILAR pattern ESCAPE escape) asks for as group 1: it stands
/// between two escaped double quotes; without them it is all of the text. Raises 22025.
std::string similar_substring_regex(std::string_view pattern, std::string_view escape);

}  // namespace stoa
