"""A finished game to look facts up in: its turns, events and positions, without any story's memory."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from engine.events import GOAL, Captured, Event, Moved
from engine.match import Match
from engine.parchis.board import PIECES, pieces_by_name
from engine.parchis.reach import reach
from engine.parchis.turn_flow import Play
from engine.plies import Ply

E = TypeVar("E", bound=Event)
PLAIN = frozenset(
    {"Thrown", "Tied", "Picked", "Bonus", "Lost", "Passed", "Entered", "Moved", "TurnBegan", "BarrierOpened"}
    | {"Rethrow"}
)
"""Events of quiet turns; a piece that arrives is none."""


class Chronicle:
    """A game, ply by ply."""

    def __init__(self, match: Match[Any]) -> None:
        self.match, self.game = match, match.game
        self.plies: tuple[Ply[Any], ...] = tuple(match.plies)
        self.seats = len(self.game.way(match.opening))
        self.sides = match.teams or tuple((seat,) for seat in range(self.seats))
        self.ends = [at for at, ply in enumerate(self.plies) if ply.ends_turn]
        self.turn = [0] * len(self.plies)
        for at in range(1, len(self.plies)):
            self.turn[at] = self.turn[at - 1] + self.plies[at - 1].ends_turn

    # turns --------------------------------------------------------------------------------------------------------

    def before(self, at: int) -> Any:
        """Return the position before a ply."""
        return self.plies[at - 1].state if at else self.match.opening

    def state(self, at: int) -> Any:
        return self.plies[at].state

    def end_before(self, at: int, turns: int = 1) -> int:
        """Return the ply that ended the turn a number of turns before that of a ply; -1 if there is none."""
        turn = self.turn[at] - turns
        return self.ends[turn] if turn >= 0 else -1

    def first_of_turn(self, at: int) -> int:
        return self.end_before(at) + 1

    def own_turns(self, seat: int, at: int) -> list[tuple[int, int]]:
        """Return the first and last plies of a seat's turns up to a ply, the latest last; one not over ends there."""
        return [turn for turn in self._own_turns[seat] if turn[1] <= at] + [
            (first, at) for first, last in self._own_turns[seat] if first <= at < last
        ]

    @cached_property
    def _own_turns(self) -> list[list[tuple[int, int]]]:
        turns: list[list[tuple[int, int]]] = [[] for _ in range(self.seats)]
        opening = self.match.opening
        first, owner = 0, -1 if opening.phase == "opening" else opening.seat
        for at in range(len(self.plies)):
            seat = self.plies[at].next_seat
            if seat is not None or at == len(self.plies) - 1:
                if owner >= 0:
                    turns[owner].append((first, at))
                first, owner = at + 1, seat if seat is not None else -1
        return turns

    @property
    def round(self) -> int:
        """The turns of a round."""
        slots = getattr(getattr(self.match.opening, "setup", None), "slots", ())
        return len(slots) or self.seats

    # events -------------------------------------------------------------------------------------------------------

    def events(self, kind: type[E], first: int, last: int) -> Iterator[tuple[int, E]]:
        """Yield the events of a kind in some plies, the last one included."""
        for at in range(max(first, 0), last + 1):
            for event in self.plies[at].events:
                if isinstance(event, kind):
                    yield at, event

    def captures(self, last: int, first: int = 0) -> list[Captured]:
        return [event for _, event in self.events(Captured, first, last)]

    def is_quiet(self, at: int) -> bool:
        """Return whether a ply is without drama."""
        return all(
            type(event).__name__ in PLAIN and not (isinstance(event, Moved) and event.to == GOAL)
            for event in self.plies[at].events
        )

    # the race -----------------------------------------------------------------------------------------------------

    def side_of(self, seat: int) -> int:
        return next(at for at, side in enumerate(self.sides) if seat in side)

    def share(self, at: int) -> list[Fraction]:
        """Return how much of its way each side has done after a ply."""
        state = self.state(at) if at >= 0 else self.match.opening
        return _share(self.game, state, self.sides)

    def front(self, at: int) -> int:
        """Return the side that would win if the game ended after a ply; -1 if several would."""
        places = self.places(at)
        return places.index(1) if places.count(1) == 1 else -1

    def places(self, at: int) -> list[int]:
        """Return the place of each side if the game ended after a ply; teams are placed by their way."""
        if any(len(side) > 1 for side in self.sides):
            share = self.share(at)
            return [1 + sum(other > each for other in share) for each in share]
        places = self.game.ranking(self.state(at) if at >= 0 else self.match.opening)
        return [places[side[0]] for side in self.sides]

    def flip(self, at: int, side: int) -> tuple[int, int]:
        """Return the last end of a turn up to a ply at which another side was in front, and that side; or -1."""
        for turn in range(self.turn[at] if self.plies[at].ends_turn else self.turn[at] - 1, -1, -1):
            front = self.front(self.ends[turn])
            if front not in (side, -1):
                return self.ends[turn], front
        return -1, -1

    # Parchís ------------------------------------------------------------------------------------------------------

    def steps(self, state: Any, seat: int) -> list[int]:
        """Return the steps of a seat's pieces, at Palma their holes; -1 at home and in hand."""
        if not hasattr(state, "setup"):
            return list(state.pieces[seat])
        return [state.steps[piece] for piece in self.pieces(seat)]

    def pieces(self, seat: int) -> list[int]:
        setup = self.match.opening.setup
        return [piece for colour in setup.seats[seat] for piece in setup.pieces_of(colour)]

    def owner(self, piece: int | str) -> int:
        number = pieces_by_name()[piece] if isinstance(piece, str) else piece
        return next(seat for seat, own in enumerate(self.match.opening.setup.seats) if number // PIECES in own)

    def is_out(self, state: Any, seat: int) -> bool:
        """Return whether a seat has a piece on its way."""
        goal = state.setup.board.goal if hasattr(state, "setup") else 30
        return any(0 <= step < goal for step in self.steps(state, seat))

    def shut(self, seat: int, at: int) -> int:
        """Return for how many turns in a row, up to a ply, a seat had pieces at home and none on their way."""
        count = 0
        for first, last in reversed(self.own_turns(seat, at)):
            if any(
                self.is_out(state, seat) or -1 not in self.steps(state, seat)
                for state in (self.before(first), self.state(last))
            ):
                break
            count += 1
        return count

    def cell(self, state: Any, piece: int) -> int:
        """Return the ring square of a piece; 0 elsewhere."""
        board, step = state.setup.board, state.steps[piece]
        return board.cells[piece // PIECES][step] if 0 <= step <= board.mouth else 0

    def hunters(self, state: Any, piece: int) -> frozenset[int]:
        """Return the opponents' pieces that could capture a piece with their next number."""
        return _reach(state).get(piece, frozenset())


@lru_cache(maxsize=8)
def _reach(state: Any) -> dict[int, frozenset[int]]:
    play = Play(state)
    found: dict[int, frozenset[int]] = {}
    for side in range(len(state.setup.sides)):
        foes = [at for at, slot in enumerate(state.setup.slots) if slot.side != side and play.left[slot.side]]
        colours = state.setup.sides[side]
        found |= {piece: by for piece, by in reach(play, foes).items() if piece // PIECES in colours}
    return found


@lru_cache(maxsize=4096)
def _share(game: Any, state: Any, sides: Any) -> list[Fraction]:
    steps, way = game.steps(state), game.way(state)
    return [Fraction(sum(steps[seat] for seat in side), sum(way[seat] for seat in side)) for side in sides]
