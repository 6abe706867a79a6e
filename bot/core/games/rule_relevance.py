"""Which switches of a game's rules mean anything at a table: the others are neither listed nor kept.

Nobody has a friend to capture where each plays one colour alone (P70–P74), a game without dice has no third 6 (P53),
and where only two sides play, the first winner has decided every place (P81).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.games import rulesets


@dataclass(frozen=True, slots=True)
class Sitting:
    """What of a table decides which switches matter: seats of several colours, teams, and how many sides there are.

    As it is made, it is any table at all: everything may matter.
    """

    shared: bool = True
    teams: bool = True
    sides: int = 6


def sitting_of(seats: Sequence[str], teams: Sequence[Sequence[int]] | None) -> Sitting:
    """Tell what matters of seats, given as their colours, and teams, given as seat numbers."""
    return Sitting(any(len(seat) > 1 for seat in seats), teams is not None, len(seats if teams is None else teams))


def applies(game: str, name: str, values: Mapping[str, Any], sitting: Sitting) -> bool:
    """Tell whether a switch, among all values, makes any difference at such a table."""
    return game != "parchis" or _parchis(name, values, sitting)


def kept(
    game: str, rules: Mapping[str, Any], seats: Sequence[str], teams: Sequence[Sequence[int]] | None
) -> dict[str, Any]:
    """Give the rules without the switches that make no difference at such a table."""
    values, sitting = rulesets.values(game, rules), sitting_of(seats, teams)
    return {
        name: value for name, value in rules.items() if name not in values or applies(game, name, values, sitting)
    }


def _parchis(name: str, values: Mapping[str, Any], sitting: Sitting) -> bool:
    long_six = values.get("six_all_out") != "none"
    needs = {
        "all_out": long_six,
        "six_choice": long_six,
        "third_six_spares_shelter": values.get("source") != "pool",
        "own_pair": sitting.shared,
        "team_pair": sitting.teams,
        "entry_evicts_friend": sitting.shared or sitting.teams,
        "stuck_helps": sitting.teams or (sitting.shared and bool(values.get("turns_by_colour"))),
        "turns_by_colour": sitting.shared,
        "play_on": sitting.sides > 2,
    }
    return needs.get(name, True)
