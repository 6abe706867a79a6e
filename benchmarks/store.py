"""Measures the durable updates per second of each store: `python -m benchmarks.store [folder] [updates]`.

If PostgreSQL is installed, a server runs in the same folder with every commit on disk. It runs again with its files
in memory, to show the processor's limit.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from benchmarks.process_cost import spent
from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, TableRecord
from data.store import Store
from tests.fakes.postgres_server import PostgresServer, missing

SEATS = tuple(SeatRecord(colour, PersonKey("web", colour), colour) for colour in "YBRG")
SNAPSHOT = "x" * 400
MEMORY = Path("/dev/shm")  # noqa: S108 - the server removes what it writes


def new_table(name: str) -> TableRecord:
    return TableRecord(name, ChatKey("web", name), "parchis", PersonKey("web", "Y"), b"s" * 32, SEATS)


async def play(store: Store, name: str, updates: int) -> None:
    now = new_table(name)
    await store.create(now, limit=1)
    for ply in range(updates):
        now = replace(now, version=ply + 1, plies=ply + 1, snapshot=SNAPSHOT)
        await store.update(
            now, expected=ply, moves=[MoveRecord(ply, ply + 1, "Y2+12", ply % 4, None, 0.0)], reseated=False
        )


async def measure(address: str, updates: int, tables: int, stores: int = 1) -> float:
    """Return updates per second with `tables` in parallel over `stores`, like separate processes."""
    opened = [await open_store(address) for _ in range(stores)]
    try:
        start = time.perf_counter()
        names = [f"t{stores}-{tables}-{number}" for number in range(tables)]
        playing = (play(opened[at % stores], name, updates // tables) for at, name in enumerate(names))
        await asyncio.gather(*playing)
        return updates / (time.perf_counter() - start)
    finally:
        for store in opened:
            await store.close()


def bare(path: str, updates: int) -> float:
    """Return the commits per second that disk and SQLite allow: one small row each, without our code."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE log (ply INTEGER PRIMARY KEY, move TEXT)")
        start = time.perf_counter()
        for ply in range(updates):
            connection.execute("INSERT INTO log VALUES (?, ?)", (ply, SNAPSHOT))
        return updates / (time.perf_counter() - start)


async def bare_on_server(address: str, updates: int) -> float:
    """Return the commits per second that disk and server allow on one connection: one small row each."""
    import asyncpg

    connection = await asyncpg.connect(address)
    try:
        await connection.execute("CREATE TABLE log (ply INTEGER PRIMARY KEY, move TEXT)")
        start = time.perf_counter()
        for ply in range(updates):
            await connection.execute("INSERT INTO log VALUES ($1, $2)", ply, SNAPSHOT)
        return updates / (time.perf_counter() - start)
    finally:
        await connection.close()


def on_server(folder: str, updates: int, label: str, commits: str = "on") -> None:
    """Print the figures of a new server; `commits`: whether each waits for the disk, on or off."""
    server = PostgresServer(folder, fsync="on", full_page_writes="on", synchronous_commit=commits, autovacuum="on")
    try:
        server.start()
        asyncio.run(measure(server.url(), 50, 1, 2))  # creates its tables and files
        for tables, stores in ((1, 1), (50, 1), (50, 4)):
            ours, theirs = time.process_time(), spent(server.pid)
            rate = asyncio.run(measure(server.url(), updates, tables, stores))
            ours, theirs = time.process_time() - ours, spent(server.pid) - theirs
            what = f"server{label}, tables: {tables}" + (f", of {stores} processes" if stores > 1 else "")
            print(f"{what:50}{rate:10,.0f}{1e6 * ours / updates:10,.0f}{1e6 * theirs / updates:10,.0f}")
        rate = asyncio.run(bare_on_server(server.url(), updates))
        print(f"{f'bare server{label}, one row per commit':50}{rate:10,.0f}", flush=True)
    finally:
        server.remove()


def main(folder: str = "", updates: int = 2000) -> None:
    print(f"SQLite {sqlite3.sqlite_version}, synchronous = FULL, {updates} updates of one move each")
    print(f"{'':50}{'per second':>10}{'ours':>10}{'server':>10}  (processor microseconds per update)")
    with tempfile.TemporaryDirectory(dir=folder or None) as place:
        for tables in (1, 50):
            ours = time.process_time()
            rate = asyncio.run(measure(f"sqlite:///{place}/{tables}.sqlite3", updates, tables))
            each = 1e6 * (time.process_time() - ours) / updates
            print(f"{f'file, tables in parallel: {tables}':50}{rate:10,.0f}{each:10,.0f}")
        print(f"{'in memory':50}{asyncio.run(measure('sqlite:///:memory:', updates, 1)):10,.0f}")
        print(f"{'bare sqlite3, one row per commit':50}{bare(str(Path(place) / 'bare.sqlite3'), updates):10,.0f}")
    if reason := missing():
        print(f"no server: {reason}")
        return
    on_server(folder, updates, "")
    on_server(folder, updates, ", synchronous_commit=off", "off")
    if MEMORY.is_dir():
        on_server(str(MEMORY), updates, " in memory, all commits synced")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "", int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
