"""Measures the size of a game in a file, on a server and in the archive: `python -m tools.growth [copies]`.

A game of two people and two bots is stopped after 100 and after 300 plies. Thousands of copies, each in its own chat,
are moved to the server by `admin copy`. A busy server also has dead rows until it vacuums, so games are played there
concurrently too, and both sizes are printed.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.crowd import archived, one_game
from bot.cli import copying
from data.open_store import open_store
from data.records import ChatKey, MoveRecord
from data.sqlite.maintenance import size
from data.store import Store
from tests.fakes.postgres_server import PostgresServer, missing

COPIES = 2000
LENGTHS = (100, 300)
PLAYED, AT_ONCE = 400, 50
_OURS = "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
SIZE = f"SELECT CAST(sum(pg_total_relation_size(oid)) AS BIGINT) {_OURS}"
LARGEST = f"""
SELECT relname, pg_total_relation_size(oid), pg_indexes_size(oid) {_OURS} ORDER BY 2 DESC LIMIT 4
"""


async def played_again(store: Store, code: str, games: int) -> None:
    """Replay a stored game press by press as `games` games, some of them concurrently."""
    table, log = await store.table(code), await store.moves(code)
    if table is None:
        raise RuntimeError("the game is missing")
    waiting = iter(range(games))

    async def player() -> None:
        for number in waiting:
            now = replace(table, id=f"{code}p{number}", chat=ChatKey("web", f"p{number}"), version=0, plies=0)
            await store.create(now, limit=1)
            for moves in presses(log):
                version, plies = now.version + 1, now.plies + len(moves)
                due = None if plies % 2 else 1e10 + plies
                now = replace(now, version=version, plies=plies, due=due, updated=moves[-1].at)
                made = [move._replace(version=version) for move in moves]
                await store.update(now, expected=version - 1, moves=made, reseated=False)

    await asyncio.gather(*(player() for _ in range(AT_ONCE)))


def presses(log: list[MoveRecord]) -> list[list[MoveRecord]]:
    """Return a log grouped by press."""
    versions = dict.fromkeys(move.version for move in log)
    return [[move for move in log if move.version == version] for version in versions]


async def measure(folder: Path, server: PostgresServer, plies: int, copies: int) -> None:
    """Print the size of a game with this many plies."""
    path, url = folder / f"{plies}.sqlite3", await server.empty()
    code = await one_game(path, copies, plies)
    file = f"sqlite:///{path}"
    store = await open_store(file)
    log = await store.moves(code)
    await store.close()
    with contextlib.redirect_stdout(io.StringIO()):
        if await copying.run(file, url):
            raise RuntimeError("the copy failed")
    await server.run("VACUUM ANALYZE", url)
    ((there,),) = await server.tell(SIZE, url)
    empty = await server.empty()
    await (await open_store(empty)).close()
    ((nothing,),) = await server.tell(SIZE, empty)
    store = await open_store(url)
    await played_again(store, code, PLAYED)
    await store.close()
    ((then,),) = await server.tell(SIZE, url)
    for label, taken, games in (
        ("in a file", size(str(path)), copies),
        ("on a server, copied", there - nothing, copies),
        ("on a server, played", then - there, PLAYED),
        ("in the archive", archived(path.with_suffix(".gz"), code, log), 1),
    ):
        print(f"{f'{label}, {len(log)} plies':36}{taken / games:12,.0f} bytes per game of {games:,}", flush=True)
    for name, taken, keys in await server.tell(LARGEST, url):
        print(f"    {name:20}{taken / (copies + PLAYED):12,.0f} bytes per game, {keys / taken:.0%} of them keys")


async def run(copies: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = PostgresServer(autovacuum="on", shared_buffers="128MB")
        try:
            await asyncio.to_thread(server.start)
            for plies in LENGTHS:
                await measure(Path(folder), server, plies, copies)
        finally:
            await asyncio.to_thread(server.remove)


def main(copies: int = COPIES) -> None:
    """Measure if a server is available."""
    if reason := missing():
        print(reason)
        return
    asyncio.run(run(copies))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
