"""The switches of a game's rules that a table keeps: those with an effect there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.games import rulesets
from bot.core.games.profiles import profile_of
from bot.core.games.sitting import sitting_of


def kept(
    game: str, rules: Mapping[str, Any], seats: Sequence[str], teams: Sequence[Sequence[int]] | None
) -> dict[str, Any]:
    """Return the rules without the switches that have no effect at such a table."""
    values, sitting, matters = rulesets.values(game, rules), sitting_of(seats, teams), profile_of(game).matters
    return {name: value for name, value in rules.items() if name not in values or matters(name, values, sitting)}
