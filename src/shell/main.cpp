#include <iostream>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "shell/shell.h"

namespace {

constexpr size_t kThreadsMax = 1024;

/// Empty when the text is a size, else what is wrong.
std::string check_size(const std::string& text) {
  try {
    stoa::engine::parse_size(text);
    return "";
  } catch (const stoa::Error& error) {
    return error.message() + "; " + error.hint();
  }
}

int run(int argc, char** argv) {
  using stoa::shell::Format;
  stoa::shell::ShellOptions options;
  std::string format = "table";
  CLI::App app{"StoaDB: one database engine for SQL, files and more"};
  app.set_version_flag("--version", "stoa " STOA_VERSION);
  app.add_option("FILE", options.path, "database file; without it the database is in memory");
  app.add_option("-c", options.commands, "run these statements and end; may be repeated")
      ->allow_extra_args(false);
  app.add_option("-f", options.scripts, "run this script and end; may be repeated")->allow_extra_args(false);
  app.add_option("--format", format, "table, csv, json, ndjson or markdown")
      ->check(CLI::IsMember({"table", "csv", "json", "ndjson", "markdown"}));
  app.add_flag("--readonly", options.is_read_only, "refuse statements that change anything");
  app.add_option("--memory-limit", options.memory_limit, "memory for data and queries, e.g. 2GB or 50%")
      ->check(check_size);
  app.add_option("--threads", options.thread_count, "threads; 0 takes as many as there are cores")
      ->check(CLI::Range(size_t{0}, kThreadsMax));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  stoa::engine::find_format(format, options.format);
  try {
    stoa::shell::Shell shell(std::move(options), std::cout, std::cerr);
    return shell.run();
  } catch (const stoa::Error& error) {
    std::cerr << "ERROR " << error.state().view() << ": " << error.message() << '\n';
    if (!error.hint().empty()) {
      std::cerr << "HINT: " << error.hint() << '\n';
    }
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv);
}
