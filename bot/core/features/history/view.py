"""A chat's games in a list, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.table import Table
from bot.core.i18n.text_format import strong, text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Screen
from bot.core.views.past_games import game_line
from data.records import Status

GAMES = ButtonVerb("games", 1)
"""Page: another page of the list of games."""


def games_screen(tables: Sequence[Table], page: int, t: Translator, *, more: bool) -> Screen:
    """Show one page, with buttons to the next and previous; `more` if there are older games."""
    lines = [game_line(table, t) for table in tables]
    shown = next((table.id for table in tables if table.status is Status.OVER), tables[0].id)
    named = {name: t.command(f"/{name} {shown}") for name in ("replay", "verify", "export")}
    how = t.text("More on one of them: {replay}, {verify}, {export}", **named)
    buttons = [_turn(t("◀ Newer"), page - 1)] if page else []
    buttons += [_turn(t("Older ▶"), page + 1)] if more else []
    rows = (tuple(buttons),) if buttons else ()
    return Screen(text_of((strong(t("Games in this chat")),), *lines, how), rows=rows)


def _turn(label: str, page: int) -> Button:
    return Button(label, encode("games", 0, GAMES, page))
