#include "runner/suite_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace stoa::sqltest {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> find_scripts(const std::vector<std::string>& paths) {
  std::vector<std::string> scripts;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      scripts.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file() && entry.path().extension() == ".test")
        scripts.push_back(entry.path().string());
    }
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ScriptError("cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A folder that goes when the script is done.
class ScratchFolder {
 public:
  ScratchFolder() {
    static std::atomic<int> next_number = 0;
    path_ = fs::temp_directory_path() /
            ("sqltest-" + std::to_string(getpid()) + "-" + std::to_string(next_number++));
    fs::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

class SuiteRun {
 public:
  SuiteRun(SqlSystem& system, const SuiteOptions& options)
      : system_(system), options_(options), scripts_(find_scripts(options.paths)) {}

  SuiteResult run() {
    std::vector<std::thread> workers;
    for (int i = 0; i < options_.job_count; ++i) {
      workers.emplace_back([this] {
        for (size_t next = next_script_++; next < scripts_.size(); next = next_script_++)
          run_script(scripts_[next]);
      });
    }
    for (std::thread& worker : workers) worker.join();
    result_.script_count = scripts_.size();
    print_summary();
    return result_;
  }

 private:
  void run_script(const std::string& path) {
    const std::string reason = options_.skips.file_reason(path);
    if (!reason.empty()) {
      const std::lock_guard lock(mutex_);
      ++result_.skip_reasons["(whole script) " + reason];
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    const ScratchFolder scratch;
    ScriptRun run(system_, options_.configuration, options_.skips, path, scratch.path());
    std::string broken;
    try {
      run.run(parse_script(read_text(path), {"stoa", options_.configuration.name}));
    } catch (const std::exception& failure) {
      broken = failure.what();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const std::lock_guard lock(mutex_);
    durations_.emplace_back(elapsed.count(), path);
    collect(path, run, broken);
  }

  void collect(const std::string& path, const ScriptRun& run, const std::string& broken) {
    result_.counts.add(run.counts());
    for (const auto& [why, count] : run.skip_reasons()) result_.skip_reasons[why] += count;
    if (run.failures().empty() && broken.empty()) return;
    ++result_.failed_script_count;
    if (!broken.empty()) {
      std::printf("%s: script ended early: %s\n", path.c_str(), broken.c_str());
      ++result_.counts.failed;
    }
    size_t shown = 0;
    for (const Failure& failure : run.failures()) {
      if (shown++ == options_.shown_failure_count_max) break;
      std::printf("%s:%d: [%s]\n%s\n", path.c_str(), failure.line, options_.configuration.name.c_str(),
                  failure.message.c_str());
    }
    if (run.failures().size() > shown) {
      std::printf("%s: %zu more failures\n\n", path.c_str(), run.failures().size() - shown);
    }
  }

  void print_summary() {
    std::sort(durations_.rbegin(), durations_.rend());
    for (size_t i = 0; i < std::min(durations_.size(), options_.slowest_count); ++i) {
      std::printf("%8.2f s  %s\n", durations_[i].first, durations_[i].second.c_str());
    }
    for (const auto& [why, count] : result_.skip_reasons)
      std::printf("left out: %6" PRId64 "  %s\n", count, why.c_str());
    const RunCounts& counts = result_.counts;
    std::printf("sqltest [%s]: %zu scripts (%zu failed); queries that expect rows: %" PRId64 " of %" PRId64
                " right; all records: %" PRId64 " passed, %" PRId64 " failed, %" PRId64 " left out\n",
                options_.configuration.name.c_str(), result_.script_count, result_.failed_script_count,
                counts.queries_with_rows_passed, counts.queries_with_rows, counts.passed, counts.failed,
                counts.skipped);
  }

  SqlSystem& system_;
  const SuiteOptions& options_;
  const std::vector<std::string> scripts_;
  std::atomic<size_t> next_script_ = 0;
  std::mutex mutex_;  // guards what follows
  SuiteResult result_;
  std::vector<std::pair<double, std::string>> durations_;
};

}  // namespace

SuiteResult run_suite(SqlSystem& system, const SuiteOptions& options) {
  return SuiteRun(system, options).run();
}

}  // namespace stoa::sqltest
