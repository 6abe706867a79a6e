"""Win chances on a board, as numbers for its picture and in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from babel.numbers import format_percent

from bot.core.domain.table import StartedTable
from bot.core.games.game_words import words_of
from bot.core.i18n.translator import Translator
from data.records import Status
from engine import catalog
from engine.players.evaluation import EVALUATIONS, Chances, sides, win_chances


def may_be_shown(table: StartedTable) -> bool:
    """Tell whether chats that want to may show them: never where the game is rated, nor against the table's wish."""
    allowed = table.options.chances and not table.is_rated and table.game in EVALUATIONS
    return allowed and table.status is Status.PLAYING


def chances_of(table: StartedTable) -> Chances:
    """Return each side's chance to win as things stand."""
    return _judged(table.game, table.match.state)


@lru_cache(maxsize=256)
def _judged(game: str, state: Any) -> Chances:
    """Judge a position once for all the chats that show it, and for its motion."""
    return win_chances(catalog.game(game), state)


def told(table: StartedTable, t: Translator) -> str:
    """Tell them in a sentence: `Win chances: yellow 41%, blue 59%.`."""
    words, chances = words_of(table.game), chances_of(table)
    colours = [""] * len(chances)
    for seat, side in zip(table.seats, sides(table.match.game, table.match.state), strict=True):
        colours[side] += seat.colours
    shares = [
        f"{words.side(t, letters)} {percent(chance, t)}" for letters, chance in zip(colours, chances, strict=True)
    ]
    return t("Win chances: {shares}.", shares="; ".join(shares))


def percent(share: float, t: Translator) -> str:
    """Write a chance in hundredths; what is not decided is neither 0 nor 100."""
    shown = share if share in (0.0, 1.0) else min(0.99, max(0.01, share))
    return format_percent(shown, "#,##0%" if t.language != "es" else "#,##0 %", locale=t.language)
