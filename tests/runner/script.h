#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Test scripts in sqllogictest format, with our additions; docs/TESTING.md describes the language.
namespace stoa::sqltest {

enum class RecordKind : uint8_t {
  kStatementOk,
  kStatementError,
  kStatementCount,
  kQuery,
  kLoad,
  kRestart,
  kSet,
  kLoop,
  kHalt,
};

enum class SortMode : uint8_t { kNoSort, kRowSort, kValueSort };

struct Record {
  RecordKind kind = RecordKind::kHalt;
  int line = 0;
  bool applies = true;              ///< false: a skipif or onlyif line rules it out
  std::string sql;                  ///< statement, query
  std::string connection;           ///< empty: the first one
  std::string argument;             ///< error pattern, row count, path, loop variable, setting
  std::vector<std::string> values;  ///< loop: what the variable takes; set: the value

  std::string types;
  SortMode sort = SortMode::kNoSort;
  std::string label;
  bool has_expected = false;
  std::vector<std::string> expected;

  std::vector<Record> body;  ///< loop
};

/// The script itself is wrong: `what()` says where and how.
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Records in order. `names` are what skipif and onlyif compare with: the engine's and the configuration's
/// name.
std::vector<Record> parse_script(std::string_view text, const std::set<std::string>& names);

}  // namespace stoa::sqltest
