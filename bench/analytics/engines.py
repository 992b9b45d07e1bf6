"""The engines, each run as its own experts would: data loaded, plans warm, results taken as Arrow (Polars: as its own
frame)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Protocol

import datafusion
import duckdb
import polars
import pyarrow

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from analytics import rows  # noqa: E402
from harness import stoa  # noqa: E402
from harness.measure import timed  # noqa: E402


class Engine(Protocol):
    name: str

    def ask(self, question: rows.Question) -> object: ...

    def table(self, question: rows.Question) -> pyarrow.Table: ...

    def change(self, sql: str) -> tuple[float, pyarrow.Table] | None:
        """Seconds of UPDATE or DELETE and the check's answer; everything is as before afterwards. None: not offered."""
        ...

    def load(self) -> float: ...


class SqlEngine:
    """What engines with tables, transactions and SQL do alike; `_arrow` is their own."""

    def __init__(self, connection, paths: dict[str, Path]) -> None:
        self._connection = connection
        self._paths = paths
        for table, path in paths.items():
            connection.execute(f"CREATE TABLE {table} AS SELECT * FROM '{path}'")

    def _arrow(self, sql: str) -> pyarrow.Table:
        raise NotImplementedError

    def table(self, question: rows.Question) -> pyarrow.Table:
        return self._arrow(question.sql)

    def change(self, sql: str) -> tuple[float, pyarrow.Table] | None:
        self._connection.execute("BEGIN")
        seconds = timed(lambda: self._connection.execute(sql))
        answer = self._arrow(rows.CHECK)
        self._connection.execute("ROLLBACK")
        return seconds, answer

    def load(self) -> float:
        seconds = timed(
            lambda: self._connection.execute(f"CREATE TABLE loaded AS SELECT * FROM '{self._paths['employees']}'")
        )
        self._connection.execute("DROP TABLE loaded")
        return seconds


class Stoa(SqlEngine):
    name = "StoaDB"

    def __init__(self, paths: dict[str, Path], threads: int, statistics: bool = True) -> None:
        super().__init__(stoa.Connection(threads), paths)
        if not statistics:
            self.name = "StoaDB, no statistics"
            self._connection.execute("SET statistics_aggregates = off")

    def ask(self, question: rows.Question) -> object:
        return self._connection.arrow(question.sql)

    def _arrow(self, sql: str) -> pyarrow.Table:
        return self._connection.arrow(sql, flags=0)


class DuckDb(SqlEngine):
    name = "DuckDB"

    def __init__(self, paths: dict[str, Path], threads: int) -> None:
        connection = duckdb.connect(config={"threads": threads})
        connection.execute("SET preserve_insertion_order = false")
        super().__init__(connection, paths)

    def ask(self, question: rows.Question) -> object:
        return self.table(question)

    def _arrow(self, sql: str) -> pyarrow.Table:
        return self._connection.sql(sql).to_arrow_table()


class Polars:
    name = "Polars"

    def __init__(self, paths: dict[str, Path]) -> None:
        self._paths = paths
        self._employees = polars.read_parquet(paths["employees"])
        self._bonus = polars.read_parquet(paths["bonus"])

    def ask(self, question: rows.Question) -> object:
        return question.frame(self._employees, self._bonus)

    def table(self, question: rows.Question) -> pyarrow.Table:
        return question.frame(self._employees, self._bonus).to_arrow()

    def change(self, sql: str) -> tuple[float, pyarrow.Table] | None:
        changed: list[polars.DataFrame] = []
        work = rows.update_frame if sql == rows.UPDATE else rows.delete_frame
        seconds = timed(lambda: changed.append(work(self._employees)))
        return seconds, changed[0].select(polars.len(), polars.col("salary").sum()).to_arrow()

    def load(self) -> float:
        return timed(lambda: polars.read_parquet(self._paths["employees"]))


class DataFusion:
    name = "DataFusion"

    def __init__(self, paths: dict[str, Path], threads: int) -> None:
        self._context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(threads))
        self._paths = paths
        for table, path in paths.items():
            batches = self._context.read_parquet(str(path)).collect_partitioned()
            self._context.register_record_batches(table, batches)

    def ask(self, question: rows.Question) -> object:
        return self._context.sql(question.sql).collect()

    def table(self, question: rows.Question) -> pyarrow.Table:
        return self._context.sql(question.sql).to_arrow_table()

    def change(self, sql: str) -> tuple[float, pyarrow.Table] | None:
        return None

    def load(self) -> float:
        return timed(lambda: self._context.read_parquet(str(self._paths["employees"])).collect_partitioned())
