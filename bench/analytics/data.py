"""The generated Parquet files: employees and bonus. The same for the same number of rows."""

from __future__ import annotations

from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet

DEPARTMENTS = ["Engineering", "Finance", "Marketing", "Operations", "Sales"]
CITY_COUNT = 1000
BONUS_COUNT_MAX = 100_000


def _employees(row_count: int, random: numpy.random.Generator) -> pyarrow.Table:
    identifiers = numpy.arange(row_count, dtype=numpy.int64)
    departments = pyarrow.array(DEPARTMENTS).take(pyarrow.array(random.integers(0, len(DEPARTMENTS), row_count)))
    cities = pyarrow.array([f"City {i:04}" for i in range(CITY_COUNT)])
    return pyarrow.table(
        {
            "id": identifiers,
            "name": pyarrow.array([f"Employee {i}" for i in range(row_count)]),
            "dept": departments,
            "city": cities.take(pyarrow.array(random.integers(0, CITY_COUNT, row_count))),
            "age": pyarrow.array(random.integers(18, 66, row_count, dtype=numpy.int32)),
            "salary": numpy.round(random.normal(60_000, 15_000, row_count), 2),
            "score": random.random(row_count) * 100,
            "hired": pyarrow.array(random.integers(10_000, 20_000, row_count, dtype=numpy.int32)).cast(pyarrow.date32()),
        }
    )


def _bonus(row_count: int, random: numpy.random.Generator) -> pyarrow.Table:
    count = min(row_count // 2, BONUS_COUNT_MAX)
    keys = random.permutation(row_count)[:count].astype(numpy.int64)
    return pyarrow.table({"employee_id": keys, "amount": numpy.round(random.random(count) * 10_000, 2)})


def make(folder: Path, row_count: int) -> dict[str, Path]:
    """Writes the files unless they are there; gives their paths by table."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: folder / f"{name}_{row_count}.parquet" for name in ("employees", "bonus")}
    if not all(path.exists() for path in paths.values()):
        random = numpy.random.default_rng(20130101)
        for name, table in (("employees", _employees(row_count, random)), ("bonus", _bonus(row_count, random))):
            pyarrow.parquet.write_table(table, paths[name], row_group_size=122_880)
    return paths
