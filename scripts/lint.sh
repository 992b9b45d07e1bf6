#!/usr/bin/env bash
# The checks that need no build: formatting, the rules of tools/tidy, shell syntax.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0

mapfile -d '' sources < <(git ls-files -z -- '*.h' '*.hpp' '*.cpp')
if ((${#sources[@]})); then
  echo "lint: clang-format of ${#sources[@]} files"
  printf '%s\0' "${sources[@]}" | xargs -0 -n 32 -P "$(nproc)" clang-format-19 --dry-run -Werror || failed=1
fi
echo "lint: tools/tidy"
/usr/bin/python3 tools/tidy/tidy.py || failed=1
echo "lint: shell scripts"
for script in scripts/*.sh .ci/run; do bash -n "$script" || failed=1; done
if ((failed)); then echo "lint: FAILED (make format mends formatting)" >&2; else echo "lint: clean"; fi
exit "$failed"
