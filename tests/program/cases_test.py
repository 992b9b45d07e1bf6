#!/usr/bin/env python3
"""The shared small inputs with their right answers (../shared/cases/inputs.md) that concern files: A13 to A16.

A1 and A3 to A6 are in tests/sql/exactness/cases.test; A16 with the statistics of another writer, which our own never
writes, is in src/engine/failing_statement_test.cpp. Usage: cases_test.py STOA
"""
import program


class SharedCases(program.ProgramTest):
    def test_a13_one_quoted_value_at_the_end(self):
        """3,000 plain rows and a last value with a doubled quote and a comma: 3,000 rows, two columns."""
        lines = [f"{n},x" for n in range(2_999)] + ['2999,"say ""hi"", you"']
        for header, count in (("", 3_000), ("n,x\n", 3_000)):
            self.write("a13.csv", header + "\n".join(lines) + "\n")
            for threads in (1, 4):
                options = ["--threads", str(threads)]
                names = [row[0] for row in self.rows("DESCRIBE SELECT * FROM 'a13.csv'", options=options)]
                self.assertEqual(len(names), 2, names)
                self.assertEqual(self.rows("SELECT count(*) FROM 'a13.csv'", options=options), [[str(count)]])
                outcome = self.sql(f'SELECT "{names[1]}" AS last FROM \'a13.csv\' WHERE "{names[0]}" = 2999', options=options)
                self.assertEqual(outcome.out, 'last\n"say ""hi"", you"\n')

    def test_a13_semicolons_with_decimal_commas(self):
        """Four columns, and nothing split at the commas or within the quotes."""
        self.write("a13.csv", 'id;amount;note;total\n1;1234,5;"59.9;10.7";7,25\n2;99,0;plain;8,5\n3;0,1;"a ""b""";9,75\n')
        self.assertEqual([row[0] for row in self.rows("DESCRIBE SELECT * FROM 'a13.csv'")], ["id", "amount", "note", "total"])
        outcome = self.stoa("--format", "ndjson", "-c", "SELECT note, amount::text AS amount FROM 'a13.csv' ORDER BY id")
        self.assertEqual(outcome.out, '{"note":"59.9;10.7","amount":"1234,5"}\n{"note":"plain","amount":"99,0"}\n'
                                      '{"note":"a \\"b\\"","amount":"0,1"}\n')
        outcome = self.sql("SELECT sum(amount) AS s, sum(total) AS t FROM read_csv('a13.csv', decimal_separator = ',')")
        self.assertEqual(outcome.out, "s,t\n1333.6,25.5\n")

    def test_a14_line_ends_make_no_difference(self):
        """One CSV with LF, with CRLF, without a last newline: identical rows."""
        text = 'a,b\n1,x\n2,"y\nz"\n3,\n'
        for name, contents in (("lf.csv", text), ("crlf.csv", text.replace("\n", "\r\n")), ("no_end.csv", text[:-1]),
                               ("crlf_no_end.csv", text.replace("\n", "\r\n")[:-2])):
            self.write(name, contents)
            outcome = self.stoa("--format", "ndjson", "-c", f"SELECT a, replace(b, chr(13), '') AS b FROM '{name}'")
            self.assertEqual(outcome.out, '{"a":1,"b":"x"}\n{"a":2,"b":"y\\nz"}\n{"a":3,"b":null}\n', name)

    def test_a14_one_column_with_a_quoted_first_value_and_crlf(self):
        """Two rows, whatever newline option is given, or a clear refusal."""
        self.write("one.csv", '"first"\r\nsecond\r\n')
        for options in ("header = false", "header = false, quote = '\"'"):
            outcome = self.sql(f"SELECT * FROM read_csv('one.csv', {options})")
            self.assertEqual(outcome.out.splitlines()[1:], ["first", "second"], options)
        for newline in ("\\n", "\\r\\n", "\\r"):
            outcome = self.sql(f"SELECT * FROM read_csv('one.csv', header = false, new_line = '{newline}')")
            if outcome.status == 0:
                self.assertEqual(outcome.out.splitlines()[1:], ["first", "second"], newline)
            else:
                self.assert_fails(outcome, "22023", "new_line")

    def test_a15_unquoted_empty_is_null_and_quoted_empty_is_text(self):
        self.write("empty.csv", ',""\n"",x\n')
        read = "SELECT column0 AS a, column1 AS b FROM read_csv('empty.csv', header = false{})"
        outcome = self.stoa("--format", "ndjson", "-c", read.format(""))
        self.assertEqual(outcome.out, '{"a":null,"b":""}\n{"a":"","b":"x"}\n')
        # One option flips it, each way.
        outcome = self.stoa("--format", "ndjson", "-c", read.format(", allow_quoted_nulls = true"))
        self.assertEqual(outcome.out, '{"a":null,"b":null}\n{"a":null,"b":"x"}\n')
        # And the writer keeps to the same rules.
        self.rows("COPY (SELECT * FROM (VALUES (NULL, ''), ('', 'x')) t(a, b)) TO 'written.csv' (HEADER false)")
        self.assertEqual(self.path("written.csv").read_text(), ',""\n"",x\n')

    def test_a16_nan_is_found_and_the_maximum_comes_from_everywhere(self):
        self.rows("COPY (SELECT * FROM (VALUES (8.0::double precision), (8.0), ('NaN')) t(x)) TO 'nan.parquet'")
        self.assertEqual(self.rows("SELECT x FROM 'nan.parquet' WHERE x <> 8"), [["NaN"]])
        self.assertEqual(self.rows("SELECT min(x), max(x) FROM 'nan.parquet'"), [["8", "NaN"]])
        self.rows("COPY (SELECT x FROM generate_series(1, 200) g(x)) TO 'two.parquet' (ROW_GROUP_SIZE 100)")
        self.assertEqual(self.rows("SELECT min(x), max(x) FROM 'two.parquet'"), [["1", "200"]])


if __name__ == "__main__":
    program.main()
