"""Compares the page and the Activity with another revision: `python -m benchmarks page --against REV`.

Both revisions make the same presses of the same game by turns (`page_row.py`), each with its own bot and page, in the
same browser. It prints the medians of all rounds, and how many times as much the figure is now.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.press_cost import ROOT, tree_of

PATIENCE = 900.0
"""Seconds within which a row ends."""

Figures = dict[str, dict[str, float]]


def figures(tree: Path, presses: int) -> Figures:
    """Return what is measured in a source tree, by page and figure; raises CalledProcessError."""
    asked = [sys.executable, "-P", str(ROOT / "benchmarks" / "page_row.py"), str(presses)]
    here = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(asked, cwd=tree, env=here, check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
    found: Figures = json.loads(done.stdout)
    return found


def compare(revision: str, presses: int, rounds: int) -> None:
    """Print each figure before and now."""
    with tree_of(revision) as other:
        found: dict[Path, list[Figures]] = {other: [], ROOT: []}
        for number in range(rounds):
            for tree in (other, ROOT) if number % 2 else (ROOT, other):  # a machine warms up
                found[tree].append(figures(tree, presses))
    load = os.getloadavg()[0]
    print(f"{presses} presses, medians of {rounds} rounds against {revision}, load {load:.0f}: before, now, times")
    for page in found[ROOT][0]:
        print(page)
        for what in found[ROOT][0][page]:
            sides = [[one[page][what] for one in found[tree] if what in one.get(page, {})] for tree in (other, ROOT)]
            before, now = (statistics.median(side) if side else float("nan") for side in sides)
            print(f"  {what:34}{before:10.2f}{now:10.2f}{now / before if before else float('nan'):8.2f}", flush=True)
