"""Timing: engines take turns, medians count, and the machine's floor is measured in the same run."""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

SAMPLES = 15
SAMPLES_WHEN_SLOW = 3
SLOW_SECONDS = 1.0
FLOOR_PROGRAM = Path(__file__).resolve().parents[2] / "build/release/bin/bench_floor"
EXIT_SKIPPED = 77


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternate(
    works: dict[str, Callable[[], float]], samples: int = SAMPLES, budget_seconds: float = 20.0
) -> dict[str, list[float]]:
    """Runs each work in turn, `samples` times over; each gives its own seconds. Works of over a second and rows over
    their time budget get fewer samples, never fewer than three."""
    times: dict[str, list[float]] = {name: [] for name in works}
    spent = 0.0
    for turn in range(samples):
        for name, work in works.items():
            seconds = work()
            spent += seconds
            times[name].append(seconds)
        slow = max(max(series) for series in times.values()) > SLOW_SECONDS
        if turn + 1 >= SAMPLES_WHEN_SLOW and (slow or spent > budget_seconds):
            break
    return times


def exit_if_missing(packages: list[str]) -> None:
    """Ends the program, as a test that is skipped, where a package that is compared with is not installed."""
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        print(f"bench: skipped: not installed: {', '.join(missing)} (scripts/setup.sh --bench installs them)")
        raise SystemExit(EXIT_SKIPPED)


def summary(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    quarter = len(ordered) // 4
    return {
        "median_us": statistics.median(ordered) * 1e6,
        "low_us": ordered[quarter] * 1e6,
        "high_us": ordered[-1 - quarter] * 1e6,
        "samples": len(ordered),
    }


def floor(folder: Path) -> dict[str, float]:
    """What the hardware gives, as the program of bench/floor finds it: no engine can be faster. Empty when not built."""
    if not FLOOR_PROGRAM.exists():
        return {}
    done = subprocess.run([FLOOR_PROGRAM, folder], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def busy_warning() -> str | None:
    """A sentence when others use the processors."""
    load = os.getloadavg()[0]
    if load < 0.5:
        return None
    return f"warning: the load of this machine is {load:.1f} before the run; other processes blur these times"
