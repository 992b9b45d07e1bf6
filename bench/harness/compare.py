"""Whether results of different engines are the same."""

from __future__ import annotations

import numpy
import pyarrow
import pyarrow.compute as compute


def _plain(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """Widest type of the same kind: bigint, double, text, days."""
    kind = column.type
    if pyarrow.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        kind = column.type
    if pyarrow.types.is_integer(kind) or pyarrow.types.is_boolean(kind):
        return column.cast(pyarrow.int64())
    if pyarrow.types.is_floating(kind) or pyarrow.types.is_decimal(kind):
        return column.cast(pyarrow.float64())
    if pyarrow.types.is_date(kind):
        return column.cast(pyarrow.date32())
    return column.cast(pyarrow.large_string())


def normalized(table: pyarrow.Table, is_ordered: bool) -> pyarrow.Table:
    """Plain types, columns by position, rows sorted unless their order is part of the answer."""
    columns = [_plain(column) for column in table.columns]
    plain = pyarrow.table({f"c{i}": column for i, column in enumerate(columns)})
    if is_ordered or plain.num_rows < 2:
        return plain
    exact_first = sorted(plain.column_names, key=lambda name: pyarrow.types.is_floating(plain[name].type))
    return plain.sort_by([(name, "ascending") for name in exact_first])


def difference(ours: pyarrow.Table, theirs: pyarrow.Table) -> str | None:
    """None when equal (doubles to nine digits), else a sentence. Both normalized."""
    if ours.num_columns != theirs.num_columns or ours.num_rows != theirs.num_rows:
        return f"{ours.num_rows} x {ours.num_columns} against {theirs.num_rows} x {theirs.num_columns}"
    for name in ours.column_names:
        a, b = ours[name].combine_chunks(), theirs[name].combine_chunks()
        if a.null_count != b.null_count:
            return f"{name}: {a.null_count} NULLs against {b.null_count}"
        if pyarrow.types.is_floating(a.type) and pyarrow.types.is_floating(b.type):
            same = numpy.isclose(a.to_numpy(False), b.to_numpy(False), rtol=1e-9, atol=1e-9, equal_nan=True)
            if not same.all():
                row = int(numpy.argmin(same))
                return f"{name}, row {row}: {a[row]} against {b[row]}"
            continue
        if a.type != b.type:
            a, b = a.cast(pyarrow.float64()), b.cast(pyarrow.float64())
        if not a.equals(b):
            row = int(compute.index(compute.fill_null(compute.equal(a, b), False), False).as_py())
            return f"{name}, row {row}: {a[row]} against {b[row]}"
    return None
