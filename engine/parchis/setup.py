"""A game's fixed part: rules, seats, teams, and the tables derived from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.parchis.board import CORRIDOR, PIECES, Board, board
from engine.parchis.presets import rules_of
from engine.parchis.rules import Rules
from engine.parchis.seating import Seats, Teams, seats_of, teams_of


@dataclass(frozen=True, slots=True)
class TurnSlot:
    """One place in the order of turns: a seat, or with `turns_by_colour` one colour of a seat (P76)."""

    seat: int
    own: tuple[int, ...]  # the colours moved first
    mates: tuple[int, ...]  # the colours it may help: teammates' (P74, P75), or its player's others (P76)
    side: int


@dataclass(frozen=True)
class Setup:
    """Rules, seats (tuples of colours) and teams (tuples of seats), made by `setup_of`.

    A *side* wins together: a team, or else a seat.
    """

    rules: Rules
    seats: Seats
    teams: Teams

    _pieces: tuple[range, ...] = field(init=False, repr=False, compare=False)
    own: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)  # the pieces of each seat
    board: Board = field(init=False, repr=False, compare=False)
    colours: tuple[int, ...] = field(init=False, repr=False, compare=False)  # in play, in the order of P1
    sides: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)  # the colours of each side
    side_of_seat: tuple[int, ...] = field(init=False, repr=False, compare=False)
    side_of_colour: Mapping[int, int] = field(init=False, repr=False, compare=False)
    slots: tuple[TurnSlot, ...] = field(init=False, repr=False, compare=False)  # in the order of turns (P15)
    pairs: tuple[tuple[bool, ...], ...] = field(init=False, repr=False, compare=False)
    """`pairs[a][b]`: whether pieces of these colours on one square form a barrier (P40)."""

    def __post_init__(self) -> None:
        groups = self.teams or tuple((seat,) for seat in range(len(self.seats)))
        side_of_seat = {seat: side for side, group in enumerate(groups) for seat in group}
        sides = tuple(tuple(colour for seat in group for colour in self.seats[seat]) for group in groups)
        firsts = range(0, PIECES * self.rules.colours, PIECES)
        self._set("_pieces", tuple(range(first, first + self.rules.pieces) for first in firsts))
        own = (sum((tuple(self._pieces[colour]) for colour in colours), ()) for colours in self.seats)
        self._set("own", tuple(own))
        self._set("board", board(self.rules.colours, self.rules.shelters))
        self._set("colours", tuple(sorted(colour for seat in self.seats for colour in seat)))
        self._set("sides", sides)
        self._set("side_of_seat", tuple(side_of_seat[seat] for seat in range(len(self.seats))))
        self._set("side_of_colour", {colour: side for side, group in enumerate(sides) for colour in group})
        self._set("slots", tuple(self._slots()))
        self._set("pairs", self._pairs())

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _slots(self) -> list[TurnSlot]:
        slots = []
        for seat, side in enumerate(self.side_of_seat):
            own = tuple(sorted(self.seats[seat]))
            units = [(colour,) for colour in own] if self.rules.turns_by_colour else [own]
            for unit in units:
                mates = tuple(sorted(set(self.sides[side]) - set(unit)))
                slots.append(TurnSlot(seat, unit, mates, side))
        return sorted(slots, key=lambda slot: slot.own)

    def _pairs(self) -> tuple[tuple[bool, ...], ...]:
        friends = (self.rules.team_pair if self.teams else self.rules.own_pair) == "barrier"
        side, every = self.side_of_colour, range(self.rules.colours)
        return tuple(tuple(a == b or (friends and self._friends(side, a, b)) for b in every) for a in every)

    @staticmethod
    def _friends(side: Mapping[int, int], a: int, b: int) -> bool:
        return a in side and b in side and side[a] == side[b]

    def friends(self, a: int, b: int) -> bool:
        """Return whether these are two colours of the same side."""
        return a != b and self._friends(self.side_of_colour, a, b)

    def first_slot(self, seat: int) -> int:
        """Return the slot with which a seat begins: its first colour's (P76)."""
        return next(index for index, slot in enumerate(self.slots) if slot.seat == seat)

    def pieces_of(self, colour: int) -> range:
        """Return the numbers of a colour's pieces (P6, P9)."""
        return self._pieces[colour]

    @property
    def seat_order(self) -> tuple[int, ...]:
        """The seats in the order of their turns (P15)."""
        return tuple(dict.fromkeys(slot.seat for slot in self.slots))

    @property
    def by_colour(self) -> bool:
        """Whether colours, not seats, take turns (P76) and some seat has several."""
        return len(self.slots) > len(self.seats)

    @property
    def cells(self) -> int:
        """One more than the highest cell."""
        return self.board.length + CORRIDOR * self.board.colours + 1


@lru_cache(maxsize=256)
def _kept(rules: Rules, seats: Seats, teams: Teams) -> Setup:
    return Setup(rules, seats, teams)


def setup_of(
    rules: Mapping[str, Any] | None, seats: Sequence[str] | None, teams: Sequence[Sequence[int]] | None
) -> Setup:
    """Read JSON rules, seats and teams; raises BadRules."""
    made = rules_of(rules)
    places = seats_of(seats, made.colours)
    return _kept(made, places, teams_of(teams, places, made.colours))
