#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "runner/configuration.h"
#include "runner/script_run.h"
#include "runner/sql_session.h"

namespace stoa::sqltest {

struct SuiteOptions {
  std::vector<std::string> paths;  ///< scripts, and folders of *.test
  Configuration configuration;
  SkipList skips;
  int job_count = 1;
  size_t shown_failure_count_max = 20;  ///< per script
  size_t slowest_count = 0;             ///< how many of the slowest scripts to name
};

struct SuiteResult {
  RunCounts counts;
  size_t script_count = 0;
  size_t failed_script_count = 0;
  std::map<std::string, int64_t> skip_reasons;
};

/// Runs every script on a database of its own, several at a time, and prints failures and a summary to
/// standard output.
SuiteResult run_suite(SqlSystem& system, const SuiteOptions& options);

}  // namespace stoa::sqltest
