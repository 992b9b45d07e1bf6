#include "runner/configuration.h"

#include <algorithm>
#include <cstdlib>

#include <fnmatch.h>

#include "runner/script.h"

namespace stoa::sqltest {
namespace {

std::string trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

/// Lines that are neither empty nor comments, trimmed.
std::vector<std::string> content_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string line = trim(text.substr(0, end));
    if (!line.empty() && line[0] != '#') lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool matches_path(const std::string& pattern, std::string_view path) {
  const std::string full(path);
  if (pattern.find('*') != std::string::npos) return fnmatch(("*" + pattern).c_str(), full.c_str(), 0) == 0;
  return full.ends_with(pattern);
}

}  // namespace

void parse_configuration(std::string_view text, Configuration& configuration) {
  for (const std::string& line : content_lines(text)) {
    const size_t equals = line.find('=');
    if (equals == std::string::npos)
      throw ScriptError("a configuration line is 'setting = value', not '" + line + "'");
    configuration.settings.emplace_back(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
  }
}

void SkipList::parse(std::string_view text) {
  for (const std::string& line : content_lines(text)) {
    Entry entry;
    size_t end = 0;
    if (line[0] == '"') {
      end = line.find('"', 1);
      if (end == std::string::npos) throw ScriptError("skip list: no closing quote in '" + line + "'");
      entry.sql = line.substr(1, end - 1);
      ++end;
    } else {
      end = std::min(line.find(' '), line.size());
      entry.path = line.substr(0, end);
      const size_t colon = entry.path.rfind(':');
      if (colon != std::string::npos) {
        entry.line = std::atoi(entry.path.c_str() + colon + 1);
        entry.path.resize(colon);
      }
    }
    entry.reason = trim(line.substr(end));
    if (entry.reason.empty()) throw ScriptError("skip list: '" + line + "' gives no reason");
    entries_.push_back(std::move(entry));
  }
}

std::string SkipList::file_reason(std::string_view path) const {
  for (const Entry& entry : entries_) {
    if (!entry.path.empty() && entry.line == 0 && matches_path(entry.path, path)) return entry.reason;
  }
  return "";
}

std::string SkipList::record_reason(std::string_view path, int line, std::string_view sql) const {
  for (const Entry& entry : entries_) {
    const bool by_line = entry.line != 0 && entry.line == line && matches_path(entry.path, path);
    const bool by_sql = !entry.sql.empty() && sql.find(entry.sql) != std::string_view::npos;
    if (by_line || by_sql) return entry.reason;
  }
  return "";
}

}  // namespace stoa::sqltest
