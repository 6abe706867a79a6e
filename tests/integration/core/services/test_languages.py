"""The language of the answers in a chat that the bot doesn't know yet: that of the person who speaks there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.fakes.room import ANA, BEA, Room, room

BEATRIZ = replace(BEA, locale="es-ES")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/stats", "no ha terminado"),
        ("/leaderboard", "este chat"),
        ("/settings", "El tablero se publica"),
        ("/rules palma", "reglas clásicas"),
    ],
)
async def test_before_its_first_table_a_chat_is_answered_as_it_is_spoken_to(line: str, words: str) -> None:
    async with room() as place:
        place.authority.admins = {ANA.key, BEA.key}
        assert words in await shown(place, line)
        await place.say(ANA, "/language en chat")
        assert words not in await shown(place, line)


async def shown(place: Room, line: str) -> str:
    """What everybody sees of the answer."""
    outcome = await place.say(BEATRIZ, line)
    assert outcome.screen is not None
    return outcome.screen.text.plain
