#pragma once

#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result_writer.h"
#include "engine/session.h"

namespace stoa::shell {

using engine::Format;

/// What the command line said.
struct ShellOptions {
  std::string path;  ///< empty: in memory
  std::vector<std::string> commands;
  std::vector<std::string> scripts;
  Format format = Format::kTable;
  bool is_read_only = false;
  std::string memory_limit;
  size_t thread_count = 0;
};

/// How a run of statements ended.
enum class RunEnd : uint8_t {
  kGoOn,    ///< all was run
  kFailed,  ///< a statement or command failed; its error has been printed
  kQuit,    ///< .quit
};

/// The `stoa` program between its command line and the engine. Results go to `out`, errors as
/// `ERROR <SQLSTATE>: text` with line and caret to `error`. Used by one thread; `interrupt` may be called
/// from a signal handler.
class Shell {
 public:
  Shell(ShellOptions options, std::ostream& out, std::ostream& error);
  ~Shell();

  /// Runs what the options say, or standard input, or the interactive loop. Gives the exit status: 0, or 1
  /// when a statement failed.
  int run();
  /// Runs statements; `first_line` is the number that errors give the text's first line.
  RunEnd run_text(std::string_view text, size_t first_line = 1);
  /// Runs a line that begins with a dot.
  RunEnd run_dot_command(std::string_view line);
  void interrupt() noexcept;

  engine::Session& session() { return *session_; }
  Format format() const { return format_; }

 private:
  friend class DotCommands;
  int run_batch();
  RunEnd run_script_file(const std::string& path);
  /// Runs a script's lines: statements, and dot commands between them.
  RunEnd run_stream(std::istream& in);
  void print_statement(std::string_view text);
  /// Prints an error that happened in `text`.
  RunEnd fail(const Error& error, std::string_view text = {}, size_t first_line = 1);
  void print_outcome(const engine::QueryResult& result, int64_t time_ns);

  ShellOptions options_;
  std::ostream& out_;
  std::ostream& error_;
  std::unique_ptr<engine::Database> database_;
  std::unique_ptr<engine::Session> session_;
  Format format_;
  bool shows_time_ = false;
  bool shows_statements_ = false;  // as standard input gives them, with their comments
  bool is_interactive_ = false;
  size_t script_depth_ = 0;
  size_t rows_max_ = 0;
};

/// The interactive loop with line editing, history and completion; returns when the user leaves.
void run_interactive(Shell& shell, std::ostream& out);

}  // namespace stoa::shell
