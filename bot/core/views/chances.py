"""Win chances on a board, as numbers for its picture and in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bot.core.domain.table import StartedTable
from bot.core.games.game_words import words_of
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.translator import Translator
from data.records import Status
from engine import catalog
from engine.players.evaluation import EVALUATIONS, Chances, sides, win_chances


def may_be_shown(table: StartedTable) -> bool:
    """Return whether chats may show win chances: not in rated games, nor if the table forbids it."""
    allowed = table.options.chances and not table.is_rated and table.game in EVALUATIONS
    return allowed and table.status is Status.PLAYING


def chances_of(table: StartedTable) -> Chances:
    return _judged(table.game, table.match.state)


@lru_cache(maxsize=256)
def _judged(game: str, state: Any) -> Chances:
    """Evaluate a position once for all chats that show it, and for its animation."""
    return win_chances(catalog.game(game), state)


def told(table: StartedTable, t: Translator) -> str:
    """Return the chances as a sentence: `Win chances: yellow 41%, blue 59%.`."""
    words, chances = words_of(table.game), chances_of(table)
    colours = [""] * len(chances)
    for seat, side in zip(table.seats, sides(table.match.game, table.match.state), strict=True):
        colours[side] += seat.colours
    shares = [
        f"{words.side(t, letters)} {percent(chance, t)}" for letters, chance in zip(colours, chances, strict=True)
    ]
    return t("Win chances: {shares}.", shares=t.marks.semicolon.join(shares))


def percent(share: float, t: Translator) -> str:
    """Return a chance in percent; 0 and 100 only for a decided game."""
    return in_percent(share if share in (0.0, 1.0) else min(0.99, max(0.01, share)), t)
