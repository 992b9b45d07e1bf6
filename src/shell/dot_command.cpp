#include <fmt/format.h>

#include "base/error.h"
#include "base/near_name.h"
#include "shell/shell.h"
#include "sql/place.h"

namespace stoa::shell {

namespace {

constexpr std::string_view kHelp =
    ".help             this list\n"
    ".tables           tables and views\n"
    ".schema [NAME]    the statements that make them\n"
    ".timer on|off     show the time that statements take\n"
    ".echo on|off      show each statement of a script before its result\n"
    ".mode FORMAT      table, csv, json, ndjson or markdown\n"
    ".read FILE        run a script\n"
    ".quit             leave (also .exit, Ctrl-D)\n"
    "Anything else is SQL and ends with a semicolon. Ctrl-C stops a running statement.\n";

std::pair<std::string_view, std::string_view> split_word(std::string_view line) {
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  std::string_view rest = line.substr(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t' || rest.back() == '\r')) {
    rest.remove_suffix(1);
  }
  return {line.substr(0, end), rest};
}

}  // namespace

class DotCommands {
 public:
  explicit DotCommands(Shell& shell) : shell_(shell) {}

  bool run(std::string_view line) {
    const auto [name, argument] = split_word(line);
    if (name == ".quit" || name == ".exit") {
      return false;
    }
    if (name == ".help") {
      shell_.out_ << kHelp;
    } else if (name == ".tables") {
      shell_.run_script("SHOW TABLES");
    } else if (name == ".schema") {
      schema(argument);
    } else if (name == ".timer") {
      turn(name, argument, shell_.shows_time_);
    } else if (name == ".echo") {
      turn(name, argument, shell_.shows_statements_);
    } else if (name == ".mode") {
      mode(argument);
    } else if (name == ".read") {
      read(argument);
    } else {
      unknown(name);
    }
    shell_.out_.flush();
    return true;
  }

 private:
  void turn(std::string_view name, std::string_view argument, bool& is_on) {
    if (argument != "on" && argument != "off") {
      shell_.error_ << fmt::format("{} is on or off\n", name);
      return;
    }
    is_on = argument == "on";
  }

  void mode(std::string_view argument) {
    if (argument.empty()) {
      shell_.out_ << engine::format_name(shell_.format_) << '\n';
    } else if (!engine::find_format(argument, shell_.format_)) {
      shell_.error_ << "modes are table, csv, json, ndjson and markdown\n";
    }
  }

  void read(std::string_view path) {
    ShellOptions& options = shell_.options_;
    options.scripts = {std::string(path)};
    options.commands.clear();
    shell_.run_batch();
  }

  void unknown(std::string_view name) {
    static constexpr std::string_view kNames[] = {".help", ".tables", ".schema", ".timer", ".echo",
                                                  ".mode", ".read",   ".quit",   ".exit"};
    const std::string_view near = near_name(name, kNames);
    shell_.error_ << fmt::format("there is no command {}{}; .help lists them\n", name,
                                 near.empty() ? "" : fmt::format(" (perhaps {})", near));
  }

  /// CREATE TABLE statements from the catalog.
  void schema(std::string_view only) {
    const Snapshot snapshot = shell_.database_->versions().snapshot();
    const Catalog catalog(snapshot.root());
    for (const CatalogEntry* entry : catalog.visible_entries()) {
      if (!only.empty() && entry->name != only) {
        continue;
      }
      if (entry->kind == CatalogKind::kView) {
        shell_.out_ << fmt::format("CREATE VIEW {} AS {};\n", sql::quote_identifier(entry->name),
                                   static_cast<const ViewEntry&>(*entry).query_sql);
        continue;
      }
      shell_.out_ << fmt::format("CREATE TABLE {} (\n", sql::quote_identifier(entry->name));
      const auto& columns = static_cast<const TableEntry&>(*entry).definition->columns;
      for (size_t i = 0; i < columns.size(); ++i) {
        shell_.out_ << fmt::format("  {} {}{}{}{}\n", sql::quote_identifier(columns[i].name),
                                   columns[i].type.to_string(), columns[i].is_nullable ? "" : " NOT NULL",
                                   columns[i].default_sql ? " DEFAULT " + *columns[i].default_sql : "",
                                   i + 1 < columns.size() ? "," : "");
      }
      shell_.out_ << ");\n";
    }
  }

  Shell& shell_;
};

bool Shell::run_dot_command(std::string_view line) {
  return DotCommands(*this).run(line);
}

}  // namespace stoa::shell
