"""A table's own options, apart from its game's rules: the JSON object in `TableRecord.options`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from typing import Any

MOST_POINTS = 100
"""The points that a stake may be worth at most (H25)."""
HOLES = ("5", "15")
CACHED = 512
PAGES = (
    "main", "computers", "seating", "colours", "rules", "rules2", "shelters", "stakes", "pace", "people",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableOptions:
    """`auto`: forced moves play themselves. `page`: what the lobby shows. `contributions`: the players' words in
    the dice, and `mixers`, for each of these, who said them: platform, user and name. `stakes`: the
    points agreed for the stake of a hole, where they are not 1. `laid`: the version since which
    the seats have been laid out as they are. `started`, `ended`: the versions that began and ended the game.
    `previous`, `following`: the tables before and after this one, by `again`. `private`: only who was `invited` may
    sit, and never who was sent away (`barred`); people are platform and user. `swap`: the seat of somebody who asks
    to change seats, and the seat they ask for. `rated`: whether the game counts for the rankings, if those who play
    do not rule it out. `takeback`: what somebody asks to take back, by the names of `Takeback`, and
    `answered`: what became of the last such wish, by those of `takeback.Answer`.
    `offered`: seats that are kept for somebody who has not said yes yet, as number, platform, user and name; `asked`:
    the version since which somebody who had said yes is asked again. `faded`: over for so long that its message asks
    for no other game.
    `imported`: played elsewhere, and known from its text. `known_as`: the `Id` of that text, where the table has
    another code since its own was taken; `counted`: the places that count, as its text says; `signature`: its key
    and signature, in hexadecimal, if it has them; `own`: the key is this bot's.
    `dice`: the version of the derivation of the throws. `demonstration`: the seed was known beforehand.
    `mixed`: when words were last mixed in, or were made void by a change after that; `voided`: whose words were, as
    in `mixers`, until they mix in others; `voided_at`: the version that did it.
    `called`: who wanted to be called by this table, as platform, user and name, until something happens at it.
    `incidents`: what happened to people beside the moves, as `incidents` reads it.

    `pace`: the time for a decision, as `tempo` reads it. `deadline`, `remind`: until when who is to act must, and
    when they are reminded, if that is still to be done. `postponed`: the deadline was put off already, after quiet
    hours that were chosen meanwhile. `closes`: when a table that nobody touches is closed, once
    that is announced. `claim`: from when on others may claim what is theirs where whoever is to act does not and
    no clock runs, and `claimable`: once that moment has come. `out`: for how many seconds the program did not run
    since somebody last touched the table, and `back`: until when outages are counted in that. `awaited`: after an
    outage of a live game, a seat of each who has not pressed anything since; no clock runs before they have, or
    before `until`. `warned`: the version that reminded or announced.
    `idle`: closed since nobody touched it.
    `ending`: whether somebody asks to end the game since somebody is away; `votes`: a seat of each who agrees.
    Times are Unix seconds.
    """

    auto: bool = True
    page: str = "main"
    contributions: list[str] = field(default_factory=list)
    mixers: list[list[str]] = field(default_factory=list)
    stakes: dict[str, int] = field(default_factory=dict)
    laid: int = 0
    started: int | None = None
    ended: int | None = None
    previous: str | None = None
    following: str | None = None
    pace: str = "none"
    deadline: float | None = None
    remind: float | None = None
    postponed: bool = False
    closes: float | None = None
    claim: float | None = None
    claimable: bool = False
    out: float = 0.0
    back: float = 0.0
    awaited: list[int] = field(default_factory=list)
    until: float | None = None
    warned: int | None = None
    idle: bool = False
    ending: bool = False
    votes: list[int] = field(default_factory=list)
    private: bool = False
    invited: list[list[str]] = field(default_factory=list)
    barred: list[list[str]] = field(default_factory=list)
    swap: list[int] = field(default_factory=list)
    rated: bool = True
    offered: list[list[str]] = field(default_factory=list)
    asked: int | None = None
    faded: bool = False
    takeback: dict[str, Any] = field(default_factory=dict)
    answered: dict[str, Any] = field(default_factory=dict)
    imported: bool = False
    called: list[list[str]] = field(default_factory=list)
    incidents: list[list[str | int]] = field(default_factory=list)
    known_as: str | None = None
    counted: list[int] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    own: bool = False
    dice: int = 1
    demonstration: bool = False
    mixed: float | None = None
    voided: list[list[str]] = field(default_factory=list)
    voided_at: int | None = None

    def stake(self, hole: str) -> int:
        """The points of a hole's stake."""
        return self.stakes.get(hole, 1)

    @classmethod
    @lru_cache(maxsize=CACHED)
    def load(cls, text: str) -> TableOptions:
        """From a record; what a newer version may have added is left out. Never changed: it may be shared."""
        return cls(**{name: value for name, value in json.loads(text).items() if name in _names()})

    def dump(self) -> str:
        """For a record."""
        values = {name: getattr(self, name) for name in _names()}
        return json.dumps(values, sort_keys=True, separators=(",", ":"))


@cache
def _names() -> tuple[str, ...]:
    return tuple(item.name for item in fields(TableOptions))
