#include "engine/database.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <unistd.h>

#include "base/error.h"

namespace stoa::engine {

namespace {

constexpr double kDefaultMemoryShare = 0.8;

uint64_t control_group_limit_bytes() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  uint64_t limit_bytes = 0;
  return file >> limit_bytes ? limit_bytes : MemoryBudget::kUnlimited;  // "max" is no number
}

DatabaseOptions with_defaults(DatabaseOptions options) {
  if (options.memory_limit_bytes == 0) {
    options.memory_limit_bytes =
        static_cast<uint64_t>(static_cast<double>(machine_memory_bytes()) * kDefaultMemoryShare);
  }
  if (!options.files) {
    options.files = make_posix_file_system();
  }
  return options;
}

}  // namespace

uint64_t machine_memory_bytes() {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  return std::min(pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)), control_group_limit_bytes());
}

uint64_t parse_size(std::string_view text) {
  const auto fail = [text]() {
    throw Error(sqlstate::kInvalidParameterValue, "\"" + std::string(text) + "\" is not a size")
        .with_hint("write it as 512MB, 1.5GiB or 80%");
  };
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0)) {
    fail();
  }
  std::string unit(end, text.data() + text.size());
  std::erase(unit, ' ');
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (unit == "%") {
    return static_cast<uint64_t>(number / 100 * static_cast<double>(machine_memory_bytes()));
  }
  static constexpr std::pair<std::string_view, double> kUnits[] = {{"", 1},
                                                                   {"B", 1},
                                                                   {"K", 1e3},
                                                                   {"KB", 1e3},
                                                                   {"KIB", 1024.0},
                                                                   {"M", 1e6},
                                                                   {"MB", 1e6},
                                                                   {"MIB", 1048576.0},
                                                                   {"G", 1e9},
                                                                   {"GB", 1e9},
                                                                   {"GIB", 1073741824.0},
                                                                   {"T", 1e12},
                                                                   {"TB", 1e12},
                                                                   {"TIB", 1099511627776.0}};
  for (const auto& [name, factor] : kUnits) {
    if (unit == name && number * factor < 9e18) {
      return static_cast<uint64_t>(number * factor);
    }
  }
  fail();
  return 0;
}

Database::Database(DatabaseOptions options)
    : options_(with_defaults(std::move(options))),
      budget_(options_.memory_limit_bytes),
      functions_(std::make_unique<FunctionRegistry>()),
      scheduler_(std::make_unique<Scheduler>(options_.thread_count)),
      versions_(std::make_unique<VersionStore>(StorageOptions{&budget_, options_.row_group_row_count})) {}

Database::~Database() = default;

}  // namespace stoa::engine
