#!/usr/bin/env bash
# Builds every fuzzer of fuzz/ with clang and libFuzzer and runs each for SECONDS (first argument, default 60).
# A crash leaves its input in build/fuzz/crashes; add it to fuzz/corpus/<fuzzer> once it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
jobs=${JOBS:-$(nproc)}

shopt -s nullglob
fuzzers=()
for source in fuzz/fuzz_*.cpp; do fuzzers+=("$(basename "$source" .cpp)"); done
((${#fuzzers[@]})) || { echo "fuzz: FAILED: fuzz/ holds no fuzzer" >&2; exit 1; }

cmake --preset fuzz
cmake --build --preset fuzz -j "$jobs" --target "${fuzzers[@]}"
mkdir -p build/fuzz/crashes

run_one() {
  local name=$1 grown="build/fuzz/grown/$1" seeds=() log="build/fuzz/$1.log" dictionary=()
  mkdir -p "$grown"
  [[ -d "fuzz/corpus/$name" ]] && seeds=("fuzz/corpus/$name")
  [[ -f "fuzz/$name.dict" ]] && dictionary=("-dict=fuzz/$name.dict")
  if build/fuzz/bin/"$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3072 -print_final_stats=1 \
    -seed=1 -artifact_prefix="build/fuzz/crashes/$name-" "${dictionary[@]}" "$grown" "${seeds[@]}" >"$log" 2>&1; then
    echo "fuzz: $name: $(grep -a 'number_of_executed_units' "$log" | grep -o '[0-9]*$') runs, no failure"
  else
    echo "fuzz: $name FAILED; the end of $log:" >&2
    tail -n 40 "$log" >&2
    return 1
  fi
}
export -f run_one
export seconds
printf '%s\n' "${fuzzers[@]}" | xargs -P "$jobs" -I '{}' bash -c 'run_one {}'
