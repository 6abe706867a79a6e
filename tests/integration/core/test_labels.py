"""The labels of all buttons that people meet on a walk through the bot, in each language."""

from __future__ import annotations

import pytest

from bot.core.domain.table_values import PAGES
from bot.core.features.registry import registry
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import capital, width
from bot.core.i18n.translator import languages
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button
from tests.fakes.buttons import read
from tests.fakes.long_run import LONG
from tests.fakes.room import CHAT, Person, Room, person, room

LONGEST = 24
"""The characters of a button that a phone shows, whatever its letters."""
TABLES = ("/play parchis seats=YR,BG turns_by_colour=yes", "/play palma hole5=stake", "/play diceless colours=3")
IN_PLAY = ("undo", "throws self", "hand", "resign", "close", "share", "remove Bea", "end", "rules", "dice", "verify")
PRESSES = 40 if LONG else 20


@pytest.mark.parametrize("language", languages())
async def test_every_button_begins_with_a_capital_and_a_phone_shows_it_whole(language: str) -> None:
    met = await _met(language)
    assert len({read(button.token).verb for button in met}) > 20
    for button in met:
        label = button.label
        assert label[0] == capital(label)[0], label
        assert width(label) <= LONGEST, label


async def _met(language: str) -> list[Button]:
    """Return all buttons of a walk: each command before, in and after games of all kinds, and each lobby's pages."""
    ana, bea = person("Ana", language), person("Bea", language)
    async with room(seed="5") as place:
        met: list[Button] = []
        for command in registry():
            met += await _said(place, ana, f"/{command.name}")
        met += await _said(place, ana, "/help play")
        for line in TABLES:
            met += await _said(place, ana, line)
            code = (await place.table()).id
            await _said(place, bea, f"/join table={code}")
            await _said(place, ana, f"/invite Cai table={code}")
            for page in (*PAGES, "main"):
                version = (await place.table(code)).version
                await place.press(ana, encode(code, version, Verb.PAGE, page), place.live(code)[0].id)
            shown = [(token, message.id) for message in place.live(code) for token in message.tokens]
            begin, message = next(one for one in shown if read(one[0]).verb in (Verb.ACCEPT, Verb.FILL, Verb.START))
            await place.press(ana, begin, message)
            for _ in range(PRESSES):
                who = await place.actor(code, [ana, bea])
                if who is not None:
                    board = place.board(code)
                    await place.press(who, board.tokens[0], board.id)
            for command in IN_PLAY:
                met += await _said(place, ana, f"/{command} table={code}")
            await _said(place, bea, f"/resign table={code}")
        return met + [one for message in place.messenger.of(CHAT) for face in message.faces for one in _all(face)]


def _all(screen: object) -> list[Button]:
    return [button for row in getattr(screen, "rows", ()) for button in row]


async def _said(place: Room, who: Person, line: str) -> list[Button]:
    """Return the buttons of the answer to a command; none of a refusal."""
    try:
        outcome = await place.say(who, line)
    except Refusal:
        return []
    return _all(outcome.screen)
