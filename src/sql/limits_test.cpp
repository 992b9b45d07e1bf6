// Deep, long and random input: errors instead of crashes, and no slow paths.
#include <chrono>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "sql/parser.h"
#include "sql/tree.h"

namespace stoa::sql {
namespace {

std::string repeat(std::string_view text, size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) result += text;
  return result;
}

// Everything that recurses is run over what parses, so that the limit is safe for all of it.
void use_tree(const StatementPtr& s) {
  const StatementPtr copy = clone(*s);
  EXPECT_TRUE(equal(*s, *copy));
  EXPECT_FALSE(to_text(*s).empty());
}

void expect_too_deep(const std::string& text) {
  try {
    parse_statement(text);
    ADD_FAILURE() << "no error for " << text.substr(0, 60);
  } catch (const Error& e) {
    EXPECT_EQ(e.state().view(), "54001") << text.substr(0, 60) << ": " << e.what();
  }
}

struct Nesting {
  const char* before;
  const char* open;
  const char* middle;
  const char* close;
};

constexpr Nesting kNestings[] = {
    {"SELECT ", "(", "1", ")"},
    {"SELECT ", "- ", "1", ""},
    {"SELECT ", "NOT ", "a", ""},
    {"SELECT ", "~ ", "a", ""},
    {"SELECT ", "f(", "1", ")"},
    {"SELECT ", "(SELECT ", "1", ")"},
    {"SELECT ", "[", "1", "]"},
    {"SELECT ", "{'a': ", "1", "}"},
    {"SELECT ", "CASE WHEN ", "a", " THEN 1 END"},
    {"SELECT ", "CAST(", "a", " AS int)"},
    {"SELECT ", "a IN (", "a", ")"},
    {"SELECT ", "a + (", "a", ")"},
    {"SELECT ", "a[", "1", "]"},
    {"SELECT ", "(a, ", "1", ")"},
    {"SELECT ", "EXISTS (SELECT ", "1", ")"},
    {"SELECT ", "a = ANY (SELECT ", "1", ")"},
    {"SELECT ", "lambda x: ", "1", ""},
    {"SELECT ", "sum(a) OVER (ORDER BY ", "a", ")"},
    {"SELECT a::", "struct(a ", "int", ")"},
    {"SELECT * FROM ", "(SELECT * FROM ", "t", ")"},
    {"SELECT * FROM ", "(", "t JOIN u ON true", ")"},
    {"SELECT * FROM t JOIN ", "t JOIN ", "u", " ON true"},
    {"", "(", "SELECT 1", ")"},
    {"", "SELECT 1 UNION (", "SELECT 1", ")"},
    {"", "WITH x AS (", "SELECT 1", ") SELECT 1"},
    {"", "EXPLAIN ", "SELECT 1", ""},
    {"", "PREPARE p AS ", "SELECT 1", ""},
    {"SELECT a FROM t GROUP BY ", "GROUPING SETS (", "a", ")"},
    {"CREATE TABLE t (a int CHECK (", "(", "a", ")"},
    {"SELECT list_transform(l, ", "x -> ", "x", ""},
    {"SELECT ", "", "a", "::int"},
    {"SELECT ", "", "a", "[1]"},
    {"SELECT ", "", "(a)", ".b"},
    {"SELECT ", "", "a", " + 1"},
    {"SELECT ", "", "a", " COLLATE x"},
    {"SELECT ", "", "a", " AT TIME ZONE b"},
    {"SELECT ", "", "a", " IS NULL"},
    {"SELECT ", "", "a", " -> 'b'"},
    {"SELECT * FROM ", "", "a", " CROSS JOIN b"},
    {"", "", "SELECT 1", " UNION SELECT 1 EXCEPT SELECT 2"},
    {"SELECT * FROM ", "", "a", " PIVOT (sum(b) FOR c IN (1))"},
};

TEST(Limits, DeepInputIsRefused) {
  for (const Nesting& n : kNestings) {
    expect_too_deep(n.before + repeat(n.open, 100'000) + n.middle + repeat(n.close, 100'000));
  }
}

TEST(Limits, WhatIsJustAllowedIsSafe) {
  for (const Nesting& n : kNestings) {
    // The deepest that parses, whatever levels the construct costs.
    size_t low = 1;
    size_t high = kMaxDepth + 10;
    const auto text = [&](size_t depth) {
      return n.before + repeat(n.open, depth) + n.middle + repeat(n.close, depth);
    };
    const auto too_deep = [&](size_t depth) {
      try {
        parse_statement(text(depth));
        return false;
      } catch (const Error& e) {
        return e.state().view() == "54001";
      }
    };
    while (low + 1 < high) {
      const size_t middle = (low + high) / 2;
      (too_deep(middle) ? high : low) = middle;
    }
    EXPECT_GT(low, 240U) << n.open << n.close;
    try {
      use_tree(parse_statement(text(low)));
    } catch (const Error& e) {
      EXPECT_EQ(e.state().view(), "42601");  // nestings that aren't whole statements
    }
  }
}

TEST(Limits, LongRunsAreOneNode) {
  for (const char* op : {" AND ", " OR ", " || "}) {
    const StatementPtr s = parse_statement("SELECT a" + repeat(std::string(op) + "b", 100'000));
    const auto& q = as<SelectQuery>(*as<QueryStatement>(*s).query);
    EXPECT_EQ(as<Chain>(*q.items[0].expression).operands.size(), 100'001U);
    use_tree(s);
  }
  for (const char* op : {" UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT "}) {
    const StatementPtr s = parse_statement("SELECT 1" + repeat(std::string(op) + "SELECT 2", 20'000));
    EXPECT_EQ(as<SetQuery>(*as<QueryStatement>(*s).query).operands.size(), 20'001U);
    use_tree(s);
  }
  use_tree(parse_statement("SELECT a IN (1" + repeat(", 2", 100'000) + ")"));
  use_tree(parse_statement("INSERT INTO t VALUES (1)" + repeat(", (2)", 100'000)));
  use_tree(parse_statement("SELECT a" + repeat(", a", 100'000) + " FROM t" + repeat(", t", 10'000)));
  use_tree(parse_statement("SELECT CASE" + repeat(" WHEN a THEN b", 100'000) + " END"));
}

TEST(Limits, NestedSubqueriesAndWideJoins) {
  use_tree(parse_statement(repeat("SELECT * FROM (", 490) + "SELECT 1" + repeat(") x", 490)));
  use_tree(parse_statement("SELECT * FROM a" + repeat(" JOIN b ON true", 900)));
}

double seconds_of(const std::string& text) {
  const auto begin = std::chrono::steady_clock::now();
  parse_statements(text);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Limits, TimeIsLinear) {
  // Shapes that a careless look-ahead makes quadratic. Generous, for sanitizers and busy machines.
  EXPECT_LT(seconds_of("SELECT a IN (1" + repeat(", 123456", 100'000) + ")"), 5.0);
  EXPECT_LT(seconds_of("SELECT " + repeat("((((", 50) + "1" + repeat("))))", 50)), 1.0);
  EXPECT_LT(seconds_of(repeat("INSERT INTO t (a, b) VALUES (1, 'x');\n", 20'000)), 5.0);
  EXPECT_LT(seconds_of("SELECT " + repeat("f(a, (b, ", 300) + "1" + repeat("))", 300)), 1.0);
}

void expect_round_trip(const Statement& s) {
  const std::string printed = to_text(s);
  try {
    ASSERT_TRUE(equal(s, *parse_statement(printed))) << printed;
  } catch (const Error& e) {
    FAIL() << e.what() << " in: " << printed;
  }
}

TEST(Limits, MutatedStatementsNeverCrash) {
  const std::string seeds[] = {
      "SELECT a, sum(b) FILTER (WHERE c) OVER (PARTITION BY d ORDER BY e) FROM t JOIN u USING (x) WHERE a IN "
      "(1,2) GROUP BY 1",
      "WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT n+1 FROM r) SELECT * EXCLUDE (a) FROM r, LATERAL "
      "f(n) ORDER BY ALL",
      "INSERT INTO t (a) VALUES ($1, E'x\\n', {'a': [1]}) ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b "
      "RETURNING *",
      "CREATE TABLE t (a int PRIMARY KEY, b text REFERENCES u ON DELETE CASCADE, CHECK (a > 0)) WITH (x = 1)",
      "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT "
      "VALUES (1)",
  };
  Random random(20240607);
  static constexpr std::string_view kPieces = "()[]{},;:.'\"$?*+-/<>=|&@#!~%^ abcSELECT019_\\\n\x80\xff";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = seeds[random.below(std::size(seeds))];
    const size_t edits = 1 + random.below(6);
    for (size_t i = 0; i < edits; ++i) {
      const size_t place = random.below(text.size());
      switch (random.below(3)) {
        case 0: text[place] = kPieces[random.below(kPieces.size())]; break;
        case 1: text.erase(place, 1 + random.below(8)); break;
        default: text.insert(place, 1, kPieces[random.below(kPieces.size())]); break;
      }
      if (text.empty()) text = ";";
    }
    is_complete(text);
    split_statements(text);
    std::vector<StatementPtr> list;
    try {
      list = parse_statements(text);
    } catch (const Error& e) {
      ASSERT_TRUE(e.place().has_value()) << text << ": " << e.what();
      ASSERT_LE(*e.place(), text.size()) << text;
    }
    for (const StatementPtr& s : list) expect_round_trip(*s);
  }
}

}  // namespace
}  // namespace stoa::sql
