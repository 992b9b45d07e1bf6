"""The rows of the table: one question each, in SQL and in Polars' words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars


@dataclass(frozen=True)
class Question:
    name: str
    sql: str
    frame: Callable[[polars.DataFrame, polars.DataFrame], polars.DataFrame]
    is_ordered: bool = False


col = polars.col

QUESTIONS = [
    Question("SUM(score)", "SELECT SUM(score) FROM employees", lambda e, b: e.select(col("score").sum())),
    Question("SUM(id)", "SELECT SUM(id) FROM employees", lambda e, b: e.select(col("id").sum())),
    Question(
        "COUNT(*) WHERE score > 50",
        "SELECT COUNT(*) FROM employees WHERE score > 50",
        lambda e, b: e.lazy().filter(col("score") > 50).select(polars.len()).collect(),
    ),
    Question(
        "WHERE score > 50, all rows",
        "SELECT * FROM employees WHERE score > 50",
        lambda e, b: e.filter(col("score") > 50),
    ),
    Question(
        "GROUP BY dept, 3 aggregates",
        "SELECT dept, COUNT(*), AVG(salary), MAX(score) FROM employees GROUP BY dept",
        lambda e, b: e.lazy()
        .group_by("dept")
        .agg(polars.len(), col("salary").mean(), col("score").max())
        .collect(),
    ),
    Question(
        "WHERE, GROUP BY, ORDER BY",
        "SELECT dept, AVG(salary) AS pay FROM employees WHERE age > 40 GROUP BY dept ORDER BY pay DESC",
        lambda e, b: e.lazy()
        .filter(col("age") > 40)
        .group_by("dept")
        .agg(col("salary").mean().alias("pay"))
        .sort("pay", descending=True)
        .collect(),
        is_ordered=True,
    ),
    Question("DISTINCT city", "SELECT DISTINCT city FROM employees", lambda e, b: e.select("city").unique()),
    Question(
        "COUNT(DISTINCT dept)",
        "SELECT COUNT(DISTINCT dept) FROM employees",
        lambda e, b: e.select(col("dept").n_unique()),
    ),
    Question(
        "INNER JOIN",
        "SELECT e.id, e.name, b.amount FROM employees e JOIN bonus b ON e.id = b.employee_id",
        lambda e, b: e.lazy()
        .join(b.lazy(), left_on="id", right_on="employee_id")
        .select("id", "name", "amount")
        .collect(),
    ),
    Question(
        "LEFT JOIN",
        "SELECT e.id, e.name, b.amount FROM employees e LEFT JOIN bonus b ON e.id = b.employee_id",
        lambda e, b: e.lazy()
        .join(b.lazy(), left_on="id", right_on="employee_id", how="left")
        .select("id", "name", "amount")
        .collect(),
    ),
    Question(
        "SEMI JOIN",
        "SELECT id, name FROM employees WHERE id IN (SELECT employee_id FROM bonus)",
        lambda e, b: e.lazy()
        .join(b.lazy(), left_on="id", right_on="employee_id", how="semi")
        .select("id", "name")
        .collect(),
    ),
    Question(
        "ANTI JOIN",
        "SELECT id, name FROM employees e WHERE NOT EXISTS (SELECT 1 FROM bonus b WHERE b.employee_id = e.id)",
        lambda e, b: e.lazy()
        .join(b.lazy(), left_on="id", right_on="employee_id", how="anti")
        .select("id", "name")
        .collect(),
    ),
    Question(
        "ROW_NUMBER() OVER",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY dept ORDER BY salary DESC, id) FROM employees",
        lambda e, b: e.lazy()
        .sort(["salary", "id"], descending=[True, False])
        .select("id", polars.int_range(1, polars.len() + 1).over("dept").alias("n"))
        .collect(),
    ),
    Question(
        "ORDER BY, all columns",
        "SELECT * FROM employees ORDER BY score, id",
        lambda e, b: e.sort("score", "id"),
        is_ordered=True,
    ),
    Question(
        "ORDER BY score DESC LIMIT 10",
        "SELECT id, name, score FROM employees ORDER BY score DESC LIMIT 10",
        lambda e, b: e.lazy().select("id", "name", "score").top_k(10, by="score").sort("score", descending=True).collect(),
        is_ordered=True,
    ),
    Question(
        "ORDER BY id DESC LIMIT 10",
        "SELECT id, name, score FROM employees ORDER BY id DESC LIMIT 10",
        lambda e, b: e.lazy().select("id", "name", "score").top_k(10, by="id").sort("id", descending=True).collect(),
        is_ordered=True,
    ),
]

UPDATE = "UPDATE employees SET salary = salary * 1.1 WHERE id % 2 = 0"
DELETE = "DELETE FROM employees WHERE id % 2 = 0"
# What tells whether a change was made right.
CHECK = "SELECT COUNT(*), SUM(salary) FROM employees"


def update_frame(employees: polars.DataFrame) -> polars.DataFrame:
    raised = polars.when(col("id") % 2 == 0).then(col("salary") * 1.1).otherwise(col("salary"))
    return employees.with_columns(raised.alias("salary"))


def delete_frame(employees: polars.DataFrame) -> polars.DataFrame:
    return employees.filter(col("id") % 2 != 0)
