"""The last words about a decided game: what bots say."""

from __future__ import annotations

from bot.core.domain.standing import places
from bot.core.domain.storytelling import story_of
from bot.core.domain.table import StartedTable
from bot.core.games.bot_voices import farewell
from bot.core.i18n.text_format import joined
from bot.core.i18n.translator import Line, Translator
from bot.core.views.headlines import character_of, first_word, quote

MOST = 2
"""The most bots that speak: the best one, and the next."""


def farewells(table: StartedTable, t: Translator) -> list[Line]:
    """Return the last lines about a decided game; none for others."""
    if not table.match.result or not places(table):
        return []
    return _of_bots(table, t)


def _of_bots(table: StartedTable, t: Translator) -> list[Line]:
    """Return a word of each of the best bots, glad or sorry, on a line."""
    order, luck = places(table), story_of(table).notes("luck")
    bots = sorted((seat for seat, each in enumerate(table.seats) if each.is_bot), key=order.__getitem__)
    words = []
    for seat in bots[:MOST]:
        mood = 1 if order[seat] == 1 else -1
        times = luck[2 * seat + (mood < 0)] if len(luck) > 2 * seat + 1 else 0
        said = farewell(character_of(table, seat), mood, times, first_word(table))
        words.append(quote(table, seat, said, t))
    return [joined(words, " ")] if words else []
