"""The ladders of all games."""

from __future__ import annotations

import json

from bot.core.games.ladder import Ladder
from bot.core.games.profiles import PROFILES, profile_of
from data.records import TableRecord


def ladders() -> tuple[Ladder, ...]:
    """Return all ladders, in the order in which they are shown."""
    return tuple(ladder for profile in PROFILES.values() for ladder in profile.ladders)


def family(record: TableRecord) -> str:
    """The family of a table's rules."""
    return profile_of(record.game).family_of(json.loads(record.rules))


def ladder_of(game: str, family: str) -> Ladder:
    """The ladder of a game and family."""
    return next(ladder for ladder in profile_of(game).ladders if ladder.family == family)


def named(name: str) -> Ladder | None:
    """The ladder of that name, if there is one."""
    return next((ladder for ladder in ladders() if ladder.name == name), None)
