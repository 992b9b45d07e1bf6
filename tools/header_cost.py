#!/usr/bin/env python3
"""Fails when a header alone costs the compiler more than its budget.

Headers decide the build time of a C++ project. Each header of src/ and include/ is parsed by itself (which also shows
that it includes what it needs) and its processor time is compared with that of a fixed set of standard headers,
parsed at about the same time: a ratio holds on a busy machine too. Results are kept in the build tree by content.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CALIBRATION_HEADERS = ("functional", "memory", "optional", "span", "string", "string_view", "unordered_map", "variant",
                       "vector")
RATIO_MAX = 4.0
ATTEMPT_COUNT = 3


class BrokenHeader(Exception):
    pass


def parse_seconds(command, path, text=None):
    """Processor seconds that the compiler needs for the file; BrokenHeader with its messages if it fails."""
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(command + [str(path) if text is None else "-"], stdin=subprocess.PIPE,
                                   stdout=messages, stderr=messages)
        if text is not None:
            process.stdin.write(text.encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            messages.seek(0)
            raise BrokenHeader(messages.read().decode(errors="replace"))
    return usage.ru_utime + usage.ru_stime


def content_key(root, path, seen=None):
    """A digest of the header and of every project header that it includes, at any depth."""
    seen = {} if seen is None else seen
    if path in seen:
        return seen[path]
    seen[path] = ""
    digest = hashlib.sha256()
    text = path.read_text(encoding="utf-8", errors="replace")
    digest.update(text.encode())
    for name in re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', text, re.MULTILINE):
        for folder in ("src", "include"):
            included = root / folder / name
            if included.is_file():
                digest.update(content_key(root, included, seen).encode())
    seen[path] = digest.hexdigest()
    return seen[path]


def calibration_seconds(command):
    return parse_seconds(command, None, "".join(f"#include <{name}>\n" for name in CALIBRATION_HEADERS))


def ratio_to_calibration(command, path, calibration):
    """The header's cost as a ratio: to the given calibration if clearly within budget, else to its own, measured now."""
    ratio = parse_seconds(command, path) / calibration
    for _ in range(ATTEMPT_COUNT if ratio > RATIO_MAX / 2 else 0):
        ratio = min(ratio, parse_seconds(command, path) / calibration_seconds(command))
        if ratio <= RATIO_MAX:
            break
    return ratio


def measure(command, path, calibration):
    """(ratio, problem)"""
    try:
        return ratio_to_calibration(command, path, calibration), None
    except BrokenHeader as failure:
        return None, str(failure)


def check(root, compiler, cache_path, jobs):
    command = [compiler, "-std=c++23", "-fsyntax-only", "-w", "-x", "c++", f"-I{root / 'src'}",
               f"-I{root / 'include'}"]
    known = json.loads(cache_path.read_text()) if cache_path and cache_path.exists() else {}
    headers = sorted(path for folder in ("src", "include") for ending in ("*.h", "*.hpp")
                     for path in (root / folder).rglob(ending))
    keys = {path: content_key(root, path) for path in headers}
    fresh = [path for path in headers if keys[path] not in known]
    problems = []
    calibration = min(calibration_seconds(command) for _ in range(ATTEMPT_COUNT)) if fresh else 1.0
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda path: measure(command, path, calibration), fresh)
        for path, (ratio, problem) in zip(fresh, results):
            if problem:
                problems.append(f"{path.relative_to(root)}: does not compile alone:\n{problem}")
            else:
                known[keys[path]] = ratio
    known = {key: known[key] for key in keys.values() if key in known}
    if cache_path:
        cache_path.write_text(json.dumps(known))
    for path in headers:
        if known.get(keys[path], 0) > RATIO_MAX:
            problems.append(f"{path.relative_to(root)}: costs {known[keys[path]]:.1f} times the calibration headers, "
                            f"at most {RATIO_MAX}: move includes to the .cpp or split it")
    return headers, fresh, known, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    headers, fresh, known, problems = check(arguments.root, arguments.compiler, arguments.cache, arguments.jobs)
    for problem in problems:
        print(problem)
    print(f"header_cost: {len(headers)} headers ({len(fresh)} measured now), dearest "
          f"{max(known.values(), default=0):.2f} of at most {RATIO_MAX}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
