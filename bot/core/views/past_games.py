"""A game in a line of a list: its code, its date, and how it ended."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.domain.standing import official_places
from bot.core.domain.table import Table
from bot.core.games.game_words import title
from bot.core.i18n.dates import written_date
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Style
from bot.core.views.game_over import podium
from bot.core.views.players import everybody
from data.records import Status


def day(moment: float, t: Translator) -> str:
    """Return the day of a moment (Unix seconds), in UTC, as `3 May 2026`."""
    return written_date(datetime.fromtimestamp(moment, UTC), "d MMM y", t)


def game_line(table: Table, t: Translator) -> Line:
    """Return a game as `abc234 Parchís · 3 May 2026 · 🥇 Ana  🥈 Bea`."""
    date = day(table.updated, t)
    begun = table.started is not None or table.status in (
        Status.PLAYING,
        Status.OVER,
    )  # past games have no age
    shown = table.id if begun and not table.damaged else ""
    head = (Part(table.id, Style.CODE, game=shown), *words(f" {title(t, table.game)} · "))
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
