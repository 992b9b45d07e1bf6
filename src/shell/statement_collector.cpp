#include "shell/statement_collector.h"

#include "sql/parser.h"

namespace stoa::shell {

bool StatementCollector::add_line(std::string_view line) {
  ++line_count_;
  pending_ += line;
  pending_ += '\n';
  // Only these can close a literal, a quoted name, a dollar quote or a comment.
  if (is_open_ && line.find_first_of("'\"$*") == std::string_view::npos) {
    return false;
  }
  // Lines that were read through are stood for by a word.
  std::string unread = clean_bytes_ == 0 ? "" : "word ";
  unread.append(pending_, clean_bytes_);
  if (sql::is_complete(unread)) {
    return true;
  }
  is_open_ = !sql::is_complete(unread + ";");
  if (!is_open_) {
    clean_bytes_ = pending_.size();
  }
  return false;
}

void StatementCollector::clear() {
  pending_.clear();
  clean_bytes_ = 0;
  is_open_ = false;
  first_line_ = line_count_ + 1;
}

void StatementCollector::skip_line() {
  ++line_count_;
  first_line_ = line_count_ + 1;
}

}  // namespace stoa::shell
