"""Snails: two sides with two pieces each, which race along a lane of their own; a coin says 1 or 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import BadPosition, BadRules, GameOver, IllegalMove
from engine.events import Event, Lost, Moved, Thrown, TurnBegan, Won
from engine.game import Game, Move, Result, Step, Turn, TurnKind

NAME = "snails"
SIDES = ("A", "Z")
LENGTHS = (4, 6)
PRESET = "short"


@dataclass(frozen=True, slots=True)
class State:
    """How far each side's pieces have come; `throw` is to be played, 0 where one is to be thrown."""

    length: int
    pieces: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    seat: int = 0
    throw: int = 0

    @property
    def winner(self) -> int | None:
        return next((seat for seat, own in enumerate(self.pieces) if min(own) == self.length), None)


class SnailGame(Game[State]):
    """The rules of snails."""

    name = NAME
    best_throw = 2

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> State:
        given = {"preset": PRESET, "length": LENGTHS[0]} | dict(rules or {})
        if given["length"] not in LENGTHS or given["preset"] != PRESET or teams or tuple(seats or SIDES) != SIDES:
            raise BadRules("snails are not raced like that")
        return State(given["length"])

    def turn(self, state: State) -> Turn:
        if state.winner is not None:
            return Turn(TurnKind.OVER, state.winner)
        return Turn(TurnKind.CHOOSE if state.throw else TurnKind.THROW, state.seat)

    def moves(self, state: State) -> tuple[Move, ...]:
        if self.turn(state).kind is not TurnKind.CHOOSE:
            return tuple(self.odds(state))
        own = state.pieces[state.seat]
        return tuple(
            f"{SIDES[state.seat]}{number}+{state.throw}"
            for number, way in enumerate(own, 1)
            if way + state.throw <= state.length
        )

    def odds(self, state: State) -> Mapping[Move, int]:
        return {"1": 1, "2": 1} if self.turn(state).kind is TurnKind.THROW else {}

    def apply(self, state: State, move: Move) -> Step[State]:
        if state.winner is not None:
            raise GameOver("over")
        if move not in self.moves(state):
            raise IllegalMove(f"not {move}")
        seat, other = state.seat, 1 - state.seat
        if not state.throw:
            thrown = State(state.length, state.pieces, seat, int(move))
            if self.moves(thrown):
                return Step(thrown, (Thrown(seat, thrown.throw),))
            events = (Thrown(seat, thrown.throw), Lost(seat, thrown.throw), TurnBegan(other))
            return Step(State(state.length, state.pieces, other), events)
        own = list(state.pieces[seat])
        index = int(move[1]) - 1
        moved = Moved(seat, move[:2], str(own[index]), str(own[index] + state.throw))
        own[index] += state.throw
        pieces = ((own[0], own[1]), state.pieces[1]) if seat == 0 else (state.pieces[0], (own[0], own[1]))
        after = State(state.length, pieces, other)
        result = self.result(after)
        end: Event = TurnBegan(other) if result is None else Won(result.winners, result.places)
        return Step(after, (moved, end))

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        return Result((1, 2) if state.winner == 0 else (2, 1), "home")

    def position(self, state: State) -> dict[str, Any]:
        phase = "over" if state.winner is not None else "move" if state.throw else "throw"
        return {
            "game": NAME,
            "rules": {"preset": PRESET, "length": state.length},
            "pieces": {side: [str(way) for way in own] for side, own in zip(SIDES, state.pieces, strict=True)},
            "seat": state.seat,
            "phase": phase,
            "throw": state.throw or None,
        }

    def from_position(self, position: Mapping[str, Any]) -> State:
        try:
            length = self.start(position.get("rules")).length
            pieces = position.get("pieces", {})
            (a, b), (c, d) = ([int(way) for way in pieces.get(side, "00")] for side in SIDES)
            return State(length, ((a, b), (c, d)), position.get("seat", 0), position.get("throw") or 0)
        except (AttributeError, TypeError, ValueError) as error:
            raise BadPosition("no snails stand like that") from error

    def steps(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, state.pieces))

    def way(self, state: State) -> tuple[int, ...]:
        return (2 * state.length, 2 * state.length)

    def due(self, state: State) -> tuple[int, ...]:
        return () if state.throw else (state.seat,)

    def describe(self) -> dict[str, Any]:
        return {
            "name": NAME,
            "seats": list(SIDES),
            "default": PRESET,
            "presets": {PRESET: {"preset": PRESET, "length": LENGTHS[0]}},
            "switches": {"length": list(LENGTHS)},
        }


SNAILS = SnailGame()
