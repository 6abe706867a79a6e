"""The short message beside a board that stays where it is: it calls whoever is to move."""

from __future__ import annotations

from bot.core.options import Options
from bot.core.screen import Screen
from bot.core.table import Table
from bot.core.texts import Translator
from bot.core.views.lines import code, text_of
from bot.core.views.pace import reminder_screen
from bot.core.views.people import call


def call_screen(table: Table, t: Translator) -> Screen:
    """Calls the person to act, or reminds them."""
    if Options.load(table.record.options).warned is not None:
        return reminder_screen(table, t)
    assert table.match is not None  # noqa: S101 - somebody is to act
    player = call(table, table.match.turn.seat, t)
    return Screen(
        text_of(t.text("{player}, it is your turn at table {code}.", player=player, code=code(table.record.id)))
    )
