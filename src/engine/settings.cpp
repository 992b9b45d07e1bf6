#include "engine/settings.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/error.h"
#include "base/near_name.h"
#include "engine/database.h"

namespace stoa::engine {

namespace {

constexpr size_t kVectorSizeMax = 65536;
constexpr size_t kThreadCountMax = 1024;

[[noreturn]] void raise_bad_value(std::string_view name, const std::string& value, std::string hint) {
  throw Error(sqlstate::kInvalidParameterValue, fmt::format("setting {} can't be \"{}\"", name, value))
      .with_hint(std::move(hint));
}

bool parse_switch(std::string_view name, const std::string& value) {
  if (value == "on" || value == "true" || value == "1" || value == "yes") {
    return true;
  }
  if (value == "off" || value == "false" || value == "0" || value == "no") {
    return false;
  }
  raise_bad_value(name, value, "it is on or off");
}

size_t parse_count(std::string_view name, const std::string& value, size_t low, size_t high) {
  size_t count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc() || end != value.data() + value.size() || count < low || count > high) {
    raise_bad_value(name, value, fmt::format("it is a number from {} to {}", low, high));
  }
  return count;
}

OptimizerSettings parse_disabled(const std::string& value) {
  OptimizerSettings settings;
  const std::vector<std::string_view> known = rewrite_names();
  size_t begin = 0;
  while (begin <= value.size()) {
    const size_t end = std::min(value.find(',', begin), value.size());
    std::string name = value.substr(begin, end - begin);
    std::erase(name, ' ');
    begin = end + 1;
    if (name.empty() || name == "none") {
      continue;
    }
    if (name == "all") {
      settings.is_all_disabled = true;
      continue;
    }
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      raise_bad_value("disabled_optimizers", name,
                      fmt::format("known rewrites: all, {}", fmt::join(known, ", ")));
    }
    settings.disabled.push_back(name);
  }
  return settings;
}

std::string disabled_text(const OptimizerSettings& settings) {
  return settings.is_all_disabled ? "all" : fmt::format("{}", fmt::join(settings.disabled, ","));
}

std::string_view switch_text(bool value) {
  return value ? "on" : "off";
}

/// One setting: how it is read and changed. The database is given for those that are its.
struct Setting {
  std::string_view name;
  std::string_view default_value;
  std::string_view description;
  std::string (*show)(const Settings&, Database&);
  void (*change)(const std::string& value, Settings&, Database&);
};

constexpr Setting kSettings[] = {
    {"threads", "0", "threads of the database that statements may use; 0: as many as cores",
     [](const Settings& s, Database& d) {
       return std::to_string(s.thread_count_max != 0 ? s.thread_count_max : d.scheduler().thread_count());
     },
     [](const std::string& v, Settings& s, Database& d) {
       s.thread_count_max = parse_count("threads", v, 0, kThreadCountMax);
       if (s.thread_count_max > d.scheduler().thread_count()) {
         d.scheduler().set_thread_count(s.thread_count_max);
       }
     }},
    {"memory_limit", "80%", "memory that data and queries may take in all",
     [](const Settings&, Database& d) { return fmt::format("{}B", d.budget().limit_bytes()); },
     [](const std::string& v, Settings&, Database& d) { d.budget().set_limit(parse_size(v)); }},
    {"vector_size", "2048", "rows of a batch between operators; for tests",
     [](const Settings& s, Database&) { return std::to_string(s.vector_size); },
     [](const std::string& v, Settings& s, Database&) {
       s.vector_size = parse_count("vector_size", v, 1, kVectorSizeMax);
     }},
    {"integer_division", "off", "`/` on integers divides as integers, as PostgreSQL and SQLite do",
     [](const Settings& s, Database&) { return std::string(switch_text(s.integer_division)); },
     [](const std::string& v, Settings& s, Database&) {
       s.integer_division = parse_switch("integer_division", v);
     }},
    {"plan_cache", "on", "plans are kept by the text of their statement",
     [](const Settings& s, Database&) { return std::string(switch_text(s.plan_cache)); },
     [](const std::string& v, Settings& s, Database&) { s.plan_cache = parse_switch("plan_cache", v); }},
    {"disabled_optimizers", "", "rewrites that are left out, by name; all for all",
     [](const Settings& s, Database&) { return disabled_text(s.optimizer); },
     [](const std::string& v, Settings& s, Database&) { s.optimizer = parse_disabled(v); }},
    {"statistics_aggregates", "on", "aggregates over whole tables are answered from stored statistics",
     [](const Settings& s, Database&) { return std::string(switch_text(s.planner.answers_from_statistics)); },
     [](const std::string& v, Settings& s, Database&) {
       s.planner.answers_from_statistics = parse_switch("statistics_aggregates", v);
     }},
    {"application_name", "", "what the client calls itself",
     [](const Settings& s, Database&) { return s.application_name; },
     [](const std::string& v, Settings& s, Database&) { s.application_name = v; }},
    {"search_path", "public", "schemas that unqualified names are looked for in",
     [](const Settings& s, Database&) { return s.search_path; },
     [](const std::string& v, Settings& s, Database&) { s.search_path = v; }},
    {"timezone", "UTC", "the zone that TIMESTAMPTZ is shown in",
     [](const Settings& s, Database&) { return s.time_zone; },
     [](const std::string& v, Settings& s, Database&) {
       if (v != "UTC" && v != "utc" && v != "GMT") {
         raise_unsupported("a time zone other than UTC");
       }
       s.time_zone = "UTC";
     }},
};

const Setting& find_setting(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Setting& setting : kSettings) {
    if (setting.name == name) {
      return setting;
    }
    names.push_back(setting.name);
  }
  const std::string_view near = near_name(name, names);
  Error error(sqlstate::kUndefinedObject, fmt::format("there is no setting \"{}\"", name));
  if (near.empty()) {
    throw error;
  }
  throw std::move(error).with_hint(fmt::format("perhaps you meant \"{}\"", near));
}

}  // namespace

void change_setting(std::string_view name, const std::optional<std::string>& value, Settings& settings,
                    Database& database) {
  const Setting& setting = find_setting(name);
  setting.change(value ? *value : std::string(setting.default_value), settings, database);
}

std::string show_setting(std::string_view name, const Settings& settings, Database& database) {
  return find_setting(name).show(settings, database);
}

std::vector<SettingRow> all_settings(const Settings& settings, Database& database) {
  std::vector<SettingRow> rows;
  for (const Setting& setting : kSettings) {
    rows.push_back(
        {std::string(setting.name), setting.show(settings, database), std::string(setting.description)});
  }
  return rows;
}

}  // namespace stoa::engine
