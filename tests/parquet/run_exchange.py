"""Files of StoaDB's Parquet writer read by other readers, and files of other writers read by StoaDB.

Usage: run_exchange.py PARQUET_TOOL. Needs pyarrow; DuckDB and Polars take part where they can be imported.
"""

import datetime
import decimal
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import uuid

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)


def sample_table(row_count, seed):
    """Every type that both sides have, with NULLs, in an order that repeats and one that doesn't."""
    rng = random.Random(seed)

    def column(make, null_share=0.15):
        return [None if rng.random() < null_share else make() for _ in range(row_count)]

    day = datetime.timedelta(days=1)
    micro = datetime.timedelta(microseconds=1)

    def moment():
        return EPOCH + day * rng.randrange(-30_000, 60_000) + micro * rng.randrange(86_400_000_000)

    def digits(precision, scale):
        return decimal.Decimal(rng.randrange(-10 ** precision + 1, 10 ** precision)).scaleb(-scale)

    decimal.getcontext().prec = 60
    pa = pyarrow
    columns = {
        "bool": pa.array(column(lambda: rng.random() < 0.5), pa.bool_()),
        "i8": pa.array(column(lambda: rng.randrange(-128, 128)), pa.int8()),
        "i16": pa.array(column(lambda: rng.randrange(-2 ** 15, 2 ** 15)), pa.int16()),
        "i32": pa.array(column(lambda: rng.randrange(-2 ** 31, 2 ** 31)), pa.int32()),
        "i64": pa.array(column(lambda: rng.randrange(-2 ** 63, 2 ** 63)), pa.int64()),
        "u8": pa.array(column(lambda: rng.randrange(2 ** 8)), pa.uint8()),
        "u16": pa.array(column(lambda: rng.randrange(2 ** 16)), pa.uint16()),
        "u32": pa.array(column(lambda: rng.randrange(2 ** 32)), pa.uint32()),
        "u64": pa.array(column(lambda: rng.randrange(2 ** 64)), pa.uint64()),
        "row": pa.array(range(row_count), pa.int64()),
        "f32": pa.array(column(lambda: rng.choice([rng.random(), -0.0, math.inf, 1.5])), pa.float32()),
        "f64": pa.array(column(lambda: rng.choice([rng.random() * 1e9, math.nan, -math.inf, 0.0])), pa.float64()),
        "d5": pa.array(column(lambda: digits(5, 2)), pa.decimal128(5, 2)),
        "d18": pa.array(column(lambda: digits(18, 6)), pa.decimal128(18, 6)),
        "d38": pa.array(column(lambda: digits(38, 10)), pa.decimal128(38, 10)),
        "text": pa.array(column(lambda: "text \u00e4\u20ac " + str(rng.randrange(10 ** 9)) * rng.randrange(4))),
        "few": pa.array(column(lambda: rng.choice(["red", "green", "a longer name of a colour"]))),
        "none": pa.array([None] * row_count, pa.string()),
        "bytes": pa.array(column(lambda: rng.randbytes(rng.randrange(20))), pa.binary()),
        "date": pa.array(column(lambda: moment().date()), pa.date32()),
        "time": pa.array(column(lambda: moment().time()), pa.time64("us")),
        "ts": pa.array(column(moment), pa.timestamp("us")),
        "tz": pa.array(column(lambda: moment().replace(tzinfo=UTC)), pa.timestamp("us", "UTC")),
    }
    return pa.table(columns)


def plain(value):
    """A value in the form in which values of all readers compare."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else (value, math.copysign(1, value))
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).replace(tzinfo=None)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, decimal.Decimal):
        return str(value.normalize()) if value else "0"
    return value


def tool_value(value, type_name):
    """A value as the tool writes it, as Python has it."""
    if value is None:
        return None
    if type_name in ("real", "double precision"):
        return float(value)
    if type_name == "bytea":
        return bytes.fromhex(value)
    if type_name.startswith("decimal"):
        return decimal.Decimal(value)
    if type_name == "date":
        return (EPOCH + datetime.timedelta(days=value)).date()
    if type_name.startswith("timestamp"):
        return EPOCH + datetime.timedelta(microseconds=value)
    if type_name.startswith("time"):
        return (EPOCH + datetime.timedelta(microseconds=value)).time()
    return value


class Exchange:
    def __init__(self, tool, folder):
        self.tool = tool
        self.folder = folder
        self.failures = 0
        self.checked = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_tool(self, *arguments):
        done = subprocess.run([self.tool, *arguments], capture_output=True, timeout=300)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.stderr.decode()}")
        return done.stdout.decode("utf-8")

    def compare(self, what, expected, actual):
        """Both: lists of values by column name."""
        for name, values in expected.items():
            self.checked += 1
            mine = [plain(value) for value in values]
            theirs = [plain(value) for value in actual.get(name, [])]
            if mine != theirs:
                self.failures += 1
                place = next((i for i, pair in enumerate(zip(mine, theirs)) if pair[0] != pair[1]), -1)
                shown = (mine[place], theirs[place]) if theirs else "no such column"
                print(f"FAILED {what} column {name} row {place}: {shown}")

    def read_with_tool(self, path):
        dumped = json.loads(self.run_tool("dump", path))
        if "error" in dumped:
            raise RuntimeError(dumped["error"])
        columns = {}
        for column in dumped["columns"]:
            if "error" in column:
                raise RuntimeError(column["error"])
            columns[column["name"]] = [tool_value(value, column["type"]) for value in column["values"]]
        return columns


def read_with_pyarrow(path):
    return pyarrow.parquet.read_table(path, page_checksum_verification=True).to_pydict()


def read_with_duckdb(path):
    import duckdb
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    result = connection.execute(f"SELECT * FROM read_parquet('{path}')")
    names = [column[0] for column in result.description]
    rows = result.fetchall()
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def read_with_polars(path):
    import polars
    return polars.read_parquet(path).to_dict(as_series=False)


def other_readers():
    readers = {"pyarrow": read_with_pyarrow}
    for name, reader in (("duckdb", read_with_duckdb), ("polars", read_with_polars)):
        try:
            __import__(name)
            readers[name] = reader
        except ImportError:
            print(f"left out: {name} isn't installed")
    return readers


def check_reading(exchange):
    """Others' files read here."""
    for row_count in (0, 1, 1000, 5000):
        table = sample_table(row_count, row_count)
        expected = table.to_pydict()
        for version in ("1.0", "2.0"):
            for compression in ("none", "snappy", "gzip", "zstd", "lz4"):
                path = exchange.path("theirs.parquet")
                pyarrow.parquet.write_table(table, path, data_page_version=version, compression=compression,
                                            row_group_size=1700, data_page_size=4000, write_page_checksum=True,
                                            write_page_index=compression == "zstd",
                                            use_dictionary=compression != "gzip")
                what = f"pyarrow's file of {row_count} rows, {compression}, pages {version}"
                exchange.compare(what, expected, exchange.read_with_tool(path))


def check_statistics(exchange, path):
    """What the footer says must hold for the values, and NaN must not be hidden behind bounds."""
    table = pyarrow.parquet.read_table(path)
    metadata = pyarrow.parquet.read_metadata(path)
    begin = 0
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        for column in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(column)
            values = table.column(column).slice(begin, rows).to_pylist()
            present = [value for value in values if value is not None]
            statistics = chunk.statistics
            exchange.checked += 1
            is_wrong = statistics is not None and statistics.null_count != len(values) - len(present)
            if statistics is not None and statistics.has_min_max and present:
                has_nan = any(isinstance(value, float) and math.isnan(value) for value in present)
                is_wrong = is_wrong or has_nan or statistics.min != min(present) or statistics.max != max(present)
            if is_wrong:
                exchange.failures += 1
                print(f"FAILED statistics of {chunk.path_in_schema} in row group {group}: {statistics}")
        begin += rows


def check_writing(exchange):
    """Our files read by others."""
    readers = other_readers()
    settings = [[], ["compression=none"], ["compression=zstd", "page=2"], ["compression=gzip"],
                ["compression=lz4_raw", "page=2", "dictionary=0"], ["dictionary=0", "crc=0"],
                ["row_group_rows=700", "page_rows=100"]]
    for row_count in (0, 1, 64, 2049, 5000):
        table = sample_table(row_count, row_count + 100)
        theirs = exchange.path("theirs.parquet")
        pyarrow.parquet.write_table(table, theirs)
        expected = table.to_pydict()
        for setting in settings:
            ours = exchange.path("ours.parquet")
            exchange.run_tool("copy", theirs, ours, *setting)
            what = f"our file of {row_count} rows {' '.join(setting)}"
            for name, reader in readers.items():
                exchange.compare(f"{what} read by {name}", expected, reader(ours))
            exchange.compare(f"{what} read by us", expected, exchange.read_with_tool(ours))
            check_statistics(exchange, ours)


def check_skipping_elsewhere(exchange):
    """DuckDB skips by our statistics and page index and must find the same rows."""
    try:
        import duckdb
    except ImportError:
        return
    table = sample_table(5000, 77)
    theirs, ours = exchange.path("theirs.parquet"), exchange.path("ours.parquet")
    pyarrow.parquet.write_table(table, theirs)
    exchange.run_tool("copy", theirs, ours, "row_group_rows=500", "page_rows=64")
    for condition in ("i64 > 0", "text > 'text \u00e4\u20ac 5'", "f64 > 1e8", "f64 <> 0", "few = 'red'", "d38 < 0",
                      "date >= DATE '2000-01-01'", "u64 > 9223372036854775807", "row BETWEEN 700 AND 720",
                      "bytes > '\\x80'::BLOB", "ts < TIMESTAMP '1970-01-01'", "none IS NULL", "bool"):
        counts = [duckdb.execute(f"SELECT count(*) FROM '{path}' WHERE {condition}").fetchone()[0]
                  for path in (theirs, ours)]
        exchange.checked += 1
        if counts[0] != counts[1]:
            exchange.failures += 1
            print(f"FAILED WHERE {condition}: {counts[0]} rows in pyarrow's file, {counts[1]} in ours")


def check_uuid_and_interval(exchange):
    """Types that pyarrow alone doesn't write."""
    try:
        import duckdb
    except ImportError:
        return
    theirs, ours = exchange.path("theirs.parquet"), exchange.path("ours.parquet")
    query = ("SELECT ('00000000-0000-4000-8000-' || lpad(i::VARCHAR, 12, '0'))::UUID AS u, "
             "INTERVAL (i) DAY + INTERVAL (i % 7) MONTH + INTERVAL (i) SECOND AS v FROM range(3000) t(i)")
    duckdb.execute(f"COPY ({query}) TO '{theirs}' (FORMAT parquet)")
    exchange.run_tool("copy", theirs, ours)
    rows = [duckdb.execute(f"SELECT u, v FROM '{path}'").fetchall() for path in (theirs, ours)]
    exchange.compare("uuid and interval", {"rows": rows[0]}, {"rows": rows[1]})
    dumped = json.loads(exchange.run_tool("dump", ours))["columns"]
    expected = [str(uuid.UUID(int=(0x4000 << 64) | (0x8000 << 48) | int(str(i), 16))) for i in range(3000)]
    exchange.compare("uuid", {"u": expected}, {"u": dumped[0]["values"]})
    expected = [[i % 7, i, i * 1_000_000] for i in range(3000)]
    exchange.compare("interval", {"v": expected}, {"v": dumped[1]["values"]})


def main():
    if pyarrow is None:
        print("skipped: pyarrow isn't installed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        exchange = Exchange(sys.argv[1], folder)
        for check in (check_reading, check_writing, check_skipping_elsewhere, check_uuid_and_interval):
            check(exchange)
    print(f"{exchange.checked} comparisons, {exchange.failures} failures")
    return 1 if exchange.failures else 0


if __name__ == "__main__":
    sys.exit(main())
