"""Holds StoaDB's Parquet reader against the outside suite: shared/suites/parquet.

Usage: run_suite.py PARQUET_TOOL [FILTER]. Every flat column of every file must have the values that the suite
expects; nested columns and Brotli must be refused with 0A000; corrupt files must give an error. Prints what was left
out and why. Exit status 1 when anything differs.
"""

import collections
import datetime
import hashlib
import json
import math
import os
import subprocess
import sys
import zoneinfo

EPOCH = datetime.datetime(1970, 1, 1)

# (file, column) that the suite's reader reads and that must be refused here, and why.
REFUSED = {
    ("parquet-testing/data/int96_from_spark.parquet", "a"):
        ("22008", "a year beyond 11,000,000, which the suite's reader wraps around and 64 bits can't hold"),
    ("parquet-testing/data/rle-dict-uncompressed-corrupt-checksum.parquet", "long_field"):
        ("XX001", "page checksums are verified here"),
    ("parquet-testing/data/rle-dict-uncompressed-corrupt-checksum.parquet", "binary_field"):
        ("XX001", "page checksums are verified here"),
}


def shared_folder():
    named = os.environ.get("STOA_SHARED")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared")
    return named if named else os.path.normpath(beside)


def micros_of_timestamp(text):
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        moment = moment.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return (moment - EPOCH) // datetime.timedelta(microseconds=1)


def micros_of_time(text):
    moment = datetime.time.fromisoformat(text)
    seconds = (moment.hour * 60 + moment.minute) * 60 + moment.second
    return seconds * 1_000_000 + moment.microsecond


def interval_of_bytes(text):
    raw = bytes.fromhex(text)
    months, days, millis = (int.from_bytes(raw[i:i + 4], "little") for i in (0, 4, 8))
    return [months, days, millis * 1000]


def expected_value(value, type_name):
    """The suite's form of a value in the form in which the tool writes it."""
    if value is None:
        return None
    if isinstance(value, dict):
        if "$hex" in value:
            return interval_of_bytes(value["$hex"]) if type_name == "interval" else value["$hex"]
        if "$dec" in value:
            return value["$dec"]
        if "$float" in value:
            return float(value["$float"])
        if "$us" in value:
            return value["$us"]
    if type_name == "date":
        return (datetime.date.fromisoformat(value) - EPOCH.date()).days
    if type_name.startswith("timestamp"):
        return micros_of_timestamp(value)
    if type_name.startswith("time"):
        return micros_of_time(value)
    return value


def suite_value(value, type_name, arrow_type):
    """The reverse: a value of the tool in the suite's form, for the digest of a whole column."""
    if value is None:
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": repr(value)}
    if type_name == "bytea":
        return {"$hex": value}
    if type_name == "interval":
        months, days, micros = value
        return {"$hex": b"".join(n.to_bytes(4, "little") for n in (months, days, micros // 1000)).hex()}
    if type_name.startswith("decimal"):
        return {"$dec": value}
    if arrow_type.startswith("duration"):
        return {"$us": value}
    if type_name == "date":
        return (EPOCH + datetime.timedelta(days=value)).date().isoformat()
    if type_name.startswith("timestamp"):
        moment = EPOCH + datetime.timedelta(microseconds=value)
        if "tz=" in arrow_type:
            zone = arrow_type.split("tz=")[1].rstrip("]")
            offset = datetime.datetime.strptime(zone, "%z").tzinfo if zone[0] in "+-" else zoneinfo.ZoneInfo(zone)
            moment = moment.replace(tzinfo=datetime.timezone.utc).astimezone(offset)
        return moment.isoformat()
    if type_name.startswith("time"):
        return (EPOCH + datetime.timedelta(microseconds=value)).time().isoformat()
    return value


def digest(values, type_name, arrow_type):
    """As the suite's manifest has it: MD5 of the column as compact JSON."""
    canonical = [suite_value(value, type_name, arrow_type) for value in values]
    return hashlib.md5(json.dumps(canonical, separators=(",", ":")).encode()).hexdigest()


def same(expected, actual, type_name):
    if expected is None or actual is None:
        return expected is None and actual is None
    if isinstance(actual, float) or type_name in ("real", "double precision"):
        expected, actual = float(expected), float(actual)
        if math.isnan(expected):
            return math.isnan(actual)
        return expected == actual and math.copysign(1, expected) == math.copysign(1, actual)
    return type(expected) is type(actual) and expected == actual


class Suite:
    def __init__(self, tool, folder):
        self.tool = tool
        self.folder = folder
        self.counts = collections.Counter()
        self.failures = []
        self.left_out = collections.OrderedDict()

    def fail(self, what):
        self.failures.append(what)

    def leave_out(self, reason, what):
        self.left_out.setdefault(reason, []).append(what)

    def dump(self, name):
        done = subprocess.run([self.tool, "dump", os.path.join(self.folder, name)], capture_output=True, timeout=300)
        if done.returncode != 0:
            self.fail(f"{name}: the tool ended with {done.returncode}: {done.stderr.decode()[-300:]}")
            return None
        return json.loads(done.stdout.decode("utf-8"))

    def check_refused(self, where, column, state):
        got = column.get("error", {}).get("state")
        if got != state:
            self.fail(f"{where}: expected {state}, got {column.get('error', 'values')}")
        elif column["name"] not in column["error"]["message"]:
            self.fail(f"{where}: the message doesn't name the column: {column['error']['message']}")
        else:
            self.counts["columns refused as they must be"] += 1

    def check_values(self, where, column, rows, summary, arrow_type, row_count):
        """`rows`: the first expected values, where the suite has them; `summary`: of the whole column."""
        if "error" in column:
            self.fail(f"{where}: {column['error']}")
            return
        values, type_name = column["values"], column["type"]
        if len(values) != row_count:
            self.fail(f"{where}: {len(values)} rows instead of {row_count}")
            return
        for i, value in enumerate(rows):
            expected = expected_value(value, type_name)
            if not same(expected, values[i], type_name):
                self.fail(f"{where} row {i}: expected {expected!r}, got {values[i]!r} ({type_name})")
                return
        if summary and summary["nulls"] != sum(value is None for value in values):
            self.fail(f"{where}: {sum(value is None for value in values)} NULLs instead of {summary['nulls']}")
            return
        if summary and summary["md5"] != digest(values, type_name, arrow_type):
            self.fail(f"{where}: the digest of all values differs ({type_name})")
            return
        self.counts["flat columns equal"] += 1
        self.counts["values equal"] += row_count

    def check_corrupt(self, name, result):
        errors = [result["error"]] if "error" in result else [c["error"] for c in result["columns"] if "error" in c]
        errors = [e for e in errors if e["state"] in ("22P04", "XX001", "22003", "22008", "22021")]
        if errors:
            self.counts["corrupt files refused"] += 1
        else:
            self.fail(f"{name}: is corrupt and was read without an error")

    def check_file(self, name, entry):
        result = self.dump(name)
        if result is None:
            return
        self.counts["files"] += 1
        chunks = entry.get("chunks", [])
        is_brotli = any(chunk["codec"] == "BROTLI" for chunk in chunks)
        if entry.get("error") and not is_brotli:
            self.check_corrupt(name, result)
            return
        if "error" in result:
            self.fail(f"{name}: {result['error']}")
            return
        flat = {chunk["path"] for chunk in chunks if "." not in chunk["path"]}
        expected = None
        if "expect" in entry:
            with open(os.path.join(self.folder, "expected", entry["expect"]), encoding="utf-8") as file:
                expected = json.load(file)
        row_count = entry["rows"]
        if row_count == 0 and expected is not None:
            # An old writer that left the file's count at 0; its row groups have the rows.
            row_count = len(expected["rows"])
        if result["row_count"] != row_count:
            self.fail(f"{name}: {result['row_count']} rows instead of {row_count}")
        schema = {field[0]: field[1] for field in entry.get("schema") or []}
        for column in result["columns"]:
            where = f"{name} column {column['name']}"
            type_name = schema.get(column["name"], "")
            is_nested = type_name.startswith(("list<", "struct<", "map<", "large_list<", "fixed_size_list<"))
            if (name, column["name"]) in REFUSED:
                state, reason = REFUSED[(name, column["name"])]
                self.leave_out(reason, where)
                self.check_refused(where, column, state)
            elif is_nested or not column["readable"] and column["name"] not in flat and not is_brotli:
                self.check_refused(where, column, "0A000")
            elif is_brotli and entry["rows"] != 0:
                self.check_refused(where, column, "0A000")
            elif column["name"] in entry.get("cols", {}):
                summary = entry["cols"][column["name"]]
                rows = []
                if expected is not None:
                    place = expected["columns"].index(column["name"])
                    rows = [row[place] for row in expected["rows"]]
                self.check_values(where, column, rows, summary, type_name, row_count)
            else:
                self.leave_out("no expected values in the suite", where)

    def report(self):
        for key in sorted(self.counts):
            print(f"{self.counts[key]:8} {key}")
        for reason, places in self.left_out.items():
            print(f"left out ({len(places)}): {reason}: {', '.join(places[:6])}")
        for failure in self.failures[:40]:
            print("FAILED", failure)
        print(f"{len(self.failures)} failures")


def main():
    folder = os.path.join(shared_folder(), "suites", "parquet")
    if not os.path.exists(os.path.join(folder, "manifest.json")):
        print(f"skipped: there is no {folder}")
        return 0
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    suite = Suite(sys.argv[1], folder)
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    for name in sorted(manifest):
        if wanted in name:
            suite.check_file(name, manifest[name])
    suite.report()
    return 1 if suite.failures else 0


if __name__ == "__main__":
    sys.exit(main())
