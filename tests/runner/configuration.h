#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::sqltest {

/// Settings that every connection of a run begins with, from tests/configs/<name>.cfg: lines `setting =
/// value`.
struct Configuration {
  std::string name = "default";
  std::vector<std::pair<std::string, std::string>> settings;
};

/// Adds the settings of the text to the configuration. Throws ScriptError.
void parse_configuration(std::string_view text, Configuration& configuration);

/// What a run leaves out, and why. Lines: `<path>[:<line>] <reason>`, the path as its end or with * in it, or
/// `"<part of the SQL>" <reason>`. An entry without a reason is refused.
class SkipList {
 public:
  /// Throws ScriptError.
  void parse(std::string_view text);

  /// The reason for leaving out a whole file or a record of it; empty if it runs.
  std::string file_reason(std::string_view path) const;
  std::string record_reason(std::string_view path, int line, std::string_view sql) const;

 private:
  struct Entry {
    std::string path;  // empty: by SQL
    int line = 0;      // 0: the whole file
    std::string sql;
    std::string reason;
  };
  std::vector<Entry> entries_;
};

}  // namespace stoa::sqltest
