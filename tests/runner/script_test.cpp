#include "runner/script.h"

#include <gtest/gtest.h>

namespace stoa::sqltest {
namespace {

std::vector<Record> parse(const char* text) {
  return parse_script(text, {"stoa", "default"});
}

TEST(Script, ReadsAQueryWithItsParts) {
  const auto records =
      parse("# comment\n\nquery IT rowsort label-1\nSELECT a,\n  b FROM t\n----\n1\nx y\n\n");
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].kind, RecordKind::kQuery);
  EXPECT_EQ(records[0].line, 3);
  EXPECT_EQ(records[0].types, "IT");
  EXPECT_EQ(records[0].sort, SortMode::kRowSort);
  EXPECT_EQ(records[0].label, "label-1");
  EXPECT_EQ(records[0].sql, "SELECT a,\n  b FROM t");
  EXPECT_EQ(records[0].expected, (std::vector<std::string>{"1", "x y"}));
}

TEST(Script, ReadsStatementsErrorsAndConnections) {
  const auto records = parse(
      "statement ok con2\nBEGIN\n\nstatement error 22012 con1\nSELECT 1/0\n\nstatement error no such "
      ".*\nX\n\n"
      "statement error\nY\n----\ntext of it\n\nstatement count 3\nDELETE FROM t\n");
  ASSERT_EQ(records.size(), 5u);
  EXPECT_EQ(records[0].connection, "con2");
  EXPECT_EQ(records[1].argument, "22012");
  EXPECT_EQ(records[1].connection, "con1");
  EXPECT_EQ(records[2].argument, "no such .*");
  EXPECT_EQ(records[3].argument, "text of it");
  EXPECT_EQ(records[4].argument, "3");
}

TEST(Script, ConditionsStackAndApplyToOneRecord) {
  const auto records = parse(
      "skipif stoa\nstatement ok\nA\n\nonlyif mysql\nstatement ok\nB\n\nonlyif stoa # why\nskipif mysql\n"
      "statement ok\nC\n\nstatement ok\nD\n");
  ASSERT_EQ(records.size(), 4u);
  EXPECT_FALSE(records[0].applies);
  EXPECT_FALSE(records[1].applies);
  EXPECT_TRUE(records[2].applies);
  EXPECT_TRUE(records[3].applies);
}

TEST(Script, LoopsNest) {
  const auto records = parse(
      "loop i 0 3\nforeach type INT BIGINT\nstatement ok\nSELECT "
      "${i}::${type}\n\nendloop\nendloop\n\nhalt\n");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].values, (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(records[0].body[0].values, (std::vector<std::string>{"INT", "BIGINT"}));
  EXPECT_EQ(records[0].body[0].body[0].sql, "SELECT ${i}::${type}");
  EXPECT_EQ(records[1].kind, RecordKind::kHalt);
}

TEST(Script, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THROW(parse("statement okay\nSELECT 1\n"), ScriptError);
  EXPECT_THROW(parse("query I\nSELECT 1\n"), ScriptError);
  EXPECT_THROW(parse("query X\nSELECT 1\n----\n1\n"), ScriptError);
  EXPECT_THROW(parse("statement ok\n\n"), ScriptError);
  EXPECT_THROW(parse("loop i 0 3\nstatement ok\nA\n"), ScriptError);
  EXPECT_THROW(parse("endloop\n"), ScriptError);
  EXPECT_THROW(parse("nonsense\n"), ScriptError);
}

}  // namespace
}  // namespace stoa::sqltest
