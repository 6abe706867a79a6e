"""Buttons and menus that are rebuilt from their custom id alone, after any restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, runtime_checkable

import discord
from discord.ui import Button as UiButton
from discord.ui import DynamicItem, Item, Select, View

from bot.core.i18n.text_format import truncate
from bot.core.messages.content import Button, Tone

PREFIX = "palmares:"
MENU = "palmares/"
FEW = 10
"""Up to this number ordinary buttons are shown as buttons; more become a menu."""
ROWS, COLUMNS, OPTIONS = 5, 5, 25
LABEL, OPTION_LABEL = 80, 100

_STYLES = {
    Tone.PRIMARY: discord.ButtonStyle.primary,
    Tone.SECONDARY: discord.ButtonStyle.secondary,
    Tone.DANGER: discord.ButtonStyle.danger,
}

Rows = Sequence[Sequence[Button]]


@runtime_checkable
class Pressable(Protocol):
    """Receives presses: the client."""

    async def pressed(self, interaction: discord.Interaction[Any], token: str) -> None:
        """Handle a pressed button or option by its token."""


async def _tell(interaction: discord.Interaction[Any], token: str) -> None:
    if isinstance(interaction.client, Pressable):
        await interaction.client.pressed(interaction, token)


class TokenButton(DynamicItem[UiButton[Any]], template=rf"{PREFIX}(?P<token>.{{1,64}})"):
    """A button with its token as custom id."""

    def __init__(self, button: UiButton[Any], token: str, row: int | None = None) -> None:
        super().__init__(button, row=row)
        self.token = token

    @classmethod
    def of(cls, button: Button, row: int | None = None) -> Self:
        style = _STYLES[button.tone]
        made: UiButton[Any] = UiButton(
            style=style, label=truncate(button.label, LABEL), custom_id=PREFIX + button.token
        )
        return cls(made, button.token, row)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the library's signature
        item: Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        style, label = discord.ButtonStyle.secondary, getattr(item, "label", None)
        return cls(UiButton(style=style, label=label, custom_id=match.string), match["token"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _tell(interaction, self.token)


class TokenMenu(DynamicItem[Select[Any]], template=rf"{MENU}(?P<number>\d)"):
    """A menu with tokens as the values of its options."""

    def __init__(self, select: Select[Any], row: int | None = None) -> None:
        super().__init__(select, row=row)

    @classmethod
    def of(cls, number: int, buttons: Sequence[Button], row: int | None = None) -> Self:
        """Convert up to 25 buttons to one menu."""
        options = [
            discord.SelectOption(label=truncate(button.label, OPTION_LABEL), value=button.token) for button in buttons
        ]
        return cls(Select(custom_id=f"{MENU}{number}", options=options), row)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the library's signature
        item: Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        return cls(Select(custom_id=match.string, options=list(getattr(item, "options", ()))))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the chosen option on as a press."""
        chosen = self.item.values
        if chosen:
            await _tell(interaction, chosen[0])


def carries(message: discord.Message, token: str) -> bool:
    """Return whether a message has a button, or an option of a menu, with this token."""
    items = [item for row in message.components for item in getattr(row, "children", ())]
    options = [option.value for item in items for option in getattr(item, "options", ())]
    return token in options or any(item.custom_id == PREFIX + token for item in items)


ITEMS = (TokenButton, TokenMenu)


def view(rows: Rows) -> View | None:
    """Convert rows of buttons, many ordinary ones to menus; None for no rows."""
    filled = [row for row in rows if row]
    if not filled:
        return None
    made = View(timeout=None)
    for item in _menus(filled) if _crowded(filled) else _buttons(filled):
        made.add_item(item)
    return made


def _crowded(rows: Rows) -> bool:
    ordinary = sum(button.tone is Tone.SECONDARY for row in rows for button in row)
    return ordinary > FEW or len(rows) > ROWS or any(len(row) > COLUMNS for row in rows)


def _buttons(rows: Rows) -> list[Item[Any]]:
    return [TokenButton.of(button, number) for number, row in enumerate(rows) for button in row]


def _menus(rows: Rows) -> list[Item[Any]]:
    """Convert ordinary buttons to menus, with the others below them."""
    every = [button for row in rows for button in row]
    ordinary = [button for button in every if button.tone is Tone.SECONDARY]
    others = [button for button in every if button.tone is not Tone.SECONDARY]
    below = -(-len(others) // COLUMNS)
    menus = [ordinary[at : at + OPTIONS] for at in range(0, len(ordinary), OPTIONS)][: ROWS - below]
    items: list[Item[Any]] = [TokenMenu.of(number, options, number) for number, options in enumerate(menus)]
    return items + [
        TokenButton.of(button, len(menus) + at // COLUMNS) for at, button in enumerate(others[: ROWS * COLUMNS])
    ]
