#!/usr/bin/env python3
"""Runs the tour of README.md: every `$` line of its console blocks, whose output must be what stands below it.

Usage: run_tour.py README.md STOA. Blocks headed ```csv NAME are written to files first. Exit status 1 tells of a difference.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps_of(text):
    """Pairs of a command and the output expected."""
    steps = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append([line[2:], ""])
        else:
            steps[-1][1] += line + "\n"
    return steps


def run(command, folder, environment):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    return done.stdout


def main():
    readme, stoa = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    environment = dict(os.environ, PATH=f"{stoa.parent}:{os.environ['PATH']}")
    failed = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, text in BLOCK.findall(readme.read_text()):
            if kind == "csv":
                pathlib.Path(folder, name).write_text(text)
            if kind != "console":
                continue
            for command, expected in steps_of(text):
                count += 1
                actual = run(command, folder, environment)
                if actual != expected:
                    failed += 1
                    print(f"$ {command}\nexpected:\n{expected}got:\n{actual}")
    print(f"tour: {count} steps, {failed} failed")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
