// sqltest: runs SQL test scripts against the engine in this process. docs/TESTING.md describes scripts and
// options.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "runner/engine_system.h"
#include "runner/suite_run.h"

namespace stoa::sqltest {
namespace {

constexpr const char* kUsage =
    "usage: sqltest [--config FILE] [--skip FILE] [--set NAME=VALUE] [--jobs N] [--slowest N] [--all] "
    "PATH...\n"
    "  --config FILE   settings that every connection begins with (tests/configs/*.cfg)\n"
    "  --skip FILE     what to leave out, each with its reason\n"
    "  --set N=V       one more setting\n"
    "  --jobs N        scripts at a time (default 1)\n"
    "  --slowest N     name the N slowest scripts\n"
    "  --all           show every failure, not the first 20 of each script\n";

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ScriptError(path + " cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

void apply_option(const std::string& name, const std::string& value, SuiteOptions& options) {
  if (name == "--config") {
    options.configuration.name = std::filesystem::path(value).stem().string();
    parse_configuration(read_file(value), options.configuration);
  } else if (name == "--skip") {
    options.skips.parse(read_file(value));
  } else if (name == "--set") {
    parse_configuration(value, options.configuration);
  } else if (name == "--jobs") {
    options.job_count = std::max(1, std::atoi(value.c_str()));
  } else if (name == "--slowest") {
    options.slowest_count = static_cast<size_t>(std::max(0, std::atoi(value.c_str())));
  } else {
    throw ScriptError("unknown option " + name + "\n" + kUsage);
  }
}

SuiteOptions parse_arguments(const std::vector<std::string>& arguments) {
  SuiteOptions options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("--")) {
      options.paths.push_back(arguments[i]);
    } else if (arguments[i] == "--all") {
      options.shown_failure_count_max = SIZE_MAX;
    } else if (i + 1 < arguments.size()) {
      apply_option(arguments[i], arguments[i + 1], options);
      ++i;
    } else {
      throw ScriptError(arguments[i] + " needs a value\n" + kUsage);
    }
  }
  if (options.paths.empty()) throw ScriptError(kUsage);
  return options;
}

}  // namespace
}  // namespace stoa::sqltest

int main(int argument_count, char** arguments) {
  using namespace stoa::sqltest;
  try {
    const SuiteOptions options = parse_arguments({arguments + 1, arguments + argument_count});
    const auto system = make_engine_system();
    const SuiteResult result = run_suite(*system, options);
    if (result.script_count == 0) std::fprintf(stderr, "sqltest: no script found\n");
    return result.counts.failed > 0 || result.script_count == 0 ? 1 : 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "sqltest: %s\n", failure.what());
    return 2;
  }
}
