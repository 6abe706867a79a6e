"""A season of games that were really played: computed again from the logs it is the same, and no kill loses it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle

import pytest

from bot.core.services.recompute import recompute
from data.open_store import open_store
from data.roles.rows import Row
from data.season_records import ClosedSeason
from data.store import Store
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mortal import Killed, Life
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room, shown
from tests.fakes.seasons import DAY, DECEMBER, START

PAIRS = ((ANA, BEA), (BEA, CAI), (CAI, ANA))


async def played_month(place: Room) -> None:
    """Play six short games of Palma in November; the second of each pair gives up."""
    place.clock.time = START
    for _, (winner, loser) in zip(range(6), cycle(PAIRS), strict=False):
        code = (await place.say(winner, "/play palma")).table
        await place.say(loser, f"/join {code}")
        await place.say(winner, f"/start {code}")
        assert code is not None
        await place.play_until_counted(code, [winner, loser])
        await place.end(code, "resign", [loser])
        place.clock.time += DAY


async def kept(store: Store) -> list[Sequence[Row]]:
    tables = ("honours", "closed_seasons", "seasons", "chat_records", "results", "result_seats")
    return [await store._read(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4", {}) for name in tables]  # noqa: S608


async def test_recomputed_from_the_logs_seasons_and_records_are_the_same_bytes() -> None:
    async with room() as place:
        await played_month(place)
        place.clock.time = DECEMBER
        await look(place)
        first = await place.started("/play palma", BEA)
        await place.play_until_counted(first, [ANA, BEA])
        await place.end(first, "resign", [ANA])
        before, told = await kept(place.store), shown(await place.say(ANA, "/palmares"))
        assert "December" not in told
        assert "🥇" in told
        assert (await recompute(place.store)).unreadable == ()
        assert await kept(place.store) == before
        assert shown(await place.say(ANA, "/palmares")) == told
        await place.say(ANA, "/profile visible=no")
        assert (await recompute(place.store)).unreadable == ()
        assert await kept(place.store) == before, "who hides later keeps their place, which isn't shown"


@pytest.mark.parametrize("deeds", range(1, 7))
async def test_killed_at_any_step_of_its_end_a_season_is_closed_once(deeds: int) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger) as place:
        await played_month(place)
    life = Life(deeds)
    async with room(store, messenger, life=life) as place:
        place.clock.time = DECEMBER
        with suppress(Killed):
            await look(place, 0)
    async with room(store, messenger) as place:
        place.clock.time = DECEMBER + 60
        for _ in range(3):
            await look(place, 60)
    cards = [message for message in messenger.of(CHAT) if "The season is over" in message.screen.text.plain]
    assert len(cards) <= 1, "a kill just before the call may skip the card"
    assert len(await store.closed_seasons(CHAT, 9)) == 1
    assert len(await store.honours_of_chat(CHAT)) == 3
    (closed,) = await store.closed_seasons(CHAT, 9)
    assert closed == ClosedSeason(CHAT, closed.began, DECEMBER)
    await store.close()
