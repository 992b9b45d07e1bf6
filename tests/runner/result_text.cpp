#include "runner/result_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "runner/md5.h"

namespace stoa::sqltest {
namespace {

constexpr size_t kShownDifferenceCount = 10;

std::string print_integer(const Cell& cell) {
  if (cell.kind == CellKind::kInteger) return cell.text;
  if (cell.kind == CellKind::kBoolean) return cell.text == "true" ? "1" : "0";
  if (cell.kind == CellKind::kReal) {
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.0f", std::trunc(std::strtod(cell.text.c_str(), nullptr)));
    return digits[0] == '-' && digits[1] == '0' ? "0" : digits;
  }
  return std::to_string(std::strtoll(cell.text.c_str(), nullptr, 10));
}

std::string print_real(const Cell& cell) {
  double value = std::strtod(cell.text.c_str(), nullptr);
  if (cell.kind == CellKind::kBoolean) value = cell.text == "true" ? 1 : 0;
  char digits[400];
  std::snprintf(digits, sizeof digits, "%.3f", value);
  return digits;
}

std::string print_text(const std::string& text) {
  if (text.empty()) return "(empty)";
  std::string printed;
  for (const char c : text) {
    switch (c) {
      case '\n': printed += "\\n"; break;
      case '\r': printed += "\\r"; break;
      case '\t': printed += "\\t"; break;
      case '\0': printed += "\\0"; break;
      default: printed += c;
    }
  }
  return printed;
}

std::string print_cell(const std::optional<Cell>& cell, char type) {
  if (!cell) return "NULL";
  if (type == 'I') return print_integer(*cell);
  if (type == 'R') return print_real(*cell);
  return print_text(cell->text);
}

std::vector<std::string> split_tabs(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool is_digest(const std::vector<std::string>& expected) {
  return expected.size() == 1 && expected[0].find(" values hashing to ") != std::string::npos;
}

/// The expected lines as cells: one a line, or one row a line with tabs between.
std::vector<std::string> expected_cells(const Record& record, int column_count) {
  if (column_count < 2 || record.expected.empty()) return record.expected;
  std::vector<std::string> cells;
  for (const std::string& line : record.expected) {
    std::vector<std::string> parts = split_tabs(line);
    if (static_cast<int>(parts.size()) != column_count) return record.expected;
    std::move(parts.begin(), parts.end(), std::back_inserter(cells));
  }
  return cells;
}

std::string describe_difference(const std::vector<std::string>& expected,
                                const std::vector<std::string>& actual, int column_count) {
  std::string text;
  if (expected.size() != actual.size()) {
    text += "expected " + std::to_string(expected.size()) + " values, got " + std::to_string(actual.size()) +
            "\n";
  }
  size_t shown = 0;
  for (size_t i = 0; i < std::max(expected.size(), actual.size()) && shown < kShownDifferenceCount; ++i) {
    const std::string want = i < expected.size() ? "'" + expected[i] + "'" : "nothing";
    const std::string got = i < actual.size() ? "'" + actual[i] + "'" : "nothing";
    if (want == got) continue;
    const size_t columns = static_cast<size_t>(std::max(column_count, 1));
    text += "row " + std::to_string(i / columns + 1) + ", column " + std::to_string(i % columns + 1) +
            ": expected " + want + ", got " + got + "\n";
    ++shown;
  }
  return text;
}

}  // namespace

std::vector<std::string> print_cells(const SqlResult& result, const std::string& types) {
  std::vector<std::string> cells;
  cells.reserve(result.rows.size() * types.size());
  for (const Row& row : result.rows) {
    for (size_t column = 0; column < row.size(); ++column)
      cells.push_back(print_cell(row[column], types[column]));
  }
  return cells;
}

void sort_cells(std::vector<std::string>& cells, int column_count, SortMode mode) {
  if (mode == SortMode::kValueSort) std::sort(cells.begin(), cells.end());
  if (mode != SortMode::kRowSort || column_count < 1) return;
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 0; i < cells.size(); i += column_count) {
    const size_t end = std::min(cells.size(), i + column_count);
    rows.emplace_back(std::make_move_iterator(cells.begin() + i),
                      std::make_move_iterator(cells.begin() + end));
  }
  std::sort(rows.begin(), rows.end());
  cells.clear();
  for (auto& row : rows) std::move(row.begin(), row.end(), std::back_inserter(cells));
}

std::string digest_cells(const std::vector<std::string>& cells) {
  std::string joined;
  for (const std::string& cell : cells) joined += cell + "\n";
  return std::to_string(cells.size()) + " values hashing to " + md5_hex(joined);
}

std::string compare_result(const SqlResult& result, const Record& record) {
  if (result.column_count != static_cast<int>(record.types.size())) {
    return "expected " + std::to_string(record.types.size()) + " columns, got " +
           std::to_string(result.column_count) + "\n";
  }
  std::vector<std::string> actual = print_cells(result, record.types);
  sort_cells(actual, result.column_count, record.sort);
  if (is_digest(record.expected)) {
    const std::string digest = digest_cells(actual);
    return digest == record.expected[0] ? ""
                                        : "expected " + record.expected[0] + "\ngot      " + digest + "\n";
  }
  std::vector<std::string> expected = expected_cells(record, result.column_count);
  sort_cells(expected, result.column_count, record.sort);
  return expected == actual ? "" : describe_difference(expected, actual, result.column_count);
}

}  // namespace stoa::sqltest
