"""TPC-H: 22 queries in tables in memory, against DuckDB on the same data.

    run.py --output FILE [--scale 1] [--threads N] [--samples 5]

Needs the queries of ../shared/suites/tpch; is skipped with a message where they are missing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
PROJECT = Path(__file__).resolve().parents[2]
SUITE = PROJECT.parent / "shared/suites/tpch"
TABLES = "lineitem orders customer part partsupp supplier nation region".split()
PACKAGES = ["duckdb", "pyarrow", "tpchgen-cli"]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("build/bench/tpch.json"))
    parser.add_argument("--scale", default="1")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--samples", type=int, default=5)
    return parser.parse_args()


def make_data(scale: str) -> Path:
    """Parquet files by the package's generator; kept for the next run."""
    folder = Path(f"build/bench/tpch/sf{scale}")
    if not all((folder / f"{table}.parquet").exists() for table in TABLES):
        folder.mkdir(parents=True, exist_ok=True)
        generator = Path(sys.executable).with_name("tpchgen-cli")
        subprocess.run([generator, "parquet", "--scale-factor", scale, "--output-dir", folder], check=True)
    return folder


def load(execute, folder: Path) -> None:
    for table in TABLES:
        execute(f"CREATE TABLE {table} AS SELECT * FROM '{folder}/{table}.parquet'")


def measure_query(ours, theirs, sql: str, samples: int) -> tuple[dict, str | None]:
    """Times of both, and what differs between their answers. Both orders are the query's own, but ties may fall either
    way, so rows are compared sorted."""
    from harness import compare, measure

    answer = compare.normalized(ours.arrow(sql, flags=0), False)
    reference = compare.normalized(theirs.sql(sql).to_arrow_table(), False)
    found = compare.difference(answer, reference)
    works = {
        "StoaDB": lambda: measure.timed(lambda: ours.arrow(sql)),
        "DuckDB": lambda: measure.timed(lambda: theirs.sql(sql).to_arrow_table()),
    }
    return {name: measure.summary(series) for name, series in measure.alternate(works, samples).items()}, found


def stored_difference(ours, query: Path, scale: str) -> str | None:
    """What differs from the suite's stored answer, where it has one for this scale and this generator's data."""
    from tpch import stored

    path = SUITE / f"sf{scale}" / "answers" / f"{query.stem}.csv"
    if not path.exists() or query.stem in stored.FROM_COMMENTS:
        return None
    return stored.difference(ours.arrow(query.read_text(), flags=0), path)


def print_times(times: dict[str, dict], differences: dict[str, str | None]) -> None:
    from harness import report

    lines = []
    for name, by_engine in times.items():
        ours, theirs = by_engine["StoaDB"]["median_us"], by_engine["DuckDB"]["median_us"]
        verdict = "equal" if differences[name] is None else differences[name]
        lines.append([name, report.short_time(ours), report.short_time(theirs), f"{ours / theirs:.2f}", verdict])
    totals = {engine: sum(row[engine]["median_us"] for row in times.values()) for engine in ("StoaDB", "DuckDB")}
    ratio = totals["StoaDB"] / totals["DuckDB"]
    mean = statistics.geometric_mean(row["StoaDB"]["median_us"] / row["DuckDB"]["median_us"] for row in times.values())
    lines.append(["total", report.short_time(totals["StoaDB"]), report.short_time(totals["DuckDB"]), f"{ratio:.2f}", ""])
    report.print_table(["query", "StoaDB", "DuckDB", "ours / theirs", "answers"], lines)
    print(f"geometric mean of the ratios: {mean:.2f}")


def main() -> None:
    arguments = parse_arguments()
    if not SUITE.exists():
        print("bench: tpch skipped: ../shared/suites/tpch, which has the queries, is missing")
        return
    from harness import measure, report

    measure.exit_if_missing(["duckdb", "pyarrow", "numpy"])
    import duckdb

    from harness import stoa

    if warning := measure.busy_warning():
        print(warning)
    folder = make_data(arguments.scale)
    ours = stoa.Connection(arguments.threads)
    theirs = duckdb.connect(config={"threads": arguments.threads})
    load(ours.execute, folder)
    load(theirs.execute, folder)
    times: dict[str, dict] = {}
    differences: dict[str, str | None] = {}
    for query in sorted((SUITE / "queries").glob("q*.sql")):
        name = query.stem.upper()
        times[name], differences[name] = measure_query(ours, theirs, query.read_text(), arguments.samples)
        differences[name] = differences[name] or stored_difference(ours, query, arguments.scale)
    print(f"\nTPC-H at scale factor {arguments.scale}, {arguments.threads} threads, medians\n")
    print_times(times, differences)
    report.write_json(
        arguments.output,
        {
            "scale": arguments.scale,
            "threads": arguments.threads,
            "times": times,
            "differences": differences,
            "floor": measure.floor(Path("build/bench")),
            "versions": report.versions(PACKAGES),
            "machine": report.machine(),
        },
    )
    if any(differences.values()):
        raise SystemExit("bench: answers differ")


if __name__ == "__main__":
    main()
