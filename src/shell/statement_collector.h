#pragma once

#include <string>
#include <string_view>

namespace stoa::shell {

/// Puts the lines of a script together to statements: a text may be run once its last statement is ended by a
/// semicolon. Costs little for statements of many lines. Used by one thread.
class StatementCollector {
 public:
  /// Takes a line, without its end. True: what is pending is whole (or blank).
  bool add_line(std::string_view line);
  /// Nothing is pending: a line that begins with a dot is a command.
  bool is_empty() const { return pending_.empty(); }
  const std::string& text() const { return pending_; }
  /// The number, from 1, of the line that the pending text begins on.
  size_t first_line() const { return first_line_; }
  /// Forgets the pending text, which was run or given up. Lines go on being counted.
  void clear();
  /// Counts a line that was no SQL.
  void skip_line();

 private:
  std::string pending_;
  size_t first_line_ = 1;
  size_t line_count_ = 0;
  size_t clean_bytes_ = 0;  ///< lines read through, behind which no literal or comment is open
  bool is_open_ = false;    ///< behind those lines one is
};

}  // namespace stoa::shell
