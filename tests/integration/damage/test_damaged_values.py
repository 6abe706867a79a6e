"""Thirty damages to stored values on each kind of database: everybody else plays on, and each row is named.

After each the program starts, or refuses to with one line. Every other chat plays, the damaged one is answered, no
traceback is logged and no flood of lines, and `admin check` names the row. A damage is harmless by
`is_harmless`: what stands there now might as well have been stored.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import checking
from bot.platforms.web.chat import WebMessenger
from data.errors import UnusableDatabase
from data.open_store import open_store
from data.store import Store
from tests.fakes.damages import ELSEWHERE, PAGE, Damage, Sample, SpoiltServer, carried, damages, sample, spoil_file
from tests.fakes.messenger import FakeMessenger
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, BEA, CAI, DAN, room, taken_up
from tests.fakes.thinking import remembered

COUNT = int(os.environ.get("PALMARES_DAMAGES", "30"))
"""How many damages there are in a file, and how many on a server; `make test-long` has 2,000 of each."""
SEED = int(os.environ.get("PALMARES_SEED", "0"))
PARTS = 4
MOST_LINES = 6
OF_THE_CHAT = (
    *("/board {bad}", "/games", "/leaderboard palma", "/dice", "/settings", "/puzzle", "/stats", "/mydata"),
    *("/season", "/palmares", "/certificate", "/tournament"),
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return asyncio.run(sample(tmp_path_factory.mktemp("sample") / "games.sqlite3"))


async def plays_on(store: Store, filled: Sample) -> None:
    """The other chat plays, the page shows its messages, and people where something is damaged get an answer."""
    async with room(store, FakeMessenger(), thinking=remembered()) as place:
        await taken_up(place.core)
        await place.core.publisher.idle()
        await place.core.scheduler.look()
        for line in OF_THE_CHAT:
            await place.say(ANA, line.format(bad=filled.bad))
        await place.say(BEA, "/profile")
        await place.say(CAI, f"/board {filled.elsewhere}", ELSEWHERE)
        for _ in range(2):
            who = await place.acting(filled.elsewhere, [CAI, DAN])
            board = next(one for one in reversed(place.messenger.of(ELSEWHERE)) if one.tokens)
            answer = await place.press(who, board.tokens[0], board.id, ELSEWHERE)
            assert answer.notice is None, answer.notice.plain
        frame = await WebMessenger(store, place.clock.now).missed(PAGE, {}, ())
        assert all(message["body"]["lines"] for message in frame["messages"])


async def judged(
    store: Store, damage: Damage, old: object, new: object, filled: Sample, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    faults = (await checking.found(store))[1]
    named = [fault for fault in faults if fault.damage.source == damage.table or fault.damage.source == "tables"]
    assert named or damage.is_harmless(old, new), f"{damage}: {old!r} became {new!r}, and no row is named: {faults}"
    if not damage.column.fits(new) and damage.table in ("people", "chats", "messages"):
        assert any(fault.damage.part == damage.column.name for fault in faults), faults
    await plays_on(store, filled)
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in caplog.records if record.exc_info], "no traceback"
    assert not [record for record in caplog.records if record.levelno > logging.WARNING], lines
    assert len(lines) <= MOST_LINES, lines


@pytest.mark.parametrize("part", range(PARTS))
async def test_in_a_file(part: int, filled: Sample, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    path = tmp_path / "games.sqlite3"
    wrong = []
    for damage in damages(COUNT, server=False, seed=SEED)[part::PARTS]:
        shutil.copy(filled.path, path)
        old, new = spoil_file(path, damage, filled)
        try:
            store = await open_store(f"sqlite:///{path}")
        except UnusableDatabase as error:
            if damage.table != "migrations":
                wrong.append(f"{damage}: refused: {error}")
            continue
        try:
            await judged(store, damage, old, new, filled, caplog)
        except Exception as error:  # noqa: BLE001 - the assertion lists them all
            wrong.append(f"{damage} {old!r:.60} -> {new!r:.60}: {type(error).__name__} {str(error)[:600]}")
        finally:
            await store.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def on_server(filled: Sample) -> Iterator[str]:
    """The sample in a database on a server."""
    url = asyncio.run(carried(filled))
    yield url
    asyncio.run(shared().drop(url))


@pytest.mark.skipif(missing() is not None, reason=missing() or "")
@pytest.mark.parametrize("part", range(2))
async def test_on_a_server(part: int, filled: Sample, on_server: str, caplog: pytest.LogCaptureFixture) -> None:
    import asyncpg

    from data.postgres.store import open_postgres

    caplog.set_level(logging.WARNING)
    connection, store = await asyncpg.connect(on_server), await open_postgres(on_server)
    wrong, server = [], SpoiltServer(connection)
    await server.prepare()
    try:
        for damage in damages(COUNT, server=True, seed=SEED + 50)[part::2]:
            old, new = await server.spoil(damage, filled)
            store._noted = None  # a new process knows of no damage
            try:
                await judged(store, damage, old, new, filled, caplog)
            except Exception as error:  # noqa: BLE001 - the assertion lists them all
                wrong.append(f"{damage} {old!r:.60} -> {new!r:.60}: {type(error).__name__} {str(error)[:600]}")
    finally:
        await server.restore()
        await store.close()
        await connection.execute("DROP SCHEMA kept CASCADE")
        await connection.close()
    assert not wrong, "\n".join(wrong)
