// Runs statements from standard input for tests written in Python. Each line is one statement, or `.reset`
// for a new empty database. The answer is `ok COLUMNS ROWS` and a line for each row (cells as text, parted by
// tabs; \N is NULL; tabs, newlines and backslashes escaped), or `error SQLSTATE message`.

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/session.h"

namespace stoa {
namespace {

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      default: out += c; break;
    }
  }
}

struct Target {
  engine::Database database{engine::DatabaseOptions{}};
  engine::Session session{database};
};

std::string answer(const engine::QueryResult& result) {
  if (!result.has_rows) {
    return "ok 0 " + std::to_string(result.changed_row_count) + "\n";
  }
  std::string rows;
  size_t row_count = 0;
  for (const Batch& batch : result.rows->batches()) {
    for (size_t r = 0; r < batch.row_count; ++r, ++row_count) {
      for (size_t c = 0; c < batch.columns.size(); ++c) {
        const Value value = batch.columns[c].value(r);
        rows += c == 0 ? "" : "\t";
        if (value.is_null()) {
          rows += "\\N";
        } else {
          append_escaped(value.to_string(), rows);
        }
      }
      rows += '\n';
    }
  }
  return "ok " + std::to_string(result.names.size()) + " " + std::to_string(row_count) + "\n" + rows;
}

std::string run(engine::Session& session, const std::string& sql) {
  try {
    return answer(session.execute(sql));
  } catch (const Error& error) {
    std::string message;
    append_escaped(error.message(), message);
    return "error " + std::string(error.state().view()) + " " + message + "\n";
  }
}

void run_all() {
  auto target = std::make_unique<Target>();
  for (std::string line; std::getline(std::cin, line);) {
    if (line == ".reset") {
      target.reset();
      target = std::make_unique<Target>();
      continue;
    }
    const std::string text = run(target->session, line);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace stoa

int main() {
  stoa::run_all();
  return 0;
}
