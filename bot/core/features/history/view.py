"""A chat's games in a list, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from babel.dates import format_date

from bot.core.domain.standing import official_places
from bot.core.domain.table import Table
from bot.core.games.game_words import title
from bot.core.i18n.text_format import code, joined, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Screen
from bot.core.views.game_over import podium
from bot.core.views.players import everybody
from data.records import Status

GAMES = ButtonVerb("games", 1)
"""Page: another page of the list of games."""


def games_screen(tables: Sequence[Table], page: int, t: Translator, *, more: bool) -> Screen:
    """Show one page, with buttons to its neighbours; `more` if there are older games."""
    lines = [_line(table, t) for table in tables]
    shown = next((table.id for table in tables if table.status is Status.OVER), tables[0].id)
    named = {name: t.command(f"/{name} {shown}") for name in ("replay", "verify", "export")}
    how = t.text("More on one of them: {replay}, {verify}, {export}", **named)
    buttons = [_turn(t("◀ Newer"), page - 1)] if page else []
    buttons += [_turn(t("Older ▶"), page + 1)] if more else []
    rows = (tuple(buttons),) if buttons else ()
    return Screen(text_of((strong(t("Games in this chat")),), *lines, how), rows=rows)


def _turn(label: str, page: int) -> Button:
    return Button(label, encode("games", 0, GAMES, page))


def _line(table: Table, t: Translator) -> Line:
    """Write a game as `abc234 Parchís · 3 May 2026 · 🥇 Ana  🥈 Bea`."""
    date = format_date(datetime.fromtimestamp(table.updated, UTC), "medium", locale=t.language)
    head = (code(table.id), *words(f" {title(t, table.game)} · "))
    elsewhere = words(t("played elsewhere")) if table.origin.imported and not table.origin.own else ()
    return (*head, *joined((words(date), elsewhere, _state(table, t)), " · "))


def _state(table: Table, t: Translator) -> Line:
    if table.damaged:
        return words(t("damaged"))
    if table.status is Status.LOBBY:
        free = sum(seat.is_free for seat in table.seats)
        return words(t.plural("waiting, {n} seat free", "waiting, {n} seats free", free))
    players = everybody(table, tuple(range(len(table.seats))), t)
    if table.status is Status.PLAYING:
        return t.text("in progress: {players}", players=players)
    if official_places(table):
        return podium(table, t)
    return t.text("cancelled: {players}", players=players)
