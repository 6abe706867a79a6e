"""Palma behind the interface of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import BadRules, GameOver, IllegalMove
from engine.game import Game, Move, Result, Step, Turn, TurnKind
from engine.palma import turn_flow
from engine.palma.board import ENTERING, HOME, SIDES, THROWS
from engine.palma.moves import Landing, landings, move_text
from engine.palma.position_json import NAME, read_position, write_position
from engine.palma.presets import DEFAULT, PRESETS, read_rules
from engine.palma.rules import SWITCHES
from engine.palma.state import Phase, State, starting_state

LOT: Final[Mapping[Move, int]] = dict.fromkeys(SIDES, 1)
"""The draw for who begins, with equal odds (H20)."""

STICKS: Final[Mapping[Move, int]] = {str(value): weight for value, weight in THROWS.items()}
"""The outcomes of a roll with their odds in eighths (H10)."""

_KINDS: Final = {
    Phase.OPENING: TurnKind.THROW,
    Phase.THROW: TurnKind.THROW,
    Phase.MOVE: TurnKind.CHOOSE,
    Phase.OVER: TurnKind.OVER,
}


class PalmaGame(Game[State]):
    """The rules H1 to H30 as functions of a state."""

    name = NAME
    best_throw = ENTERING

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> State:
        """Return the empty board (H1); the seats are always hounds and jackals. Raises BadRules."""
        if seats is not None and (not isinstance(seats, list | tuple) or tuple(seats) != SIDES):
            raise BadRules(f"the seats of Palma are {' and '.join(SIDES)}")
        if teams is not None:
            raise BadRules("Palma has no teams")
        return starting_state(read_rules(rules))

    def turn(self, state: State) -> Turn:
        """Return the roller before a roll, the mover before a move, and the winner at the end."""
        return Turn(_KINDS[state.phase], state.mover)

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the outcomes of the draw or the sticks, or the mover's moves (H20 to H24)."""
        return tuple(_choices(state)) or tuple(self.odds(state))

    def odds(self, state: State) -> Mapping[Move, int]:
        """Return the weights of the draw (H20) or of the sticks (H10)."""
        if state.phase is Phase.OPENING:
            return LOT
        return STICKS if state.phase is Phase.THROW else {}

    def apply(self, state: State, move: Move) -> Step[State]:
        if state.phase is Phase.OVER:
            raise GameOver("the game is over")
        choices = _choices(state)
        if not isinstance(move, str) or move not in (choices or self.odds(state)):
            raise IllegalMove(f"the moves now are: {' '.join(self.moves(state))}")
        events: turn_flow.Events = []
        if state.phase is Phase.OPENING:
            after = turn_flow.begin_turn(state, SIDES.index(move), events)
        elif state.phase is Phase.THROW:
            after = turn_flow.take_throw(state, int(move), events)
        else:
            after = turn_flow.play(state, choices[move], events)
        return Step(after, tuple(events))

    def result(self, state: State) -> Result | None:
        """Return the places: first is the side whose pieces are all home (H30)."""
        if state.phase is not Phase.OVER:
            return None
        return Result((1, 2) if state.mover == 0 else (2, 1), "home")

    def position(self, state: State) -> dict[str, Any]:
        return write_position(state)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return read_position(position)

    def steps(self, state: State) -> tuple[int, ...]:
        """Return the steps of each side's pieces; hole 0 is the first step. More than the way is no gain (H4)."""
        most = self.way(state)[0]
        return tuple(min(sum(hole + 1 for hole in side), most) for side in state.pieces)

    def way(self, state: State) -> tuple[int, ...]:
        """Return the steps of all pieces to the lowest holes of 25 to 29 that can hold them (H4, H30)."""
        way = sum(hole + 1 for hole in sorted(HOME)[: state.rules.pieces])
        return (way, way)

    def due(self, state: State) -> tuple[int, ...]:
        """Return the seats of the pending rolls (H28)."""
        return state.stack

    def is_lot(self, state: State) -> bool:
        """Return whether the draw for the start is due (H20)."""
        return state.phase is Phase.OPENING

    def describe(self) -> dict[str, Any]:
        return {
            "name": NAME,
            "seats": list(SIDES),
            "default": DEFAULT,
            "presets": {name: {"preset": name} | rules.switches() for name, rules in PRESETS.items()},
            "switches": {switch: list(values) for switch, values in SWITCHES.items()},
        }


def _choices(state: State) -> dict[Move, Landing]:
    """Return the mover's moves by their texts, sorted; empty unless a roll is to be played."""
    if state.throw is None:
        return {}
    ways = landings(state.rules, state.pieces[state.mover], state.throw)
    return {move_text(state.mover, way, state.throw): way for way in ways}


PALMA: Final = PalmaGame()
