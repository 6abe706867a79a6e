"""Buttons in rows, of the kinds that screens have."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.text_format import clip
from bot.core.messages.content import Button, Tone

ROW_LIMIT = 5


SHORT = 8


def grid(buttons: Sequence[Button], columns: int) -> tuple[tuple[Button, ...], ...]:
    """Lay out buttons in rows of at most so many, as even as they can be."""
    if not buttons:
        return ()
    rows = -(-len(buttons) // columns)
    short, longer = divmod(len(buttons), rows)
    layout: list[tuple[Button, ...]] = []
    at = 0
    for row in range(rows):
        size = short + (row < longer)
        layout.append(tuple(buttons[at : at + size]))
        at += size
    return tuple(layout)


def choices(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """Lay out up to 25 buttons in at most five rows.

    Short ones stand side by side, longer ones as few in a row as that allows.
    """
    if all(len(button.label) <= SHORT for button in buttons):
        return grid(buttons, ROW_LIMIT)
    return grid(buttons, max(2, -(-len(buttons) // ROW_LIMIT)))


def danger(label: str, token: str) -> Button:
    """Return a button that ends something."""
    return Button(clip(label, 80), token, Tone.DANGER)


def main(label: str, token: str) -> Button:
    """Return the button of the main thing to do."""
    return Button(clip(label, 80), token, Tone.PRIMARY)


def side(label: str, token: str) -> Button:
    """Return an ordinary button."""
    return Button(clip(label, 80), token)
