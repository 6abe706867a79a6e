"""The boards catch up with their tables, whenever the process dies."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from data.open_store import open_store
from data.store import Store
from tests.fakes.caught_up import assert_caught_up
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mortal import Killed, Life
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, Room, room, taken_up


async def _play_some(place: Room, presses: int) -> None:
    """From /play into the game and on; as far as the process lives."""
    rng = random.Random(5)
    code = await place.started("/play spanish seats=Y,R", BEA)
    for _ in range(presses):
        await press_on(place, code, rng)
    await place.say(BEA, "/board")
    await place.say(BEA, "/resign")
    question = place.messenger.messages[-1]
    await place.press(BEA, question.tokens[0], question.id)
    await place.click(ANA, "Rematch")


async def _die(store: Store, messenger: FakeMessenger, life: Life) -> None:
    with suppress(Killed, AssertionError, IndexError, ValueError):
        async with room(store, messenger, life=life) as place:
            await _play_some(place, 6)


async def _deeds() -> int:
    life = Life()
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store, FakeMessenger(), life=life) as place:
            await _play_some(place, 6)
    finally:
        await store.close()
    return life.done


async def test_killed_at_any_deed_it_catches_up() -> None:
    total = await _deeds()
    assert total > 40
    for deed in range(1, total + 2):
        store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
        try:
            await _die(store, messenger, Life(deed))
            posted = len(messenger.messages)
            async with room(store, messenger) as place:
                await taken_up(place.core)
                await place.core.publisher.idle()
                await assert_caught_up(place)
                assert len(messenger.messages) <= posted + 1
        finally:
            await store.close()


async def test_after_a_restart_every_button_still_works() -> None:
    store, messenger, rng = await open_store("sqlite:///:memory:"), FakeMessenger(), random.Random(3)
    try:
        async with room(store, messenger) as place:
            code = await palma(place)
        for _ in range(30):
            async with room(store, messenger) as place:
                await taken_up(place.core)
                await press_on(place, code, rng)
                await assert_caught_up(place)
    finally:
        await store.close()


async def test_a_table_left_to_its_computers_goes_on_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await place.opened("/play palma first=D")
            await place.press(ANA, f"{code}.0.sit:1")
            await place.press(ANA, f"{code}.1.rise:0")
            monkeypatch.setattr("bot.core.services.table_service.BATCHES", 0)
            monkeypatch.setattr(place.core.service.computers.__class__, "later", lambda *_: None)
            await place.click(ANA, "Start with bots")
            assert await place.actor(code, [ANA]) is None
            assert place.live(code) == []
        monkeypatch.undo()
        async with room(store, messenger) as place:
            await taken_up(place.core)
            await place.core.publisher.idle()
            assert await place.actor(code, [ANA]) == ANA
            await assert_caught_up(place)
    finally:
        await store.close()
