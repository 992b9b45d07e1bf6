#include "shell/shell.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "shell/progress_bar.h"
#include "sql/parser.h"

namespace stoa::shell {

namespace {

constexpr size_t kInteractiveRowsMax = 1000;
constexpr size_t kShownLineMax = 120;

std::string read_all(std::istream& in) {
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Line {
  size_t number;
  std::string_view text;
  size_t column;
};

/// The line of `text` that byte `place` is in, cut around it when it is long.
Line line_at(std::string_view text, size_t place) {
  place = std::min(place, text.size());
  const size_t begin = place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
  const size_t end = std::min(text.find('\n', place), text.size());
  const size_t number =
      static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(begin), '\n')) + 1;
  Line line{number, text.substr(begin, end - begin), place - begin};
  if (line.text.size() > kShownLineMax && line.column > kShownLineMax / 2) {
    const size_t cut = line.column - kShownLineMax / 2;
    line.text.remove_prefix(cut);
    line.column -= cut;
  }
  line.text = line.text.substr(0, kShownLineMax);
  return line;
}

}  // namespace

Shell::Shell(ShellOptions options, std::ostream& out, std::ostream& error)
    : options_(std::move(options)), out_(out), error_(error), format_(options_.format) {
  if (!options_.path.empty()) {
    throw Error(sqlstate::kFeatureNotSupported, "database files are not supported by this version")
        .with_hint("leave FILE out to work in memory, and keep data with COPY ... TO 'file.parquet'");
  }
  engine::DatabaseOptions database_options;
  database_options.is_read_only = options_.is_read_only;
  database_options.thread_count = options_.thread_count;
  if (!options_.memory_limit.empty()) {
    database_options.memory_limit_bytes = engine::parse_size(options_.memory_limit);
  }
  database_ = std::make_unique<engine::Database>(database_options);
  session_ = std::make_unique<engine::Session>(*database_);
}

Shell::~Shell() = default;

void Shell::interrupt() noexcept {
  session_->cancel();
}

int Shell::run() {
  if (!options_.commands.empty() || !options_.scripts.empty()) {
    return run_batch();
  }
  if (isatty(STDIN_FILENO) == 0) {
    return run_standard_input();
  }
  is_interactive_ = true;
  rows_max_ = kInteractiveRowsMax;
  run_interactive(*this, out_);
  return 0;
}

int Shell::run_batch() {
  for (const std::string& command : options_.commands) {
    if (!run_script(command)) {
      return 1;
    }
  }
  for (const std::string& path : options_.scripts) {
    std::ifstream file(path);
    if (!file || std::filesystem::is_directory(path)) {
      error_ << fmt::format("ERROR {}: the script \"{}\" can't be read\n", sqlstate::kUndefinedFile.view(),
                            path);
      return 1;
    }
    if (!run_script(read_all(file))) {
      return 1;
    }
  }
  return 0;
}

/// Statements are run as they are complete, so that a program at the other end of a pipe gets its answers.
int Shell::run_standard_input() {
  std::string pending;
  std::string line;
  while (std::getline(std::cin, line)) {
    const bool is_dot_command = pending.empty() && !line.empty() && line[0] == '.';
    if (is_dot_command) {
      if (!run_dot_command(line)) {
        return 0;
      }
      continue;
    }
    pending += line;
    pending += '\n';
    if (!sql::is_complete(pending)) {
      continue;
    }
    print_statement(pending);
    if (!run_script(pending)) {
      return 1;
    }
    pending.clear();
  }
  return run_script(pending) ? 0 : 1;
}

bool Shell::run_script(std::string_view text) {
  try {
    int64_t start_ns = monotonic_now_ns();
    std::unique_ptr<ProgressBar> progress;
    const auto begin_statement = [&] {
      progress = is_interactive_ ? std::make_unique<ProgressBar>(*session_) : nullptr;
      start_ns = monotonic_now_ns();
    };
    begin_statement();
    session_->run(text, [&](engine::QueryResult result) {
      const int64_t time_ns = monotonic_now_ns() - start_ns;
      progress.reset();
      print_outcome(result, time_ns);
      begin_statement();
    });
    return true;
  } catch (const Error& error) {
    print_error(error, text);
    return false;
  }
}

void Shell::print_statement(std::string_view text) {
  if (!shows_statements_) {
    return;
  }
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
  out_ << text;
  out_.flush();
}

void Shell::print_outcome(const engine::QueryResult& result, int64_t time_ns) {
  engine::write_result(out_, result, format_, rows_max_);
  if (is_interactive_ && !result.has_rows) {
    const bool counts = result.command == "INSERT" || result.command == "UPDATE" ||
                        result.command == "DELETE" || result.command == "COPY" ||
                        result.command == "CREATE TABLE AS";
    out_ << result.command << (counts ? fmt::format(" {}", result.changed_row_count) : "") << '\n';
  }
  if (shows_time_) {
    out_ << fmt::format("Time: {:.3f} ms\n", static_cast<double>(time_ns) / 1e6);
  }
  if (shows_statements_) {
    out_ << '\n';
  }
  out_.flush();
}

void Shell::print_error(const Error& error, std::string_view text) {
  out_.flush();
  error_ << "ERROR " << error.state().view() << ": " << error.message() << '\n';
  if (error.place()) {
    const Line line = line_at(text, *error.place());
    const std::string head = fmt::format("LINE {}: ", line.number);
    error_ << head << line.text << '\n' << std::string(head.size() + line.column, ' ') << "^\n";
  }
  if (!error.detail().empty()) {
    error_ << "DETAIL: " << error.detail() << '\n';
  }
  if (!error.hint().empty()) {
    error_ << "HINT: " << error.hint() << '\n';
  }
  error_.flush();
}

}  // namespace stoa::shell
