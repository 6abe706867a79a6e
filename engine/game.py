"""The one interface that every game of this project has.

A game is a pure function: states are never changed, `apply` gives a new one. Chance is a player: at a throw the
outcomes are moves like any other, so that a log of moves replays without dice. A move is a short text (`6`, `Y2+12`,
`B4+in`); the log, the buttons, the store and the notation all hold that same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from engine.errors import BadPosition
from engine.events import Event

Move = str


class TurnKind(StrEnum):
    """What the game waits for."""

    THROW = "throw"  # an outcome of chance, drawn by `odds`; the seat is whose throw it is
    CHOOSE = "choose"  # a decision of the seat
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts and how. When over, `seat` is the seat that made the last move."""

    kind: TurnKind
    seat: int


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: the place of each seat, from 1; team mates share one, and so do equals."""

    places: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One move applied: the state after it and what happened, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """One move of a course: whose turn it was, whether that seat had no other choice, and what came of it."""

    turn: Turn
    forced: bool
    state: S
    events: tuple[Event, ...]


Course = Callable[[Move], Played[S]]
"""Plays one move after the other; raises IllegalMove, GameOver, and can then be used no more."""


class Game(Protocol[S]):
    """The rules of one game, as functions of a state."""

    name: str
    best_throw: int
    """The highest value that can be thrown in a turn."""

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> S:
        """Return the position before the first throw; raises BadRules. `rules` is JSON: a preset and overrides."""

    def turn(self, state: S) -> Turn:
        """Return what the game waits for."""

    def moves(self, state: S) -> tuple[Move, ...]:
        """Return the legal moves, sorted as texts, throws too; empty only when the game is over."""

    def odds(self, state: S) -> Mapping[Move, int]:
        """Return at a throw the outcomes with their integer weights, in sorted order; otherwise empty."""

    def apply(self, state: S, move: Move) -> Step[S]:
        """Return the state after the move, and after all that follows of itself; raises IllegalMove, GameOver."""

    def course(self, state: S) -> Course[S]:
        """Return what plays from a state on: the same as `apply` move by move, and swifter where a game can."""

        def play(move: Move) -> Played[S]:
            nonlocal state
            turn = self.turn(state)
            forced = turn.kind is TurnKind.CHOOSE and len(self.moves(state)) == 1
            step = self.apply(state, move)
            state = step.state
            return Played(turn, forced, state, step.events)

        return play

    def result(self, state: S) -> Result | None:
        """Return who came where, None before the game is over."""

    def position(self, state: S) -> dict[str, Any]:
        """Write the state as a JSON position of the line protocol, every field written out."""

    def from_position(self, position: Mapping[str, Any]) -> S:
        """Read the state of a JSON position, absent fields as at the start of a turn.

        Raises BadPosition, BadRules.
        """

    def steps(self, state: S) -> tuple[int, ...]:
        """Return how far all pieces of each seat have come, in steps; a piece's entry is one."""

    def way(self, state: S) -> tuple[int, ...]:
        """Return how many steps each seat has to make in all."""

    def due(self, state: S) -> tuple[int, ...]:
        """Return the seats that are still to throw in this turn, the next one last."""

    def reached(self, state: S) -> Mapping[int, int]:  # noqa: ARG002 - most games end with the first winner
        """Return the place of each seat that is done while others play on; empty where nobody is."""
        return {}

    def is_lot(self, state: S) -> bool:  # noqa: ARG002 - most games have none
        """Tell whether the throw that is due only decides who begins."""
        return False

    def dump(self, state: S) -> str:
        """Write the state as one line of text: its JSON position, written tightly."""
        return json.dumps(self.position(state), separators=(",", ":"))

    def load(self, line: str) -> S:
        """Read the state back from `dump`; raises BadPosition, BadRules."""
        try:
            position = json.loads(line)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadPosition(f"the text is not a position: {error}") from error
        return self.from_position(position)

    def describe(self) -> dict[str, Any]:
        """Presets and switches with their legal values, as JSON."""
