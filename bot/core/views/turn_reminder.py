"""The short message below an unmoved board that mentions the player to move."""

from __future__ import annotations

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import code, text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen
from bot.core.views.players import call
from bot.core.views.time_control import reminder_screen


def call_screen(table: StartedTable, t: Translator) -> Screen:
    if table.clock.warned is not None:
        return reminder_screen(table, t)
    player = call(table, table.match.turn.seat, t)
    return Screen(text_of(t.text("{player}, it's your turn at table {code}.", player=player, code=code(table.id))))
