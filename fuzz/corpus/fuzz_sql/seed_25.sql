CREATE TEMP TABLE t ON COMMIT DROP AS SELECT 1;
CREATE TABLE t AS SELECT 1 AS a;
CREATE TABLE t (a, b) AS SELECT 1, 2 WITH NO DATA;
CREATE TABLE IF NOT EXISTS t AS FROM 'x.csv';
CREATE TABLE t AS VALUES (1);
CREATE TABLE t AS (SELECT 1);
CREATE TABLE t ();
CREATE TABLE t (a, b);
CREATE TABLE t (v vector(3), h halfvec(4)[], l int[][3], s struct(a int, b text), m map(text, int), e app.mood);
