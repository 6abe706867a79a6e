"""A board that stays one message on Discord, with a separate call."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.pings import THERE
from tests.fakes.discord_place import MANAGE_SERVER, Place


@pytest.mark.parametrize("where", ["server", "thread", "friends"])
async def test_one_board_and_one_call_for_whoever_is_to_move(place: Place, where: str) -> None:
    town = place.channel()
    channel = {"server": town, "thread": place.thread(town), "friends": place.between_friends()}[where]
    ana, bea = place.user("Ana"), place.user("Bea")
    await place.gave(replace(ana, permissions=MANAGE_SERVER), channel, "settings", board="fixed")
    code = await place.opened(channel, ana, bea, game="palma", rules="first=D")
    board = place.board(channel)
    for _ in range(25):
        before = await place.actor(code, [ana, bea])
        place.server.calls.clear()
        place.patience.time += THERE + 1
        assert await place.play_on(code, channel, [ana, bea], 1) == 1
        who = await place.acting(code, [ana, bea])
        called = place.server.counted()
        assert called.pop("callback 7") == 1
        assert sum(called.values()) == (0 if who == before else 2)  # the next call, and the last one goes
        assert place.board(channel) is board
        calls = [one for one in place.server.of(channel) if "at table" in one.content]
        assert [one.calls for one in calls] == [[who.id]]
