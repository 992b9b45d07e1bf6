#include "shell/shell.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "shell/progress_bar.h"
#include "shell/statement_collector.h"

namespace stoa::shell {

namespace {

constexpr size_t kInteractiveRowsMax = 1000;
constexpr size_t kShownLineMax = 120;

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
    return run_stream(std::cin) == RunEnd::kFailed ? 1 : 0;
  }
  is_interactive_ = true;
  rows_max_ = kInteractiveRowsMax;
  run_interactive(*this, out_);
  return 0;
}

int Shell::run_batch() {
  for (const std::string& command : options_.commands) {
    const RunEnd end = command.starts_with('.') ? run_dot_command(command) : run_text(command);
    if (end != RunEnd::kGoOn) {
      return end == RunEnd::kFailed ? 1 : 0;
    }
  }
  for (const std::string& path : options_.scripts) {
    const RunEnd end = run_script_file(path);
    if (end != RunEnd::kGoOn) {
      return end == RunEnd::kFailed ? 1 : 0;
    }
  }
  return 0;
}

RunEnd Shell::run_script_file(const std::string& path) {
  constexpr size_t kScriptDepthMax = 16;
  if (script_depth_ == kScriptDepthMax) {
    return fail(Error(sqlstate::kStatementTooComplex, "scripts read each other too deeply: \"" + path + "\"")
                    .with_hint("Does a script .read itself?"));
  }
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    return fail(Error(sqlstate::kUndefinedFile, "the script \"" + path + "\" can't be read")
                    .with_hint("Check the name and the permissions of the file."));
  }
  ++script_depth_;
  const RunEnd end = run_stream(file);
  --script_depth_;
  return end;
}

/// Statements are run as they are whole, so that a program at the other end of a pipe gets its answers.
RunEnd Shell::run_stream(std::istream& in) {
  StatementCollector statements;
  std::string line;
  RunEnd end = RunEnd::kGoOn;
  while (end == RunEnd::kGoOn && std::getline(in, line)) {
    if (statements.is_empty() && line.starts_with('.')) {
      statements.skip_line();
      end = run_dot_command(line);
    } else if (statements.add_line(line)) {
      print_statement(statements.text());
      end = run_text(statements.text(), statements.first_line());
      statements.clear();
    }
  }
  return end == RunEnd::kGoOn ? run_text(statements.text(), statements.first_line()) : end;
}

RunEnd Shell::run_text(std::string_view text, size_t first_line) {
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
    return RunEnd::kGoOn;
  } catch (const Error& error) {
    return fail(error, text, first_line);
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

RunEnd Shell::fail(const Error& error, std::string_view text, size_t first_line) {
  out_.flush();
  error_ << "ERROR " << error.state().view() << ": " << error.message() << '\n';
  if (error.place()) {
    const Line line = line_at(text, *error.place());
    const std::string head = fmt::format("LINE {}: ", line.number + first_line - 1);
    error_ << head << line.text << '\n' << std::string(head.size() + line.column, ' ') << "^\n";
  }
  if (!error.detail().empty()) {
    error_ << "DETAIL: " << error.detail() << '\n';
  }
  if (!error.hint().empty()) {
    error_ << "HINT: " << error.hint() << '\n';
  }
  error_.flush();
  return RunEnd::kFailed;
}

}  // namespace stoa::shell
