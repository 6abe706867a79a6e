"""Whole games on Discord, through the real library; and how many calls they take."""

from __future__ import annotations

import pytest

from data.records import Status
from tests.bot.adapters.discord.conftest import Place, pressable


@pytest.mark.parametrize(
    "options",
    [
        {"game": "palma"},
        {"game": "parchis", "preset": "italian", "seats": "Y,R"},
        {"preset": "diceless", "seats": "Y,R"},
    ],
    ids=lambda options: "-".join(options.values()),
)
async def test_two_people_play_to_the_end(place: Place, options: dict[str, str]) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **options)
    await place.play_on(code, channel, [ana, bea], 3000)
    record = (await place.known(code)).record
    assert record.status is Status.OVER
    last = place.board(channel)
    assert record.seed.hex() in last.content
    assert [label for label, _ in pressable(last)] == ["Play again"]
    assert [message for message in place.server.of(channel) if message.components] == [last]
    assert {call.status for call in place.server.calls} == {200}
