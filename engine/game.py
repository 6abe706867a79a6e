"""The interface of all games: pure functions of immutable states.

Chance is a player: the outcomes of a roll are moves too, so a log of moves replays without dice. A move is a short
text (`6`, `Y2+12`, `B4+in`), the same in the log, on buttons, in the store and in notation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.errors import BadPosition
from engine.events import Event

Move = str


class TurnKind(StrEnum):
    """What the game waits for."""

    THROW = "throw"  # an outcome of chance, drawn by `odds`; the seat is the roller's
    CHOOSE = "choose"  # a decision of the seat
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts, and how. When the game is over, `seat` made the last move."""

    kind: TurnKind
    seat: int


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: the place of each seat, from 1, shared by teammates and by equals."""

    places: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """The state after a move, and what happened in order."""

    state: S
    events: tuple[Event, ...]


class Played(NamedTuple, Generic[S]):
    """One move of a course: whose turn it was, whether it was the only legal choice, and what followed."""

    turn: Turn
    forced: bool
    state: S
    events: tuple[Event, ...]


Course = Callable[[Move], Played[S]]
"""Plays one move after another; raises IllegalMove, GameOver, and must not be called again after that."""


class Game(Protocol[S]):
    """The rules of one game, as functions of a state."""

    name: str
    best_throw: int
    """The highest value of a roll within a turn."""

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> S:
        """Return the position before the first roll; raises BadRules. `rules` is JSON: a preset and overrides."""

    def turn(self, state: S) -> Turn:
        """Return what the game waits for."""

    def moves(self, state: S) -> tuple[Move, ...]:
        """Return the legal moves as sorted texts, rolls included; empty only when the game is over."""

    def odds(self, state: S) -> Mapping[Move, int]:
        """Return the outcomes of the next roll with integer weights, in sorted order; empty if no roll is due."""

    def apply(self, state: S, move: Move) -> Step[S]:
        """Return the state after the move and its automatic consequences; raises IllegalMove, GameOver."""

    def play(self, state: S, move: Move) -> Played[S]:
        """Return what `apply` does, with whose turn it was; raises IllegalMove, GameOver."""
        return self.course(state)(move)

    def course(self, state: S) -> Course[S]:
        """Return a function that plays from a state: like repeated `apply`, but faster where a game supports it."""

        def play(move: Move) -> Played[S]:
            nonlocal state
            turn = self.turn(state)
            forced = turn.kind is TurnKind.CHOOSE and len(self.moves(state)) == 1
            step = self.apply(state, move)
            state = step.state
            return Played(turn, forced, state, step.events)

        return play

    def result(self, state: S) -> Result | None:
        """Return the places, or None before the game is over."""

    def position(self, state: S) -> dict[str, Any]:
        """Return the state as a JSON position of the line protocol, with every field."""

    def from_position(self, position: Mapping[str, Any]) -> S:
        """Read a JSON position; absent fields are as at the start of a turn. Raises BadPosition, BadRules."""

    def steps(self, state: S) -> tuple[int, ...]:
        """Return the steps that each seat's pieces have made; entering counts as one."""

    def way(self, state: S) -> tuple[int, ...]:
        """Return the total number of steps each seat has to make."""

    def due(self, state: S) -> tuple[int, ...]:
        """Return the seats that still have to roll in this turn, the next one last."""

    def ranking(self, state: S) -> tuple[int, ...]:
        """Return the place of each seat if the game ended now: by the steps made; equal ones share a place."""
        made = self.steps(state)
        return tuple(1 + sum(other > mine for other in made) for mine in made)

    def reached(self, state: S) -> Mapping[int, int]:  # noqa: ARG002 - most games end with the first winner
        """Return the places of seats that have finished while others play on."""
        return {}

    def is_lot(self, state: S) -> bool:  # noqa: ARG002 - most games have none
        """Return whether the next roll only decides who begins."""
        return False

    def may_ask(self, state: S, beyond: int = 1) -> bool:
        """Return whether some outcome of the next roll leaves its roller more than `beyond` legal moves."""
        seat = self.turn(state).seat
        for outcome in self.odds(state):
            after = self.apply(state, outcome).state
            turn = self.turn(after)
            if turn.kind is TurnKind.CHOOSE and turn.seat == seat and len(self.moves(after)) > beyond:
                return True
        return False

    def dump(self, state: S) -> str:
        """Return the state as one line of compact JSON."""
        return json.dumps(self.position(state), separators=(",", ":"))

    def load(self, line: str) -> S:
        """Read a state from `dump`; raises BadPosition, BadRules."""
        try:
            position = json.loads(line)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadPosition(f"the text is not a position: {error}") from error
        return self.from_position(position)

    def describe(self) -> dict[str, Any]:
        """Return presets and switches with their legal values, as JSON."""
