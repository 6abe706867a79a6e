"""A match: the fold of a log of moves, at any ply, forwards and back.

The log is the truth: the same game, rules, seats, teams and moves always give the same match. A match is never
changed; `play` gives a longer one and `at` a shorter one, and both share their plies with the match they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar

from engine.errors import GameOver, IllegalMove
from engine.game import Event, Game, Move, Result, Turn, TurnKind

S = TypeVar("S")


class Automation(StrEnum):
    """A step that needs nobody: the engine may take it alone."""

    FORCED_MOVE = "forced_move"  # the seat had exactly one legal choice
    LOST_THROW = "lost_throw"  # nothing could move: the game went on by itself, and reported `lost` or `passed`


_LOST = frozenset({"lost", "passed"})


class IllegalPly(IllegalMove):
    """A log that breaks the rules, and where: `ply` counts from 1."""

    def __init__(self, ply: int, move: Move, why: str) -> None:
        super().__init__(f"ply {ply}, {move}: {why}")
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """One move of the log and what came of it."""

    move: Move
    seat: int
    kind: TurnKind
    events: tuple[Event, ...]
    automation: Automation | None
    throws: int
    """How many throws the log holds up to this ply, its own included."""
    state: S = field(repr=False)
    """The state after it."""


@dataclass(frozen=True, slots=True)
class Match(Generic[S]):
    """A game from its start to one point of its log."""

    game: Game[S] = field(repr=False)
    rules: Mapping[str, Any] | None
    seats: tuple[str, ...] | None
    teams: tuple[tuple[int, ...], ...] | None
    opening: S = field(repr=False)
    """The state before the first throw."""
    plies: tuple[Ply[S], ...] = field(default=(), repr=False)

    @classmethod
    def start(
        cls,
        game: Game[S],
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> Self:
        """A match before its first throw; raises BadRules."""
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
        """The match of a whole log; raises BadRules, and IllegalPly for the first move that cannot be."""
        match = cls.start(game, rules, seats, teams)
        plies: list[Ply[S]] = []
        state, throws = match.opening, 0
        for move in moves:
            try:
                ply = _ply(game, state, move, throws)
            except (IllegalMove, GameOver) as error:
                raise IllegalPly(len(plies) + 1, move, str(error)) from error
            plies.append(ply)
            state, throws = ply.state, ply.throws
        return replace(match, plies=tuple(plies))

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
        """The log."""
        return tuple(ply.move for ply in self.plies)

    @property
    def throws(self) -> int:
        """How many throws the log holds: the counter of the next one."""
        return self.plies[-1].throws if self.plies else 0

    @property
    def result(self) -> Result | None:
        """Who came where, once it is over."""
        return self.game.result(self.state)

    def play(self, move: Move) -> Self:
        """The match with one move more; raises IllegalMove, GameOver."""
        return replace(self, plies=(*self.plies, _ply(self.game, self.state, move, self.throws)))

    def at(self, ply: int) -> Self:
        """The match as it was after its first `ply` plies; raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(f"the match has {len(self.plies)} plies, not {ply}")
        return replace(self, plies=self.plies[:ply])

    def undo(self, plies: int = 1) -> Self:
        """The match without its last plies; raises IndexError."""
        if plies < 0:
            raise IndexError(f"cannot undo {plies} plies")
        return self.at(len(self.plies) - plies)

    def turns(self) -> tuple[tuple[Ply[S], ...], ...]:
        """The plies by turns; what another seat did within a turn (a passed throw) is a group of its own."""
        groups: list[list[Ply[S]]] = []
        previous: Ply[S] | None = None
        for ply in self.plies:
            if previous is None or previous.seat != ply.seat or _ends_turn(previous):
                groups.append([])
            groups[-1].append(ply)
            previous = ply
        return tuple(map(tuple, groups))


def forced(match: Match[Any]) -> Move | None:
    """The move that the seat must choose, if there is only one; never a throw."""
    return _forced(match.game, match.state, match.turn)


def _forced(game: Game[S], state: S, turn: Turn) -> Move | None:
    if turn.kind is not TurnKind.CHOOSE:
        return None
    moves = game.moves(state)
    return moves[0] if len(moves) == 1 else None


def _ply(game: Game[S], state: S, move: Move, throws: int) -> Ply[S]:
    turn = game.turn(state)
    step = game.apply(state, move)
    automation = None
    if _forced(game, state, turn) is not None:
        automation = Automation.FORCED_MOVE
    elif any(event["type"] in _LOST for event in step.events):
        automation = Automation.LOST_THROW
    throws += turn.kind is TurnKind.THROW
    return Ply(move, turn.seat, turn.kind, step.events, automation, throws, step.state)


def _ends_turn(ply: Ply[Any]) -> bool:
    return any(event["type"] == "turn" for event in ply.events)
