"""Measure how many updates a second each store makes durable: python -m benchmarks.store [folder] [updates].

A server is started for it where its programs are to be had, in the same folder, with every commit on the disk.
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

from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, TableRecord
from data.store import Store
from tests.fakes.postgres_server import PostgresServer, missing

SEATS = tuple(SeatRecord(colour, PersonKey("web", colour), colour) for colour in "YBRG")
SNAPSHOT = "x" * 400


def new_table(name: str) -> TableRecord:
    """Make a table of four."""
    return TableRecord(name, ChatKey("web", name), "parchis", PersonKey("web", "Y"), b"s" * 32, SEATS)


async def play(store: Store, name: str, updates: int) -> None:
    """Play one table, a move an update."""
    now = new_table(name)
    await store.create(now, limit=1)
    for ply in range(updates):
        now = replace(now, version=ply + 1, plies=ply + 1, snapshot=SNAPSHOT)
        await store.update(now, expected=ply, moves=[MoveRecord(ply, ply + 1, "Y2+12", ply % 4, None, 0.0)])


async def measure(address: str, updates: int, tables: int) -> float:
    """Measure updates a second, over so many tables played at once."""
    store = await open_store(address)
    try:
        start = time.perf_counter()
        await asyncio.gather(*(play(store, f"t{tables}-{number}", updates // tables) for number in range(tables)))
        return updates / (time.perf_counter() - start)
    finally:
        await store.close()


def bare(path: str, updates: int) -> float:
    """Measure what the disk and SQLite allow: one small row a commit, without any of our code."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE log (ply INTEGER PRIMARY KEY, move TEXT)")
        start = time.perf_counter()
        for ply in range(updates):
            connection.execute("INSERT INTO log VALUES (?, ?)", (ply, SNAPSHOT))
        return updates / (time.perf_counter() - start)


def on_server(folder: str, updates: int, commits: str) -> None:
    """Print what a server of its own on this machine does; `commits`: whether each waits for the disk, on or off."""
    server = PostgresServer(folder, fsync="on", full_page_writes="on", synchronous_commit=commits, autovacuum="on")
    try:
        server.start()
        for tables in (1, 50):
            rate = asyncio.run(measure(server.url(), updates, tables))
            print(f"{f'server, synchronous_commit={commits}, tables: {tables}':50}{rate:10,.0f}")
    finally:
        server.remove()


def main(folder: str = "", updates: int = 2000) -> None:
    """Print the table."""
    print(f"SQLite {sqlite3.sqlite_version}, synchronous = FULL, {updates} updates of one move")
    print(f"{'':50}{'a second':>10}")
    with tempfile.TemporaryDirectory(dir=folder or None) as place:
        for tables in (1, 50):
            rate = asyncio.run(measure(f"sqlite:///{place}/{tables}.sqlite3", updates, tables))
            print(f"{f'file, tables at once: {tables}':50}{rate:10,.0f}")
        print(f"{'in memory':50}{asyncio.run(measure('sqlite:///:memory:', updates, 1)):10,.0f}")
        print(f"{'bare sqlite3, one row a commit':50}{bare(str(Path(place) / 'bare.sqlite3'), updates):10,.0f}")
    if reason := missing():
        print(f"no server: {reason}")
        return
    for commits in ("on", "off"):
        on_server(folder, updates, commits)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "", int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
