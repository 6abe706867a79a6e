"""Buttons in rows, of the kinds that screens have."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.text_format import clip, width
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Button, State, Tone

Rows = tuple[tuple[Button, ...], ...]
ROW_LIMIT = 5


SHORT = 8
SIDE_BY_SIDE = 3
"""The number of buttons in a row, unless all are SHORT."""
ROW_WIDTH = 44
"""Characters of a row that a phone shows. Its buttons have equal widths, so the longest label counts for each."""


def grid(buttons: Sequence[Button], columns: int) -> Rows:
    """Lay out buttons in even rows of at most `columns`."""
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


def flow(buttons: Sequence[Button]) -> Rows:
    """Lay out buttons evenly in the fewest rows that a phone shows whole."""
    rows: list[list[Button]] = []
    for button in buttons:
        if rows and readable([*rows[-1], button]):
            rows[-1].append(button)
        else:
            rows.append([button])
    even = grid(buttons, -(-len(buttons) // len(rows))) if rows else ()
    return even if all(map(readable, even)) else tuple(map(tuple, rows))


def readable(row: Sequence[Button]) -> bool:
    """Return whether a phone shows every label of a row whole; True for a single button."""
    longest = max(width(button.label) for button in row)
    most = ROW_LIMIT if longest <= SHORT else SIDE_BY_SIDE
    return len(row) == 1 or (len(row) <= most and len(row) * longest <= ROW_WIDTH)


class Stated(str):
    """A label of a state, which it also stores."""

    __slots__ = ("state",)
    state: State

    @classmethod
    def of(cls, label: str, state: State) -> Stated:
        stated = cls(label)
        stated.state = state
        return stated


def switch(label: str, t: Translator, *, on: bool) -> str:
    """Return the label of an on/off setting: `✓ Rated`, or `Rated: off`."""
    return Stated.of(f"✓ {label}" if on else t("{switch}: off", switch=label), State(label, on, switch=True))


def choice(label: str, among: str = "", *, chosen: bool) -> str:
    """Return the label of a choice: `✓ Palma` is chosen, `Parchís` is not.

    `among`: the group of which only one can be chosen.
    """
    return Stated.of(f"✓ {label}" if chosen else label, State(label, chosen, switch=False, among=among))


def choices(buttons: Sequence[Button]) -> Rows:
    """Lay out up to 25 buttons in at most five rows.

    Short ones share a row, longer ones with as few others as that allows.
    """
    if all(len(button.label) <= SHORT for button in buttons):
        return grid(buttons, ROW_LIMIT)
    return grid(buttons, max(2, -(-len(buttons) // ROW_LIMIT)))


def danger(label: str, token: str) -> Button:
    """Return a button that ends something."""
    return Button(clip(label, 80), token, Tone.DANGER)


def main(label: str, token: str) -> Button:
    """Return the button of the main action."""
    return Button(clip(label, 80), token, Tone.PRIMARY)


def side(label: str, token: str) -> Button:
    return Button(clip(label, 80), token, state=label.state if isinstance(label, Stated) else None)
