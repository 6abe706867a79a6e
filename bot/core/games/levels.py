"""The words for bots' levels."""

from __future__ import annotations

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from engine import players

AUTO = "auto"
"""Bots as strong as the person who opens the table."""
MATCHED = "matched"
"""Marks the options of a new table whose bots are so; nobody can type it."""
RATINGS = range(100, 4000)
_TODAY = {"random": "beginner", "greedy": "casual"}


def today(level: str) -> str:
    """Return the present level for one that older tables and buttons name."""
    return _TODAY.get(level, level)


def is_rating(word: str) -> bool:
    """Return whether a word asks for bots of a rating, in points."""
    return word.isdecimal() and word.isascii() and len(word) <= 4 and int(word) in RATINGS


def asks_for_bots(word: str) -> bool:
    """Return whether a word asks for bots of a rating, or of a level or rating with a style: `strong-hunter`."""
    level, style = players.plain(word), players.style_of(word)
    return is_rating(level) or (style != "" and (level == AUTO or level in players.levels()))


def base(level: str) -> str:
    """Return a level without its style, of a mixture the weaker one."""
    mixture = players.parts(level)
    return today(players.plain(level)) if mixture is None else mixture[0]


def level_of(word: str) -> str:
    """Return a level from a word, with its style; of older buttons and mixtures, too. Raises Refusal."""
    level = today(word)
    if players.plain(level) not in players.levels() and players.parts(level) is None:
        raise Refusal(N_("There's no bot called {name}."), name=word[:32])
    return level
