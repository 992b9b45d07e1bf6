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

  RunEnd run(std::string_view line) {
    const auto [name, argument] = split_word(line);
    try {
      const RunEnd end = run_named(name, argument);
      shell_.out_.flush();
      return end;
    } catch (const Error& error) {
      return shell_.fail(error);
    }
  }

 private:
  RunEnd run_named(std::string_view name, std::string_view argument) {
    if (name == ".quit" || name == ".exit") {
      return RunEnd::kQuit;
    }
    if (name == ".tables") {
      return shell_.run_text("SHOW TABLES");
    }
    if (name == ".read") {
      return shell_.run_script_file(std::string(argument));
    }
    if (name == ".help") {
      shell_.out_ << kHelp;
    } else if (name == ".schema") {
      schema(argument);
    } else if (name == ".timer") {
      turn(name, argument, shell_.shows_time_);
    } else if (name == ".echo") {
      turn(name, argument, shell_.shows_statements_);
    } else if (name == ".mode") {
      mode(argument);
    } else {
      raise_unknown(name);
    }
    return RunEnd::kGoOn;
  }

  static void turn(std::string_view name, std::string_view argument, bool& setting) {
    if (argument != "on" && argument != "off") {
      raise(sqlstate::kInvalidParameterValue, fmt::format("{} is on or off", name));
    }
    setting = argument == "on";
  }

  void mode(std::string_view argument) {
    if (argument.empty()) {
      shell_.out_ << engine::format_name(shell_.format_) << '\n';
    } else if (!engine::find_format(argument, shell_.format_)) {
      throw Error(sqlstate::kInvalidParameterValue, fmt::format("there is no mode \"{}\"", argument))
          .with_hint("modes are table, csv, json, ndjson and markdown");
    }
  }

  [[noreturn]] static void raise_unknown(std::string_view name) {
    static constexpr std::string_view kNames[] = {".help", ".tables", ".schema", ".timer", ".echo",
                                                  ".mode", ".read",   ".quit",   ".exit"};
    const std::string_view near = near_name(name, kNames);
    throw Error(sqlstate::kSyntaxError, fmt::format("there is no command {}", name))
        .with_hint(near.empty() ? ".help lists them" : fmt::format("perhaps {}; .help lists them", near));
  }

  /// CREATE TABLE statements from the catalog.
  void schema(std::string_view only) {
    const Snapshot snapshot = shell_.database_->versions().snapshot();
    const Catalog catalog(snapshot.root());
    bool is_found = only.empty();
    for (const CatalogEntry* entry : catalog.visible_entries()) {
      if (!only.empty() && entry->name != only) {
        continue;
      }
      is_found = true;
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
    if (!is_found) {
      throw Error(sqlstate::kUndefinedTable, fmt::format("there is no table or view \"{}\"", only))
          .with_hint(".tables lists them");
    }
  }

  Shell& shell_;
};

RunEnd Shell::run_dot_command(std::string_view line) {
  return DotCommands(*this).run(line);
}

}  // namespace stoa::shell
