// What single constructs parse to, where they stand, and what is wrong with wrong ones.
#include "sql/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sql/tree.h"

namespace stoa::sql {
namespace {

using testing::HasSubstr;

// With all parentheses, so that the table of precedences can be read.
std::string grouped(const Expression& e);

std::string grouped_all(const Expression& e, const std::string& between) {
  std::string text = "(";
  visit_children(e, [&](const Expression& child) {
    if (text.size() > 1) text += between;
    text += grouped(child);
  });
  return text + ")";
}

std::string grouped(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kBinary: return grouped_all(e, " " + std::string(to_text(as<Binary>(e).op)) + " ");
    case ExpressionKind::kChain: return grouped_all(e, " " + std::string(to_text(as<Chain>(e).op)) + " ");
    case ExpressionKind::kUnary: return std::string(to_text(as<Unary>(e).op)) + grouped_all(e, "");
    case ExpressionKind::kIsTest: return grouped_all(e, "") + " is";
    case ExpressionKind::kLike: return grouped_all(e, " like ");
    case ExpressionKind::kBetween: return grouped_all(e, " between ");
    case ExpressionKind::kInList: return grouped_all(e, " in ");
    case ExpressionKind::kCast: return grouped_all(e, "") + "::" + to_text(as<Cast>(e).type);
    case ExpressionKind::kCollate: return grouped_all(e, "") + " collate";
    case ExpressionKind::kAtTimeZone: return grouped_all(e, " at ");
    case ExpressionKind::kIsDistinct: return grouped_all(e, " distinct ");
    default: return to_text(e);
  }
}

struct Grouping {
  const char* text;
  const char* expected;
};

class Precedence : public testing::TestWithParam<Grouping> {};

TEST_P(Precedence, IsPostgreSqls) {
  EXPECT_EQ(grouped(*parse_expression(GetParam().text)), GetParam().expected) << GetParam().text;
}

constexpr Grouping kGroupings[] = {
    {"a or b and c", "(a OR (b AND c))"},
    {"a and b or c and d", "((a AND b) OR (c AND d))"},
    {"not a and b", "(NOT(a) AND b)"},
    {"not a = b", "NOT((a = b))"},
    {"not a is null", "NOT((a) is)"},
    {"a = b is null", "((a = b)) is"},
    {"a is null = b", "((a) is = b)"},
    {"a = not b", "(a = NOT(b))"},
    {"a < b + c * d ^ e", "(a < (b + (c * (d ^ e))))"},
    {"a ^ b ^ c", "((a ^ b) ^ c)"},
    {"-a ^ b", "(-(a) ^ b)"},
    {"- a :: int", "-((a)::int)"},
    {"-a.b", "-(a.b)"},
    {"a - b - c", "((a - b) - c)"},
    {"a / b // c % d", "(((a / b) // c) % d)"},
    {"a ** b ** c", "((a ^ b) ^ c)"},
    {"a || b + c", "(a || (b + c))"},
    {"a + b || c + d", "((a + b) || (c + d))"},
    {"a -> b || c", "((a -> b) || c)"},
    {"a || b -> c", "((a || b) -> c)"},
    {"a -> 'x' = 'y'", "((a -> 'x') = 'y')"},
    {"a <-> b < c", "((a <-> b) < c)"},
    {"a << 1 + 2", "(a << (1 + 2))"},
    {"a & b = c", "((a & b) = c)"},
    {"~ a + b", "~((a + b))"},
    {"@ a || b", "(@(a) || b)"},
    {"a like b || c", "(a like (b || c))"},
    {"a like b = c", "((a like b) = c)"},
    {"a = b like c", "(a = (b like c))"},
    {"a ~ b || c", "((a ~ b) || c)"},
    {"a between b and c and d", "((a between b between c) AND d)"},
    {"a between b + 1 and c = d", "((a between (b + 1) between c) = d)"},
    {"a in (1, 2) = b", "((a in 1 in 2) = b)"},
    {"a = b in (1)", "(a = (b in 1))"},
    {"not a in (1)", "NOT((a in 1))"},
    {"a collate x || b", "((a) collate || b)"},
    {"a at time zone b + c", "((a at b) + c)"},
    {"-a at time zone b", "(-(a) at b)"},
    {"a::int at time zone b", "((a)::int at b)"},
    {"a * b collate x", "(a * (b) collate)"},
    {"a is distinct from b and c", "((a distinct b) AND c)"},
    {"a is distinct from b = c", "(a distinct (b = c))"},
    {"a = b and c = d", "((a = b) AND (c = d))"},
    {"a <> -1", "(a <> -(1))"},
    {"a[1]::int", "(a[1])::int"},
    {"a operator(pg_catalog.+) b * c", "(a + (b * c))"},
    {"a operator(pg_catalog.*) b + c", "(a * (b + c))"},
};

INSTANTIATE_TEST_SUITE_P(Table, Precedence, testing::ValuesIn(kGroupings));

struct Mistake {
  const char* text;
  size_t place;
  const char* message;
  const char* hint;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreToldWithPlaceAndRemedy) {
  const Mistake& m = GetParam();
  try {
    parse_statements(m.text);
    ADD_FAILURE() << "no error for " << m.text;
  } catch (const Error& e) {
    EXPECT_EQ(e.place().value_or(9999), m.place) << m.text;
    EXPECT_EQ(e.message(), m.message) << m.text;
    EXPECT_THAT(e.hint(), HasSubstr(m.hint)) << m.text;
    EXPECT_THAT(std::string(e.state().view()),
                testing::AnyOf("42601", "22P02", "22025", "22021", "22003", "42P02"))
        << m.text;
  }
}

constexpr Mistake kMistakes[] = {
    {"SELEC 1", 0, "syntax error at or near \"SELEC\"", "did you mean SELECT?"},
    {"SELECT * FORM t", 9, "syntax error at or near \"FORM\"", "did you mean FROM?"},
    {"SELECT a FORM t", 14, "syntax error at or near \"t\"", "did you mean FROM?"},
    {"SELECT a FROM t WEHRE b", 22, "syntax error at or near \"b\"", "did you mean WHERE?"},
    {"SELECT a FROM t GROUP a", 22, "syntax error at or near \"a\"", "expected BY"},
    {"CREATE TABEL t (a int)", 7, "syntax error at or near \"TABEL\"", "did you mean TABLE?"},
    {"INSERT INOT t VALUES (1)", 7, "syntax error at or near \"INOT\"", "did you mean INTO?"},
    {"SELECT 1 +", 10, "syntax error at end of input", "expected an expression"},
    {"SELECT (1", 9, "syntax error at end of input", "expected \")\""},
    {"SELECT 1)", 8, "syntax error at or near \")\"", ""},
    {"SELECT a b c", 11, "syntax error at or near \"c\"", ""},
    {"SELECT FROM WHERE", 12, "syntax error at or near \"WHERE\"", "expected a table name"},
    {"SELECT 'abc", 7, "unterminated quoted string at or near \"'abc\"", "closing '"},
    {"SELECT \"abc", 7, "unterminated quoted identifier at or near \"\"abc\"", "closing \""},
    {"SELECT /* abc", 7, "unterminated /* comment at or near \"/* abc\"", "closing */"},
    {"SELECT $a$ abc", 7, "unterminated dollar-quoted string at or near \"$a$ abc\"", "closing tag"},
    {"SELECT \"\"", 7, "zero-length delimited identifier at or near \"\"\"\"", "one character"},
    {"SELECT 1 AS ''", 12, "zero-length name at or near \"''\"", "one character"},
    {"COPY t FROM 'a' WITH ('' 1)", 22, "zero-length name at or near \"''\"", "one character"},
    {"SELECT f() 'x' + 1", 11, "syntax error at or near \"'x'\"", ""},
    {"SELECT 1a", 7, "trailing junk after numeric literal at or near \"1a\"", "blank"},
    {"SELECT 0x", 7, "trailing junk after numeric literal at or near \"0x\"", ""},
    {"SELECT 0x_", 7, "trailing junk after numeric literal at or near \"0x_\"", ""},
    {"SELECT 0b12", 7, "trailing junk after numeric literal at or near \"0b12\"", ""},
    {"SELECT 1__0", 7, "trailing junk after numeric literal at or near \"1__0\"", ""},
    {"SELECT $1a", 7, "trailing junk after parameter at or near \"$1a\"", "$1"},
    {"SELECT ?0", 7, "there is no parameter ?0", "$65535"},
    {"SELECT ?65536", 7, "there is no parameter ?65536", "$65535"},
    {"SELECT ?4294967297", 7, "there is no parameter ?4294967297", "$65535"},
    {"SELECT ?65535, ?", 15, "there is no parameter ?", "$65535"},
    {"SELECT $99999999999999999999", 7, "there is no parameter $99999999999999999999", "$65535"},
    {"SELECT $0", 7, "there is no parameter $0", "$65535"},
    {"SELECT \\1", 7, "syntax error at or near \"\\\"", "means nothing"},
    {"SELECT E'\\u12'", 7, "invalid Unicode escape", "\\uXXXX"},
    {"SELECT E'\\ud800'", 7, "invalid Unicode surrogate pair", ""},
    {"SELECT E'\\xff'", 7, "invalid byte sequence for encoding \"UTF8\"", ""},
    {"SELECT 'a\xff'", 9, "invalid byte sequence for encoding \"UTF8\"", ""},
    {"SELECT x'abc'", 7, "invalid hexadecimal data: odd number of digits", ""},
    {"SELECT x'zz'", 7, "\"zz\" is no hexadecimal data", ""},
    {"SELECT b'012'", 7, "\"2\" is not a valid binary digit", ""},
    {"SELECT a < b < c", 13, "syntax error at or near \"<\"", ""},
    {"SELECT a = b = c", 13, "syntax error at or near \"=\"", ""},
    {"SELECT a LIKE b LIKE c", 16, "syntax error at or near \"LIKE\"", ""},
    {"SELECT a IN ()", 13, "syntax error at or near \")\"", "expected an expression"},
    {"SELECT a FROM t JOIN u", 22, "syntax error at end of input", "expected ON or USING"},
    {"SELECT CASE WHEN a THEN b", 25, "syntax error at end of input", "expected END"},
    {"SELECT CAST(a, int)", 13, "syntax error at or near \",\"", "expected AS"},
    {"SELECT select", 7, "syntax error at or near \"select\"", "expected an expression"},
    {"SELECT left", 11, "syntax error at end of input", "expected \"(\""},
    {"SELECT f(a,)", 11, "syntax error at or near \")\"", "expected an expression"},
    {"SELECT a LIMIT 1, 2", 16, "LIMIT #,# syntax is not supported", "separate LIMIT and OFFSET"},
    {"(SELECT 1 LIMIT 1) LIMIT 2", 19, "multiple LIMIT clauses not allowed", ""},
    {"(SELECT 1 ORDER BY 1) ORDER BY 2", 22, "multiple ORDER BY clauses not allowed", ""},
    {"SELECT 1 ORDER BY 1 UNION SELECT 2", 20, "syntax error at or near \"UNION\"", ""},
    {"INSERT INTO t VALUES (1", 23, "syntax error at end of input", "expected \")\""},
    {"INSERT INTO t (a) VALUE (1)", 18, "syntax error at or near \"VALUE\"", "did you mean VALUES?"},
    {"UPDATE t SET a 1", 15, "syntax error at or near \"1\"", "expected \"=\""},
    {"UPDATE t SET (a, b) = ROW(1)", 22, "number of columns does not match number of values", ""},
    {"DELETE t", 7, "syntax error at or near \"t\"", "expected FROM"},
    {"CREATE TABLE t", 14, "syntax error at end of input", "expected \"(\" or AS"},
    {"CREATE TABLE t (a int b)", 22, "syntax error at or near \"b\"", "expected \")\""},
    {"CREATE TABLE t (select int)", 16, "syntax error at or near \"select\"", "expected a column name"},
    {"DROP t", 5, "syntax error at or near \"t\"", "expected a kind of object"},
    {"ALTER TABLE t FOO", 14, "syntax error at or near \"FOO\"", "ADD"},
    {"SET a", 5, "syntax error at end of input", "expected \"=\" or TO"},
    {"FOO", 0, "syntax error at or near \"FOO\"", "expected a statement"},
    {"SELECT 1; FOO", 10, "syntax error at or near \"FOO\"", ""},
    {"SELECT a FROM t -- x\nWHERE ;", 27, "syntax error at or near \";\"", "expected an expression"},
    {"SELECT 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", 7, "the integer literal is out of range", ""},
    {"COPY t FROM x", 12, "syntax error at or near \"x\"", "a file name"},
};

INSTANTIATE_TEST_SUITE_P(Table, Mistakes, testing::ValuesIn(kMistakes));

TEST(Parser, FoldsNamesAndKeepsQuotedOnes) {
  const ExpressionPtr e = parse_expression("Foo.\"Bar\"");
  const auto& name = as<ColumnReference>(*e).name;
  EXPECT_EQ(name.parts[0].text, "foo");
  EXPECT_EQ(name.parts[1].text, "Bar");
  EXPECT_TRUE(name.parts[1].quoted);
}

TEST(Parser, GivesEveryNodeItsPlace) {
  const std::string text = "SELECT  a + 10 AS x, f(b) FROM  t  AS u WHERE c IN (1, 2)";
  const StatementPtr s = parse_statement(text);
  const auto& q = as<SelectQuery>(*as<QueryStatement>(*s).query);
  const auto source = [&](Place place) { return text.substr(place.offset, place.length); };
  EXPECT_EQ(source(q.items[0].expression->place), "a + 10");
  EXPECT_EQ(source(as<Binary>(*q.items[0].expression).operator_place), "+");
  EXPECT_EQ(source(as<Binary>(*q.items[0].expression).right->place), "10");
  EXPECT_EQ(source(q.items[0].alias.place), "x");
  EXPECT_EQ(source(q.items[1].expression->place), "f(b)");
  EXPECT_EQ(source(q.from[0]->place), "t  AS u");
  EXPECT_EQ(source(as<NamedTable>(*q.from[0]).name.place), "t");
  EXPECT_EQ(source(q.where->place), "c IN (1, 2)");
  EXPECT_EQ(source(s->place), text);
}

TEST(Parser, CountsParameters) {
  const StatementPtr s = parse_statement("SELECT ?, ?, $5, ?, :b, :a, $b");
  EXPECT_EQ(s->parameter_count, 6U);
  EXPECT_THAT(s->parameter_names, testing::ElementsAre("b", "a"));
  const auto list = parse_statements("SELECT $2; SELECT ?");
  EXPECT_EQ(list[0]->parameter_count, 2U);
  EXPECT_EQ(list[1]->parameter_count, 1U);
}

TEST(Parser, SplitsScripts) {
  const std::string text = " ;; SELECT ';' -- ; \n ; /* ; */ INSERT INTO t VALUES ($$;$$);\n";
  const auto list = parse_statements(text);
  ASSERT_EQ(list.size(), 2U);
  const auto places = split_statements(text);
  ASSERT_EQ(places.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(places[i].offset, list[i]->place.offset);
    EXPECT_EQ(places[i].length, list[i]->place.length);
  }
  EXPECT_EQ(text.substr(places[1].offset, places[1].length), "INSERT INTO t VALUES ($$;$$)");
  EXPECT_TRUE(parse_statements("").empty());
  EXPECT_EQ(split_statements("SELECT 'open").size(), 1U);
}

TEST(Parser, KnowsCompleteTexts) {
  for (const char* text :
       {"", "  -- x", "SELECT 1;", "SELECT 1; -- x", "SELECT ';';", "foo bar;", "SELECT 1a;"}) {
    EXPECT_TRUE(is_complete(text)) << text;
  }
  for (const char* text : {"SELECT 1", "SELECT ';", "SELECT \";", "SELECT $$;", "/* ;", "SELECT 1; SELECT"}) {
    EXPECT_FALSE(is_complete(text)) << text;
  }
}

TEST(Parser, DecodesLiterals) {
  const auto text_of = [](const char* sql) { return as<Literal>(*parse_expression(sql)).text; };
  EXPECT_EQ(text_of("'it''s'"), "it's");
  EXPECT_EQ(text_of("'a'  \n 'b'"), "ab");
  EXPECT_EQ(text_of("E'a\\n\\t\\\\\\'\\101\\x41\\u0041\\U0001F600'"), "a\n\t\\'AAA\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of("E'\\ud83d\\ude00'"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of("U&'d\\0061t\\+01F600'"), "dat\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of("U&'d!0061t!!' UESCAPE '!'"), "dat!");
  EXPECT_EQ(text_of("$a$x$$y$a$"), "x$$y");
  EXPECT_EQ(text_of("x'00fF'"), std::string("\0\xff", 2));
  EXPECT_EQ(text_of("1_000"), "1000");
  EXPECT_EQ(text_of("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"), "340282366920938463463374607431768211455");
  EXPECT_EQ(text_of("0o17"), "15");
  EXPECT_EQ(text_of("0b1_0"), "2");
}

TEST(Parser, KeepsEqualTreesEqual) {
  EXPECT_TRUE(equal(*parse_expression("A + \"a\""), *parse_expression("a  +  a")));
  EXPECT_EQ(hash(*parse_expression("A + 1")), hash(*parse_expression("a +1")));
  EXPECT_FALSE(equal(*parse_expression("a + 1"), *parse_expression("a + 1.0")));
  EXPECT_FALSE(equal(*parse_expression("a + 1"), *parse_expression("a - 1")));
  EXPECT_NE(hash(*parse_expression("a + 1")), hash(*parse_expression("a - 1")));
  EXPECT_TRUE(equal(*parse_query("FROM t"), *parse_query("SELECT * FROM t")));
  EXPECT_EQ(hash(*parse_query("FROM t")), hash(*parse_query("SELECT * FROM t")));
  EXPECT_FALSE(equal(*parse_query("SELECT a FROM t"), *parse_query("SELECT a FROM t LIMIT 1")));
}

TEST(Parser, VisitsAndReplacesChildren) {
  ExpressionPtr e = parse_expression("f(a, b ORDER BY c) FILTER (WHERE d) OVER (PARTITION BY e ORDER BY g)");
  std::vector<std::string> names;
  visit_children(static_cast<const Expression&>(*e),
                 [&](const Expression& child) { names.push_back(to_text(child)); });
  EXPECT_THAT(names, testing::UnorderedElementsAre("a", "b", "c", "d", "e", "g"));
  visit_children(*e, [](ExpressionPtr& child) {
    if (to_text(*child) == "a") child = parse_expression("1 + 1");
  });
  EXPECT_THAT(to_text(*e), HasSubstr("f(1 + 1, b ORDER BY c)"));
  size_t query_count = 0;
  visit_queries(*parse_expression("a IN (SELECT 1)"), [&](const Query&) { ++query_count; });
  EXPECT_EQ(query_count, 1U);
}

TEST(Parser, TakesTypesAlone) {
  EXPECT_EQ(to_text(parse_type_name("DECIMAL(10,2)[]")), "decimal(10, 2)[]");
  EXPECT_EQ(to_text(parse_type_name("double precision")), "double");
  EXPECT_EQ(to_text(parse_type_name("timestamp(3) with time zone")), "timestamptz(3)");
  EXPECT_EQ(to_text(parse_type_name("struct(a int, b text)")), "struct(a int, b text)");
  EXPECT_THROW(parse_type_name("int int"), Error);
}

TEST(Parser, TellsLambdasFromJsonOperators) {
  const auto argument_kind = [](const char* sql) {
    return as<FunctionCall>(*parse_expression(sql)).arguments.back().value->kind;
  };
  EXPECT_EQ(argument_kind("list_transform(a, x -> x > 1)"), ExpressionKind::kLambda);
  EXPECT_EQ(argument_kind("jsonb_typeof(x -> 'a')"), ExpressionKind::kBinary);
  EXPECT_EQ(argument_kind("f(lambda x: x)"), ExpressionKind::kLambda);
}

TEST(Parser, OnlyOneStatementWhereOneIsAsked) {
  EXPECT_NO_THROW(parse_statement(";SELECT 1;;"));
  EXPECT_THROW(parse_statement("SELECT 1; SELECT 2"), Error);
  EXPECT_THROW(parse_statement(""), Error);
}

}  // namespace
}  // namespace stoa::sql
