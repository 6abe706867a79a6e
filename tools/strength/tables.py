"""The kinds of table for training and measurement."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from engine.parchis.game import PARCHIS
from engine.parchis.presets import PRESETS
from engine.parchis.rules import SWITCHES
from engine.parchis.state import State

PAIRS = ("YR", "BG")
TWO_TEAMS, SIX_IN_TWO, SIX_IN_THREE = ((0, 2), (1, 3)), ((0, 2, 4), (1, 3, 5)), ((0, 3), (1, 4), (2, 5))


@dataclass(frozen=True, slots=True)
class Seating:
    name: str
    colours: int = 4
    seats: tuple[str, ...] | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    by_colour: bool = False

    def opening(self, **rules: Any) -> State:
        more = {"turns_by_colour": True} if self.by_colour else {}
        return PARCHIS.start({"colours": self.colours, **rules, **more}, self.seats, self.teams)


FOUR, DUEL, TWO_COLOURS = Seating("4 seats"), Seating("duel", seats=("Y", "R")), Seating("two colours", seats=PAIRS)
TEAMS = Seating("teams", teams=TWO_TEAMS)
THREE, FIVE, SIX = Seating("3 seats", 3), Seating("5 seats", 5), Seating("6 seats", 6)
SIX_TEAMS = Seating("6 in two teams", 6, teams=SIX_IN_TWO)
SIX_PAIRS = Seating("6 in three teams", 6, teams=SIX_IN_THREE)
SIX_TWO_COLOURS = Seating("6, two colours", 6, seats=("YG", "BP", "RO"))
SIX_THREE_COLOURS = Seating("6, three colours", 6, seats=("YRP", "BGO"))
TURNS = Seating("two colours in turn", seats=PAIRS, by_colour=True)
CORNER, THREE_OF_FOUR = Seating("neighbours", seats=("Y", "B")), Seating("3 of 4", seats=("Y", "B", "R"))

MEASURED = (FOUR, DUEL, TWO_COLOURS, TEAMS, THREE, FIVE, SIX, SIX_TEAMS, SIX_TWO_COLOURS, TURNS)
"""The seatings of the table of strength."""

TRAINED = (
    *(FOUR, FOUR, FOUR, DUEL, DUEL, CORNER, TWO_COLOURS, TEAMS, THREE, THREE_OF_FOUR, FIVE, SIX),
    *(SIX_TEAMS, SIX_PAIRS, SIX_TWO_COLOURS, SIX_THREE_COLOURS, TURNS),
)
"""The seatings of the training mix; important ones are repeated."""

_VARIED = (
    *("setup", "six_all_out", "all_out", "six_choice", "mixed_pair_blocks", "third_six_spares_shelter"),
    *("own_pair", "team_pair", "entry_evicts_friend", "stuck_helps"),
)


def mix(*, pool: bool, rng: random.Random) -> list[State]:
    """Return the openings of one round of training: every preset and seating, and some with random switches."""
    presets = [name for name, rules in PRESETS.items() if rules.diceless == pool]
    found = [seating.opening(preset=preset) for preset in presets for seating in TRAINED]
    for _ in range(len(found) // 4):
        switches = {name: rng.choice(SWITCHES[name]) for name in _VARIED}
        found.append(rng.choice(TRAINED).opening(source="pool" if pool else "die", **switches))
    return found
