"""The short message beside a board that stays where it is: it calls whoever is to move."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.text_format import code, text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen
from bot.core.views.players import call
from bot.core.views.time_control import reminder_screen


def call_screen(table: Table, t: Translator) -> Screen:
    """Calls the person to act, or reminds them."""
    if TableOptions.load(table.record.options).warned is not None:
        return reminder_screen(table, t)
    assert table.match is not None  # noqa: S101 - somebody is to act
    player = call(table, table.match.turn.seat, t)
    return Screen(
        text_of(t.text("{player}, it is your turn at table {code}.", player=player, code=code(table.record.id)))
    )
