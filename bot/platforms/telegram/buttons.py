"""Inline keyboards: the rows of buttons below a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.core.i18n.text_format import width
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Button, Screen, Tone

ROW_SIGNS = 64
"""Characters of all labels in a row that fit without being cut."""

_APP = f".{Verb.APP}"
_STYLES = {Tone.PRIMARY: "primary", Tone.DANGER: "danger"}


class Link(NamedTuple):
    """A button that opens an address."""

    label: str
    address: str


Opens = Callable[[Button], InlineKeyboardButton]
"""Makes the button that opens a table in the Mini App."""


def keyboard(screen: Screen, way: Link | None = None, opens: Opens | None = None) -> InlineKeyboardMarkup | None:
    """Return the buttons below a message; a link comes last."""

    def shown(button: Button) -> InlineKeyboardButton:
        return opens(button) if opens is not None and button.token.endswith(_APP) else _button(button)

    rows = [[shown(button) for button in part] for row in screen.rows if row for part in _side_by_side(row)]
    if way is not None:
        rows.append([InlineKeyboardButton(way.label, url=way.address)])
    return InlineKeyboardMarkup(rows) if rows else None


def _side_by_side(row: Sequence[Button]) -> list[Sequence[Button]]:
    """Return a row, or each button in its own row if Telegram, whose buttons are equally wide, would cut a label."""
    longest = max(width(button.label) for button in row)
    return [row] if longest * len(row) <= ROW_SIGNS else [[button] for button in row]


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(button.label, callback_data=button.token, style=_STYLES.get(button.tone))
