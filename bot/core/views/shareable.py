"""A finished game and an open table as a message that somebody sends into any chat."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.games.game_words import in_sentence, preset, title
from bot.core.i18n.text_format import strong, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Part, Text
from bot.core.views.board import heading
from bot.core.views.game_over import podium
from bot.core.views.past_games import day
from bot.core.views.players import name
from bot.core.views.retelling import retold
from bot.core.views.rules import rules_of


def game_title(table: Table, t: Translator) -> str:
    return f"{title(t, table.game)} · {day(table.updated, t)}"


def game_text(table: StartedTable, t: Translator) -> Text:
    """Return how a game ended, and its story in a few sentences."""
    return text_of(heading(table, t), podium(table, t), *retold(table, t))


def invitation_title(table: Table, t: Translator) -> str:
    return t("Invite to {game}, table {code}", game=in_sentence(t, table.game), code=table.id)


def invitation_text(table: Table, player: str, t: Translator) -> Text:
    """Invite to a table: the rules, who sits there, and the seats that are free."""
    free = sum(seat.is_free for seat in table.seats)
    asks = t.text(
        "🎲 {player} invites you to a game of {game}.", player=strong(player), game=in_sentence(t, table.game)
    )
    taken = [number for number, seat in enumerate(table.seats) if not seat.is_free]
    sitting = ", ".join(dict.fromkeys(name(table, number, t) for number in taken))
    seats = t.plural("{n} seat is free.", "{n} seats are free.", free)
    rules = preset(t, rules_of(table)["preset"])
    return text_of(asks, words(f"{rules} · {sitting}"), (Part(seats),))
