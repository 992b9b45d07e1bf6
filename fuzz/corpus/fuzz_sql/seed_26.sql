CREATE TABLE t (a int USING COMPRESSION zstd, EXCLUDE USING gist (r WITH &&) WHERE (a > 1));
CREATE TABLE t ("select" int, "A b" text, int int, value text, key text, date date, year int);
CREATE INDEX i ON t (a);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS s.i ON ONLY t USING btree (a DESC NULLS LAST, lower(b) ASC, (a + b), c COLLATE "C" text_ops) INCLUDE (d, e) NULLS NOT DISTINCT WITH (fillfactor = 70) WHERE a > 1;
CREATE INDEX ON t USING hnsw (v vector_l2_ops) WITH (m = 16, ef_construction = 64);
CREATE INDEX i ON t USING fts (a gin_ops (siglen = 32));
CREATE VIEW v AS SELECT 1;
CREATE OR REPLACE TEMP VIEW s.v (a, b) WITH (security_barrier) AS SELECT 1, 2 WITH LOCAL CHECK OPTION;
CREATE VIEW v AS SELECT 1 WITH CHECK OPTION;
