"""Asks StoaDB and DuckDB the same random queries and compares the answers.

    run_differential.py STATEMENT_TOOL [--seed N] [--databases N] [--queries N] [--set 'SET ...'] [--keep-going]

Skips with a message where DuckDB's Python package is missing. A difference is printed with the statements that show it.
"""

import argparse
import collections
import datetime
import decimal
import subprocess
import sys

from random_queries import Generator

try:
    import duckdb
except ImportError:
    print("skipped: no duckdb package for this Python")
    sys.exit(0)


class Stoa:
    def __init__(self, path):
        self.path = path
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def reset(self):
        self.send(".reset")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def run(self, sql):
        """(rows, None) or (None, error)."""
        self.send(sql)
        head = self.process.stdout.readline()
        if not head:
            status = self.process.wait()
            self.start()
            return None, f"CRASH the tool ended with status {status}"
        if head.startswith("error"):
            return None, head[6:].strip()
        _, columns, rows = head.split()
        if columns == "0":
            return [], None
        return [self.cells(self.process.stdout.readline()) for _ in range(int(rows))], None

    @staticmethod
    def cells(line):
        return [None if c == "\\N" else c.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\")
                for c in line.rstrip("\n").split("\t")]


def canonical(value):
    """DuckDB's value as a text that sorts and compares."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, (int, decimal.Decimal)):
        return number_text(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    return str(value)


def number_text(value):
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    number = decimal.Decimal(value) if not isinstance(value, float) else decimal.Decimal(repr(value))
    if number == 0:
        return "0"
    with decimal.localcontext() as context:
        context.prec = 12 if isinstance(value, float) else 40
        return format((+number).normalize(), "f")


def like(text, example):
    """StoaDB's text, read as what DuckDB's value in that column is."""
    if text is None:
        return None
    if isinstance(example, bool):
        return {"t": "true", "f": "false"}.get(text, text)
    try:
        if isinstance(example, float):
            return number_text(float(text))
        if isinstance(example, (int, decimal.Decimal)):
            return number_text(decimal.Decimal(text))
    except (ValueError, decimal.InvalidOperation):
        return text
    return text


def comparable(rows):
    return collections.Counter(tuple(row) for row in rows)


def same_answer(ours, theirs):
    width = len(theirs[0]) if theirs else 0
    examples = [next((row[c] for row in theirs if row[c] is not None), None) for c in range(width)]
    if len(ours) != len(theirs):
        return False
    mine = comparable([like(cell, examples[i]) for i, cell in enumerate(row)] for row in ours) if theirs else {}
    yours = comparable([canonical(cell) for cell in row] for row in theirs) if theirs else {}
    return mine == yours


def run_database(stoa, seed, options, tally):
    generator = Generator(seed)
    stoa.reset()
    for setting in options.set:
        stoa.run(setting)
    other = duckdb.connect()
    other.execute("SET threads = 1")
    schema = generator.schema()
    for statement in schema:
        _, error = stoa.run(statement)
        if error:
            raise SystemExit(f"seed {seed}: {statement}\n  {error}")
        other.execute(statement)
    for _ in range(options.queries):
        sql, _ = generator.query()
        try:
            theirs = other.execute(sql).fetchall()
        except duckdb.Error as error:
            theirs = None
            if isinstance(error, (duckdb.BinderException, duckdb.ParserException, duckdb.CatalogException)):
                tally["refused by DuckDB"] += 1
                continue
        ours, error = stoa.run(sql)
        tally["queries"] += 1
        if error and error.startswith("0A000"):
            tally[error] += 1
            continue
        if theirs is None:
            tally["raised by DuckDB"] += 1
            if error is None or error[:2] in ("22", "21"):
                continue
        if error is None and theirs is not None and same_answer(ours, theirs):
            continue
        tally["different"] += 1
        report(seed, schema, sql, ours, theirs, error)
        if not options.keep_going or (error and error.startswith("CRASH")):
            return


def report(seed, schema, sql, ours, theirs, error):
    print(f"--- seed {seed}", *[s + ";" for s in schema], sep="\n")
    print(sql + ";")
    if error:
        print("  StoaDB: ", error)
        return
    if theirs is None:
        print("  DuckDB raised an error")
        return
    mine = sorted(map(str, ours))
    yours = sorted(str([canonical(c) for c in row]) for row in theirs)
    print(f"  StoaDB: {len(ours)} rows, only there:", [r for r in mine if r not in yours][:4])
    print(f"  DuckDB: {len(theirs)} rows, only there:", [r for r in yours if r not in mine][:4])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--databases", type=int, default=20)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--keep-going", action="store_true")
    options = parser.parse_args()
    stoa = Stoa(options.tool)
    tally = collections.Counter()
    for seed in range(options.seed, options.seed + options.databases):
        run_database(stoa, seed, options, tally)
    for what, count in tally.most_common():
        print(f"{count:8} {what}")
    sys.exit(1 if tally["different"] else 0)


main()
