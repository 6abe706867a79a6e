"""Measures the cost of open tables: `python -m benchmarks.crowd [tables …]`.

A game of two people and two bots is copied into many chats at ten positions, 300 plies and later. After an hour's
outage, a separate process measures its first answer, the return of lost time, a press at any table, memory and sizes.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bot.cli.gc_tuning import tune_gc
from bot.core.messages.requests import Outcome, Press
from data.open_store import open_store
from data.records import BoardRecord, ChatKey, MoveRecord
from data.roles.log_files import LogFile
from data.sqlite.maintenance import size
from engine import catalog
from engine.game import TurnKind
from tests.fakes.crowd import Forgetful, crowded, number
from tests.fakes.room import ANA, BEA, Room, room

PLIES = 300
PRESSES = 1000
STAGES, STEP = 10, 5
"""The number of positions to copy, and the plies between them."""
TABLES = (50, 20_000)
OUTAGE = 3600.0


async def one_game(path: Path, tables: int, plies: int = PLIES) -> str:
    """Play a game of two people and two bots for a while, and copy it; return its table's code."""
    store = await open_store(f"sqlite:///{path}")
    try:
        async with room(store) as place:
            await place.say(ANA, "/play pace=none rated=no rolls=each")
            table = (await place.table()).id
            await place.press(BEA, f"{table}.0.sit:2")
            await place.click(ANA, "Start with bots")
            for stage in range(STAGES):
                await played_on(place, table, plies + STEP * stage)
                await place.core.scheduler.start()
                first, last = (1 + (tables - 1) * part // STAGES for part in (stage, stage + 1))
                await crowded(store, table, last, first)
        return table
    finally:
        await store.close()


async def played_on(place: Room, table: str, plies: int) -> None:
    rng = random.Random(1)
    while getattr(await place.table(table), "plies", 0) < plies:
        who = await place.actor(table, [ANA, BEA])
        if who is None:
            raise RuntimeError("the game ended too soon")
        await place.press(who, rng.choice(place.board(table).tokens))


@contextmanager
def spent(found: list[float]) -> Iterator[None]:
    """Append the processor time of the context, in ms."""
    begun = time.process_time()
    yield
    found.append(1000 * (time.process_time() - begun))


async def tidying(place: Room) -> None:
    """Run the clock and its clean-up, as a running bot does."""
    place.clock.sleep = lambda seconds: asyncio.sleep(seconds)  # type: ignore[method-assign]
    await place.core.scheduler.run()


async def measure(path: Path, table: str, tables: int) -> dict[str, float]:
    presses, rng = list[float](), random.Random(1)
    begun = time.monotonic()
    store = await open_store(f"sqlite:///{path}")
    try:
        async with room(store, Forgetful()) as place:
            place.clock.time += OUTAGE
            beside = asyncio.create_task(tidying(place))
            await pressed(place, *number(table, rng.randrange(tables)), list[float]())
            answered = time.monotonic() - begun
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
            tune_gc()
            place.clock.time += OUTAGE
            before = time.process_time()
            await place.core.scheduler.start()
            await place.core.publisher.idle()
            tidied = 1000 * (time.process_time() - before)
            for _ in range(PRESSES):
                await pressed(place, *number(table, rng.randrange(tables)), presses)
            log = await store.moves(table)
    finally:
        await store.close()
    return {
        "first": answered,
        "tidy": tidied,
        "press": median(presses),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "game": size(str(path)) / tables / 1000,
        "archived": archived(path.with_suffix(".gz"), table, log) / 1000,
    }


def archived(path: Path, table: str, log: list[MoveRecord]) -> int:
    """Return a game's size in the archive, in bytes."""
    file = LogFile(path)
    file.add(table, log)
    file.give_up()
    return file.logs[0].size


async def pressed(place: Room, code: str, chat: ChatKey, presses: list[float]) -> None:
    """Make one move at a table with its board's buttons."""
    record = await place.store.table(code)
    if record is None or record.snapshot is None:
        raise RuntimeError("the table is missing")
    game = catalog.game(record.game)
    state = game.load(record.snapshot)
    turn = game.turn(state)
    who = {ANA.key: ANA, BEA.key: BEA}[record.seats[turn.seat].person]  # type: ignore[index]
    verb = "throw" if turn.kind is TurnKind.THROW else f"move:{game.moves(state)[0]}"
    board = await shown(place, code)
    press = Press(chat, who, board.message, f"{code}.{record.version}.{verb}", carried=True)

    async def answered(outcome: Outcome) -> Outcome:
        return outcome

    with spent(presses):
        await place.core.dispatcher.press(press, answered)
        await place.core.publisher.idle()
    if (await shown(place, code)).version <= record.version:
        raise RuntimeError("the press had no effect, or is not shown")


async def shown(place: Room, code: str) -> BoardRecord:
    """Return the message with a table's buttons; raises RuntimeError unless there is exactly one."""
    live = [board for board in await place.store.boards(code) if board.live]
    if len(live) != 1:
        raise RuntimeError(f"{len(live)} boards of a table have buttons")
    return live[0]


def main(*tables: int) -> None:
    heads = (
        "open tables",
        "first answer s",
        "outage, ms CPU",
        "press ms CPU",
        "memory MB",
        "kB per game",
        "archived kB",
    )
    print("".join(f"{head:>20}" for head in heads))
    presses = []
    with tempfile.TemporaryDirectory() as folder:
        for count in tables or TABLES:
            path = Path(folder) / f"{count}.sqlite3"
            table = asyncio.run(one_game(path, count))
            call = [sys.executable, "-m", "benchmarks.crowd", "measure", str(path), table, str(count)]
            found = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
            print(f"{count:20,}" + "".join(f"{value:20.2f}" for value in found.values()), flush=True)
            presses.append(found["press"])
            path.unlink()
    print(f"a press at {(tables or TABLES)[-1]:,} tables costs {presses[-1] / presses[0]:.2f} times the first")


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        print(json.dumps(asyncio.run(measure(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))))
    else:
        main(*map(int, sys.argv[1:]))
