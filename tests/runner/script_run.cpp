#include "runner/script_run.h"

#include <exception>
#include <regex>
#include <utility>

#include <stoa/error.hpp>

#include "runner/result_text.h"

namespace stoa::sqltest {
namespace {

std::string describe(const Error& error) {
  return std::string(error.state().view()) + ": " + error.what();
}

bool is_sqlstate(const std::string& text) {
  if (text.size() != 5) return false;
  for (const char c : text) {
    if (!(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z')) return false;
  }
  return true;
}

bool error_matches(const std::string& pattern, const Error& error) {
  if (pattern.empty()) return true;
  if (is_sqlstate(pattern)) return error.state().view() == pattern;
  return std::regex_search(describe(error), std::regex(pattern));
}

std::string quoted_setting(const std::string& value) {
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

void RunCounts::add(const RunCounts& other) {
  passed += other.passed;
  failed += other.failed;
  skipped += other.skipped;
  queries_with_rows += other.queries_with_rows;
  queries_with_rows_passed += other.queries_with_rows_passed;
}

ScriptRun::ScriptRun(SqlSystem& system, const Configuration& configuration, const SkipList& skips,
                     std::string path, std::string scratch_folder)
    : system_(system),
      configuration_(configuration),
      skips_(skips),
      path_(std::move(path)),
      settings_(configuration.settings) {
  variables_["scratch"] = std::move(scratch_folder);
}

void ScriptRun::run(const std::vector<Record>& records) {
  open("");
  run_records(records);
}

bool ScriptRun::run_records(const std::vector<Record>& records) {
  for (const Record& record : records) {
    if (!run_record(record)) return false;
  }
  return true;
}

/// False: the script ends here.
bool ScriptRun::run_record(const Record& record) {
  if (!record.applies) {
    ++counts_.skipped;
    return true;
  }
  if (record.kind == RecordKind::kHalt) return false;
  bool go_on = true;
  if (record.kind == RecordKind::kLoop) {
    run_loop(record, go_on);
  } else {
    check(substituted(record));
  }
  return go_on;
}

void ScriptRun::run_loop(const Record& record, bool& go_on) {
  for (const std::string& value : record.values) {
    variables_[record.argument] = value;
    go_on = run_records(record.body);
    if (!go_on) break;
  }
  variables_.erase(record.argument);
}

void ScriptRun::check(const Record& record) {
  const std::string reason = skips_.record_reason(path_, record.line, record.sql);
  if (!reason.empty()) {
    ++counts_.skipped;
    ++skip_reasons_[reason];
    return;
  }
  const std::string problem = outcome(record);
  const bool expects_rows = record.kind == RecordKind::kQuery && !record.expected.empty();
  counts_.queries_with_rows += expects_rows;
  if (problem.empty()) {
    ++counts_.passed;
    counts_.queries_with_rows_passed += expects_rows;
    return;
  }
  ++counts_.failed;
  failures_.push_back({record.line, record.sql + "\n" + problem});
}

/// Empty, or what went wrong.
std::string ScriptRun::outcome(const Record& record) {
  try {
    switch (record.kind) {
      case RecordKind::kStatementOk:
      case RecordKind::kStatementCount: return check_statement(record, record.sql);
      case RecordKind::kStatementError: return check_error(record, record.sql);
      case RecordKind::kQuery: return check_query(record, record.sql);
      default: return run_control(record);
    }
  } catch (const Error& error) {
    return "failed with " + describe(error) + "\n";
  } catch (const std::exception& failure) {
    return std::string("failed outside the engine's error type: ") + failure.what() + "\n";
  }
}

std::string ScriptRun::check_statement(const Record& record, const std::string& sql) {
  const SqlResult result = session(record.connection).run(sql);
  if (record.kind == RecordKind::kStatementOk) return "";
  if (std::to_string(result.changed_row_count) == record.argument) return "";
  return "expected " + record.argument + " changed rows, got " + std::to_string(result.changed_row_count) +
         "\n";
}

std::string ScriptRun::check_error(const Record& record, const std::string& sql) {
  try {
    session(record.connection).run(sql);
  } catch (const Error& error) {
    if (error_matches(record.argument, error)) return "";
    return "expected the error '" + record.argument + "', got " + describe(error) + "\n";
  }
  return "expected an error, and it succeeded\n";
}

std::string ScriptRun::check_query(const Record& record, const std::string& sql) {
  const SqlResult result = session(record.connection).run(sql);
  const std::string difference = compare_result(result, record);
  return difference.empty() ? check_label(record, result) : difference;
}

/// Queries with one label must have one result, as far as their sort mode shows it.
std::string ScriptRun::check_label(const Record& record, const SqlResult& result) {
  if (record.label.empty()) return "";
  std::vector<std::string> cells = print_cells(result, record.types);
  sort_cells(cells, result.column_count, record.sort);
  const std::string digest = digest_cells(cells);
  const auto [place, is_new] = label_digests_.emplace(record.label, digest);
  if (is_new || place->second == digest) return "";
  return "differs from the earlier result of label " + record.label + ": " + place->second + " then, " +
         digest + "\n";
}

std::string ScriptRun::run_control(const Record& record) {
  if (record.kind == RecordKind::kLoad) {
    open(record.argument);
  } else if (record.kind == RecordKind::kRestart) {
    if (database_path_.empty()) return "restart needs a database file: load one first\n";
    open(database_path_);
  } else {
    settings_.emplace_back(record.argument, record.values[0]);
    for (auto& [name, open_session] : sessions_) {
      open_session->run("SET " + record.argument + " = " + quoted_setting(record.values[0]));
    }
  }
  return "";
}

void ScriptRun::open(const std::string& database_path) {
  sessions_.clear();
  database_.reset();
  database_path_ = database_path;
  database_ = system_.open(database_path);
}

SqlSession& ScriptRun::session(const std::string& name) {
  auto found = sessions_.find(name);
  if (found == sessions_.end()) {
    found = sessions_.emplace(name, database_->connect()).first;
    for (const auto& [setting, value] : settings_) {
      found->second->run("SET " + setting + " = " + quoted_setting(value));
    }
  }
  return *found->second;
}

std::string ScriptRun::substitute(const std::string& text) const {
  std::string result = text;
  for (const auto& [name, value] : variables_) {
    const std::string reference = "${" + name + "}";
    for (size_t at = result.find(reference); at != std::string::npos;
         at = result.find(reference, at + value.size())) {
      result.replace(at, reference.size(), value);
    }
  }
  return result;
}

Record ScriptRun::substituted(const Record& record) const {
  Record copy = record;
  copy.sql = substitute(record.sql);
  copy.argument = substitute(record.argument);
  for (std::string& value : copy.values) value = substitute(value);
  for (std::string& line : copy.expected) line = substitute(line);
  return copy;
}

}  // namespace stoa::sqltest
