"""A process killed at any moment keeps every update that the store acknowledged, and half of none."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from data.sqlite.store import open_sqlite
from tests.fakes.store_samples import table

HERE = Path(__file__).parent
ROOT = Path(__file__).parents[3]


def play_and_kill(path: Path, after: int) -> int:
    """Kill a playing process once it has acknowledged `after` updates; return the plies it acknowledged."""
    command = [sys.executable, str(HERE / "store_appender.py"), str(path)]
    with subprocess.Popen(command, cwd=HERE, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE) as child:  # noqa: S603
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(after)]
        child.kill()
        lines += child.stdout.readlines()  # what was acknowledged before the kill struck, the last perhaps in part
    return int([line for line in lines if line.endswith(b"\n")][-1])


async def test_killed_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite3"
    acknowledged, rng = 0, random.Random(6)
    for _ in range(6):
        before, acknowledged = acknowledged, play_and_kill(path, rng.randrange(1, 25))
        assert acknowledged > before
        store = await open_sqlite(str(path))
        found = await store.table("t1")
        log = await store.moves("t1")
        await store.close()
        assert found is not None
        assert found.plies >= acknowledged
        assert [one.ply for one in log] == list(range(found.plies))
        assert [one.move for one in log] == [f"m{ply}" for ply in range(found.plies)]
        assert found.version == log[-1].version
        assert found.snapshot == f'{{"plies":{found.plies}}}'
        assert found.seats == table().seats
        acknowledged = found.plies
