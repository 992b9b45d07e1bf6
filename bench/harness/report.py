"""Tables on the terminal and JSON files."""

from __future__ import annotations

import json
import os
import platform
from importlib import metadata
from pathlib import Path


def versions(packages: list[str]) -> dict[str, str]:
    return {package: metadata.version(package) for package in packages}


def machine() -> dict[str, object]:
    model = ""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return {"processor": model, "cores": os.cpu_count(), "system": platform.release()}


def write_json(path: Path, document: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")


def short_time(microseconds: float) -> str:
    if microseconds < 1000:
        return f"{microseconds:.1f} us"
    if microseconds < 1_000_000:
        return f"{microseconds / 1000:.2f} ms"
    return f"{microseconds / 1_000_000:.2f} s"


def print_table(header: list[str], rows: list[list[str]]) -> None:
    """A Markdown table, so that it can be pasted."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]

    def line(cells: list[str]) -> str:
        padded = [cells[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]
        return "| " + " | ".join(padded) + " |"

    print(line(header))
    print("|" + "|".join(["-" * (widths[0] + 2)] + ["-" * (width + 1) + ":" for width in widths[1:]]) + "|")
    for row in rows:
        print(line(row))
    print(flush=True)
