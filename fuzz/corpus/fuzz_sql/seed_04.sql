SELECT sum(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '1 day' PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES);
SELECT sum(a) OVER (ORDER BY b GROUPS BETWEEN 1 + 1 FOLLOWING AND 2 FOLLOWING EXCLUDE CURRENT ROW);
SELECT lag(a) IGNORE NULLS OVER w, last_value(a IGNORE NULLS) OVER w, first_value(a) RESPECT NULLS OVER (w);
SELECT ROW(1, 2), ROW(1), ROW(), (1, 2), (1, (2, 3)), ROW(a, b) = (c, d), (a, b) < (c, d);
SELECT [1, 2, 3], [], ARRAY[1, 2], ARRAY[[1], [2]], {'a': 1, b: 2, "C": [1]}, {}, MAP {'a': 1, 'b': 2}, MAP {};
SELECT [x + 1 FOR x IN list], [x FOR x IN list IF x > 1], list_transform(l, x -> x + 1), list_filter(l, (x, i) -> i > 1);
SELECT list_reduce(l, lambda x, y: x + y), list_transform(l, lambda x: lambda y: x + y), list_filter(l, x -> x > 1 AND x < 5);
SELECT COALESCE(a, b), NULLIF(a, b), GREATEST(a, b), LEAST(a, b), GROUPING(a, b);
SELECT EXTRACT(year FROM a), EXTRACT('year' FROM a), EXTRACT(day FROM a + b), date_part('year', a), extract(YEAR, a);
