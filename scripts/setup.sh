#!/usr/bin/env bash
# Makes a Debian 12 machine ready to build StoaDB. Safe to run again: it installs only what is missing.
#
#   scripts/setup.sh          what `make demo`, `make test` and `make bench` need
#   scripts/setup.sh --ci     also clang-19 (fuzzers), as .ci/run needs it
#   scripts/setup.sh --bench  also the engines that the benchmarks compare with
#
# SETUP_SKIP_PYTHON=1 leaves the virtual environment alone.
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(g++ cmake ninja-build ccache mold pkg-config git make ca-certificates clang-format-19)
library_packages=(libfmt-dev libxxhash-dev libhwy-dev libzstd-dev liblz4-dev libsnappy-dev zlib1g-dev libre2-dev
  libutf8proc-dev libhowardhinnant-date-dev tzdata libsimdjson-dev libcli11-dev libedit-dev)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev python3 python3-venv python3-dev)
ci_packages=(clang-19 libclang-rt-19-dev llvm-19)

wanted=("${build_packages[@]}" "${library_packages[@]}" "${test_packages[@]}")
requirement_files=(requirements.txt requirements-data.txt)
for argument in "$@"; do
  case "$argument" in
    --ci) wanted+=("${ci_packages[@]}") ;;
    --bench) requirement_files+=(requirements-bench.txt) ;;
    *) echo "setup: unknown option '$argument' (known: --ci, --bench)" >&2; exit 2 ;;
  esac
done

fail() {
  echo "setup: FAILED: $1" >&2
  exit 1
}

missing_packages() {
  local package status
  for package in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ "$status" == installed ]] || echo "$package"
  done
}

install_packages() {
  local missing=() as_root=()
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then
    echo "setup: all ${#wanted[@]} Debian packages are installed"
    return
  fi
  echo "setup: installing ${#missing[@]} Debian packages: ${missing[*]}"
  if [[ $EUID -ne 0 ]]; then
    command -v sudo >/dev/null || fail "not root and no sudo; install by hand: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq || fail "apt-get update (is the network up?)"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null </dev/null || fail "apt-get install ${missing[*]}"
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]} == 0)) || fail "still missing after installation: ${missing[*]}"
}

install_python_packages() {
  local file stamp want options
  # The system's own Python: another one may come first in PATH and lack the headers.
  [[ -x .venv/bin/python ]] || { echo "setup: creating .venv"; /usr/bin/python3 -m venv .venv; } ||
    fail "python3 -m venv .venv"
  for file in "${requirement_files[@]}"; do
    stamp=".venv/.stamp-$file"
    want=$(sha256sum "$file" | cut -d' ' -f1)
    if [[ -f "$stamp" && "$(cat "$stamp")" == "$want" ]]; then
      echo "setup: .venv holds what $file names"
      continue
    fi
    echo "setup: installing what $file names into .venv"
    options=(-q --disable-pip-version-check)
    [[ "$file" != requirements-data.txt ]] || options+=(--no-deps)
    .venv/bin/pip install "${options[@]}" -r "$file" </dev/null || fail "pip install -r $file"
    echo "$want" >"$stamp"
  done
}

[[ -r /etc/debian_version ]] || fail "this is not a Debian system; see the package lists in this script"
install_packages
[[ -n "${SETUP_SKIP_PYTHON:-}" ]] || install_python_packages
echo "setup: ready"
