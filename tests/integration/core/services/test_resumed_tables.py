"""A table that is not in memory is taken up from its anchor: a press there plays nothing of what was long ago."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import StartedTable, begun
from bot.core.games.profiles import profile_of
from data.open_store import open_store
from data.records import MoveRecord
from engine.match import ANCHOR_BEHIND, ANCHOR_EVERY
from engine.plies import Early
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, Room, room, taken_up

LONG = 4 * (ANCHOR_BEHIND + ANCHOR_EVERY)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many early plies were asked for, each time."""
    found: list[int] = []
    play = Early.played

    def played(self: Early[Any]) -> Any:
        found.append(self.count)
        return play(self)

    monkeypatch.setattr(Early, "played", played)
    return found


async def long_game(place: Room) -> str:
    """A game of two people under way, with many plies."""
    await place.say(ANA, "/play seats=Y,R rolls=hand rated=no")
    code = (await place.table()).id
    await place.say(BEA, f"/join {code}")
    await place.say(ANA, f"/start {code}")
    await on(place, code, LONG)
    return code


async def on(place: Room, code: str, plies: int) -> StartedTable:
    """Press until there are so many plies."""
    while (table := begun(await place.table(code))).plies < plies:
        who = await place.actor(code, [ANA, BEA])
        assert who is not None, "the game ended too soon"
        await place.press(who, place.board(code).tokens[0])
    return table


def is_told(table: StartedTable, plies: int) -> bool:
    """Whether something came since so many plies that has a sentence of its own, which knows how often that was."""
    headlines = profile_of(table.game).headlines
    return any(headlines(ply) for ply in table.match.plies[plies:])


async def test_presses_after_a_restart_play_no_early_plies(looked: list[int]) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    quiet = 0
    try:
        async with room(store, messenger) as place:
            code = await long_game(place)
        for _ in range(6):  # a few presses at a time, each after a restart
            looked.clear()
            async with room(store, messenger) as place:
                await taken_up(place.core)
                await place.core.publisher.idle()
                before = begun(await place.table(code)).plies
                after = await on(place, code, before + 5)
                await place.core.publisher.idle()
                assert looked == [] or is_told(after, before - 10)
                quiet += not looked
        assert quiet
        looked.clear()
        async with room(store, messenger) as place:
            await place.say(ANA, f"/replay {code}")
        assert looked
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
