#!/usr/bin/env python3
"""Reads results as Arrow C streams with pyarrow and holds them against the text form of the same values.

Usage: run_stream.py LIBSTOA. Every type, with and without NULLs, flat, constant and as dictionaries, at the row counts
where vectors and their masks end; empty results; results that outlive everything. Skipped where pyarrow is missing.
"""

import ctypes
import datetime
import decimal
import sys
import uuid

try:
    import pyarrow
except ImportError:
    print("skipped: pyarrow is not installed (scripts/setup.sh installs it)")
    sys.exit(0)

VIEWS, DICTIONARIES, LARGE = 1, 2, 4
ROW_COUNTS = (0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65535, 65536, 65537)
UTC = datetime.timezone.utc


class Library:
    """The C interface, as far as this test needs it."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        for name, result in (("stoa_connection_error", ctypes.c_void_p), ("stoa_result_error", ctypes.c_void_p),
                             ("stoa_value_text", ctypes.c_void_p), ("stoa_row_count", ctypes.c_size_t),
                             ("stoa_column_count", ctypes.c_size_t)):
            getattr(self.c, name).restype = result
        self.database, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.c.stoa_open(None, None, ctypes.byref(self.database))
        self.c.stoa_connect(self.database, ctypes.byref(self.connection))

    def close(self):
        self.c.stoa_disconnect(self.connection)
        self.c.stoa_close(self.database)

    @staticmethod
    def message(error):
        """The sqlstate and the message of a stoa_error."""
        return [text.decode() for text in (ctypes.c_char_p * 2).from_address(error)]

    def query(self, sql):
        result = ctypes.c_void_p()
        if self.c.stoa_query(self.connection, sql.encode(), ctypes.byref(result)) != 0:
            sys.exit(f"{sql}: {self.message(self.c.stoa_connection_error(self.connection))}")
        return result

    def texts(self, result, column):
        """A column's values as bytes; None for NULL."""
        values, size = [], ctypes.c_size_t()
        for row in range(self.c.stoa_row_count(result)):
            place = self.c.stoa_value_text(result, ctypes.c_size_t(column), ctypes.c_size_t(row), ctypes.byref(size))
            values.append(None if place is None else ctypes.string_at(place, size.value))
        return values

    def reader(self, result, flags):
        # The struct of five pointers is moved out by the importer.
        stream = (ctypes.c_void_p * 5)()
        if self.c.stoa_result_arrow(result, flags, ctypes.byref(stream)) != 0:
            sys.exit(f"no stream: {self.message(self.c.stoa_result_error(result))}")
        return pyarrow.RecordBatchReader._import_from_c(ctypes.addressof(stream))

    def table(self, sql, flags):
        """The result as pyarrow sees it, validated in full, and the texts of its columns."""
        result = self.query(sql)
        texts = [self.texts(result, column) for column in range(self.c.stoa_column_count(result))]
        reader = self.reader(result, flags)
        self.c.stoa_result_free(result)
        table = reader.read_all()
        table.validate(full=True)
        return table, texts


def moment(text, zone=None):
    return datetime.datetime.fromisoformat(text.removesuffix("+00")).replace(tzinfo=zone)


def months_days_nanos(value):
    return (value.months, value.days, value.nanoseconds)


# type: (how row i's value is made, how pyarrow's value and the text are brought to one form)
TYPES = {
    "boolean": ("i % 3 = 1", lambda a: a, lambda t: t in ("t", "true")),
    "tinyint": ("i % 256 - 128", lambda a: a, int),
    "smallint": ("i % 65536 - 32768", lambda a: a, int),
    "integer": ("i * 7919 - 2000000", lambda a: a, int),
    "bigint": ("i * 2251799813685249 - 4611686018427387904", lambda a: a, int),
    "hugeint": ("i::hugeint * 79228162514264337593543950337 - 12345", int, int),
    "utinyint": ("i % 256", lambda a: a, int),
    "usmallint": ("i % 65536", lambda a: a, int),
    "uinteger": ("i * 65521", lambda a: a, int),
    "ubigint": ("9223372036854775807 + i::hugeint", lambda a: a, int),
    "real": ("i / 8.0 - 3", lambda a: a, float),
    "double": ("i / 7.0::double - 1e10", lambda a: a, float),
    "decimal(9,2)": ("i * 1.25 - 99", lambda a: a, decimal.Decimal),
    "decimal(18,6)": ("i * 1.250001 - 99", lambda a: a, decimal.Decimal),
    "decimal(38,10)": ("i * 1234567890123456.0000000001", lambda a: a, decimal.Decimal),
    "text": ("repeat('t\u03a9', i % 11) || i", lambda a: a.encode(), None),
    "bytea": ("('\\x00ff' || lpad((i % 100)::text, 2, '0'))::bytea", lambda a: a, None),
    "date": ("date '1969-12-01' + i::integer % 50000", lambda a: a, datetime.date.fromisoformat),
    "time": ("time '00:00:00' + i * interval '1.000001 seconds'", lambda a: a, datetime.time.fromisoformat),
    "timestamp": ("timestamp '1969-12-31 23:59:59.5' + i * interval '1 day 1.5 seconds'", lambda a: a, moment),
    "timestamptz": ("timestamptz '1969-12-31 23:59:59.5+00' + i * interval '1 day 1.5 seconds'",
                    lambda a: a.astimezone(UTC), lambda t: moment(t, UTC)),
    "uuid": ("('a0eebc99-9c0b-4ef8-bb6d-' || lpad(i::text, 12, '0'))::uuid",
             lambda a: a if isinstance(a, uuid.UUID) else uuid.UUID(bytes=a), uuid.UUID),
}


def compare(sql, table, texts, column, forms):
    """Fails the test where a value of the stream is not the one that its text says."""
    from_arrow, from_text = forms
    given = table.column(column).to_pylist()
    wanted = texts[column]
    if len(given) != len(wanted):
        sys.exit(f"{sql}: {len(given)} rows in the stream, {len(wanted)} in the result")
    for row, (arrow, text) in enumerate(zip(given, wanted)):
        left = None if arrow is None else from_arrow(arrow)
        right = text if text is None or from_text is None else from_text(text.decode())
        if left != right:
            sys.exit(f"{sql}\ncolumn {column}, row {row}: {arrow!r} in the stream, {text!r} in the result")


def check_types(library):
    for name, (value, *forms) in TYPES.items():
        counts = ROW_COUNTS if name == "boolean" else ROW_COUNTS[:11] if name == "text" else (0, 1, 65, 2049)
        for row_count in counts:
            sql = (f"SELECT ({value})::{name} AS flat, CASE WHEN i % 5 <> 2 THEN ({value})::{name} END AS holes, "
                   f"NULL::{name} AS nothing, (SELECT ({value})::{name} FROM (VALUES (3)) t(i)) AS constant "
                   f"FROM generate_series(0, {row_count - 1}) g(i)")
            for flags in (0, VIEWS, LARGE, DICTIONARIES) if name == "text" else (0,):
                table, texts = library.table(sql, flags)
                for column in range(4):
                    compare(sql, table, texts, column, forms)


def check_dictionaries(library):
    """Texts of a table, which are kept as dictionaries, and of a filtered one; with the schema that is promised."""
    library.c.stoa_result_free(library.query(
        "CREATE TABLE words AS SELECT i, CASE WHEN i % 7 <> 3 THEN 'a longer word ' || i % 5 END AS word "
        "FROM generate_series(0, 199999) g(i)"))
    kinds = {0: pyarrow.string(), VIEWS: pyarrow.string_view(), LARGE: pyarrow.large_string()}
    for condition in ("", " WHERE i % 3 = 0", " WHERE i < 0", " WHERE word IS NULL"):
        sql = "SELECT word, upper(word) AS upper FROM words" + condition
        for flags in (0, VIEWS, LARGE, DICTIONARIES, DICTIONARIES | VIEWS):
            table, texts = library.table(sql, flags)
            for column in range(2):
                compare(sql, table, texts, column, (lambda a: a.encode(), None))
            if flags in kinds and table.schema.types != [kinds[flags]] * 2:
                sys.exit(f"{sql} with flags {flags} has the types {table.schema.types}")


def check_intervals(library):
    table, _ = library.table("SELECT interval '14 months -3 days 1.5 seconds' AS i UNION ALL SELECT NULL", 0)
    given = [value and months_days_nanos(value) for value in table.column(0).to_pylist()]
    if given != [(14, -3, 1_500_000_000), None]:
        sys.exit(f"intervals became {given}")


def check_shapes(library):
    table, _ = library.table("SELECT 1 AS a, 2 AS a, 'x' AS \"\u03a9\"", 0)
    if table.schema.names != ["a", "a", "\u03a9"] or table.schema.types != [pyarrow.int32()] * 2 + [pyarrow.string()]:
        sys.exit(f"names or types are not kept: {table.schema}")
    for sql in ("CREATE TABLE empty (a integer, b text)", "INSERT INTO empty VALUES (1, 'x')"):
        table, _ = library.table(sql, 0)
        if table.num_columns != 0 or table.num_rows != 0:
            sys.exit(f"{sql} gave {table.schema}")
    table, _ = library.table("DELETE FROM empty WHERE false RETURNING b, a", DICTIONARIES)
    if table.schema.names != ["b", "a"] or table.num_rows != 0:
        sys.exit(f"an empty result lost its columns: {table.schema}")


def check_life(library):
    """Batches outlive the stream, the result, the table, the connection and the database."""
    result = library.query("SELECT * FROM words ORDER BY i")
    reader = library.reader(result, VIEWS)
    first = reader.read_next_batch()
    library.c.stoa_result_free(result)
    library.c.stoa_result_free(library.query("DROP TABLE words"))
    library.close()
    row_count = first.num_rows + sum(batch.num_rows for batch in reader)
    del reader
    if row_count != 200000 or first.column(1)[4].as_py() != "a longer word 4":
        sys.exit("the stream did not outlive what it came from")


def main():
    library = Library(sys.argv[1])
    check_types(library)
    check_dictionaries(library)
    check_intervals(library)
    check_shapes(library)
    check_life(library)
    print(f"{len(TYPES) + 1} types read by pyarrow {pyarrow.__version__}")


if __name__ == "__main__":
    main()
