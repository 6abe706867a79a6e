"""List every board with every seating, and every combination of switches that makes a difference there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from engine.parchis.board import LETTERS
from engine.parchis.seating import seatings, team_forms

Form = tuple[int, list[str], list[list[int]] | None]
"""How many colours, the colours of each seat, and the teams."""


def forms() -> list[Form]:
    """Return every board with every seating and every team form."""
    found: list[Form] = []
    for colours in (3, 4, 5, 6):
        found += [(colours, seats, None) for seats in seatings(colours)]
        found += [(colours, list(LETTERS[:colours]), teams) for teams in team_forms(colours)]
    return found


def combinations(form: Form) -> Iterator[dict[str, Any]]:
    """Yield every combination of switches that makes a difference to a form."""
    _, seats, teams = form
    several = any(len(seat) > 1 for seat in seats)
    both = (False, True)
    sixes = [("none", "on_field", False), *itertools.product((7, 12), ("not_home", "on_field"), both)]
    chance = [("die", True), ("die", False), ("pool", False)]
    friends: list[dict[str, Any]] = [{}]
    if teams:
        friends = [
            {"team_pair": pair, "entry_evicts_friend": evicts, "stuck_helps": helps}
            for pair, evicts, helps in itertools.product(("barrier", "capture"), both, both)
        ]
    elif several:
        turns = ((False, False), (True, False), (True, True))
        friends = [
            {"own_pair": pair, "entry_evicts_friend": evicts, "turns_by_colour": by_colour, "stuck_helps": helps}
            for pair, evicts, (by_colour, helps) in itertools.product(("barrier", "capture"), both, turns)
        ]
    for (six, out, choice), (source, spares), setup, pieces, mixed, play_on, more in itertools.product(
        sixes, chance, ("one_out", "first_shelters", "all_home"), (4, 3, 2), both, both, friends
    ):
        yield {
            "colours": form[0],
            "six_all_out": six,
            "all_out": out,
            "six_choice": choice,
            "source": source,
            "third_six_spares_shelter": spares,
            "setup": setup,
            "pieces": pieces,
            "mixed_pair_blocks": mixed,
            "play_on": play_on,
            **more,
        }


def name_of(form: Form) -> str:
    """Write a form as a word, for a test's name."""
    return f"{form[0]}-{'.'.join(form[1])}-{form[2] or 'alone'}"
