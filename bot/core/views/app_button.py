"""The button below a board that opens its table in the platform's app."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table import Table
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen

ROWS = 5
"""The most rows of a message."""


def with_app(screen: Screen, table: Table, t: Translator) -> Screen:
    """Return a board with the button in a separate row, if it asks for something and has room."""
    if not 0 < len(screen.rows) < ROWS:
        return screen
    opener = Button(t("🎲 Open the board"), encode(table.id, table.version, Verb.APP))
    return replace(screen, rows=(*screen.rows, (opener,)))
