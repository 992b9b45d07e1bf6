"""Section A: analytics over one generated Parquet file, four engines in one process.

    run.py --output FILE [--rows 100000,1000000] [--threads 1,N] [--samples 15]

Each number of threads runs in a process of its own, for Polars fixes its threads when it is loaded. A time counts only
when all engines gave the same answer.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
FOLDER = Path("build/bench/analytics")
PACKAGES = ["duckdb", "polars", "datafusion", "pyarrow"]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("build/bench/analytics.json"))
    parser.add_argument("--rows", default="100000,1000000", help="row counts, with commas between them")
    parser.add_argument("--threads", default=f"1,{os.cpu_count()}")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def measure_question(engines: list, question, samples: int) -> dict:
    """Answers first: they must be equal, and warm everything up."""
    from harness import compare, measure

    answers = {engine.name: compare.normalized(engine.table(question), question.is_ordered) for engine in engines}
    reference = answers["DuckDB"]
    for name, answer in answers.items():
        if found := compare.difference(answer, reference):
            raise SystemExit(f"bench: {question.name}: {name} and DuckDB differ: {found}")
    works = {
        engine.name: (lambda engine=engine: measure.timed(lambda: engine.ask(question))) for engine in engines
    }
    return measure.alternate(works, samples)


def measure_change(engines: list, sql: str, samples: int) -> dict:
    from harness import compare, measure

    able = [engine for engine in engines if engine.change(sql) is not None]
    answers = {engine.name: compare.normalized(engine.change(sql)[1], True) for engine in able}
    for name, answer in answers.items():
        if found := compare.difference(answer, answers["DuckDB"]):
            raise SystemExit(f"bench: {sql}: {name} and DuckDB differ: {found}")
    return measure.alternate({engine.name: (lambda engine=engine: engine.change(sql)[0]) for engine in able}, samples)


def measure_small(samples: int) -> dict[str, dict]:
    """Opening a database in memory, and SELECT 1 on a warm connection, both with Python's own cost of a call."""
    import duckdb

    from harness import measure, stoa

    ours, theirs = stoa.Connection(1), duckdb.connect()

    def opened() -> None:
        stoa.Connection(1).close()

    return {
        "SELECT 1, warm": measure.alternate(
            {
                "StoaDB": lambda: measure.timed(lambda: [ours.execute("SELECT 1") for _ in range(100)]) / 100,
                "DuckDB": lambda: measure.timed(lambda: [theirs.execute("SELECT 1") for _ in range(100)]) / 100,
            },
            samples,
        ),
        "open and close": measure.alternate(
            {
                "StoaDB": lambda: measure.timed(opened),
                "DuckDB": lambda: measure.timed(lambda: duckdb.connect().close()),
            },
            samples,
        ),
    }


def run_one(row_count: int, threads: int, samples: int) -> dict:
    """One number of rows under one number of threads, in this process."""
    from analytics import data, engines, rows
    from harness import measure

    paths = data.make(FOLDER, row_count)
    all_engines = [
        engines.Stoa(paths, threads),
        engines.Stoa(paths, threads, statistics=False),
        engines.DuckDb(paths, threads),
        engines.Polars(paths),
        engines.DataFusion(paths, threads),
    ]
    main_engines = [engine for engine in all_engines if engine.name != "StoaDB, no statistics"]
    found: dict[str, dict] = {}
    for question in rows.QUESTIONS:
        found[question.name] = measure_question(all_engines, question, samples)
    found["UPDATE half"] = measure_change(main_engines, rows.UPDATE, samples)
    found["DELETE half"] = measure_change(main_engines, rows.DELETE, samples)
    found["load from Parquet"] = measure.alternate({e.name: e.load for e in main_engines}, samples)
    if row_count <= 100_000:
        found.update(measure_small(samples))
    return {
        name: {engine: measure.summary(series) for engine, series in engines_of_row.items()}
        for name, engines_of_row in found.items()
    }


def print_run(found: dict, row_count: int, threads: int) -> None:
    from harness import report

    peers = ["DuckDB", "Polars", "DataFusion"]
    print(f"\n{row_count:,} rows, {threads} thread{'s' if threads > 1 else ''}; median, and theirs / ours\n")
    lines = []
    for name, by_engine in found.items():
        ours = by_engine["StoaDB"]["median_us"]
        plain = by_engine.get("StoaDB, no statistics")
        line = [name, report.short_time(ours), report.short_time(plain["median_us"]) if plain else ""]
        for peer in peers:
            theirs = by_engine.get(peer)
            line.append(f"{report.short_time(theirs['median_us'])} ({theirs['median_us'] / ours:.2f})" if theirs else "")
        spread = by_engine["StoaDB"]
        line.append(f"{report.short_time(spread['low_us'])} - {report.short_time(spread['high_us'])}")
        lines.append(line)
    report.print_table(["row", "StoaDB", "no statistics", *peers, "our quartiles"], lines)


def print_bars(runs: list[dict]) -> None:
    """The project's own bars, at 1 M rows and all threads."""
    for run in runs:
        if run["rows"] != 1_000_000 or run["threads"] == 1:
            continue
        slower = []
        ahead_of_polars = polars_rows = 0
        for name, by_engine in run["times"].items():
            ours = by_engine["StoaDB"]["median_us"]
            if "DuckDB" in by_engine and by_engine["DuckDB"]["median_us"] < ours:
                slower.append(name)
            if "Polars" in by_engine:
                polars_rows += 1
                ahead_of_polars += by_engine["Polars"]["median_us"] > ours
        print(f"slower than DuckDB in: {', '.join(slower) or 'no row'}")
        print(f"faster than Polars in {ahead_of_polars} of {polars_rows} rows")


def main() -> None:
    arguments = parse_arguments()
    row_counts = [int(text) for text in arguments.rows.split(",")]
    if arguments.one:
        found = run_one(row_counts[0], int(arguments.threads), arguments.samples)
        arguments.output.write_text(json.dumps(found))
        return
    from harness import measure, report

    measure.exit_if_missing([*PACKAGES, "numpy"])
    if warning := measure.busy_warning():
        print(warning)
    runs = []
    for row_count in row_counts:
        for threads in sorted({int(text) for text in arguments.threads.split(",")}):
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                command = [sys.executable, __file__, "--one", "--rows", str(row_count), "--threads", str(threads)]
                command += ["--samples", str(arguments.samples), "--output", file.name]
                subprocess.run(command, check=True, env=os.environ | {"POLARS_MAX_THREADS": str(threads)})
                times = json.loads(Path(file.name).read_text())
            runs.append({"rows": row_count, "threads": threads, "times": times})
            print_run(times, row_count, threads)
    FOLDER.mkdir(parents=True, exist_ok=True)
    floor = measure.floor(FOLDER)
    print("floor: " + ", ".join(f"{name} {value:.1f}" for name, value in floor.items()))
    print_bars(runs)
    document = {"runs": runs, "floor": floor, "versions": report.versions(PACKAGES), "machine": report.machine()}
    report.write_json(arguments.output, document)


if __name__ == "__main__":
    main()
