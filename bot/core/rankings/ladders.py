"""The ladders of all games."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.games.ladder import Ladder
from bot.core.games.profiles import PROFILES, profile_of


def ladders() -> tuple[Ladder, ...]:
    """Return all ladders, in the order in which they are shown."""
    return tuple(ladder for profile in PROFILES.values() for ladder in profile.ladders)


def family(table: Table) -> str:
    """Return the family of a table's rules."""
    return profile_of(table.game).family_of(table.rules)


def ladder_of(game: str, family: str) -> Ladder:
    """Return the ladder of a game and family."""
    return next(ladder for ladder in profile_of(game).ladders if ladder.family == family)


def named(name: str) -> Ladder | None:
    """Return the ladder of that name, if there is one."""
    return next((ladder for ladder in ladders() if ladder.name == name), None)
