"""Analysis of a finished game: luck, quality of choices, and key moments.

It is computed from the engine's report of each ply (`engine.players.analysis`), up to the ply that decided the win;
play for the other places is left out. Figures are win chances, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, prod
from typing import Any

from engine.events import Finished, Picked, Won
from engine.game import TurnKind
from engine.match import Match
from engine.players.analysis import PlyReport
from engine.players.balance import Balance, balances
from engine.players.evaluation import Chances
from engine.plies import Ply

MOMENTS = 3
SMALLEST = 0.03
"""The least change of a key moment."""
TELLING = 0.02
"""The least lead over all other moves of a praised move, and the least luck of a roll in the text."""


class Mark(StrEnum):
    """The grade of a choice that gave something away."""

    DUBIOUS = "!?"
    MISTAKE = "?"
    BLUNDER = "??"


_MORE = 1.5
"""How many times more a roll must have changed another side's chances than its own for the text to say that."""
_GIVEN = ((0.10, Mark.BLUNDER), (0.05, Mark.MISTAKE), (0.03, Mark.DUBIOUS))


class Luck(StrEnum):
    """The grade of a roll, or of all rolls of a player."""

    VERY_LUCKY = "very lucky"
    LUCKY = "lucky"
    EVEN = "even"
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very unlucky"


LUCKY, VERY_LUCKY = 0.15, 0.40
LUCKY_ROLL, VERY_LUCKY_ROLL = 0.08, 0.15
"""Limits for a single roll: about six of a game are lucky or unlucky, one or two of them very much so."""


def mark_of(error: float) -> Mark | None:
    """Return the mark of a choice by what it gave away; None for a good one."""
    return next((mark for least, mark in _GIVEN if error >= least), None)


def luck_of(luck: float) -> Luck:
    return _luck(luck, LUCKY, VERY_LUCKY)


def luck_of_roll(luck: float) -> Luck:
    return _luck(luck, LUCKY_ROLL, VERY_LUCKY_ROLL)


def _luck(luck: float, some: float, much_of_it: float) -> Luck:
    if abs(luck) < some:
        return Luck.EVEN
    much = abs(luck) >= much_of_it
    if luck > 0:
        return Luck.VERY_LUCKY if much else Luck.LUCKY
    return Luck.VERY_UNLUCKY if much else Luck.UNLUCKY


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """What a seat's rolls brought it, and what its choices, of several moves each, gave away.

    `error` is the plain sum, which may exceed the whole game. `given` is the share of the game given away: each error
    takes its part of what the earlier ones left.
    """

    luck: float
    throws: int
    error: float
    given: float
    choices: int
    marks: tuple[Mark, ...]

    def marked(self, mark: Mark) -> int:
        return self.marks.count(mark)


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A roll or choice that changed the win chances, and the plies that followed from it, up to `last`.

    `side` is the one whose chances are shown: its own, or the one that a roll moved much more. `before` are the
    chances just before it, for a choice with the best move still to come. `after` are those once its plies were
    played. `size` is the share of the win that moved between sides, for a roll with what its player made of it.
    """

    first: int
    last: int
    seat: int
    side: int
    before: Chances
    after: Chances
    size: float
    is_throw: bool
    best: str | None


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """An analysed game: the side of each seat, and a report for each ply up to the decision."""

    match: Match[Any]
    sides: tuple[int, ...]
    reports: tuple[PlyReport, ...]

    @classmethod
    def of(cls, match: Match[Any], sides: Sequence[int], reports: Sequence[PlyReport]) -> GameAnalysis:
        """Keep the reports up to the decision; raises ValueError for another game's reports."""
        if len(reports) != len(match.plies):
            raise ValueError(f"{len(reports)} plies were looked at, of {len(match.plies)}")
        return cls(match, tuple(sides), tuple(reports[: decided(match)]))

    @property
    def plies(self) -> Sequence[Ply[Any]]:
        return self.match.plies[: len(self.reports)]

    def seat(self, seat: int) -> SeatAnalysis:
        own = [report for report in self.reports if report.seat == seat]
        throws = [report.luck for report in own if report.luck is not None]
        errors = [report.error or 0.0 for report in own if report.margin is not None]
        marks = tuple(mark for mark in map(mark_of, errors) if mark is not None)
        given = 1 - prod(1 - error for error in errors)
        return SeatAnalysis(sum(throws), len(throws), sum(errors), given, len(errors), marks)

    @property
    def deserved(self) -> Chances:
        """Estimate the win chances without luck, from the choices alone.

        An error takes as many points from its side's chances at the start, while these are few. Larger sums weigh as
        odds do, so that no chance falls below zero.
        """
        start = self._start(max(self.sides) + 1)
        given = [0.0] * len(start)
        for report in self.reports:
            given[self.sides[report.seat]] += report.error or 0.0
        weights = [share * exp(-error / (share * (1 - share))) for share, error in zip(start, given, strict=True)]
        return tuple(weight / sum(weights) for weight in weights)

    def _start(self, count: int) -> Chances:
        if not self.reports:
            return (1.0 / count,) * count
        return _before(self.reports[0])

    @property
    def balances(self) -> tuple[Balance, ...]:
        """Return for each side what moved its chances."""
        if self.reports:
            return balances(self.reports)
        return tuple(Balance(share, 0.0, 0.0, 0.0, share) for share in self._start(max(self.sides) + 1))

    @property
    def curve(self) -> tuple[Chances, ...]:
        """Return the chances of all sides at the start and after each ply."""
        return (self._start(max(self.sides) + 1), *(report.chances for report in self.reports))

    @property
    def moments(self) -> tuple[KeyMoment, ...]:
        """Return the rolls and choices that moved most, three at most, of different turns, in order."""
        found: list[KeyMoment] = []
        turn: list[int] = []
        for at, ply in enumerate(self.plies):
            turn.append(at)
            if ply.ends_turn or at + 1 == len(self.reports):
                most = max(turn, key=self._size)
                if self._size(most) >= SMALLEST:
                    found.append(self._moment(most))
                turn = []
        chosen = sorted(found, key=lambda moment: -moment.size)[:MOMENTS]
        return tuple(sorted(chosen, key=lambda moment: moment.first))

    @property
    def best_move(self) -> KeyMoment | None:
        """Return the choice with the largest lead over all others of its position; None if all were alike."""
        good = [at for at, report in enumerate(self.reports) if report.error == 0 and (report.margin or 0) >= TELLING]
        if not good:
            return None
        return self._moment(max(good, key=lambda at: self.reports[at].margin or 0))

    def _size(self, at: int) -> float:
        before = self.match.plies[at - 1].state if at else self.match.opening
        if self.match.game.is_lot(before):
            return 0.0
        report = self.reports[at]
        if report.luck is None:
            return report.error or 0.0
        if abs(report.luck) < TELLING:
            return 0.0
        after = self.reports[self._last(at)].chances
        return sum(abs(b - a) for a, b in zip(_before(report), after, strict=True)) / 2

    def _moment(self, at: int) -> KeyMoment:
        report = self.reports[at]
        is_throw = report.luck is not None
        last = self._last(at) if is_throw or _picks(self.plies[at]) else at
        best = None if is_throw or report.best == report.move else report.best
        before, after = _before(report), self.reports[last].chances
        side = self.sides[report.seat]
        moved = [abs(b - a) for a, b in zip(before, after, strict=True)]
        if is_throw and max(moved) > _MORE * moved[side]:
            side = moved.index(max(moved))
        return KeyMoment(at, last, report.seat, side, before, after, self._size(at), is_throw, best)

    def _last(self, at: int) -> int:
        """Return the last ply of a roll or number: before the next one, and within its turn."""
        while not self.plies[at].ends_turn and at + 1 < len(self.plies):
            if self.plies[at + 1].kind is TurnKind.THROW or _picks(self.plies[at + 1]):
                break
            at += 1
        return at


def _before(report: PlyReport) -> Chances:
    """Return the chances just before a roll, or before a choice with its best move still to come."""
    return tuple(chance - swing for chance, swing in zip(report.chances, report.swing, strict=True))


def _picks(ply: Ply[Any]) -> bool:
    """Return whether a ply picks a number of a pool: its effect comes with the plies after it."""
    return any(isinstance(event, Picked) for event in ply.events)


def decided(match: Match[Any]) -> int:
    """Return the number of plies after which the winner was decided; all of them if never."""
    for at, ply in enumerate(match.plies, start=1):
        if any(isinstance(event, Finished | Won) for event in ply.events):
            return at
    return len(match.plies)
