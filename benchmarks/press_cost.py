"""Compares a press's own processor time with another revision: `python -m benchmarks press_cost --against REV`.

Both revisions run by turns, each with its own benchmark code, in the same environment. It prints the ratio of each
row, the median of paired rounds, and fails if one is above `--most`. `--rounds` says how often.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = (("discord", 1), ("discord", 50), ("telegram", 1), ("telegram", 50))
"""Platforms, and how many chats play there."""
SECONDS = 2.0
"""How long each row is played in a round."""
PATIENCE = 300.0
"""Seconds within which a row ends."""
MOST = 1.15
"""The greatest ratio that passes."""
_ONE_ROW = """
import asyncio, sys
from benchmarks.chat import measure
name, chats, seconds = sys.argv[1:]
print(asyncio.run(measure(name, int(chats), float(seconds), None))[0])
"""


def cost(tree: Path, name: str, chats: int) -> float:
    """Return a press's own milliseconds of processor time in a source tree; raises CalledProcessError."""
    asked = [sys.executable, "-c", _ONE_ROW, name, str(chats), str(SECONDS)]
    done = subprocess.run(asked, cwd=tree, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return float(done.stdout.split()[-1])


def compare(other: Path, rounds: int) -> dict[tuple[str, int], tuple[float, float, float]]:
    """Return for each row the median milliseconds before and now, and the median ratio of the paired rounds."""
    found = {}
    for row in ROWS:
        pairs = []
        for number in range(rounds):
            # which comes first changes, since a machine warms up
            trees = (other, ROOT) if number % 2 else (ROOT, other)
            costs = {tree: cost(tree, *row) for tree in trees}
            pairs.append((costs[other], costs[ROOT]))
        before, now = (statistics.median(each) for each in zip(*pairs, strict=True))
        found[row] = (before, now, statistics.median(after / earlier for earlier, after in pairs))
    return found


def main(*given: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks press_cost")
    parser.add_argument("--against", default="HEAD~1", metavar="REV")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=MOST)
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        added = subprocess.run([*git, "add", "--detach", str(other), asked.against], check=False, capture_output=True)
        if added.returncode:
            raise SystemExit(f"no revision {asked.against}: {added.stderr.decode().strip()}")
        try:
            found = compare(other, asked.rounds)
        finally:
            subprocess.run([*git, "remove", "--force", str(other)], check=True, capture_output=True)
    print(f"own processor time of a press against {asked.against}, medians of {asked.rounds} paired rounds")
    print(f"{'chats':16}{'before, ms':>12}{'now, ms':>10}{'ratio':>8}")
    for (name, chats), (before, now, ratio) in found.items():
        print(f"{f'{name}, {chats}':16}{before:12.2f}{now:10.2f}{ratio:8.2f}")
    if max(ratio for _, _, ratio in found.values()) > asked.most:
        raise SystemExit(f"a press costs more than {asked.most:g} times as much")


if __name__ == "__main__":
    main(*sys.argv[1:])
