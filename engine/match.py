"""A match: the fold of a log of moves, at any ply, forwards and back.

The log is the truth: the same game, rules, seats, teams and moves always give the same match. A match is never
changed; `play` gives a longer one and `at` a shorter one, and both share their plies with the match they come from.

A log may also hold takebacks: `-3` takes back the last three plies that stood. Nothing is rubbed out: the plies
remain in the log, and their throws remain used, so that the next throw has a counter that none has had. So nobody who
takes back knows a throw that is to come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar

from engine.errors import GameOver, IllegalMove
from engine.events import Lost, Passed
from engine.game import Course, Game, Move, Result, Turn, TurnKind
from engine.plies import Anchor, Automation, EarlyPlies, Plies, Ply, Resumed

S = TypeVar("S")


ANCHOR_BEHIND = 8
"""How many plies an anchor stays behind the last one, for those who look back."""
ANCHOR_EVERY = 4
"""After how many plies more there is a new one."""

_WASTED = (Lost, Passed)
_TAKEBACK = re.compile(r"-([1-9][0-9]{0,4})", re.ASCII)


class IllegalPly(IllegalMove):
    """A log that breaks the rules, and where: `ply` counts from 1."""

    def __init__(self, ply: int, move: Move, why: str) -> None:
        super().__init__(f"ply {ply}, {move}: {why}")
        self.ply = ply


@dataclass(frozen=True, slots=True)
class TakenBack(Generic[S]):
    """A takeback: the plies as they stood before it, of which the first `kept` stood after it."""

    plies: Plies[S] = field(repr=False)
    kept: int


@dataclass(frozen=True, slots=True)
class Match(Generic[S]):
    """A game from its start to one point of its log."""

    game: Game[S] = field(repr=False)
    rules: Mapping[str, Any] | None
    seats: tuple[str, ...] | None
    teams: tuple[tuple[int, ...], ...] | None
    opening: S = field(repr=False)
    """The state before the first throw."""
    plies: Plies[S] = field(default=(), repr=False)
    """Those that stand."""
    taken: tuple[TakenBack[S], ...] = ()
    """What was taken back, in order."""
    anchor: Anchor | None = field(default=None, compare=False, repr=False)
    """From where it can be taken up without what was played before."""

    @classmethod
    def start(
        cls,
        game: Game[S],
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> Self:
        """Start a match before its first throw; raises BadRules."""
        opening = game.start(rules, seats, teams)
        return cls(
            game=game,
            rules=None if rules is None else dict(rules),
            seats=None if seats is None else tuple(seats),
            teams=None if teams is None else tuple(tuple(team) for team in teams),
            opening=opening,
        )

    @classmethod
    def fold(
        cls,
        game: Game[S],
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
        moves: Iterable[Move] = (),
    ) -> Self:
        """Play the match of a whole log; raises BadRules, and IllegalPly for the first entry that cannot be."""
        match = cls.start(game, rules, seats, teams)
        plies: list[Ply[S]] = []
        taken: list[TakenBack[S]] = []
        course, throws = game.course(match.opening), 0
        for number, move in enumerate(moves, start=1):
            if back := taken_back(move):
                if back > len(plies):
                    raise IllegalPly(number, move, f"only {len(plies)} plies stand")
                taken.append(TakenBack(tuple(plies), len(plies) - back))
                del plies[-back:]
                course = game.course(plies[-1].state if plies else match.opening)
                continue
            ply = _entry(course, number, move, throws)
            plies.append(ply)
            throws = ply.throws
        return replace(match, plies=tuple(plies), taken=tuple(taken))

    @classmethod
    def resume(
        cls,
        game: Game[S],
        rules: Mapping[str, Any] | None,
        seats: Sequence[str] | None,
        teams: Sequence[Sequence[int]] | None,
        moves: Sequence[Move],
        anchor: Anchor,
    ) -> Self:
        """Play what a log without takebacks holds from an anchor on; the same match as that of `fold`.

        Raises BadRules, and what `resumed` does.
        """
        return cls.start(game, rules, seats, teams).resumed(moves, anchor)

    def resumed(self, moves: Sequence[Move], anchor: Anchor) -> Self:
        """Return this match, of which nothing has been played, after these moves, as `resume` does.

        What was played before the anchor is played, and those moves looked at, once somebody looks at it; that raises
        what `fold` raises. Raises BadPosition, and IllegalPly for the first entry after the anchor that cannot be.
        """
        game, rules, seats, teams = self.game, self.rules, self.seats, self.teams
        late: list[Ply[S]] = []
        course, throws = game.course(game.load(anchor.position)), anchor.throws
        for number, move in enumerate(moves[anchor.plies :], start=anchor.plies + 1):
            late.append(_entry(course, number, move, throws))
            throws = late[-1].throws

        def played() -> tuple[Ply[S], ...]:
            return tuple(self.fold(game, rules, seats, teams, moves[: anchor.plies]).plies)

        return replace(self, plies=Resumed(EarlyPlies(anchor.plies, played), tuple(late)), anchor=anchor)

    def anchored(self) -> Self:
        """Return the match with an anchor that is not far behind; without one where something was taken back."""
        if self.taken:
            return self
        known = 0 if self.anchor is None else self.anchor.plies
        if len(self.plies) - known < ANCHOR_BEHIND + ANCHOR_EVERY:
            return self
        return replace(self, anchor=self.anchor_at(len(self.plies) - ANCHOR_BEHIND))

    def anchor_at(self, plies: int) -> Anchor:
        """Return the anchor after so many plies, of which there is one at least; raises IndexError."""
        ply = self.plies[plies - 1]
        return Anchor(plies, ply.throws, self.game.dump(ply.state))

    @property
    def in_memory(self) -> int:
        """How many of the plies that stand, or were taken back, have been played: each has a state in memory."""
        standing = self.plies.in_memory if isinstance(self.plies, Resumed) else len(self.plies)
        return standing + sum(len(branch.plies) - branch.kept for branch in self.taken)

    @property
    def state(self) -> S:
        """The state now."""
        return self.plies[-1].state if self.plies else self.opening

    @property
    def turn(self) -> Turn:
        """What the match waits for."""
        return self.game.turn(self.state)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that are legal now, throws too."""
        return self.game.moves(self.state)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand."""
        return tuple(ply.move for ply in self.plies)

    @property
    def log(self) -> tuple[Move, ...]:
        """All entries: the moves that stand, those that were taken back, and the takebacks."""
        entries: list[Move] = []
        for branch, kept, back in self.branches():
            entries += [ply.move for ply in branch[kept:]]
            entries += [f"-{back}"] if back else []
        return tuple(entries)

    @property
    def throws(self) -> int:
        """How many throws the log holds, also those that were taken back: the counter of the next one."""
        ever = (*(branch.plies for branch in self.taken[-1:]), self.plies)
        return max(plies[-1].throws if plies else 0 for plies in ever)

    @property
    def result(self) -> Result | None:
        """Who came where, once it is over."""
        return self.game.result(self.state)

    def play(self, move: Move) -> Self:
        """Return the match with one move more; raises IllegalMove, GameOver."""
        ply, plies = _ply(self.game.course(self.state), move, self.throws), self.plies
        return replace(self, plies=plies.with_more(ply) if isinstance(plies, Resumed) else (*plies, ply))

    def take_back(self, plies: int) -> Self:
        """Return the match with one takeback more, of its last plies; raises IndexError."""
        if not 1 <= plies <= len(self.plies):
            raise IndexError(f"cannot take back {plies} plies")
        kept = len(self.plies) - plies
        taken = (*self.taken, TakenBack(self.plies, kept))
        return replace(self, plies=self.plies[:kept], taken=taken, anchor=None)

    def played(self) -> Iterator[tuple[int, S, Ply[S]]]:
        """Yield every ply there ever was, in order.

        Its number in the log from 1, the state before it, and the ply.
        """
        number = 0
        for branch, kept, back in self.branches():
            for at in range(kept, len(branch)):
                number += 1
                yield number, branch[at - 1].state if at else self.opening, branch[at]
            number += bool(back)

    def as_of(self, entries: int) -> Self:
        """Return the match as it stood after so many entries of its log, without what was taken back before."""
        for branch, kept, back in self.branches():
            if entries <= len(branch) - kept or not back:
                return replace(self, plies=branch[: kept + entries], taken=(), anchor=None)
            entries -= len(branch) - kept + 1
        return self

    def branches(self) -> Iterator[tuple[Plies[S], int, int]]:
        """Yield the plies before each takeback, and those that stand.

        With each come how many there were before, and how many it took back.
        """
        kept = 0
        for each in self.taken:
            yield each.plies, kept, len(each.plies) - each.kept
            kept = each.kept
        yield self.plies, kept, 0

    def at(self, ply: int) -> Self:
        """Return the match of its first `ply` plies, of those that stand; raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(f"the match has {len(self.plies)} plies, not {ply}")
        return replace(self, plies=self.plies[:ply], taken=(), anchor=None)

    def turns(self) -> tuple[tuple[Ply[S], ...], ...]:
        """Return the plies by turns; what another seat did within a turn (a passed throw) is a group of its own."""
        groups: list[list[Ply[S]]] = []
        previous: Ply[S] | None = None
        for ply in self.plies:
            if previous is None or previous.seat != ply.seat or previous.ends_turn:
                groups.append([])
            groups[-1].append(ply)
            previous = ply
        return tuple(map(tuple, groups))


def taken_back(entry: Move) -> int:
    """Return how many plies an entry of a log takes back; 0 for a move."""
    found = _TAKEBACK.fullmatch(entry)
    return int(found[1]) if found else 0


def forced(match: Match[Any]) -> Move | None:
    """Return the move that the seat must choose, if there is only one; never a throw."""
    if match.turn.kind is not TurnKind.CHOOSE:
        return None
    moves = match.legal
    return moves[0] if len(moves) == 1 else None


def _entry(course: Course[S], number: int, move: Move, throws: int) -> Ply[S]:
    try:
        return _ply(course, move, throws)
    except (IllegalMove, GameOver) as error:
        raise IllegalPly(number, move, str(error)) from error


def _ply(course: Course[S], move: Move, throws: int) -> Ply[S]:
    played = course(move)
    automation = None
    if played.forced:
        automation = Automation.FORCED_MOVE
    elif any(isinstance(event, _WASTED) for event in played.events):
        automation = Automation.LOST_THROW
    throws += played.turn.kind is TurnKind.THROW
    return Ply(move, played.turn.seat, played.turn.kind, played.events, automation, throws, played.state)
