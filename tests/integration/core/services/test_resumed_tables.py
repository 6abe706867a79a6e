"""A table that is not in memory is taken up from its anchor: a press there plays nothing of what was long ago."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot.core.domain.table import StartedTable, begun
from bot.core.i18n.refusal import CorruptTable
from bot.core.services.table_repository import TableRepository
from data.open_store import open_store
from data.records import LogRecord, MoveRecord
from data.store import Store
from engine.match import ANCHOR_BEHIND, ANCHOR_EVERY
from engine.plies import EarlyPlies
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, Room, room, taken_up

LONG = 4 * (ANCHOR_BEHIND + ANCHOR_EVERY)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many early plies were asked for, each time."""
    found: list[int] = []
    play = EarlyPlies.made

    def made(self: EarlyPlies[Any]) -> Any:
        found.append(self.count)
        return play(self)

    monkeypatch.setattr(EarlyPlies, "made", made)
    return found


async def long_game(place: Room) -> str:
    """A game of two people under way, with many plies."""
    code = await place.started("/play seats=Y,R rolls=each rated=no", BEA)
    await on(place, code, LONG)
    return code


async def on(place: Room, code: str, plies: int) -> StartedTable:
    """Press until there are this many plies."""
    while (table := begun(await place.table(code))).plies < plies:
        who = await place.actor(code, [ANA, BEA])
        assert who is not None, "the game ended too soon"
        await place.press(who, place.board(code).tokens[0])
    return table


async def test_presses_after_a_restart_play_no_early_plies(looked: list[int]) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await long_game(place)
        for _ in range(6):  # a few presses at a time, each after a restart
            looked.clear()
            async with room(store, messenger) as place:
                await taken_up(place.core)
                await place.core.publisher.idle()
                before = begun(await place.table(code)).plies
                await on(place, code, before + 5)
                await place.core.publisher.idle()
                assert looked == []
        looked.clear()
        async with room(store, messenger) as place:
            await place.say(ANA, f"/replay {code}")
        assert looked
    finally:
        await store.close()


class Logs:
    """A store that notes which early logs are looked at, and loses them on request."""

    def __init__(self, real: Store) -> None:
        self.real = real
        self.looked: list[int] = []
        self.threads: set[threading.Thread] = set()
        self.lost = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    async def log(self, table: str, *, since: int) -> LogRecord:
        found = await self.real.log(table, since=since)

        def early() -> list[MoveRecord]:
            self.looked.append(since)
            self.threads.add(threading.current_thread())
            return [] if self.lost else found.early()

        return LogRecord(found.late, early)


@pytest.mark.parametrize("address", ["sqlite:///:memory:", "sqlite:///{folder}/games.sqlite3"])
async def test_an_early_log_is_read_once_somebody_looks_at_it(address: str, tmp_path: Path) -> None:
    store = await open_store(address.format(folder=tmp_path))
    try:
        async with room(store) as place:
            code = await long_game(place)
            known = begun(await place.table(code))
        logs = Logs(store)
        tables = TableRepository(cast("Store", logs))
        table = begun(await tables.get(code))
        assert (table.plies, table.match.state, table.log[-1]) == (known.plies, known.match.state, known.log[-1])
        assert table.plies_since(known.log[-3].version) == known.plies_since(known.log[-3].version)
        assert table.match.plies[-3:] == known.match.plies[-3:]
        assert (logs.looked, table.log[-8:], table.match.throws) == ([], known.log[-8:], known.match.throws)
        assert known.story is not None
        assert table == replace(known, story=known.story.stored), "all of it is there once it is looked at"
        assert table.log == tuple(await store.moves(code))
        assert table.plies_since(known.log[2].version) == known.plies_since(known.log[2].version)
        assert len(logs.looked) == 1, "and read once"
    finally:
        await store.close()


async def test_a_table_whose_early_log_is_lost_is_played_on_and_says_so_to_who_looks_back() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code = await long_game(place)
        logs = Logs(store)
        logs.lost = True
        tables = TableRepository(cast("Store", logs))
        table = begun(await tables.get(code))
        assert table.match.play(table.match.legal[0]).plies[-1].move == table.match.legal[0]
        for look in (lambda: table.log[0], lambda: table.match.plies[0]):
            with pytest.raises(CorruptTable):
                look()
    finally:
        await store.close()


async def test_a_takeback_ends_the_anchor_and_the_game_goes_on() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await long_game(place)
            record = await store.table(code)
            assert record is not None
            assert record.anchor is not None
            plies, _, _ = json.loads(record.anchor)
            assert record.plies - (ANCHOR_BEHIND + ANCHOR_EVERY) < plies <= record.plies - ANCHOR_BEHIND
            back = MoveRecord(record.plies, record.version + 1, "-1", 0, None, 0.0)
            after = replace(record, version=record.version + 1, plies=record.plies + 1, anchor=None)
            table = begun(await place.table(code))
            match = table.match.take_back(1)
            after = replace(after, snapshot=match.game.dump(match.state))
            await store.update(after, expected=record.version, moves=[back])
        async with room(store, messenger) as place:
            table = begun(await place.table(code))
            assert table.match.state == match.state
            await on(place, code, table.plies + 8)
            record = await store.table(code)
            assert record is not None
            assert record.anchor is None
    finally:
        await store.close()


@pytest.mark.parametrize("line", ["/replay", "/dice", "/export", "/verify"])
async def test_commands_that_look_back_do_so_in_another_thread(line: str, tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    try:
        async with room(store) as place:
            await long_game(place)
        logs = Logs(store)
        async with room(cast("Store", logs)) as place:
            await place.say(ANA, line)
            assert logs.threads
            assert threading.main_thread() not in logs.threads
    finally:
        await store.close()
