#pragma once

#include <map>
#include <string>
#include <vector>

#include "exec/test_support.h"

/// Grouping the slow way, for comparison: through texts and a std::map. Only tests include it.
namespace stoa::exec_test {

/// Equal for values that GROUP BY takes as equal.
inline std::string canonical_text(const Value& value) {
  if (value.is_null()) {
    return "NULL";
  }
  if (value.type().is_floating()) {
    const double number = value.as_double();
    return number != number ? "NaN" : exact_text(Value::double_precision(number + 0.0));
  }
  if (value.type().id() == TypeId::kInterval) {
    return Value::hugeint(value.as_interval().length_us()).to_string();
  }
  return "=" + exact_text(value);
}

inline std::string row_text(const std::vector<ColumnVector>& columns, const std::vector<size_t>& chosen,
                            size_t row, bool is_canonical) {
  std::string text;
  for (size_t c = 0; c < chosen.size(); ++c) {
    const Value value = columns[chosen[c]].value(row);
    text += (c == 0 ? "" : "|") + (is_canonical ? canonical_text(value) : exact_text(value));
  }
  return text;
}

/// The rows of each group, in the order of first rows.
inline std::vector<std::vector<size_t>> group_rows(const std::vector<ColumnVector>& columns,
                                                   const std::vector<size_t>& keys, size_t row_count) {
  std::map<std::string, size_t> numbers;
  std::vector<std::vector<size_t>> groups;
  for (size_t row = 0; row < row_count; ++row) {
    const auto [place, is_new] = numbers.emplace(row_text(columns, keys, row, true), groups.size());
    if (is_new) {
      groups.emplace_back();
    }
    groups[place->second].push_back(row);
  }
  return groups;
}

}  // namespace stoa::exec_test
