"""Stored answers of the 22 queries: CSV files with `|` between values, a line of names, one of types, then rows.

tpchgen-cli writes addresses and comments of its own, so these are left out, and so is query 13, which counts by a
comment's words. DuckDB's answer over the same data is compared in full, for every query.
"""

import csv
import pathlib

import pyarrow

DIGITS = 0.00501  # decimals in the files are rounded to two places where the query divides


GENERATED_TEXTS = ("_address", "_comment")
FROM_COMMENTS = ("q13",)


def rows(path: pathlib.Path) -> list[list[str]]:
    with path.open(newline="") as file:
        lines = list(csv.reader(file, delimiter="|"))
    return [line for line in lines[1:] if line and not line[0].startswith("#")]


def _same_value(ours: object, theirs: str) -> bool:
    if ours is None:
        return theirs in ("", "NULL")
    if str(ours).rstrip() == theirs.rstrip():
        return True
    try:
        one, two = float(ours), float(theirs)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return abs(one - two) <= max(1e-9 * max(abs(one), abs(two)), DIGITS if "." in theirs else 0)


def _same_row(ours: tuple, theirs: list[str], wanted: list[bool]) -> bool:
    return all(_same_value(a, b) for a, b, compare in zip(ours, theirs, wanted) if compare)


def _comparable(table: pyarrow.Table) -> list[bool]:
    return [not name.endswith(GENERATED_TEXTS) for name in table.column_names]


def difference(table: pyarrow.Table, path: pathlib.Path) -> str | None:
    """What differs between an answer and its file; None when nothing does."""
    theirs, wanted = rows(path), _comparable(table)
    ours = list(zip(*(column.to_pylist() for column in table.columns)))
    if len(ours) != len(theirs):
        return f"{len(ours)} rows, the stored answer has {len(theirs)}"
    for number, (one, two) in enumerate(zip(ours, theirs), 1):
        if len(one) != len(two) or not _same_row(one, two, wanted):
            return f"row {number}: {one}, the stored answer has {two}"
    return None
