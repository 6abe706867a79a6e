"""A match: the fold of a log of moves, at any ply, forwards and back.

Matches are immutable: `play` returns a longer one and `at` a shorter one, which share their plies. An entry `-3`
takes back the last three standing plies; their rolls stay used, so a takeback reveals no future roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, Self, TypeVar

from engine.errors import GameOver, IllegalMove
from engine.events import Lost, Passed, TurnBegan
from engine.game import Course, Game, Move, Result, Turn, TurnKind
from engine.plies import Anchor, Automation, EarlyPlies, Plies, Ply, Resumed

S = TypeVar("S")


ANCHOR_BEHIND = 48
"""How many plies an anchor stays behind the last one, so that recent plies need no replay."""
ANCHOR_EVERY = 4
"""Plies after which the anchor moves on."""

_WASTED = (Lost, Passed)
_TAKEBACK = re.compile(r"-([1-9][0-9]{0,4})", re.ASCII)


class IllegalPly(IllegalMove):
    """A log that breaks the rules; `ply` counts from 1."""

    def __init__(self, ply: int, move: Move, why: str) -> None:
        super().__init__(f"ply {ply}, {move}: {why}")
        self.ply = ply


@dataclass(frozen=True, slots=True)
class TakenBack(Generic[S]):
    """A takeback: the plies that stood before it; the first `kept` of them still stood afterwards."""

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
    """The state before the first roll."""
    plies: Plies[S] = field(default=(), repr=False)
    """The plies that stand."""
    taken: tuple[TakenBack[S], ...] = ()
    """What was taken back, in order."""
    anchor: Anchor | None = field(default=None, compare=False, repr=False)
    """Where play can resume without the plies before."""

    @classmethod
    def start(
        cls,
        game: Game[S],
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> Self:
        """Start a match before its first roll; raises BadRules."""
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
        """Play a whole log; raises BadRules, and IllegalPly for the first illegal entry."""
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
        """Resume a log without takebacks from an anchor; equal to the match from `fold`.

        Raises BadRules, and what `resumed` raises.
        """
        return cls.start(game, rules, seats, teams).resumed(moves, anchor)

    def resumed(self, moves: Sequence[Move], anchor: Anchor) -> Self:
        """Return this empty match after these moves, played from an anchor.

        Moves before the anchor are played on first access, which raises what `fold` raises. Raises BadPosition, and
        IllegalPly for the first illegal entry after the anchor.
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
        """Return the match with a recent anchor, or with none after a takeback."""
        if self.taken:
            return self
        known = 0 if self.anchor is None else self.anchor.plies
        if len(self.plies) - known < ANCHOR_BEHIND + ANCHOR_EVERY:
            return self
        return replace(self, anchor=self.anchor_at(len(self.plies) - ANCHOR_BEHIND))

    def anchor_at(self, plies: int) -> Anchor:
        """Return the anchor after the first `plies` plies, at least one; raises IndexError."""
        ply = self.plies[plies - 1]
        return Anchor(plies, ply.throws, self.game.dump(ply.state))

    @property
    def in_memory(self) -> int:
        """How many plies, standing or taken back, have been played: each keeps a state in memory."""
        standing = self.plies.in_memory if isinstance(self.plies, Resumed) else len(self.plies)
        return standing + sum(len(branch.plies) - branch.kept for branch in self.taken)

    @property
    def state(self) -> S:
        return self.plies[-1].state if self.plies else self.opening

    @property
    def turn(self) -> Turn:
        return self.game.turn(self.state)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, rolls included."""
        return self.game.moves(self.state)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand."""
        return tuple(ply.move for ply in self.plies)

    @property
    def log(self) -> tuple[Move, ...]:
        """All entries: standing moves, moves taken back, and takebacks."""
        entries: list[Move] = []
        for branch, kept, back in self.branches():
            entries += [ply.move for ply in branch[kept:]]
            entries += [f"-{back}"] if back else []
        return tuple(entries)

    @property
    def throws(self) -> int:
        """How many rolls the log holds, including those taken back: the counter of the next one."""
        ever = (*(branch.plies for branch in self.taken[-1:]), self.plies)
        return max(plies[-1].throws if plies else 0 for plies in ever)

    @property
    def result(self) -> Result | None:
        """The places, once the game is over."""
        return self.game.result(self.state)

    def play(self, move: Move) -> Self:
        """Return the match after one more move; raises IllegalMove, GameOver."""
        state, plies = self.state, self.plies
        ply = _ply(partial(self.game.play, state), move, self.throws)
        return replace(self, plies=plies.with_more(ply) if isinstance(plies, Resumed) else (*plies, ply))

    def take_back(self, plies: int) -> Self:
        """Return the match after taking back its last plies; raises IndexError."""
        if not 1 <= plies <= len(self.plies):
            raise IndexError(f"cannot take back {plies} plies")
        kept = len(self.plies) - plies
        taken = (*self.taken, TakenBack(self.plies, kept))
        return replace(self, plies=self.plies[:kept], taken=taken, anchor=None)

    def played(self) -> Iterator[tuple[int, S, Ply[S]]]:
        """Yield every ply ever played, in order: its number in the log from 1, the state before it, and the ply."""
        number = 0
        for branch, kept, back in self.branches():
            for at in range(kept, len(branch)):
                number += 1
                yield number, branch[at - 1].state if at else self.opening, branch[at]
            number += bool(back)

    def as_of(self, entries: int) -> Self:
        """Return the match after the first entries of its log, without what they took back."""
        branch, plies = self._branch_at(entries)
        return replace(self, plies=branch[:plies], taken=(), anchor=None)

    def turn_of(self, entries: int) -> Turn:
        """Return whose turn it was after the first entries of the log."""
        branch, plies = self._branch_at(entries)
        return self.game.turn(branch[plies - 1].state if plies else self.opening)

    def _branch_at(self, entries: int) -> tuple[Plies[S], int]:
        """Return the branch with the plies that stood after the first entries of the log, and how many they were."""
        for branch, kept, back in self.branches():
            if entries <= len(branch) - kept or not back:
                return branch, min(kept + entries, len(branch))
            entries -= len(branch) - kept + 1
        return self.plies, len(self.plies)

    def branches(self) -> Iterator[tuple[Plies[S], int, int]]:
        """Yield the plies before each takeback, then those that stand.

        Each comes with the number of plies kept from before, and the number taken back.
        """
        kept = 0
        for each in self.taken:
            yield each.plies, kept, len(each.plies) - each.kept
            kept = each.kept
        yield self.plies, kept, 0

    def at(self, ply: int) -> Self:
        """Return the match of the first `ply` standing plies; raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(f"the match has {len(self.plies)} plies, not {ply}")
        return replace(self, plies=self.plies[:ply], taken=(), anchor=None)

    def turns(self) -> tuple[tuple[Ply[S], ...], ...]:
        """Return the plies by turn; what another seat did within a turn (a passed roll) is a separate group."""
        groups: list[list[Ply[S]]] = []
        previous: Ply[S] | None = None
        for ply in self.plies:
            if previous is None or previous.seat != ply.seat or previous.ends_turn:
                groups.append([])
            groups[-1].append(ply)
            previous = ply
        return tuple(map(tuple, groups))


def taken_back(entry: Move) -> int:
    """Return how many plies a log entry takes back; 0 for a move."""
    found = _TAKEBACK.fullmatch(entry)
    return int(found[1]) if found else 0


def forced(match: Match[Any]) -> Move | None:
    """Return the seat's only legal choice, if there is just one; never a roll."""
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
    turn, automation, next_seat = played.turn, Automation.FORCED_MOVE if played.forced else None, None
    for event in played.events:
        if isinstance(event, TurnBegan):
            next_seat = event.seat
        elif automation is None and isinstance(event, _WASTED):
            automation = Automation.LOST_THROW
    throws += turn.kind is TurnKind.THROW
    return Ply(move, turn.seat, turn.kind, played.events, automation, throws, played.state, next_seat)
