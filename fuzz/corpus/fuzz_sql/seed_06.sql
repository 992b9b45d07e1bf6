SELECT *, t.*, * EXCLUDE (a, b), * EXCLUDE a, * REPLACE (a + 1 AS a), t.* EXCLUDE (a) REPLACE (b AS c), * RENAME (a AS b);
SELECT COLUMNS('x.*'), COLUMNS(*), COLUMNS(* EXCLUDE (a)), min(COLUMNS(*)), COLUMNS(c -> c LIKE 'x%'), *COLUMNS('x');
SELECT * LIKE 'a%';
SELECT a < b AND c = d OR e <> f, (a < b) = c, a = (b < c), NOT a = b, a = (NOT b), (NOT a) = b, - (a + b);
SELECT (a LIKE b) LIKE c, a LIKE (b LIKE c), a LIKE b || c, (a BETWEEN 1 AND 2) = b, x = (a BETWEEN 1 AND 2);
SELECT a - (b - c), (a - b) - c, a / (b * c), (a + b) * c, a ^ b ^ c, a ^ (b ^ c), @ (a + b), (@ a) + b, @ a || b;
SELECT (SELECT a FROM t WHERE b = c LIMIT 1), (VALUES (1)), (TABLE t), (FROM t), (WITH x AS (SELECT 1) SELECT * FROM x);
SELECT 'x' AS "select", a AS "Aa", b AS select, c AS "a""b", 1 "quoted", 2 bare, total: 1 + 1, x: y;
SELECT "int", "columns"(a), "row"(1), "over", "map", "rows", int, row, values, interval, time;
