"""A process killed at any moment keeps every update it was told of, and half of none."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from store_samples import table

from data.sqlite import open_sqlite

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def play_and_kill(path: Path, after: int) -> int:
    """Kills a playing process once it has acknowledged so many updates; gives the plies it acknowledged."""
    command = [sys.executable, str(HERE / "store_appender.py"), str(path)]
    with subprocess.Popen(command, cwd=HERE, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE) as child:  # noqa: S603
        assert child.stdout is not None
        for _ in range(after):
            child.stdout.readline()
        child.kill()
        rest = child.stdout.read()  # what was acknowledged before the kill struck
    lines = [line for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]
    return int(lines[-1]) if lines else 0


async def test_killed_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite3"
    acknowledged = 0
    for _ in range(6):
        acknowledged = max(acknowledged, play_and_kill(path, random.randrange(1, 25)))
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
    assert acknowledged > 6
