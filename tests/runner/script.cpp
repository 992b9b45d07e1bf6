#include "runner/script.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <sstream>

namespace stoa::sqltest {
namespace {

std::vector<std::string> split_words(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

bool is_connection_name(const std::string& word) {
  return word.size() > 3 && word.starts_with("con") &&
         std::all_of(word.begin() + 3, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

class ScriptParser {
 public:
  ScriptParser(std::string_view text, const std::set<std::string>& names) : names_(names) {
    size_t start = 0;
    while (start < text.size()) {
      const size_t end = std::min(text.find('\n', start), text.size());
      std::string line(text.substr(start, end - start));
      if (!line.empty() && line.back() == '\r') line.pop_back();
      lines_.push_back(std::move(line));
      start = end + 1;
    }
  }

  std::vector<Record> parse() {
    std::vector<Record> records = parse_records(false);
    return records;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw ScriptError("line " + std::to_string(line_) + ": " + message);
  }

  bool at_end() const { return line_ >= lines_.size(); }

  static bool is_blank(const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; }

  std::vector<Record> parse_records(bool in_loop) {
    std::vector<Record> records;
    bool applies = true;
    while (!at_end()) {
      const std::string& line = lines_[line_++];
      if (is_blank(line) || line[0] == '#') continue;
      const std::vector<std::string> words = split_words(line);
      if (words[0] == "endloop") {
        if (!in_loop) fail("endloop without loop");
        return records;
      }
      if (words[0] == "skipif" || words[0] == "onlyif") {
        if (words.size() < 2) fail(words[0] + " needs a name");
        applies = applies && names_.contains(words[1]) == (words[0] == "onlyif");
        continue;
      }
      if (words[0] == "hash-threshold")
        continue;  // results come hashed or not as the script says at each query
      records.push_back(parse_record(words));
      records.back().applies = applies;
      applies = true;
    }
    if (in_loop) fail("loop without endloop");
    return records;
  }

  Record parse_record(const std::vector<std::string>& words) {
    Record record;
    record.line = static_cast<int>(line_);
    if (words[0] == "statement") {
      parse_statement(words, record);
    } else if (words[0] == "query") {
      parse_query(words, record);
    } else if (words[0] == "loop" || words[0] == "foreach") {
      parse_loop(words, record);
    } else {
      parse_control(words, record);
    }
    return record;
  }

  void parse_statement(std::vector<std::string> words, Record& record) {
    if (words.size() > 2 && is_connection_name(words.back())) {
      record.connection = words.back();
      words.pop_back();
    }
    const std::string outcome = words.size() > 1 ? words[1] : "";
    if (outcome == "ok") {
      record.kind = RecordKind::kStatementOk;
    } else if (outcome == "error") {
      record.kind = RecordKind::kStatementError;
      for (size_t i = 2; i < words.size(); ++i) record.argument += (i > 2 ? " " : "") + words[i];
    } else if (outcome == "count" && words.size() > 2) {
      record.kind = RecordKind::kStatementCount;
      record.argument = words[2];
    } else {
      fail("statement takes ok, error or count, not '" + outcome + "'");
    }
    read_sql(record);
    if (record.has_expected) {
      if (record.kind != RecordKind::kStatementError) fail("only queries and errors have an expected result");
      for (const std::string& line : record.expected) record.argument += line;
    }
  }

  void parse_query(const std::vector<std::string>& words, Record& record) {
    if (words.size() < 2) fail("query needs the type letters of its columns");
    record.kind = RecordKind::kQuery;
    record.types = words[1];
    if (record.types.find_first_not_of("IRT") != std::string::npos) fail("column types are I, R and T");
    for (size_t i = 2; i < words.size(); ++i) {
      if (words[i] == "nosort") {
        record.sort = SortMode::kNoSort;
      } else if (words[i] == "rowsort") {
        record.sort = SortMode::kRowSort;
      } else if (words[i] == "valuesort") {
        record.sort = SortMode::kValueSort;
      } else if (is_connection_name(words[i])) {
        record.connection = words[i];
      } else {
        record.label = words[i];
      }
    }
    read_sql(record);
    if (!record.has_expected) fail("query without ---- and a result");
  }

  void parse_loop(const std::vector<std::string>& words, Record& record) {
    record.kind = RecordKind::kLoop;
    if (words.size() < 3) fail(words[0] + " needs a variable and its values");
    record.argument = words[1];
    if (words[0] == "foreach") {
      record.values.assign(words.begin() + 2, words.end());
    } else {
      if (words.size() != 4) fail("loop takes a variable, a first value and the value to stop before");
      for (int64_t i = parse_integer(words[2]); i < parse_integer(words[3]); ++i) {
        record.values.push_back(std::to_string(i));
      }
    }
    record.body = parse_records(true);
  }

  void parse_control(const std::vector<std::string>& words, Record& record) {
    if (words[0] == "halt") {
      record.kind = RecordKind::kHalt;
    } else if (words[0] == "restart") {
      record.kind = RecordKind::kRestart;
    } else if (words[0] == "load" && words.size() <= 2) {
      record.kind = RecordKind::kLoad;
      record.argument = words.size() == 2 ? words[1] : "";
    } else if (words[0] == "set" && words.size() == 3) {
      record.kind = RecordKind::kSet;
      record.argument = words[1];
      record.values = {words[2]};
    } else {
      fail("not understood: '" + lines_[line_ - 1] + "'");
    }
  }

  int64_t parse_integer(const std::string& word) const {
    int64_t value = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status != std::errc() || end != word.data() + word.size()) fail("'" + word + "' is not a number");
    return value;
  }

  void read_sql(Record& record) {
    for (; !at_end() && !is_blank(lines_[line_]) && lines_[line_] != "----"; ++line_) {
      record.sql += (record.sql.empty() ? "" : "\n") + lines_[line_];
    }
    if (record.sql.empty()) fail("no SQL");
    if (at_end() || lines_[line_] != "----") return;
    record.has_expected = true;
    for (++line_; !at_end() && !lines_[line_].empty(); ++line_) record.expected.push_back(lines_[line_]);
  }

  const std::set<std::string>& names_;
  std::vector<std::string> lines_;
  size_t line_ = 0;  // of the next line; so, counted from 1, of the line just read
};

}  // namespace

std::vector<Record> parse_script(std::string_view text, const std::set<std::string>& names) {
  return ScriptParser(text, names).parse();
}

}  // namespace stoa::sqltest
