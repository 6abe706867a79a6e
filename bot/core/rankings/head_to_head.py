"""Figures of two people's games against each other: who came in ahead, runs, and a person's nemesis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

from data.records import PersonKey
from data.result_records import COMPUTER, FORMER, MetSeat

LAST = 10
"""How many games are shown one by one."""
NEMESIS = 3
"""Games that somebody has to lose against a person before that person is their nemesis."""


class Way(IntEnum):
    """How a game of two opponents ended for the first of them."""

    BEHIND = -1
    TIED = 0
    AHEAD = 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two people with the seats of each; `way` is None if they played as a team."""

    table: str
    game: str
    way: Way | None
    own: frozenset[int]
    theirs: frozenset[int]


@dataclass(frozen=True, slots=True)
class Tally:
    """In how many games of two opponents the first came in ahead, behind, or at the same place."""

    ahead: int = 0
    behind: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.tied


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The figures of two people.

    `by_game`: the most played first. `last`: of the newest games against each other, oldest first. `run`: how often
    in a row the first person is ahead now, negative if behind; `longest`: the longest run of each. `team`: their
    games as a team. Meetings are the newest first.
    """

    by_game: tuple[tuple[str, Tally], ...]
    last: tuple[Meeting, ...]
    run: int
    longest: tuple[int, int]
    team: int


def head_to_head(meetings: Sequence[Meeting]) -> HeadToHead:
    """Return the figures of two people's games, newest first."""
    against = [one for one in meetings if one.way is not None]
    games = {one.game: [each for each in against if each.game == one.game] for one in against}
    tallies = sorted(((game, tally(found)) for game, found in games.items()), key=lambda each: -each[1].games)
    runs = [(way, len(list(group))) for way, group in groupby(one.way for one in against)]
    longest = tuple(
        max((length for way, length in runs if way is each), default=0) for each in (Way.AHEAD, Way.BEHIND)
    )
    way, length = runs[0] if runs else (Way.TIED, 0)
    run = length * (way or 0)
    last = tuple(reversed(against[:LAST]))
    return HeadToHead(tuple(tallies), last, run, (longest[0], longest[1]), len(meetings) - len(against))


def tally(meetings: Iterable[Meeting]) -> Tally:
    ways = [one.way for one in meetings]
    return Tally(ways.count(Way.AHEAD), ways.count(Way.BEHIND), ways.count(Way.TIED))


def meetings(seats: Iterable[MetSeat], person: PersonKey) -> Mapping[PersonKey, list[Meeting]]:
    """Return a person's games by everybody else in them, in the order of the seats; bots and former players left out.

    Games in which one of the two sat on several sides are left out.
    """
    found: dict[PersonKey, list[Meeting]] = {}
    for _, group in groupby(seats, key=lambda seat: seat.table):
        for other, meeting in _of_game(list(group), person):
            found.setdefault(other, []).append(meeting)
    return found


def nemesis(known: Mapping[PersonKey, Sequence[Meeting]]) -> PersonKey | None:
    """Return who came in ahead of somebody most often, and then in the largest share; None below `NEMESIS` games."""
    lost = {person: tally(found) for person, found in known.items()}
    feared = [person for person, each in lost.items() if each.behind >= NEMESIS]
    return max(feared, key=lambda person: (lost[person].behind, -lost[person].games), default=None)


def _of_game(seats: Sequence[MetSeat], person: PersonKey) -> Iterator[tuple[PersonKey, Meeting]]:
    """Yield a game as a meeting with each of the others."""
    taken: dict[PersonKey, list[MetSeat]] = {}
    for seat in seats:
        if seat.player.platform not in (COMPUTER, FORMER):
            taken.setdefault(seat.player, []).append(seat)
    own = taken.pop(person, [])
    for other, theirs in taken.items():
        sides = {seat.side for seat in own}, {seat.side for seat in theirs}
        if len(sides[0]) == len(sides[1]) == 1:
            way = None if sides[0] == sides[1] else _way(_place(own), _place(theirs))
            first = seats[0]
            numbers = frozenset(seat.seat for seat in own), frozenset(seat.seat for seat in theirs)
            yield other, Meeting(first.table, first.game, way, *numbers)


def _place(seats: Iterable[MetSeat]) -> int:
    return max(seat.place for seat in seats)


def _way(own: int, theirs: int) -> Way:
    return Way((theirs > own) - (theirs < own))
