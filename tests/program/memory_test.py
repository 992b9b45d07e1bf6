#!/usr/bin/env python3
"""Queries over the memory limit end with 53200 and a hint, and the process stays within the limit.

The process may have 1.3 times the limit and a fixed base (the program itself, thread stacks, file buffers).
Usage: memory_test.py STOA
"""
import struct

import program

LIMIT_BYTES = 100_000_000
BASE_BYTES = 40_000_000

QUERIES = {
    "hash join": "SELECT count(*) FROM generate_series(1, 5000000) a(x) JOIN generate_series(1, 5000000) b(x) ON a.x = b.x",
    "hash join of texts": "SELECT count(*) FROM (SELECT 'a long enough text ' || x AS t FROM generate_series(1, 3000000) g(x)) a "
                          "JOIN (SELECT 'a long enough text ' || x AS t FROM generate_series(1, 3000000) g(x)) b ON a.t = b.t",
    "sort": "SELECT sum(x) FROM (SELECT x FROM generate_series(1, 20000000) g(x) ORDER BY x * 7919 % 20000003 OFFSET 1) t",
    "sort of texts": "SELECT count(t) FROM (SELECT 'text that is stored in a heap ' || x AS t FROM generate_series(1, 5000000) g(x) "
                     "ORDER BY t OFFSET 1) s",
    "group by": "SELECT count(*) FROM (SELECT x, count(*) FROM generate_series(1, 10000000) g(x) GROUP BY x) t",
    "group by with texts kept": "SELECT count(m) FROM (SELECT x % 1000000 AS k, max('a text of some length, longer than inline ' || x) AS m "
                                "FROM generate_series(1, 3000000) g(x) GROUP BY k) t",
    "group by with first and last": "SELECT count(m) FROM (SELECT x % 1000000 AS k, last('a text of some length, longer than inline ' || x) AS m "
                                    "FROM generate_series(1, 3000000) g(x) GROUP BY k) t",
    "distinct": "SELECT count(*) FROM (SELECT DISTINCT x FROM generate_series(1, 20000000) g(x)) t",
    "count distinct": "SELECT count(DISTINCT x) FROM generate_series(1, 20000000) g(x)",
    "union": "SELECT count(*) FROM (SELECT x FROM generate_series(1, 10000000) g(x) UNION SELECT -x FROM generate_series(1, 10000000) g(x)) t",
    "except": "SELECT count(*) FROM (SELECT x FROM generate_series(1, 20000000) g(x) EXCEPT SELECT 1) t",
    "window": "SELECT sum(r) FROM (SELECT row_number() OVER (ORDER BY x * 7919 % 20000003) AS r FROM generate_series(1, 10000000) g(x)) t",
    "window by partition": "SELECT sum(r) FROM (SELECT sum(x) OVER (PARTITION BY x % 1000 ORDER BY x) AS r FROM generate_series(1, 10000000) g(x)) t",
    "collected cross join": "SELECT * FROM generate_series(1, 10000) a(x), generate_series(1, 10000) b(y)",
    "collected texts": "SELECT 'row number ' || x || ' of many' FROM generate_series(1, 10000000) g(x)",
    "common table": "WITH c AS MATERIALIZED (SELECT x, x * 2 AS y FROM generate_series(1, 20000000) g(x)) "
                    "SELECT (SELECT count(*) FROM c), (SELECT sum(y) FROM c)",
    "string_agg": "SELECT length(string_agg('abcdefghijklmnopqrstuvwxyz' || x, ',')) FROM generate_series(1, 10000000) g(x)",
    "string_agg in groups": "SELECT count(t) FROM (SELECT x % 10 AS k, string_agg('abcdefghijklmnopqrstuvwxyz' || x, ',') AS t "
                            "FROM generate_series(1, 10000000) g(x) GROUP BY k) s",
    "median": "SELECT median(x) FROM generate_series(1, 20000000) g(x)",
    "create table as": "CREATE TABLE t AS SELECT x * 7919 % 20000003 AS a, x * 104729 % 20000003 AS b, x * 1.5 AS c FROM generate_series(1, 20000000) g(x)",
    "repeat": "SELECT length(repeat('x', 1000000000))",
    "repeat of a row": "SELECT length(repeat(x::text, 1000000000)) FROM generate_series(1, 2) g(x)",
    "lpad": "SELECT length(lpad('x', 1000000000))",
    "rpad": "SELECT length(rpad('x', 1000000000, 'ab'))",
    "doubled texts": "SELECT length(t || t || t || t) FROM (SELECT repeat('x', 40000000 + x) AS t FROM generate_series(1, 2) g(x)) s",
    "replace": "SELECT length(replace(repeat('x', 10000000 + x), 'x', 'yyyyyyyyyyyyyyyyyyyy')) FROM generate_series(1, 2) g(x)",
    "regexp_replace": "SELECT length(regexp_replace(repeat('x', 10000000 + x), 'x', 'yyyyyyyyyyyyyyyyyyyy', 'g')) FROM generate_series(1, 2) g(x)",
}


class OverTheLimit(program.ProgramTest):
    def run_limited(self, name, *arguments):
        outcome, peak = self.peak_bytes("--memory-limit", str(LIMIT_BYTES), "--threads", "2", "--format", "csv", *arguments)
        self.assertLess(peak, LIMIT_BYTES * 1.3 + BASE_BYTES, f"{name}: {peak / 1e6:.0f} MB, {outcome.error[-300:]}")
        return outcome

    def test_queries_fail_in_time(self):
        for name, query in QUERIES.items():
            with self.subTest(name):
                outcome = self.run_limited(name, "-c", query)
                self.assert_fails(outcome, "53200", "out of memory", "HINT: ", "SET memory_limit")

    def test_files(self):
        self.rows("COPY (SELECT x * 7919 % 20000003 AS a, 'text number ' || x AS t FROM generate_series(1, 5000000) g(x)) TO 'big.parquet'",
                  "COPY (SELECT x * 7919 % 20000003 AS a, 'text number ' || x AS t FROM generate_series(1, 5000000) g(x)) TO 'big.csv'")
        for name in ("big.parquet", "big.csv"):
            with self.subTest(name):
                # Read piece by piece they fit; kept whole they don't.
                outcome = self.run_limited(name, "-c", f"SELECT count(*), max(a), min(t) FROM '{name}'")
                self.assertEqual((outcome.status, outcome.error), (0, ""))
                outcome = self.run_limited(name, "-c", f"SELECT * FROM '{name}'")
                self.assert_fails(outcome, "53200", "HINT: ")
                outcome = self.run_limited(name, "-c", f"CREATE TABLE t AS SELECT * FROM '{name}'")
                self.assert_fails(outcome, "53200", "HINT: ")
                outcome = self.run_limited(name, "-c", f"COPY (SELECT * FROM '{name}') TO 'copy.csv'", "-c",
                                           f"COPY (SELECT * FROM '{name}') TO 'copy.parquet'")
                self.assertEqual((outcome.status, outcome.error), (0, ""))

    def test_a_set_limit_counts_like_the_option(self):
        outcome, peak = self.peak_bytes("-c", "SET memory_limit = '100MB'", "-c", QUERIES["count distinct"])
        self.assert_fails(outcome, "53200", "memory limit of 100 MB")
        self.assertLess(peak, LIMIT_BYTES * 1.3 + BASE_BYTES)

    def test_a_parquet_file_that_lies_about_its_size(self):
        """Page headers that promise gigabytes are refused before memory is taken."""
        self.rows("COPY (SELECT x FROM generate_series(1, 1000) g(x)) TO 'honest.parquet' (COMPRESSION snappy)")
        whole = bytearray(self.path("honest.parquet").read_bytes())
        tried = 0
        # Any zigzag number of the first page's header becomes 2^30.
        for place in range(4, 40):
            lying = whole[:place] + b"\x80\x80\x80\x80\x08" + whole[place + 5:]
            self.write("lying.parquet", bytes(lying))
            outcome = self.run_limited(f"byte {place}", "-c", "SELECT sum(x) FROM 'lying.parquet'")
            if outcome.status != 0:
                self.assertIn(outcome.state, ("22P04", "XX001", "53200"), outcome.error)
                tried += 1
        self.assertGreater(tried, 10)
        # And a footer length that is longer than the file.
        whole[-8:-4] = struct.pack("<I", 0x7FFFFFFF)
        self.write("lying.parquet", bytes(whole))
        self.assert_fails(self.run_limited("footer", "-c", "SELECT * FROM 'lying.parquet'"), "22P04", "footer")


if __name__ == "__main__":
    program.main()
