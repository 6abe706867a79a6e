"""What bots say once a game is over."""

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
    """Return a word of the best bots of a decided game, glad or sorry, on a line; none if it has no bots."""
    order = places(table)
    if not order or not table.match.result:
        return []
    luck = story_of(table).notes("luck")
    bots = sorted((seat for seat, each in enumerate(table.seats) if each.is_bot), key=order.__getitem__)
    words = []
    for seat in bots[:MOST]:
        mood = 1 if order[seat] == 1 else -1
        times = luck[2 * seat + (mood < 0)] if len(luck) > 2 * seat + 1 else 0
        said = farewell(character_of(table, seat), mood, times, first_word(table))
        words.append(quote(table, seat, said, t))
    return [joined(words, " ")] if words else []
