#include "runner/result_text.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "runner/md5.h"

namespace stoa::sqltest {
namespace {

Cell integer(const std::string& text) {
  return {CellKind::kInteger, text};
}
Cell text(const std::string& value) {
  return {CellKind::kOther, value};
}

SqlResult sample() {
  SqlResult result;
  result.column_count = 3;
  result.rows = {{integer("12"), integer("3"), text("pear")},
                 {integer("7"), std::nullopt, text("")},
                 {integer("12"), integer("4"), text("fig")}};
  return result;
}

/// The mistakes that a runner must not overlook, each made on a copy of the right result.
std::vector<std::pair<std::string, std::function<void(SqlResult&)>>> damages() {
  return {
      {"row dropped", [](SqlResult& result) { result.rows.pop_back(); }},
      {"all rows dropped", [](SqlResult& result) { result.rows.clear(); }},
      {"row duplicated", [](SqlResult& result) { result.rows.push_back(result.rows[0]); }},
      {"row changed", [](SqlResult& result) { result.rows[2][2]->text = "figs"; }},
      {"digit moved across a column",
       [](SqlResult& result) {
         result.rows[0][0]->text = "1";
         result.rows[0][1]->text = "23";
       }},
      {"value turned to NULL", [](SqlResult& result) { result.rows[0][2].reset(); }},
      {"NULL turned to a value", [](SqlResult& result) { result.rows[1][1] = integer("0"); }},
      {"empty text turned to NULL", [](SqlResult& result) { result.rows[1][2].reset(); }},
      {"columns of a row swapped",
       [](SqlResult& result) { std::swap(result.rows[0][0], result.rows[0][1]); }},
      {"column missing",
       [](SqlResult& result) {
         result.column_count = 2;
         for (Row& row : result.rows) row.pop_back();
       }},
  };
}

Record expect(SortMode sort, std::vector<std::string> expected) {
  Record record;
  record.kind = RecordKind::kQuery;
  record.types = "IIT";
  record.sort = sort;
  record.expected = std::move(expected);
  return record;
}

std::vector<std::string> sorted_cells(SortMode sort) {
  std::vector<std::string> cells = print_cells(sample(), "IIT");
  sort_cells(cells, 3, sort);
  return cells;
}

void expect_damages_seen(const Record& record, bool sees_swaps) {
  EXPECT_EQ(compare_result(sample(), record), "");
  for (const auto& [name, damage] : damages()) {
    if (!sees_swaps && name == "columns of a row swapped") continue;
    SqlResult damaged = sample();
    damage(damaged);
    EXPECT_NE(compare_result(damaged, record), "") << name;
  }
}

TEST(ResultText, EveryDamageIsSeenInPlainResults) {
  expect_damages_seen(expect(SortMode::kNoSort, sorted_cells(SortMode::kNoSort)), true);
  expect_damages_seen(expect(SortMode::kRowSort, sorted_cells(SortMode::kRowSort)), true);
  // valuesort mixes all values on purpose, so it cannot see two of them change places.
  expect_damages_seen(expect(SortMode::kValueSort, sorted_cells(SortMode::kValueSort)), false);
}

TEST(ResultText, EveryDamageIsSeenInHashedResults) {
  expect_damages_seen(expect(SortMode::kNoSort, {digest_cells(sorted_cells(SortMode::kNoSort))}), true);
  expect_damages_seen(expect(SortMode::kRowSort, {digest_cells(sorted_cells(SortMode::kRowSort))}), true);
  expect_damages_seen(expect(SortMode::kValueSort, {digest_cells(sorted_cells(SortMode::kValueSort))}),
                      false);
}

TEST(ResultText, EveryDamageIsSeenInRowsOfOneLine) {
  expect_damages_seen(expect(SortMode::kNoSort, {"12\t3\tpear", "7\tNULL\t(empty)", "12\t4\tfig"}), true);
  expect_damages_seen(expect(SortMode::kRowSort, {"12\t4\tfig", "7\tNULL\t(empty)", "12\t3\tpear"}), true);
}

TEST(ResultText, OrderMattersWithoutSort) {
  SqlResult swapped = sample();
  std::swap(swapped.rows[0], swapped.rows[2]);
  EXPECT_NE(compare_result(swapped, expect(SortMode::kNoSort, sorted_cells(SortMode::kNoSort))), "");
  EXPECT_EQ(compare_result(swapped, expect(SortMode::kRowSort, sorted_cells(SortMode::kRowSort))), "");
}

TEST(ResultText, PrintsCellsByTypeLetter) {
  SqlResult result;
  result.column_count = 1;
  const auto print = [&](CellKind kind, const std::string& value, const std::string& type) {
    result.rows = {{Cell{kind, value}}};
    return print_cells(result, type)[0];
  };
  EXPECT_EQ(print(CellKind::kInteger, "170141183460469231731687303715884105727", "I"),
            "170141183460469231731687303715884105727");
  EXPECT_EQ(print(CellKind::kReal, "-0.9", "I"), "0");
  EXPECT_EQ(print(CellKind::kReal, "3.99", "I"), "3");
  EXPECT_EQ(print(CellKind::kOther, "12abc", "I"), "12");
  EXPECT_EQ(print(CellKind::kBoolean, "true", "I"), "1");
  EXPECT_EQ(print(CellKind::kBoolean, "true", "T"), "true");
  EXPECT_EQ(print(CellKind::kInteger, "5", "R"), "5.000");
  EXPECT_EQ(print(CellKind::kReal, "2.0005", "R"), "2.001");
  EXPECT_EQ(print(CellKind::kReal, "NaN", "R"), "nan");
  EXPECT_EQ(print(CellKind::kOther, "", "T"), "(empty)");
  EXPECT_EQ(print(CellKind::kOther, "a\nb\tc", "T"), "a\\nb\\tc");
}

TEST(Md5, AgreesWithTheStandardsExamples) {
  EXPECT_EQ(md5_hex(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(md5_hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(md5_hex("12345678901234567890123456789012345678901234567890123456789012345678901234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
}

}  // namespace
}  // namespace stoa::sqltest
