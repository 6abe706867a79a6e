"""Measures the processor time of processes with their children."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def spent(*processes: int) -> float:
    """Return the processor seconds so far of processes and their children, ended ones included.

    Linux only: it reads `/proc`.
    """
    times, children = dict[int, float](), defaultdict[int, list[int]](list)
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        number = int(folder.name)
        children[int(fields[1])].append(number)
        times[number] = sum(map(int, fields[11:15])) / _TICKS
    wanted, found = list(processes), 0.0
    while wanted:
        number = wanted.pop()
        found += times.get(number, 0.0)
        wanted += children[number]
    return found
