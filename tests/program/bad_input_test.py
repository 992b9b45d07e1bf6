#!/usr/bin/env python3
"""Bad input through the program: a clear error with its SQLSTATE, no crash, no partial effect.

Usage: bad_input_test.py STOA
"""
import random

import program

DEPTH = 100_000
LINE_BYTES = 100_000_000


class MissingAndWrongFiles(program.ProgramTest):
    def test_missing_files_are_named_with_a_near_name(self):
        self.write("cities.csv", "a\n1\n")
        self.assert_fails(self.sql("SELECT * FROM 'citys.csv'"), "58P01", "'citys.csv' does not exist",
                          "Did you mean 'cities.csv'?")
        self.assert_fails(self.sql("SELECT * FROM 'nodir/x.parquet'"), "58P01", "There is no directory 'nodir'")
        self.assert_fails(self.sql("SELECT * FROM read_csv('none*.csv')"), "58P01", "no file matches")
        self.assert_fails(self.sql("CREATE TABLE t (a INT)", "COPY t FROM 'none.csv'"), "58P01")

    def test_directories_are_no_files(self):
        self.path("folder").mkdir()
        for source in ("'folder'", "read_csv('folder')", "read_parquet('folder')"):
            self.assert_fails(self.sql(f"SELECT * FROM {source}"), "42809", "is a directory", "HINT: For all files")
        for options in ("", " (FORMAT parquet)"):
            self.assert_fails(self.sql(f"COPY (SELECT 1) TO 'folder'{options}"), "42809", "is a directory")
        self.assertEqual(self.files(), ["folder"])

    def test_devices_are_not_replaced(self):
        for options in ("", " (FORMAT parquet)"):
            self.assert_fails(self.sql(f"COPY (SELECT 1) TO '/dev/null'{options}"), "42809", "no regular file")

    def test_places_that_can_not_be_written(self):
        for name in ("nodir/x.csv", "nodir/x.parquet"):
            self.assert_fails(self.sql(f"COPY (SELECT 1) TO '{name}'"), "58P01", f"can't write '{name}'",
                              "there is no directory 'nodir'", "Make the directory")
        self.assert_fails(self.sql("COPY (SELECT 1) TO '/proc/x.csv'"), "58P01", "can't write '/proc/x.csv'")

    def test_files_of_another_kind(self):
        self.write("words.parquet", "hello world, this is no parquet file")
        self.assert_fails(self.sql("SELECT * FROM 'words.parquet'"), "22P04", "'words.parquet' is no valid Parquet",
                          "HINT: ")
        self.write("empty.parquet", "")
        self.assert_fails(self.sql("SELECT * FROM 'empty.parquet'"), "22P04", "too short")
        self.write("utf16.csv", b"\xff\xfea\x00\n\x00b")
        self.assert_fails(self.sql("SELECT * FROM 'utf16.csv'"), "22021", "file 'utf16.csv'", "UTF-16")
        self.write("bytes.csv", b"a,b\n1,\xff\xfe\n")
        self.assert_fails(self.sql("SELECT * FROM 'bytes.csv'"), "22021", "line 2", "encoding = 'latin-1'")
        self.write("data.xyz", "1")
        self.assert_fails(self.sql("SELECT * FROM 'data.xyz'"), "22023", "read_csv('data.xyz')")


class RaggedAndLongCsv(program.ProgramTest):
    def test_ragged_rows_are_told_by_line(self):
        self.write("ragged.csv", "a,b\n1,2\n3,4\n5\n6,7\n")
        self.assert_fails(self.sql("SELECT * FROM 'ragged.csv'"), "22P04", "'ragged.csv', line 4",
                          "1 field where 2 are expected", "null_padding")
        self.write("wide.csv", "a,b\n1,2\n3,4\n5,6,7\n6,7\n")
        self.assert_fails(self.sql("SELECT * FROM 'wide.csv'"), "22P04", "line 4", "3 fields where 2 are expected")
        self.write("open.csv", 'a,b\n1,"x\n2,y\n')
        self.assert_fails(self.sql("SELECT * FROM 'open.csv'"), "22P04", "line 2", "closing quote is missing")

    def test_values_that_are_not_of_the_columns_type(self):
        self.write("mixed.csv", "a,b\n1,x\n2,y\nthree,z\n")
        outcome = self.sql("CREATE TABLE t (a INTEGER, b TEXT)", "COPY t FROM 'mixed.csv'")
        self.assert_fails(outcome, "22P02", "'mixed.csv', line 4, column \"a\": 'three' is not a valid integer")
        rows = self.rows("CREATE TABLE t (a INTEGER, b TEXT)", "COPY t FROM 'mixed.csv' (IGNORE_ERRORS)",
                         "SELECT count(*) FROM t")
        self.assertEqual(rows, [["2"]])

    def test_types_guessed_from_a_sample_are_corrected(self):
        self.write("late.csv", "a\n" + "1\n" * 50_000 + "late\n")
        self.assertEqual(self.rows("SELECT count(*), count(DISTINCT a) FROM 'late.csv'"), [["50001", "2"]])

    def test_a_line_of_100_megabytes(self):
        self.write("long.csv", b"a,b\n1," + b"x" * LINE_BYTES + b"\n2,y\n")
        self.assert_fails(self.sql("SELECT * FROM 'long.csv'"), "22P04", "'long.csv', line 2", "max_line_size")
        rows = self.rows("SELECT a, length(b) FROM read_csv('long.csv', max_line_size = 200000000)")
        self.assertEqual(rows, [["1", str(LINE_BYTES)], ["2", "1"]])
        self.write("commas.csv", b"a,b\n" + b"," * LINE_BYTES + b"\n2,y\n")
        self.assert_fails(self.sql("SELECT * FROM 'commas.csv'"), "22P04", "line 2", "max_line_size")

    def test_a_statement_of_100_megabytes(self):
        self.write("long.sql", b"SELECT length('" + b"x" * LINE_BYTES + b"')")
        outcome = self.stoa("--format", "csv", "-f", "long.sql")
        self.assertEqual((outcome.status, outcome.rows()), (0, [[str(LINE_BYTES)]]))


class DamagedParquet(program.ProgramTest):
    KNOWN_STATES = {"22P04", "XX001", "22021", "22003", "22008", "0A000"}

    def make_file(self, compression):
        columns = ("x AS i, x * 0.5 AS d, (x % 7)::text AS few, 'text ' || x AS t, x % 3 = 0 AS b, "
                   "DATE '2020-01-01' + x::int AS day, (x * 100)::decimal(20, 2) AS money")
        self.rows(f"COPY (SELECT {columns} FROM generate_series(1, 300) g(x)) TO '{compression}.parquet' "
                  f"(COMPRESSION {compression}, ROW_GROUP_SIZE 100)")
        return self.path(f"{compression}.parquet").read_bytes()

    def test_a_file_cut_at_any_place(self):
        whole = self.make_file("snappy")
        scripts = []
        for size in range(0, len(whole), max(1, len(whole) // 60)):
            self.write(f"cut{size}.parquet", whole[:size])
            scripts.append(f"SELECT * FROM 'cut{size}.parquet'")
        for script in scripts:
            self.assert_fails(self.sql(script), "22P04", "no valid Parquet file")

    def test_a_thousand_flipped_bytes(self):
        """A flip gives rows or an error of a known kind, never a crash: a page's checksum tells most."""
        seed = 20_261_201
        choose = random.Random(seed)
        told = 0
        for compression in ("none", "snappy", "zstd", "gzip", "lz4_raw"):
            whole = self.make_file(compression)
            for batch in range(10):
                names = []
                for flip in range(20):
                    place = choose.randrange(len(whole))
                    damaged = bytearray(whole)
                    damaged[place] ^= 1 << choose.randrange(8)
                    names.append(self.write(f"f{flip}.parquet", bytes(damaged)))
                told += self.read_all(names, f"seed {seed} {compression} batch {batch}")
        self.assertGreater(told, 500)

    def read_all(self, names, what):
        """How many of the files gave an error; each is read by a statement of its own, in one process."""
        told = 0
        left = list(names)
        while left:
            # An error ends a run: go on behind the statement that failed.
            script = "".join(f"SELECT {mark}; SELECT * FROM '{name}';\n" for mark, name in enumerate(left))
            outcome = self.stoa("--format", "csv", "--memory-limit", "200MB", text=script)
            self.assertIn(outcome.status, (0, 1), f"{what}: {outcome.error[-2000:]}")
            if outcome.status == 0:
                break
            self.assertIn(outcome.state, self.KNOWN_STATES, f"{what}: {outcome.error}")
            told += 1
            done = sum(1 for line, after in zip(outcome.out.splitlines(), outcome.out.splitlines()[1:] + [""])
                       if line == after and line.isdigit())
            left = left[done:]
        return told


class DeepAndLongSql(program.ProgramTest):
    def run_text(self, text, *options):
        self.write("deep.sql", text)
        return self.stoa("--format", "csv", *options, "-f", "deep.sql")

    def test_nesting_of_100000_levels_is_refused(self):
        n = DEPTH
        for text in ("SELECT " + "(" * n + "1" + ")" * n,
                     "SELECT " + "(" * n,
                     "SELECT " + "NOT " * n + "true",
                     "SELECT " + "- " * n + "1",
                     "SELECT 1" + " + 1" * n,
                     "SELECT 1" + "::int" * n,
                     "SELECT " + "abs(" * n + "1" + ")" * n,
                     "SELECT " + "CASE WHEN true THEN " * n + "1" + " END" * n,
                     "SELECT " + "1 IN (" * n + "1" + ")" * n,
                     "SELECT * FROM " + "(SELECT * FROM " * n + "t" + ")" * n,
                     "SELECT * FROM " + "(" * n + "VALUES (1)" + ")" * n,
                     "SELECT " + "EXISTS (SELECT " * n + "1" + ")" * n,
                     "SELECT x" + "[1]" * n + " FROM (VALUES (1)) t(x)",
                     "SELECT (1" + ", 1" * n + ") < (1" + ", 1" * n + ")",
                     "EXPLAIN " * n + "SELECT 1",
                     "WITH a AS (" * n + "SELECT 1"):
            self.assert_fails(self.run_text(text), "54001", "HINT: " if "< (" not in text else "compared")

    def test_long_but_flat_statements_run(self):
        n = DEPTH
        for text, value in (("SELECT count(*) FROM (SELECT 1" + " UNION ALL SELECT 1" * n + ") t", n + 1),
                            ("SELECT 1 WHERE " + "true AND " * n + "true", 1),
                            ("SELECT 1 WHERE " + "false OR " * n + "true", 1),
                            ("SELECT length('a'" + " || 'a'" * n + ")", n + 1),
                            ("SELECT length('a'" + " || 1" * n + ")", n + 1),
                            ("SELECT 1 WHERE 7 IN (" + ",".join(map(str, range(n))) + ")", 1),
                            ("SELECT COALESCE(" + "NULL, " * n + "1)", 1),
                            ("SELECT CASE " + "WHEN false THEN 1 " * n + "ELSE 2 END", 2),
                            ("/*" * n + "*/" * n + " SELECT 1", 1)):
            outcome = self.run_text(text)
            self.assertEqual((outcome.status, outcome.error), (0, ""), text[:60])
            self.assertEqual(outcome.rows(), [[str(value)]], text[:60])

    def test_too_many_columns(self):
        columns = ", ".join(f"c{i} int" for i in range(DEPTH))
        self.assert_fails(self.run_text(f"CREATE TABLE t ({columns})"), "54011", "at most 1600 columns")


class Arithmetic(program.ProgramTest):
    def test_division_by_zero(self):
        for expression in ("1 / 0", "1 // 0", "1 % 0", "1.0 / 0.0", "mod(1, 0)", "x // (x - x)"):
            outcome = self.sql(f"SELECT {expression} FROM (VALUES (7)) t(x)")
            self.assert_fails(outcome, "22012", "division by zero", "LINE 1: SELECT")

    def test_overflow(self):
        for expression in ("9223372036854775807 + 1", "-9223372036854775808 - 1", "9223372036854775807 * 2",
                           "abs(-9223372036854775808)", "300::tinyint", "1e308::double precision * 10",
                           "99999999999999999999999999999999999999::decimal(38, 0) * 10",
                           "170141183460469231731687303715884105727::hugeint + 1", "2147483647::integer * 2::integer",
                           "DATE '5874897-12-31' + 1", "exp(1000.0::double precision)"):
            outcome = self.sql(f"SELECT {expression}")
            self.assertEqual(outcome.status, 1, f"{expression}: {outcome.out}")
            self.assertIn(outcome.state, ("22003", "22008"), f"{expression}: {outcome.error}")
            self.assertIn("out of range", outcome.error, expression)


class NoPartialEffect(program.ProgramTest):
    """Statements that fail half way leave nothing: asked again in the same process, through standard input."""

    ROWS = 200_000
    FAILING = "CASE WHEN x = 199999 THEN 1 // (x - 199999) ELSE x END"

    def test_copy_to_leaves_the_old_file(self):
        for name in ("out.csv", "out.parquet"):
            self.rows(f"COPY (SELECT 1 AS a) TO '{name}'")
            before = self.path(name).read_bytes()
            outcome = self.sql(f"COPY (SELECT {self.FAILING} AS a FROM generate_series(1, {self.ROWS}) g(x)) "
                               f"TO '{name}'")
            self.assert_fails(outcome, "22012")
            self.assertEqual(self.path(name).read_bytes(), before)
        self.assertEqual(self.files(), ["out.csv", "out.parquet"])

    def test_a_script_stops_where_it_fails(self):
        outcome = self.stoa("--format", "csv", text="SELECT 1 AS a;\nSELECT 1 // 0;\nSELECT 2 AS a;\n")
        self.assert_fails(outcome, "22012")
        self.assertEqual(outcome.out, "a\n1\n")


if __name__ == "__main__":
    program.main()
