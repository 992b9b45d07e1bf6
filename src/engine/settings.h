#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exec/physical_planner.h"
#include "optimize/optimizer.h"

namespace stoa::engine {

class Database;

/// What SET changes. One per session; threads and memory_limit are the database's and reach all its sessions.
struct Settings {
  size_t vector_size = kDefaultVectorSize;
  size_t thread_count_max = 0;  ///< of this session's statements; 0: all of the database's
  bool integer_division = false;
  bool plan_cache = true;
  OptimizerSettings optimizer;
  PlannerSettings planner;
  std::string application_name;
  std::string search_path = "public";
  std::string time_zone = "UTC";
};

struct SettingRow {
  std::string name;
  std::string value;
  std::string description;
};

/// Gives a setting a value as text (none: back to the default). Raises 42704 with a near name for an unknown
/// one, 22023 for a bad value, 55P02 for one that can't be changed.
void change_setting(std::string_view name, const std::optional<std::string>& value, Settings& settings,
                    Database& database);
/// Its value as text; raises 42704.
std::string show_setting(std::string_view name, const Settings& settings, Database& database);
std::vector<SettingRow> all_settings(const Settings& settings, Database& database);

}  // namespace stoa::engine
