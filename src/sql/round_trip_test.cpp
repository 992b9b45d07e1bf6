// Every statement of the tables below parses, prints, parses again to an equal tree, and clones to an equal
// tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sql/parser.h"
#include "sql/tree.h"

namespace stoa::sql {
namespace {

void expect_round_trip(const std::string& text) {
  SCOPED_TRACE(text);
  std::string printed;
  try {
    const StatementPtr first = parse_statement(text);
    printed = to_text(*first);
    const StatementPtr second = parse_statement(printed);
    EXPECT_TRUE(equal(*first, *second)) << "printed: " << printed << "\nagain:   " << to_text(*second);
    const StatementPtr copy = clone(*first);
    EXPECT_TRUE(equal(*first, *copy));
    EXPECT_EQ(to_text(*copy), printed);
    EXPECT_EQ(first->place.offset, 0U);
    EXPECT_EQ(copy->place.length, first->place.length);
  } catch (const Error& e) {
    ADD_FAILURE() << e.what() << " at " << e.place().value_or(0) << "; " << e.hint()
                  << "\nprinted: " << printed;
  }
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, PrintsWhatParsesToAnEqualTree) {
  expect_round_trip(GetParam());
}

constexpr const char* kExpressions[] = {
    "SELECT 1, 1.5, .5, 5., 1e10, 1_000, 0xFF, 0o17, 0b101, 123456789012345678901234567890",
    "SELECT 'it''s', E'a\\nb\\x41\\u00e9', U&'d\\0061t\\+000061', $$dollar$$, $tag$a $$ b$tag$, N'x'",
    "SELECT x'DEADbeef', b'0101', 'a'\n 'b', U&'d!0061' UESCAPE '!', \"Quoted \"\"Name\"\"\", U&\"d\\0061\"",
    "SELECT NULL, TRUE, FALSE, $1, ?, :name, $name, ?2",
    "SELECT DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00', TIMESTAMP(3) WITH TIME ZONE 'now', TIME '1:00'",
    "SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 day', INTERVAL(3) '1 s', "
    "INTERVAL '1.5' SECOND(2), INTERVAL 5 DAY, INTERVAL '5' WEEKS, INTERVAL (a + 1) MONTHS",
    "SELECT numeric '1.5', app.mood 'ok', varchar(10) 'x', double precision '1.5', bit varying '101', int4 "
    "'7'",
    "SELECT a.b.c.d, t.*, s.t.*, (a).b, (a).b.c, (f(x)).y, f(x).y, a[1], a[1][2], a[1:2], a[:], a[1:], a[:2]",
    "SELECT a[1:10:2], a[:-:2], (a.b)[1].c, [1,2,3][1], 'abc'[1], (SELECT 1)[1], ($1).x, ((a)).*",
    "SELECT a + b - c * d / e % f // g ^ h ** i, -a, +a, - -a, ~a, @ a, |/ a, ||/ a, !! a, -(-1)",
    "SELECT a = b, a <> b, a != b, a == b, a < b, a <= b, a > b, a >= b",
    "SELECT a || b || c, (a || b) || c, a || (b || c), a & b | c # d << 1 >> 2",
    "SELECT a -> 'b' ->> 'c', a #> '{a}', a #>> '{a}', a #- '{a}', a @> b, a <@ b, a ? 'k', a ?| b, a ?& b, "
    "a @? '$.x', a @@ b, a && b",
    "SELECT e <-> '[1,2]', e <=> $1, e <#> f, e <+> f, e <~> f, e <%> f, a ^@ 'x', a @#@ b, <<| a",
    "SELECT a ~ 'x', a ~* 'x', a !~ 'x', a !~* 'x', a ~~ 'x', a ~~* 'x', a !~~ 'x', a !~~* 'x'",
    "SELECT a OPERATOR(pg_catalog.~) 'x', a OPERATOR(pg_catalog.+) b, a OPERATOR(public.<->) b",
    "SELECT a AND b OR c AND NOT d, NOT (a OR b) AND c, NOT NOT a, (a AND b) AND c, a AND (b AND c)",
    "SELECT a NOT NULL, a IS NULL, a IS NOT NULL, a ISNULL, a NOTNULL, a IS TRUE, a IS NOT FALSE, a IS "
    "UNKNOWN, "
    "a IS NFC NORMALIZED, a IS NOT NORMALIZED, a IS JSON, a IS NOT JSON OBJECT, a IS JSON ARRAY, a IS JSON "
    "SCALAR",
    "SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b, (a IS NULL) IS NULL, (a = b) IS NOT NULL",
    "SELECT a BETWEEN 1 AND 2, a NOT BETWEEN SYMMETRIC 2 AND 1, a BETWEEN b + 1 AND c * 2 AND d",
    "SELECT a IN (1, 2), a NOT IN (1), a IN (SELECT 1), (a, b) IN ((1, 2), (3, 4)), (a, b) NOT IN (SELECT 1, "
    "2)",
    "SELECT a IN [1, 2], a NOT IN list, a IN ((SELECT 1)), a IN ((SELECT 1), 2)",
    "SELECT a LIKE 'x', a NOT ILIKE 'x' ESCAPE '!', a SIMILAR TO 'x', a NOT SIMILAR TO 'x' ESCAPE '\\', a "
    "GLOB 'x*'",
    "SELECT a = ANY (ARRAY[1, 2]), a <> ALL (SELECT 1), a < SOME ($1), a LIKE ANY (b), a NOT ILIKE ALL "
    "(SELECT 'x')",
    "SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 1), ARRAY(SELECT 1), (SELECT 1), ((SELECT 1)), ((SELECT 1) "
    "+ 1)",
    "SELECT CASE WHEN a THEN b END, CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END, CASE WHEN a THEN 1 ELSE 2 "
    "END + 1",
    "SELECT CAST(a AS int), a::text, a::int[]::text, TRY_CAST(a AS decimal(10, 2)), -a::int, (-a)::int",
    "SELECT a::varchar(10), a::character varying, a::char(3), a::national character(3), a::bit(3), a::bit "
    "varying(3)",
    "SELECT a::timestamp with time zone, a::time(3) without time zone, a::timestamp(0), a::timetz, "
    "a::interval day to second(3)",
    "SELECT a::struct(x int, y struct(z text[])), a::map(text, int[3]), a::union(n int, s text), a::int "
    "array, a::int array[3]",
    "SELECT a::vector(3), a::halfvec(2), a::\"char\", a::app.mood, a::double, a::double precision, "
    "a::float(24)",
    "SELECT f(), f(1), f(a, b), s.f(a), f(DISTINCT a), f(ALL a), f(a ORDER BY b DESC NULLS LAST, c), "
    "count(*)",
    "SELECT f(a => 1, b := 2), f(VARIADIC a), f(a, VARIADIC b), sum(a) FILTER (WHERE b > 1), count(t.*)",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), mode() WITHIN GROUP (ORDER BY a DESC)",
    "SELECT row_number() OVER (), rank() OVER (PARTITION BY a, b ORDER BY c), sum(a) OVER w, sum(a) OVER (w "
    "ORDER BY b)",
    "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), sum(a) OVER (ROWS UNBOUNDED "
    "PRECEDING)",
    "SELECT sum(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '1 day' PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE "
    "TIES)",
    "SELECT sum(a) OVER (ORDER BY b GROUPS BETWEEN 1 + 1 FOLLOWING AND 2 FOLLOWING EXCLUDE CURRENT ROW)",
    "SELECT lag(a) IGNORE NULLS OVER w, last_value(a IGNORE NULLS) OVER w, first_value(a) RESPECT NULLS OVER "
    "(w)",
    "SELECT ROW(1, 2), ROW(1), ROW(), (1, 2), (1, (2, 3)), ROW(a, b) = (c, d), (a, b) < (c, d)",
    "SELECT [1, 2, 3], [], ARRAY[1, 2], ARRAY[[1], [2]], {'a': 1, b: 2, \"C\": [1]}, {}, MAP {'a': 1, 'b': "
    "2}, MAP {}",
    "SELECT [x + 1 FOR x IN list], [x FOR x IN list IF x > 1], list_transform(l, x -> x + 1), list_filter(l, "
    "(x, i) -> i > 1)",
    "SELECT list_reduce(l, lambda x, y: x + y), list_transform(l, lambda x: lambda y: x + y), list_filter(l, "
    "x -> x > 1 AND x < 5)",
    "SELECT COALESCE(a, b), NULLIF(a, b), GREATEST(a, b), LEAST(a, b), GROUPING(a, b)",
    "SELECT EXTRACT(year FROM a), EXTRACT('year' FROM a), EXTRACT(day FROM a + b), date_part('year', a), "
    "extract(YEAR, a)",
    "SELECT SUBSTRING(a FROM 1 FOR 2), SUBSTRING(a FROM 2), SUBSTRING(a FOR 2), SUBSTRING(a, 1, 2), "
    "SUBSTRING(a FOR 2 FROM 1), SUBSTRING(a SIMILAR 'x' ESCAPE '#'), SUBSTRING(a FROM 'x+')",
    "SELECT POSITION('a' IN b), POSITION('a', b), OVERLAY(a PLACING b FROM 1 FOR 2), OVERLAY(a PLACING b "
    "FROM 1)",
    "SELECT TRIM(a), TRIM(BOTH FROM a), TRIM(LEADING 'x' FROM a), TRIM(TRAILING FROM a), TRIM('x' FROM a), "
    "TRIM(a, 'x')",
    "SELECT NORMALIZE(a), NORMALIZE(a, NFKD), TREAT(a AS int), left(a, 1), right(a, 1), \"left\"(a, 1)",
    "SELECT CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP(3), LOCALTIME, LOCALTIMESTAMP(0), "
    "CURRENT_USER, USER, "
    "SESSION_USER, CURRENT_ROLE, CURRENT_CATALOG, CURRENT_SCHEMA, current_schema(), current_date()",
    "SELECT (a, b) OVERLAPS (c, d), ROW(a, b) OVERLAPS ROW(c, d)",
    "SELECT a COLLATE \"C\", a COLLATE nocase || b, a AT TIME ZONE 'UTC', a AT TIME ZONE 'UTC' AT TIME ZONE "
    "b, a AT LOCAL",
    "SELECT a::date AT TIME ZONE 'x' + INTERVAL '1' DAY, (a || b) COLLATE x, -a COLLATE x, -2 ^ 2, -(2 ^ 2), "
    "(-2) ^ 2",
    "SELECT a.upper(), 'x'.upper().lower(), f(x).g(y), (a).f(b), #1, #2 + 1",
    "SELECT *, t.*, * EXCLUDE (a, b), * EXCLUDE a, * REPLACE (a + 1 AS a), t.* EXCLUDE (a) REPLACE (b AS c), "
    "* RENAME (a AS b)",
    "SELECT COLUMNS('x.*'), COLUMNS(*), COLUMNS(* EXCLUDE (a)), min(COLUMNS(*)), COLUMNS(c -> c LIKE 'x%'), "
    "*COLUMNS('x')",
    "SELECT * LIKE 'a%'",
    "SELECT a < b AND c = d OR e <> f, (a < b) = c, a = (b < c), NOT a = b, a = (NOT b), (NOT a) = b, - (a + "
    "b)",
    "SELECT (a LIKE b) LIKE c, a LIKE (b LIKE c), a LIKE b || c, (a BETWEEN 1 AND 2) = b, x = (a BETWEEN 1 "
    "AND 2)",
    "SELECT a - (b - c), (a - b) - c, a / (b * c), (a + b) * c, a ^ b ^ c, a ^ (b ^ c), @ (a + b), (@ a) + "
    "b, @ a || b",
    "SELECT (SELECT a FROM t WHERE b = c LIMIT 1), (VALUES (1)), (TABLE t), (FROM t), (WITH x AS (SELECT 1) "
    "SELECT * FROM x)",
    "SELECT 'x' AS \"select\", a AS \"Aa\", b AS select, c AS \"a\"\"b\", 1 \"quoted\", 2 bare, total: 1 + "
    "1, x: y",
    "SELECT \"int\", \"columns\"(a), \"row\"(1), \"over\", \"map\", \"rows\", int, row, values, interval, "
    "time",
    "SELECT ?, ?+1, ?||'x', ?::int, a=?, a>=?, f(?,?), a-?, (?)",
    "SELECT a=-1, a<-1, a||-1, 1-1, 1- -1, a*-1, b=@x, '{1}'::int[]<@a",
    "SELECT count(*) FILTER (b > 1), group_concat(a, ',' ORDER BY b), string_agg(DISTINCT a, ',' ORDER BY a)",
};

constexpr const char* kQueries[] = {
    "SELECT",
    "SELECT FROM t",
    "SELECT 1,",
    "SELECT a, b, FROM t",
    "SELECT ALL a FROM t",
    "SELECT DISTINCT a FROM t",
    "SELECT DISTINCT ON (a, b + 1) a, c FROM t ORDER BY a, b",
    "SELECT a INTO x FROM t",
    "FROM t",
    "FROM t SELECT a WHERE b",
    "FROM t WHERE a > 1 ORDER BY b LIMIT 1",
    "FROM 'data/*.csv'",
    "SELECT * FROM 'x.parquet' AS p WHERE a",
    "TABLE t ORDER BY a",
    "VALUES (1, 'a'), (2, 'b') ORDER BY 1 LIMIT 1",
    "SELECT * FROM (VALUES (1, 2), (3, 4)) AS v(a, b)",
    "SELECT * FROM VALUES (1, 2), (3, 4) v(a, b)",
    "SELECT * FROM a, b AS x, s.c y(p, q), d.s.t",
    "SELECT * FROM a JOIN b ON a.x = b.x LEFT JOIN c USING (y, z) RIGHT OUTER JOIN d ON true FULL JOIN e ON "
    "false",
    "SELECT * FROM a CROSS JOIN b NATURAL JOIN c NATURAL LEFT JOIN d INNER JOIN e USING (x) AS j",
    "SELECT * FROM a SEMI JOIN b ON a.x = b.x ANTI JOIN c USING (x) ASOF JOIN d ON a.t >= d.t ASOF LEFT JOIN "
    "e USING (t)",
    "SELECT * FROM a POSITIONAL JOIN b, c",
    "SELECT * FROM a LEFT SEMI JOIN b ON true",
    "SELECT * FROM a JOIN b JOIN c ON b.x = c.x ON a.x = b.x",
    "SELECT * FROM a JOIN (b JOIN c ON true) ON true, (d CROSS JOIN e) AS j(a, b)",
    "SELECT * FROM (SELECT 1) s, LATERAL (SELECT s.a) l, LATERAL f(s.a) AS g(x), (SELECT 2)",
    "SELECT * FROM ((SELECT 1) UNION (SELECT 2)) x, ((SELECT 3)) y, ((a JOIN b ON true))",
    "SELECT * FROM generate_series(1, 10) WITH ORDINALITY AS t(a, n), unnest(ARRAY[1]) u",
    "SELECT * FROM f(1) AS (x int, y text), f(2) AS r(x int, y numeric(10, 2))",
    "SELECT * FROM ROWS FROM (f(1), g(2)) WITH ORDINALITY AS t(a, b, n)",
    "SELECT * FROM read_csv('x.csv', header = true, delim => '|', columns := {'a': 'INT'}) r",
    "SELECT * FROM t AS OF VERSION 3 AS x, u AS OF TIMESTAMP '2024-01-01', v AS OF SNAPSHOT monday, w AS OF "
    "BRANCH b",
    "SELECT * FROM t AS OF '2024-01-01', t AT (VERSION => 3), t AT (TIMESTAMP => now()), t AS OF $1, t AS of",
    "SELECT * FROM t TABLESAMPLE BERNOULLI (10) REPEATABLE (1), u TABLESAMPLE 10%, v TABLESAMPLE "
    "reservoir(20 ROWS)",
    "SELECT * FROM t USING SAMPLE 10 PERCENT (bernoulli, 3)",
    "SELECT * FROM t USING SAMPLE reservoir(50 ROWS) REPEATABLE (100)",
    "SELECT * FROM t USING SAMPLE 5",
    "SELECT * FROM ONLY t, ONLY (u), v *",
    "SELECT a FROM t WHERE b GROUP BY a, b + 1 HAVING count(*) > 1 ORDER BY a DESC NULLS LAST, b ASC, c "
    "USING >",
    "SELECT a FROM t GROUP BY ROLLUP (a, (b, c)), CUBE (d), GROUPING SETS ((a, b), (a), (), ROLLUP (c)), ()",
    "SELECT a FROM t GROUP BY (a, b), ROW(c, d), DISTINCT_col",
    "SELECT a FROM t GROUP BY DISTINCT ROLLUP (a), ROLLUP (b)",
    "SELECT a, sum(b) FROM t GROUP BY ALL ORDER BY ALL",
    "SELECT a FROM t GROUP BY ALL HAVING true ORDER BY ALL DESC NULLS LAST LIMIT 3",
    "SELECT a FROM t WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b) QUALIFY row_number() OVER v = 1",
    "SELECT a FROM t QUALIFY row_number() OVER (ORDER BY a) <= 3 ORDER BY a",
    "SELECT a FROM t LIMIT 10 OFFSET 5",
    "SELECT a FROM t OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY",
    "SELECT a FROM t ORDER BY a FETCH FIRST ROW WITH TIES",
    "SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES OFFSET 2",
    "SELECT a FROM t LIMIT ALL OFFSET $1",
    "SELECT a FROM t LIMIT 10%",
    "SELECT a FROM t LIMIT 10 PERCENT",
    "SELECT a FROM t LIMIT 10 % 3",
    "SELECT a FROM t LIMIT (SELECT 1) + 1",
    "SELECT a FROM t FOR UPDATE OF t NOWAIT FOR SHARE SKIP LOCKED",
    "SELECT a FROM t FOR NO KEY UPDATE",
    "SELECT a FROM t FOR KEY SHARE OF t, u",
    "SELECT 1 UNION SELECT 2 UNION SELECT 3",
    "SELECT 1 UNION ALL SELECT 2 UNION SELECT 3 EXCEPT SELECT 4",
    "SELECT 1 UNION SELECT 2 INTERSECT SELECT 3",
    "(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3",
    "SELECT 1 EXCEPT (SELECT 2 EXCEPT SELECT 3)",
    "SELECT 1 EXCEPT ALL SELECT 2 INTERSECT ALL SELECT 3 ORDER BY 1 LIMIT 1",
    "(SELECT 1 ORDER BY 1 LIMIT 1) UNION ALL (SELECT 2 LIMIT 1) ORDER BY 1",
    "((SELECT 1)) UNION ((SELECT 2))",
    "(SELECT 1 LIMIT 1) ORDER BY 1",
    "SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b",
    "VALUES (1) UNION VALUES (2)",
    "TABLE a UNION TABLE b",
    "WITH a AS (SELECT 1), b(x, y) AS MATERIALIZED (SELECT 2, 3), c AS NOT MATERIALIZED (TABLE a) SELECT * "
    "FROM a, b, c",
    "WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT * FROM r",
    "WITH RECURSIVE r AS (SELECT 1) SEARCH DEPTH FIRST BY a, b SET o CYCLE a SET c TO 'y' DEFAULT 'n' USING "
    "p SELECT 1",
    "WITH RECURSIVE r(a) USING KEY (a) AS (SELECT 1) SEARCH BREADTH FIRST BY a SET o CYCLE a, b SET c USING "
    "p SELECT 1",
    "WITH x AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM x",
    "WITH x AS (DELETE FROM t RETURNING a), y AS (UPDATE t SET a = 1 RETURNING a) TABLE x",
    "SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x) AS s",
    "(WITH x AS (SELECT 1) SELECT * FROM x) UNION SELECT 2",
    "SELECT * FROM t PIVOT (sum(a) AS s, count(*) FOR y IN (2020, 2021 AS z) q IN ('a') GROUP BY g) AS p",
    "SELECT * FROM t PIVOT (sum(a) FOR (x, y) IN ((1, 2), (3, 4)))",
    "SELECT * FROM t PIVOT (sum(a) FOR y IN (SELECT DISTINCT y FROM t)), u PIVOT (max(b) FOR m IN mood)",
    "SELECT * FROM t UNPIVOT (v FOR n IN (a, b AS 'bee', c)) AS u",
    "SELECT * FROM t UNPIVOT INCLUDE NULLS ((v, w) FOR n IN ((a, b), (c, d)))",
    "SELECT :a$b, $ab, :\"A b\", :select, $select, a[1: :a$b], x::int, :name",
    "PIVOT t ON y USING sum(a) AS s, max(b) GROUP BY c, d ORDER BY c",
    "PIVOT t ON y IN (1, 2), z USING sum(a)",
    "PIVOT t ON x ^ y, @ (a + b), (c), -d, e IN (1)",
    "PIVOT (SELECT * FROM t) ON x || y USING first(z)",
    "UNPIVOT t ON a, b, c INTO NAME n VALUE v",
    "UNPIVOT t ON COLUMNS(* EXCLUDE (id))",
    "SELECT * FROM (PIVOT t ON y USING sum(a)) p",
    "SELECT * FROM (DESCRIBE t), (SHOW TABLES), (SUMMARIZE t)",
    "SELECT pivot, qualify, asof, semi, describe, show FROM pivot JOIN semi ON true",
    "SELECT a FROM x: t, y: (SELECT 1)",
    "SELECT 1 WHERE 1 = 1 GROUP BY ()",
};

constexpr const char* kChanges[] = {
    "INSERT INTO t VALUES (1, 'a'), (DEFAULT, NULL)",
    "INSERT INTO s.t (a, b) VALUES (1, 2) RETURNING *, a + 1 AS c",
    "INSERT INTO t DEFAULT VALUES",
    "INSERT INTO t AS x (a) SELECT a FROM u WHERE b ON CONFLICT DO NOTHING",
    "INSERT INTO t (a) VALUES (1) ON CONFLICT (a, lower(b)) WHERE c DO UPDATE SET a = EXCLUDED.a + t.a, b = "
    "DEFAULT WHERE t.c",
    "INSERT INTO t VALUES (1) ON CONFLICT ON CONSTRAINT t_pk DO UPDATE SET (a, b) = (1, DEFAULT), (c, d) = "
    "(SELECT 1, 2)",
    "INSERT INTO t OVERRIDING SYSTEM VALUE VALUES (1)",
    "INSERT INTO t (a) OVERRIDING USER VALUE SELECT 1",
    "INSERT OR REPLACE INTO t VALUES (1)",
    "INSERT OR IGNORE INTO t SELECT * FROM u",
    "REPLACE INTO t VALUES (1)",
    "INSERT INTO t BY NAME SELECT 1 AS a",
    "INSERT INTO t BY POSITION SELECT 1 AS a",
    "INSERT INTO t (SELECT 1)",
    "INSERT INTO t (a) (SELECT 1 UNION SELECT 2)",
    "INSERT INTO t FROM u",
    "WITH x AS (SELECT 1) INSERT INTO t TABLE x",
    "UPDATE t SET a = 1, b = b + 1, c = DEFAULT",
    "UPDATE ONLY t AS x SET (a, b) = ROW(1, 2), (c) = (3), d[1] = 2, e.f = 3, g[1:2] = h FROM u, v JOIN w ON "
    "true WHERE a = b RETURNING x.*",
    "UPDATE t SET a = 1 WHERE CURRENT OF c",
    "WITH x AS (SELECT 1) UPDATE t SET a = (SELECT * FROM x)",
    "DELETE FROM t",
    "DELETE FROM t AS x USING u, v WHERE x.a = u.a RETURNING a",
    "DELETE FROM ONLY t x WHERE CURRENT OF c",
    "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED AND s.b THEN UPDATE SET a = s.a, b = DEFAULT WHEN "
    "MATCHED THEN DELETE "
    "WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, DEFAULT) WHEN NOT MATCHED BY SOURCE THEN DO NOTHING "
    "RETURNING *",
    "MERGE INTO t AS x USING (SELECT 1 AS a) AS s USING (a) WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED "
    "BY TARGET THEN INSERT *",
    "MERGE INTO t USING s ON true WHEN NOT MATCHED THEN INSERT DEFAULT VALUES WHEN MATCHED THEN ERROR 'no'",
    "MERGE INTO t USING s ON true WHEN NOT MATCHED THEN INSERT BY NAME WHEN MATCHED THEN UPDATE BY NAME",
    "MERGE INTO t USING s ON true WHEN NOT MATCHED THEN INSERT OVERRIDING SYSTEM VALUE VALUES (1)",
    "COPY t FROM 'x.csv'",
    "COPY t (a, b) FROM STDIN WITH (FORMAT csv, HEADER, DELIMITER '|', NULL '', FORCE_NOT_NULL (a, b), "
    "FORCE_QUOTE *) WHERE a > 1",
    "COPY (SELECT 1) TO 'x.parquet' (FORMAT PARQUET, COMPRESSION zstd, ROW_GROUP_SIZE 100000, PARTITION_BY "
    "(a), OVERWRITE true)",
    "COPY t FROM STDIN WITH (a.b 1, '.c' 2, 'a..b' 3, '1a' 4, 'A b' 5, _x1 6)",
    "COPY t TO STDOUT CSV HEADER DELIMITER AS ',' NULL AS 'x' QUOTE '\"' ESCAPE '\\' FORCE QUOTE a, b "
    "ENCODING 'utf8'",
    "COPY t FROM STDIN BINARY",
    "COPY BINARY t TO STDOUT",
    "COPY t FROM PROGRAM 'cat x' CSV FORCE NOT NULL a FORCE NULL b",
    "COPY t TO $1",
    "COPY (INSERT INTO t VALUES (1) RETURNING a) TO STDOUT",
    "TRUNCATE t",
    "TRUNCATE TABLE ONLY a, s.b RESTART IDENTITY CASCADE",
    "TRUNCATE a CONTINUE IDENTITY RESTRICT",
};

INSTANTIATE_TEST_SUITE_P(Expressions, RoundTrip, testing::ValuesIn(kExpressions));
INSTANTIATE_TEST_SUITE_P(Queries, RoundTrip, testing::ValuesIn(kQueries));
INSTANTIATE_TEST_SUITE_P(Changes, RoundTrip, testing::ValuesIn(kChanges));

}  // namespace
}  // namespace stoa::sql
