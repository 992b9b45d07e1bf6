#!/usr/bin/env python3
"""Checks the source tree against the rules of docs/STYLE.md that a program can check.

Exceptions stand in tools/tidy_ratchet.txt, one a line: `<rule> <path> [<function>] <measure>`. An entry allows what it
names up to its measure and no further; one that is no longer needed is a finding too, so the list only shrinks.
"""

import argparse
import sys
from pathlib import Path

import rules

RATCHET = "tools/tidy_ratchet.txt"


def load_ratchet(root):
    """{(rule, path, subject): measure}"""
    entries = {}
    path = root / RATCHET
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        words = line.split("#")[0].split()
        if words:
            entries[(words[0], words[1], " ".join(words[2:-1]))] = int(words[-1])
    return entries


def apply_ratchet(findings, entries):
    """The findings that no entry allows, then one for each entry that is stale or looser than needed."""
    worst = {}
    for finding in findings:
        key = (finding.rule, finding.path, finding.subject)
        worst[key] = max(worst.get(key, 0), finding.measure)
        if not finding.measure or finding.measure > entries.get(key, 0):
            yield finding
    for key, allowed in entries.items():
        if worst.get(key, 0) < allowed:
            rule, path, subject = key
            now = f"lower it to {worst[key]}" if key in worst else "remove it"
            yield rules.Finding("ratchet", RATCHET, 1, f"{rule} {path} {subject}: {allowed} is more than needed, {now}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    root = parser.parse_args().root
    findings = list(apply_ratchet(list(rules.check_tree(root)), load_ratchet(root)))
    for finding in findings:
        print(f"{finding.path}:{finding.line}: [{finding.rule}] {finding.message}")
    print(f"tidy: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
