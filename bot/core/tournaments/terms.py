"""The terms of a tournament: what its announcement says, fixed before the first entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

FEWEST = 3
"""Entrants without whom a tournament doesn't begin (T12)."""
MOST = 512
"""Entrants that a tournament can have."""
POINTS: Mapping[int, tuple[int, ...]] = {
    2: (2, 0),
    3: (3, 1, 0),
    4: (5, 3, 1, 0),
    5: (6, 4, 2, 1, 0),
    6: (7, 5, 3, 2, 1, 0),
}
"""Points by place, by the number of sides at a table: people, or pairs (T30)."""


class Format(StrEnum):
    """Who plays whom, and who goes on."""

    KNOCKOUT = "knockout"
    SWISS = "swiss"
    ALL = "roundrobin"
    ARENA = "arena"


class Admits(StrEnum):
    """Who may enter: anybody with the code, only people of the chat, or only those whom the host names."""

    ALL = "all"
    CHAT = "chat"
    INVITED = "invited"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is fixed before the first entry.

    `play`: the options of /play for each table. `sides` meet at a table. `rounds`: of a Swiss system, 0 for as many
    as the entrants need. `starts` in Unix seconds. `span`: the seconds of a round, or of a whole arena. `live`:
    whether people check in and stay. `most`: places; further entrants wait. `band`: least and greatest points on the
    ladder. `every`: days after which the next edition starts, 0 for none. `planned`: the start that was announced,
    from which the days are counted; 0 if it never moved. `divisions`: more than one for a league (T59). `pairs`: two
    people play together, and a side is a pair (T5). `score`: the points of each place, empty for the usual ones.
    `single`: from a larger table of a knock-out only the first goes on, not the best half (T22).
    """

    format: Format
    starts: float
    span: float
    sides: int = 2
    play: Mapping[str, str] = field(default_factory=dict)
    rounds: int = 0
    live: bool = True
    most: int = 64
    admits: Admits = Admits.ALL
    band: tuple[int, int] | None = None
    every: int = 0
    divisions: int = 1
    planned: float = 0.0
    pairs: bool = False
    score: tuple[int, ...] = ()
    single: bool = False

    def starting(self, moment: float) -> Terms:
        """Return the terms with another start; the next edition keeps the time that was announced (T57)."""
        return replace(self, starts=moment, planned=self.planned or self.starts)

    @property
    def points(self) -> tuple[int, ...]:
        """Return the points of each place at a table."""
        return self.score or POINTS[self.sides]

    @property
    def through(self) -> int:
        """Return how many go on from a table of a knock-out: the best half, or the first (T22)."""
        return 1 if self.single else max(1, self.sides // 2)
