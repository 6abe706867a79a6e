"""The words for bots' levels."""

from __future__ import annotations

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from engine import players

_TODAY = {"random": "beginner", "greedy": "casual"}


def today(level: str) -> str:
    """Return the present level for one that older tables and buttons name."""
    return _TODAY.get(level, level)


def level_of(word: str) -> str:
    """Return a level from a word, including those of older buttons; raises Refusal."""
    level = today(word)
    if level not in players.levels():
        raise Refusal(N_("There's no bot called {name}."), name=word[:32])
    return level
