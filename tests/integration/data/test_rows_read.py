"""What is read does not grow with the number of tables: not for a press, a join, a health check, a minute of clock.

Nor does what a start looks at before it answers grow with the number of results.

SQLite counts the steps of its machine, PostgreSQL the rows that it has read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.core.messages.requests import Outcome, Press
from bot.core.services.recompute import LATELY, catch_up
from data.records import OutageRecord
from data.sqlite.store import open_sqlite
from data.store import Store
from tests.fakes import store_samples as samples
from tests.fakes.crowd import Patient, crowded, number
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, BEA, CHAT, Room, room

FEW, MANY = 300, 3000
SLACK = 1.1
"""An index is a little deeper with ten times the rows."""
CAP = 50
"""Rows that an index may have to be read through besides, where several are in one leaf."""

ROWS = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"

RESULTS = """
INSERT INTO results (table_id, game, family, at, rated, plies) SELECT id, game, 'spanish', 1.0, 1, 300 FROM tables
"""
RATINGS = """
INSERT INTO ratings (game, family, platform, user, mu, sigma, points, games, wins, people, shared, sorted_by,
                     first_at, last_at, latest_at, latest_table, version)
SELECT game, 'spanish', 'fake', id, 25.0, 8.0, 1000 + length(id), 10, 1, 5, 1, '0' || id, 1.0, 1.0, 1.0, id, 1
FROM tables
"""

Counted = Callable[[], Awaitable[int]]


async def press(place: Room, code: str) -> None:
    table = await place.table(code)
    board = place.live(code)[-1]
    who = await place.acting(code, [ANA, BEA])
    outcome = await place.press(who, board.tokens[0], board.id)
    assert outcome.notice is None
    assert (await place.table(code)).version > table.version


async def press_elsewhere(place: Room, code: str) -> None:
    """A press at a table that is not in memory, under a message of an earlier process."""
    there, chat = number(code, 77)
    record = await place.store.table(there)
    assert record is not None
    who = next(one for one in (ANA, BEA) if one.key == record.seats[place_of(record)].person)

    async def answered(outcome: Outcome) -> Outcome:
        return outcome

    await place.core.dispatcher.press(
        Press(chat, who, "1", f"{there}.{record.version}.throw", carried=True), answered
    )
    await place.core.publisher.idle()
    after = await place.store.table(there)
    assert after is not None
    assert after.version > record.version


def place_of(record: Any) -> int:
    from engine import catalog

    game = catalog.game(record.game)
    return int(game.turn(game.load(record.snapshot)).seat)


async def join(place: Room, _: str) -> None:
    """The bot comes to a chat, and somebody opens a table there and joins it."""
    assert await place.store.open_in_all_threads(CHAT.platform, "new") == []
    outcome = await place.say(ANA, "/play parchis")
    assert outcome.notice is None
    await place.say(BEA, "/join")


async def look_back(place: Room, code: str) -> None:
    """Somebody asks for the chat's tables, its last game, and who was just there."""
    assert [table.id for table in await place.core.service.tables.of_chat(CHAT)] == [code]
    assert await place.store.last_game(CHAT) == code
    assert len(await place.store.games(CHAT, limit=5)) == 1
    assert await place.store.unrecorded(place.clock.now() + 1) == []


async def health_check(place: Room, _: str) -> None:
    await place.store.probe()


async def minute(place: Room, _: str) -> None:
    for _second in range(60):
        place.clock.time += 1
        await place.core.scheduler._live()
    for _look in range(3):
        await place.core.publisher.look()
    await place.core.publisher.idle()


async def outage(place: Room, _: str) -> None:
    """A page of tables gets back what an outage took."""
    now = place.clock.now()
    assert await place.store.give_time_back(OutageRecord(now - 100, now), 10) is not None


async def beside(place: Room, _: str) -> None:
    """What features do again and again apart from play: due puzzles, games without an analysis."""
    for work in place.core.beside:
        assert not await work.look()


async def start(place: Room, _: str) -> None:
    """A process looks whether results or ratings are missing."""
    place.clock.time += 2 * LATELY
    await place.store.beat(place.clock.now(), seen=0.0, noticed=60.0)
    assert await catch_up(place.store) == 0


PATHS = (press, press_elsewhere, look_back, join, health_check, minute, beside, outage, start)


async def read(store: Store, tables: int, count: Callable[[], Awaitable[Counted]]) -> dict[str, int]:
    """Count what each path reads with this number of tables."""
    found = {}
    async with room(store, Patient()) as place:
        await place.say(ANA, "/play parchis pace=none rated=no rolls=each")
        code = (await place.table()).id
        await place.say(BEA, "/join")
        await place.click(ANA, "Start")
        await place.core.scheduler.start()
        await crowded(store, code, tables)
        for statement in (RESULTS, RATINGS):
            await store._write(statement, {})  # type: ignore[attr-defined]
        for path in PATHS:
            counted = await count()
            await path(place, code)
            found[path.__name__] = await counted()
    return found


def grown(few: dict[str, int], many: dict[str, int]) -> dict[str, tuple[int, int]]:
    """The paths that read more where there are more tables."""
    return {path: (few[path], many[path]) for path in few if many[path] > SLACK * few[path] + CAP}


async def test_sqlite_takes_as_many_steps_whatever_the_number_of_tables(tmp_path: Path) -> None:
    few, many = [await steps_in_a_file(tmp_path / str(tables), tables) for tables in (FEW, MANY)]
    assert grown(few, many) == {}
    assert all(few.values()), few


async def steps_in_a_file(path: Path, tables: int) -> dict[str, int]:
    store: Any = await open_sqlite(str(path))
    taken = 0

    def step() -> None:
        nonlocal taken
        taken += 1

    async def counted() -> int:
        return taken

    async def count() -> Counted:
        nonlocal taken
        await store._database.set_progress_handler(step, 10)
        taken = 0
        return counted

    try:
        return await read(store, tables, count)
    finally:
        await store.close()


async def test_of_a_game_under_way_a_file_reads_the_end_of_its_log(tmp_path: Path) -> None:
    """However long the log is: the rest is read once somebody looks at it, by another connection."""
    few, many = [await steps_for_the_end_of_a_log(tmp_path / str(plies), plies) for plies in (FEW, MANY)]
    assert 0 < few <= many <= SLACK * few


async def steps_for_the_end_of_a_log(path: Path, plies: int) -> int:
    store: Any = await open_sqlite(str(path))
    taken = 0

    def step() -> None:
        nonlocal taken
        taken += 1

    try:
        await store.create(samples.table(), limit=9)
        played, moves = samples.after(samples.table(), plies)
        await store.update(played, expected=0, moves=moves)
        await store._database.set_progress_handler(step, 1)
        late, early = await store.log(played.id, since=plies - 12)
        assert late == moves[-12:]
        assert early() == moves[:-12]
        return taken
    finally:
        await store.close()


@pytest.mark.skipif(missing() is not None, reason=missing() or "")
async def test_postgresql_reads_as_many_rows_whatever_the_number_of_tables() -> None:
    few, many = [await rows_on_a_server(tables) for tables in (FEW, MANY)]
    assert grown(few, many) == {}
    assert few["press"] > 0


async def rows_on_a_server(tables: int) -> dict[str, int]:
    import asyncpg

    from data.postgres.store import open_postgres

    url = await shared().cleared()
    store, asking = await open_postgres(url), await asyncpg.connect(url)

    tells = await asking.fetchval("SELECT count(*) FROM pg_proc WHERE proname = 'pg_stat_force_next_flush'")

    async def total() -> int:
        if tells:  # since version 15
            await asyncio.gather(*(store._read("SELECT pg_stat_force_next_flush()", {}) for _ in range(8)))
        else:
            await asyncio.sleep(1.2)  # a connection tells what it has read when it is used again, a second later
            await asyncio.gather(*(store.probe() for _ in range(8)))
        return int(await asking.fetchval(ROWS))

    async def count() -> Counted:
        await asking.execute("ANALYZE")
        before = await total()

        async def counted() -> int:
            return await total() - before

        return counted

    try:
        return await read(store, tables, count)
    finally:
        await asking.close()
        await store.close()
