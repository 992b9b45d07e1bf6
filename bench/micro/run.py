#!/usr/bin/env python3
"""Runs the micro benchmarks that build/release holds and gathers their results: nanoseconds per row."""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(program: pathlib.Path) -> list[dict]:
    """The benchmarks of one program, each with its name and its time per row."""
    done = subprocess.run([program, "--benchmark_format=json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True)
    rows = json.loads(done.stdout)["benchmarks"]
    return [{"name": row["name"], "ns_per_row": row["ns/row"]} for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    arguments, _ = parser.parse_known_args()
    names = sorted(path.stem for path in pathlib.Path(__file__).parent.glob("*.cpp"))
    results = {}
    for name in names:
        program = arguments.build / "bin" / f"bench_{name}"
        if not program.exists():
            print(f"{program} is not built (libbenchmark-dev is needed)", file=sys.stderr)
            return 1
        results[name] = run(program)
        for row in results[name]:
            print(f"{name:16} {row['name']:28} {row['ns_per_row']:8.3f} ns/row")
    arguments.output.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
