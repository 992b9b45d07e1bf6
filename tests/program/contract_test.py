#!/usr/bin/env python3
"""The contract of the program without a terminal: options, exit status, outputs, formats, scripts.

Usage: contract_test.py STOA
"""
import os
import subprocess
import time

import program

SAMPLE = "SELECT * FROM (VALUES (1, 'a,b', 1.5::double precision, true), (NULL, NULL, NULL, NULL), (3, '', 'NaN', false)) t(i, s, d, b)"


class ExitStatus(program.ProgramTest):
    def test_success_is_0_with_nothing_on_standard_error(self):
        outcome = self.stoa("-c", "SELECT 1 AS one")
        self.assertEqual((outcome.status, outcome.error), (0, ""))
        self.assertIn("| one |", outcome.out)

    def test_a_failed_statement_is_1_with_state_line_and_caret(self):
        outcome = self.stoa("-c", "SELECT 1;\nSELECT 2,\n  nosuch")
        self.assertEqual(outcome.status, 1)
        self.assertEqual(outcome.error.splitlines()[:3],
                         ['ERROR 42703: column "nosuch" does not exist', "LINE 3:   nosuch", "          ^"])

    def test_wrong_usage_is_2(self):
        for arguments in (["--nosuch"], ["-c"], ["-f"], ["--format", "xml", "-c", "SELECT 1"],
                          ["--threads", "-1", "-c", "SELECT 1"], ["--threads", "many", "-c", "SELECT 1"],
                          ["--memory-limit", "lots", "-c", "SELECT 1"], ["a.stoa", "b.stoa"]):
            outcome = self.stoa(*arguments)
            self.assertEqual(outcome.status, 2, arguments)
            self.assertEqual(outcome.out, "", arguments)
            self.assertNotEqual(outcome.error, "", arguments)

    def test_help_and_version_are_0(self):
        for option in ("--help", "--version"):
            outcome = self.stoa(option)
            self.assertEqual((outcome.status, outcome.error), (0, ""))
            self.assertTrue(outcome.out.startswith("StoaDB") or outcome.out.startswith("stoa "), outcome.out)

    def test_a_script_that_is_not_there(self):
        self.path("folder").mkdir()
        for name in ("none.sql", "folder"):
            self.assert_fails(self.stoa("-f", name), "58P01", f'"{name}" can\'t be read')


class Statements(program.ProgramTest):
    def test_c_may_be_repeated_and_shares_a_session(self):
        self.assertEqual(self.rows("CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1), (2)",
                                   "SELECT sum(a) FROM t"), [["3"]])

    def test_a_failing_c_ends_the_run(self):
        outcome = self.sql("SELECT 1 AS a", "SELECT nosuch", "SELECT 2 AS a")
        self.assert_fails(outcome, "42703")
        self.assertEqual(outcome.out, "a\n1\n")

    def test_scripts_run_after_commands_in_order(self):
        self.write("one.sql", "SELECT a + 1 AS a FROM t;")
        self.write("two.sql", "SELECT a + 2 AS a FROM t")
        outcome = self.stoa("--format", "csv", "-f", "one.sql", "-f", "two.sql", "-c", "CREATE TABLE t AS SELECT 1 AS a")
        self.assertEqual((outcome.status, outcome.out), (0, "a\n2\na\n3\n"))

    def test_a_script_runs_up_to_its_failing_statement(self):
        self.write("half.sql", "SELECT 1 AS a;\n\n-- comment\nSELECT 2 AS a;\nSELEC 3;\nSELECT 4 AS a;\n")
        for outcome in (self.stoa("--format", "csv", "-f", "half.sql"),
                        self.stoa("--format", "csv", text=self.path("half.sql").read_text())):
            self.assert_fails(outcome, "42601", "LINE 5: SELEC 3;")
            self.assertEqual(outcome.out, "a\n1\na\n2\n")

    def test_standard_input_is_run_statement_by_statement(self):
        process = subprocess.Popen([program.STOA, "--format", "csv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder, bufsize=0)
        with process:
            for number in range(3):
                process.stdin.write(f"SELECT {number}\n AS a;\n".encode())
                # The answer is there although the input stays open.
                self.assertEqual(os.read(process.stdout.fileno(), 100), f"a\n{number}\n".encode())
            process.stdin.write(b"SELECT 7 AS a")
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"a\n7\n")
        self.assertEqual(process.returncode, 0)

    def test_a_long_insert_over_many_lines(self):
        values = ",\n".join(f"({i}, 'row; {i}')" for i in range(100_000))
        started = time.monotonic()
        outcome = self.stoa("--format", "csv", text=f"CREATE TABLE t (a INT, b TEXT);\nINSERT INTO t VALUES\n{values};\n"
                                                    "SELECT count(*) AS n FROM t;\n")
        self.assertEqual((outcome.status, outcome.out), (0, "n\n100000\n"))
        self.assertLess(time.monotonic() - started, 60)

    def test_empty_input_is_fine(self):
        for text in ("", "\n\n", "-- only a comment\n", ";", ";;\n"):
            self.assertEqual(self.stoa(text=text).status, 0, repr(text))
        self.assertEqual(self.stoa("-c", "").status, 0)


class DotCommands(program.ProgramTest):
    SCRIPT = (".mode csv\n-- a comment\nCREATE TABLE t (a INTEGER NOT NULL, \"B c\" VARCHAR(3) DEFAULT 'x');\n.tables\n.schema t\n"
              "SELECT 1 AS a;\n.mode json\nSELECT 2 AS a;\n.quit\nSELECT 3 AS a;\n")

    def test_they_work_in_scripts_and_on_standard_input(self):
        self.write("dots.sql", self.SCRIPT)
        for outcome in (self.stoa("-f", "dots.sql"), self.stoa(text=self.SCRIPT)):
            self.assertEqual((outcome.status, outcome.error), (0, ""))
            self.assertIn("CREATE TABLE t (\n  a integer NOT NULL,\n  \"B c\" character varying(3) DEFAULT 'x'\n);\n", outcome.out)
            self.assertTrue(outcome.out.endswith('a\n1\n[{"a":2}]\n'), outcome.out)

    def test_they_work_as_c(self):
        outcome = self.stoa("-c", ".mode ndjson", "-c", "SELECT 1 AS a", "-c", ".quit", "-c", "SELECT 2 AS a")
        self.assertEqual((outcome.status, outcome.out), (0, '{"a":1}\n'))

    def test_help_timer_and_the_mode(self):
        outcome = self.stoa(text=".help\n.mode\n.timer on\nSELECT 1;\n.timer off\nSELECT 2;\n")
        self.assertEqual((outcome.status, outcome.error), (0, ""))
        for word in (".tables", ".schema", ".read", "\ntable\n"):
            self.assertIn(word, outcome.out)
        self.assertEqual(outcome.out.count("Time: "), 1)

    def test_wrong_ones_fail_like_statements(self):
        for command, state, words in ((".tabels", "42601", "perhaps .tables"), (".mode xml", "22023", "modes are table"),
                                      (".timer", "22023", "on or off"), (".schema nosuch", "42P01", ".tables lists"),
                                      (".read nosuch.sql", "58P01", "nosuch.sql")):
            outcome = self.stoa(text=f"{command}\nSELECT 1;\n")
            self.assert_fails(outcome, state, words)
            self.assertEqual(outcome.out, "")

    def test_read_runs_scripts_but_not_without_end(self):
        self.write("inner.sql", "SELECT 1 AS a;\n")
        self.write("outer.sql", ".mode csv\n.read inner.sql\nSELECT 2 AS a;\n")
        self.assertEqual(self.stoa("-f", "outer.sql").out, "a\n1\na\n2\n")
        self.write("self.sql", ".read self.sql\n")
        self.assert_fails(self.stoa("-f", "self.sql"), "54001", "too deeply")


class Formats(program.ProgramTest):
    def output(self, name, statement=SAMPLE):
        outcome = self.stoa("--format", name, "-c", statement)
        self.assertEqual((outcome.status, outcome.error), (0, ""))
        return outcome.out

    def test_csv_null_is_an_empty_field_and_empty_text_is_quoted(self):
        self.assertEqual(self.output("csv"), 'i,s,d,b\n1,"a,b",1.5,true\n,,,\n3,"",NaN,false\n')

    def test_json_null_is_null(self):
        self.assertEqual(self.output("json"), '[{"i":1,"s":"a,b","d":1.5,"b":true},\n '
                                              '{"i":null,"s":null,"d":null,"b":null},\n '
                                              '{"i":3,"s":"","d":"NaN","b":false}]\n')
        self.assertEqual(self.output("json", "SELECT 1 WHERE false"), "[]\n")

    def test_ndjson_is_a_row_a_line(self):
        self.assertEqual(self.output("ndjson").splitlines()[1], '{"i":null,"s":null,"d":null,"b":null}')
        self.assertEqual(self.output("ndjson", "SELECT 'a\"\\\n' AS s"), '{"s":"a\\"\\\\\\n"}\n')

    def test_markdown_and_table(self):
        self.assertEqual(self.output("markdown", "SELECT 1 AS n, 'a|b' AS t").splitlines(),
                         ["| n | t |", "| ---: | --- |", "| 1 | a\\|b |"])
        self.assertIn("(3 rows)", self.output("table"))

    def test_statements_without_rows_print_nothing(self):
        for name in ("table", "csv", "json", "ndjson", "markdown"):
            self.assertEqual(self.output(name, "CREATE TABLE t (a INT)"), "")


class Options(program.ProgramTest):
    def test_readonly_refuses_changes(self):
        for statement in ("CREATE TABLE t (a INT)", "CREATE TABLE t AS SELECT 1", "CREATE VIEW v AS SELECT 1"):
            self.assert_fails(self.sql(statement, options=["--readonly"]), "25006", "read only")
        self.assertEqual(self.rows("SELECT 1", options=["--readonly"]), [["1"]])

    def test_memory_limit(self):
        outcome = self.sql("SELECT count(DISTINCT x) FROM generate_series(1, 10000000) g(x)", options=["--memory-limit", "20MB"])
        self.assert_fails(outcome, "53200", "memory limit of 20 MB", "HINT: ", "--memory-limit")
        self.assertEqual(self.rows("SHOW memory_limit", options=["--memory-limit", "20MB"]), [["20000000B"]])

    def test_threads(self):
        for count in (1, 3):
            self.assertEqual(self.rows("SHOW threads", options=["--threads", str(count)]), [[str(count)]])

    def test_database_files_are_refused_for_what_they_are(self):
        outcome = self.stoa("data.stoa", "-c", "SELECT 1")
        if outcome.status != 0:
            self.assert_fails(outcome, "0A000", "HINT: ")


if __name__ == "__main__":
    program.main()
