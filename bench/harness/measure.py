"""Timing: engines take turns, medians count, and the machine's floor is measured in the same run."""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

SAMPLES = 15
SAMPLES_WHEN_SLOW = 3
SLOW_SECONDS = 1.0


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


def summary(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    quarter = len(ordered) // 4
    return {
        "median_us": statistics.median(ordered) * 1e6,
        "low_us": ordered[quarter] * 1e6,
        "high_us": ordered[-1 - quarter] * 1e6,
        "samples": len(ordered),
    }


def _read_bandwidth(size_bytes: int, threads: int) -> float:
    """GB/s of summing `size_bytes` of doubles, cut into one part a thread."""
    parts = numpy.array_split(numpy.ones(size_bytes // 8), threads)
    with ThreadPoolExecutor(threads) as pool:
        best = min(timed(lambda: list(pool.map(numpy.sum, parts))) for _ in range(9))
    return size_bytes / best / 1e9


def _sync_us(folder: Path) -> float:
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        series = []
        for _ in range(20):
            os.pwrite(file.fileno(), b"x" * 4096, 0)
            series.append(timed(lambda: os.fdatasync(file.fileno())))
    return statistics.median(series) * 1e6


def _wake_up_us() -> float:
    """From one thread's signal to the other's answer, halved."""
    ask, answer = threading.Semaphore(0), threading.Semaphore(0)

    def echo() -> None:
        for _ in range(200):
            ask.acquire()
            answer.release()

    thread = threading.Thread(target=echo)
    thread.start()

    def ping() -> None:
        ask.release()
        answer.acquire()

    series = [timed(ping) for _ in range(200)]
    thread.join()
    return statistics.median(series) * 1e6 / 2


def floor(folder: Path) -> dict[str, float]:
    """What the hardware gives: no engine can be faster."""
    found: dict[str, float] = {}
    for megabytes in (0.8, 8, 80):
        for threads in (1, 2):
            found[f"read_{megabytes}MB_{threads}t_GBps"] = _read_bandwidth(int(megabytes * 1e6), threads)
    found["fdatasync_us"] = _sync_us(folder)
    found["thread_wake_up_us"] = _wake_up_us()
    return found


def busy_warning() -> str | None:
    """A sentence when others use the processors."""
    load = os.getloadavg()[0]
    if load < 0.5:
        return None
    return f"warning: the load of this machine is {load:.1f} before the run; other processes blur these times"
