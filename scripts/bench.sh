#!/usr/bin/env bash
# Runs every benchmark of bench/, each of which prints a table and writes its results to build/bench/<name>.json.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/bench

shopt -s nullglob
benchmarks=(bench/*/run.py)
((${#benchmarks[@]})) || { echo "bench: FAILED: bench/ holds no benchmark" >&2; exit 1; }
status=0
for benchmark in "${benchmarks[@]}"; do
  name=$(basename "$(dirname "$benchmark")")
  echo "bench: $name"
  .venv/bin/python "$benchmark" --output "build/bench/$name.json" "$@" || { echo "bench: $name FAILED" >&2; status=1; }
done
exit "$status"
