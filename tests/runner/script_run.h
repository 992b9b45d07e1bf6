#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runner/configuration.h"
#include "runner/script.h"
#include "runner/sql_session.h"

namespace stoa::sqltest {

struct RunCounts {
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
  int64_t queries_with_rows = 0;  ///< queries that expect at least one row: the honest score counts these
  int64_t queries_with_rows_passed = 0;  ///< of them

  void add(const RunCounts& other);
};

struct Failure {
  int line = 0;
  std::string message;  ///< with the SQL, in lines
};

/// Runs the records of one script on its own database. Keeps going after a failure, so that one run shows
/// all.
class ScriptRun {
 public:
  /// `scratch_folder` takes the database files of `load`; it stands for ${scratch} in scripts.
  ScriptRun(SqlSystem& system, const Configuration& configuration, const SkipList& skips, std::string path,
            std::string scratch_folder);

  void run(const std::vector<Record>& records);

  const RunCounts& counts() const { return counts_; }
  const std::vector<Failure>& failures() const { return failures_; }
  /// Number of records left out for each reason of the skip list.
  const std::map<std::string, int64_t>& skip_reasons() const { return skip_reasons_; }

 private:
  bool run_records(const std::vector<Record>& records);
  bool run_record(const Record& record);
  void run_loop(const Record& record, bool& go_on);
  void check(const Record& record);
  std::string outcome(const Record& record);
  std::string check_statement(const Record& record, const std::string& sql);
  std::string check_error(const Record& record, const std::string& sql);
  std::string check_query(const Record& record, const std::string& sql);
  std::string check_label(const Record& record, const SqlResult& result);
  std::string run_control(const Record& record);
  void open(const std::string& database_path);
  SqlSession& session(const std::string& name);
  std::string substitute(const std::string& text) const;
  Record substituted(const Record& record) const;

  SqlSystem& system_;
  const Configuration& configuration_;
  const SkipList& skips_;
  std::string path_;
  std::string database_path_;
  std::unique_ptr<SqlDatabase> database_;
  std::map<std::string, std::unique_ptr<SqlSession>> sessions_;  // after database_: closed before it
  std::vector<std::pair<std::string, std::string>> settings_;
  std::map<std::string, std::string> variables_;
  std::map<std::string, std::string> label_digests_;
  RunCounts counts_;
  std::vector<Failure> failures_;
  std::map<std::string, int64_t> skip_reasons_;
};

}  // namespace stoa::sqltest
