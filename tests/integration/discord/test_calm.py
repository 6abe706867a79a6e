"""A calm board on Discord, which tells that messages come and go, and in servers alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.core.board_messages.planner import BURIED
from bot.core.domain.pings import THERE
from tests.fakes.discord_place import MANAGE_SERVER, Place, ids_of
from tests.fakes.discord_state import Channel, User


async def calm(place: Place, channel: Channel) -> tuple[User, User, str]:
    """Open a game in a calm channel."""
    ana, bea = place.user("Ana"), place.user("Bea")
    await place.gave(replace(ana, permissions=MANAGE_SERVER), channel, "settings", board="calm")
    return ana, bea, await place.opened(channel, ana, bea, game="palma", rules="first=D")


async def turn(place: Place, channel: Channel, code: str, people: list[User], rng: random.Random) -> None:
    """Play until the turn has passed; only what the last press has cost is counted."""
    before = await place.actor(code, people)
    while True:
        place.server.calls.clear()
        place.patience.time += THERE + 1
        who, board = await place.actor(code, people), place.board(channel)
        assert who is not None
        await place.pressed(who, board, rng.choice(ids_of(board)))
        if await place.actor(code, people) != before:
            return


@pytest.mark.parametrize("where", ["server", "thread"])
async def test_talk_buries_the_board_and_the_next_turn_brings_it_down(place: Place, where: str) -> None:
    town = place.channel()
    channel = {"server": town, "thread": place.thread(town)}[where]
    ana, bea, code = await calm(place, channel)
    cai, rng, board = place.user("Cai"), random.Random(1), place.board(channel)
    for _ in range(4):
        await turn(place, channel, code, [ana, bea], rng)
        assert place.server.counted() == {"callback 7": 1, "post": 1, "delete": 1}
        assert place.board(channel) is board
    await place.talk(cai, channel, BURIED)
    await turn(place, channel, code, [ana, bea], rng)
    newest = place.board(channel)
    assert newest is not board
    who = await place.acting(code, [ana, bea])
    assert newest.calls == [who.id]
    assert place.server.counted() == {"post": 1, "callback 7": 1, "delete": 1}  # the press takes the old one away
    assert [one for one in place.server.of(channel) if one.id > newest.id] == []


async def test_what_was_taken_away_buries_nothing(place: Place) -> None:
    channel = place.channel()
    ana, bea, code = await calm(place, channel)
    cai, rng, board = place.user("Cai"), random.Random(1), place.board(channel)
    await place.talk(cai, channel, BURIED)
    said = [one for one in place.server.messages.values() if one.author is not None]
    for message in said[:4]:
        message.gone = True
        await place.server.tell(message, "MESSAGE_DELETE")
    await turn(place, channel, code, [ana, bea], rng)
    assert place.board(channel) is board


async def test_talk_elsewhere_buries_nothing(place: Place) -> None:
    channel, other = place.channel(), place.channel()
    ana, bea, code = await calm(place, channel)
    rng, board = random.Random(1), place.board(channel)
    await place.talk(place.user("Cai"), other, 3 * BURIED)
    await turn(place, channel, code, [ana, bea], rng)
    assert place.board(channel) is board


async def test_where_nothing_is_told_the_board_stays(place: Place) -> None:
    channel = place.private()
    ana, bea, code = await calm(place, channel)
    rng, board = random.Random(1), place.board(channel)
    await place.talk(place.user("Cai"), channel, 3 * BURIED)
    for _ in range(12):
        await turn(place, channel, code, [ana, bea], rng)
        assert place.board(channel) is board
