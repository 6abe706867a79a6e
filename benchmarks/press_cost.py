"""Compares a press's own processor time with another revision: `python -m benchmarks press_cost --against REV`.

Both revisions make the same presses by turns (`press_row.py`), each with its own imitations of the platforms, in the
same environment. It prints medians, and the median ratio of paired rounds for each row, and fails if one is above
`--most`. `--rounds` says how often.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = (("discord", 1, 40, 150), ("discord", 50, 3, 4), ("telegram", 1, 40, 150), ("telegram", 50, 3, 4))
"""Platforms, how many chats play there, and the presses in each: at first, and measured."""
PARTS = ("adapter", "core", "store", "picture", "ours", "rest")
PATIENCE = 600.0
"""Seconds within which a row ends."""
MOST = 1.15
"""The greatest ratio that passes."""

Costs = Sequence[float]
"""A press's milliseconds of processor time by `PARTS`."""


def cost(tree: Path, row: tuple[str, int, int, int]) -> Costs:
    """Return what a press costs in a source tree; raises CalledProcessError."""
    asked = [sys.executable, "-P", str(ROOT / "benchmarks" / "press_row.py"), *map(str, row)]
    here = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(asked, cwd=tree, env=here, check=True, capture_output=True, text=True, timeout=PATIENCE)
    *ours, rest = map(float, done.stdout.split()[1 - len(PARTS) :])
    return (*ours, sum(ours), rest)


@contextmanager
def tree_of(revision: str) -> Iterator[Path]:
    """Check a revision out into a folder, for a while; raises SystemExit if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        added = subprocess.run([*git, "add", "--detach", str(tree), revision], check=False, capture_output=True)
        if added.returncode:
            raise SystemExit(f"no revision {revision}: {added.stderr.decode().strip()}")
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True, capture_output=True)


def compare(other: Path, rounds: int) -> float:
    """Print each row before and now; return the greatest ratio of our own processor time."""
    worst, own = 0.0, PARTS.index("ours")
    print(f"{'chats':22}" + "".join(f"{part:>9}" for part in PARTS))
    for row in ROWS:
        pairs: list[tuple[Costs, Costs]] = []
        for number in range(rounds):
            # which comes first changes, since a machine warms up
            trees = (other, ROOT) if number % 2 else (ROOT, other)
            costs = {tree: cost(tree, row) for tree in trees}
            pairs.append((costs[other], costs[ROOT]))
        before, now = (list(map(statistics.median, zip(*each, strict=True))) for each in zip(*pairs, strict=True))
        ratios = [statistics.median(after[at] / earlier[at] for earlier, after in pairs) for at in range(len(PARTS))]
        for word, figures in (("before, ms", before), ("now, ms", now), ("ratio", ratios)):
            print(f"{f'{row[0]}, {row[1]}':13}{word:>9}" + "".join(f"{each:9.2f}" for each in figures), flush=True)
        worst = max(worst, ratios[own])
    return worst


def main(*given: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks press_cost")
    parser.add_argument("--against", default="HEAD~1", metavar="REV")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=MOST)
    asked = parser.parse_args(given)
    with tree_of(asked.against) as other:
        print(f"own processor time of a press against {asked.against}, medians of {asked.rounds} paired rounds")
        worst = compare(other, asked.rounds)
    if worst > asked.most:
        raise SystemExit(f"a press costs more than {asked.most:g} times as much")


if __name__ == "__main__":
    main(*sys.argv[1:])
