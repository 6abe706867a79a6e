"""Measure what the number of open tables costs: python -m benchmarks.crowd [tables …].

A game of two people and two bots is played for 300 plies; then there are so many copies of it in as many chats, in a
file. Printed are the processor's time of a start that takes all of them up, of a press at any table, whenever it was
touched last, and how much memory the process has had.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press
from data.open_store import open_store
from data.records import ChatKey
from engine import catalog
from engine.game import TurnKind
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, Room, room, taken_up

PLIES = 300
PRESSES = 300
TABLES = (50, 2000)
COPIED = ("tables", "seats", "moves", "boards")


class Patient(FakeMessenger):
    """A platform that knows all messages of earlier processes, and keeps none."""

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Take what is shown."""


async def one_game(path: Path) -> str:
    """Play a game of two people and two bots for a while; return its table's code."""
    store = await open_store(f"sqlite:///{path}")
    try:
        async with room(store) as place:
            await place.say(ANA, "/play pace=none rated=no rolls=hand")
            table = (await place.table()).id
            await place.press(BEA, f"{table}.0.sit:2")
            await place.click(ANA, "Start with bots")
            await played_on(place, table)
            return table
    finally:
        await store.close()


async def played_on(place: Room, table: str) -> None:
    """Press until there are enough plies."""
    rng = random.Random(1)
    while getattr(await place.table(table), "plies", 0) < PLIES:
        who = await place.actor(table, [ANA, BEA])
        if who is None:
            raise RuntimeError("the game ended too soon")
        await place.press(who, rng.choice(place.board(table).tokens))


def copied(path: Path, table: str, tables: int) -> None:
    """Copy the one table to as many chats."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for name in COPIED:
            about = connection.execute(f"PRAGMA table_info({name})").fetchall()
            columns = [row[1] for row in about if not (row[1] in ("seq", "id") and row[2] == "INTEGER")]
            own = "id" if name == "tables" else "table_id"
            rows = connection.execute(f"SELECT {', '.join(columns)} FROM {name} WHERE {own} = ?", (table,)).fetchall()
            into = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            for number in range(1, tables):
                changed = {own: f"{table}{number}", "chat": f"{CHAT.chat}{number}"}
                connection.executemany(
                    into,
                    ([changed.get(column, cell) for column, cell in zip(columns, row, strict=True)] for row in rows),
                )
        connection.commit()


@contextmanager
def spent(found: list[float]) -> Iterator[None]:
    """Add the processor's time in ms."""
    begun = time.process_time()
    yield
    found.append(1000 * (time.process_time() - begun))


async def measure(path: Path, table: str, tables: int) -> tuple[float, float, float]:
    """Return the seconds of a start, the ms of a press at any table, and the MB in use."""
    start, presses = list[float](), list[float]()
    store = await open_store(f"sqlite:///{path}")
    try:
        async with room(store, Patient()) as place:
            with spent(start):
                await taken_up(place.core)
                await place.core.publisher.idle()
            rng = random.Random(1)
            for _ in range(PRESSES):
                number = rng.randrange(tables)
                code = table if not number else f"{table}{number}"
                chat = CHAT if not number else ChatKey(PLATFORM, f"{CHAT.chat}{number}")
                await pressed(place, code, chat, presses)
    finally:
        await store.close()
    return start[0] / 1000, median(presses), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def pressed(place: Room, code: str, chat: ChatKey, presses: list[float]) -> None:
    """Make one move at a table, by the buttons that its board would have."""
    record = await place.store.table(code)
    if record is None or record.snapshot is None:
        raise RuntimeError("the table is not there")
    game = catalog.game(record.game)
    state = game.load(record.snapshot)
    turn = game.turn(state)
    who = {ANA.key: ANA, BEA.key: BEA}[record.seats[turn.seat].person]  # type: ignore[index]
    verb = "throw" if turn.kind is TurnKind.THROW else f"move:{game.moves(state)[0]}"
    press = Press(chat, who, "1", f"{code}.{record.version}.{verb}", carried=True)

    async def answered(outcome: Outcome) -> Outcome:
        return outcome

    with spent(presses):
        await place.core.dispatcher.press(press, answered)
        await place.core.publisher.idle()


def main(*tables: int) -> None:
    """Print the table."""
    print(f"{'open tables':>12}{'start, s':>12}{'a press, ms':>14}{'memory, MB':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for count in tables or TABLES:
            path = Path(folder) / f"{count}.sqlite3"
            table = asyncio.run(one_game(path))
            copied(path, table, count)
            start, press, memory = asyncio.run(measure(path, table, count))
            print(f"{count:12,}{start:12.2f}{press:14.2f}{memory:12.0f}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
