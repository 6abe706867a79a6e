"""Whole games on Discord, through the real library: in servers, threads and private chats, and several at once."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest

from bot.core.domain.play import COMPUTER
from bot.core.domain.table import StartedTable
from bot.core.views.message_turns import STRETCH
from bot.core.views.throwing import has_rolls
from data.records import Status
from engine import players
from tests.fakes.discord_door import faults
from tests.fakes.discord_place import Place, pressable
from tests.fakes.discord_state import Channel

KINDS = {
    "palma": {"game": "palma"},
    "dice": {"game": "parchis", "variant": "italian", "seats": "Y,R"},
    "diceless": {"variant": "diceless", "seats": "Y,R"},
}
"""The shortest games of each kind."""


async def assert_over(place: Place, code: str, channel: Channel) -> None:
    """The game has ended, and the last board alone says so."""
    record = await place.known(code)
    assert record.status is Status.OVER
    last = place.board(channel)
    assert (record.seed.hex()[:8] in last.content) is has_rolls(record)
    assert next(label for label, _ in pressable(last)) == "Rematch"
    assert [message for message in place.server.of(channel) if message.components] == [last]
    assert await place.store.dirty_boards(9) == []


@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
async def test_two_people_play_until_it_is_over(place: Place, options: dict[str, str]) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **options)
    if await place.play_on(code, channel, [ana, bea], 60) == 60:  # games to their end are played against bots
        await place.gave(ana, channel, "resign")
        await place.clicked(ana, channel, "Yes, resign")
    await assert_over(place, code, channel)
    assert faults(place.server.calls) == []


async def test_somebody_of_the_channel_takes_over(place: Place) -> None:
    channel, ana, bea, cai, dan = place.channel(), *map(place.user, ("Ana", "Bea", "Cai", "Dan"))
    await place.gave(ana, channel, "play", game="parchis", seats="Y,B,R")
    code = (await place.table(channel)).id
    for guest in (bea, cai):
        await place.gave(guest, channel, "join")
    await place.gave(ana, channel, "start")
    await place.gave(cai, channel, "resign")
    await place.clicked(cai, channel, "Yes, resign")
    taken = await place.clicked(dan, channel, "Take over from Cai")
    assert "The seat is yours now." in (taken.notice or "")
    assert (await place.known(code)).seats[2].name == "Dan"


async def test_several_chats_play_side_by_side(place: Place) -> None:
    town = place.channel()
    channels = [town, place.thread(town), place.private(), place.between_friends()]

    async def play(channel: Channel) -> None:
        ana, bea = place.user("Ana"), place.user("Bea")
        code = await place.opened(channel, ana, bea, game="palma")
        assert await place.play_on(code, channel, [ana, bea], 40) == 40
        await place.gave(ana, channel, "resign")
        await place.clicked(ana, channel, "Yes, resign")
        await assert_over(place, code, channel)

    await asyncio.gather(*map(play, channels))
    assert faults(place.server.calls) == []


async def test_one_person_and_computers(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="parchis")
    code = (await place.table(channel)).id
    await place.clicked(ana, channel, "Start with bots")
    await place.gave(ana, channel, "profile", rolls="each")  # to whom nothing is offered
    place.server.calls.clear()
    presses = await place.play_on(code, channel, [ana], 80)
    calls = place.server.counted()
    table = await place.known(code)
    assert isinstance(table, StartedTable)
    turns = sum(ply.ends_turn for ply in table.match.plies)
    assert calls == {"callback 7": presses, "post": turns // STRETCH}, "after so many turns the board is posted again"
    await place.gave(ana, channel, "resign")
    await place.clicked(ana, channel, "Yes, resign")
    await assert_over(place, code, channel)


@pytest.mark.parametrize(("kind", "level"), list(zip(cycle(sorted(KINDS)), players.levels(), strict=False)))
async def test_a_whole_game_against_every_level(place: Place, kind: str, level: str) -> None:
    """At one game each; on Telegram the same levels play at others."""
    options = KINDS[kind]
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", **options, bots=level, rolls="self")
    code = (await place.table(channel)).id
    await place.clicked(ana, channel, "Start with bots")
    await place.play_on(code, channel, [ana], 3000)
    await assert_over(place, code, channel)
    log = await place.store.moves(code)
    assert (await place.known(code)).seats[1].computer == level
    assert any(move.automation == COMPUTER and len(move.move) > 1 for move in log)
    assert faults(place.server.calls) == []


async def test_another_game_after_the_end(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="palma")
    first = (await place.table(channel)).id
    await place.clicked(ana, channel, "Start with bots")
    await place.play_on(first, channel, [ana], 5)
    await place.gave(ana, channel, "resign")
    await place.clicked(ana, channel, "Yes, resign")
    end = place.board(channel)
    place.server.calls.clear()
    await place.clicked(ana, channel, "Rematch")
    assert end.components == []
    assert place.server.counted() == {"post": 1, "callback 7": 1}
    assert (await place.table(channel)).id != first
