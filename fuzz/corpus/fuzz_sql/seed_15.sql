PIVOT t ON y IN (1, 2), z USING sum(a);
PIVOT (SELECT * FROM t) ON x || y USING first(z);
UNPIVOT t ON a, b, c INTO NAME n VALUE v;
UNPIVOT t ON COLUMNS(* EXCLUDE (id));
SELECT * FROM (PIVOT t ON y USING sum(a)) p;
SELECT * FROM (DESCRIBE t), (SHOW TABLES), (SUMMARIZE t);
SELECT pivot, qualify, asof, semi, describe, show FROM pivot JOIN semi ON true;
SELECT a FROM x: t, y: (SELECT 1);
SELECT 1 WHERE 1 = 1 GROUP BY ();
