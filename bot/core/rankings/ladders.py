"""The ladders of all games."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.games.ladder import Ladder
from bot.core.games.profiles import PROFILES, profile_of


def ladders() -> tuple[Ladder, ...]:
    return tuple(ladder for profile in PROFILES.values() for ladder in profile.ladders)


def family(table: Table) -> str:
    return profile_of(table.game).family_of(table.rules)


def ladder_of(game: str, family: str) -> Ladder:
    return next(ladder for ladder in profile_of(game).ladders if ladder.family == family)


def named(name: str) -> Ladder | None:
    return next((ladder for ladder in ladders() if ladder.name == name), None)
