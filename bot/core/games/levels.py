"""The levels that bots play at, by words."""

from __future__ import annotations

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from engine import players

_TODAY = {"random": "beginner", "greedy": "casual"}


def today(level: str) -> str:
    """Return the level that is offered today in the place of one that older tables and buttons name."""
    return _TODAY.get(level, level)


def level_of(word: str) -> str:
    """Return a level from a word, as older buttons have it too; raises Refusal."""
    level = today(word)
    if level not in players.levels():
        raise Refusal(N_("There's no bot called {name}."), name=word[:32])
    return level
