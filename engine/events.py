"""What happens in a game, in order, as frozen values; only the line protocol writes them as JSON.

Games share these events and may add their own in their packages. Code that doesn't know an event ignores it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

HOME, GOAL = "H", "F"
"""The names of two places in events: where pieces begin, which is the hand at Palma, and the goal of Parchís."""


class Event:
    """Something that happened. Its `type` in JSON never changes: other programs rely on it."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON: its `type`, then the fields in the order of docs/protocol.md."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """A seat's roll; `opening` if it decides who begins."""

    seat: int
    value: int
    opening: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as `thrown`, with `opening` only if true."""
        fields = {"type": "thrown", "seat": self.seat, "value": self.value}
        return fields | {"opening": True} if self.opening else fields


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """Several seats rolled the highest number for the first turn, and roll again."""

    seats: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"type": "tied", "seats": list(self.seats)}


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A number picked in a game without dice; 0 is the null, which passes."""

    seat: int
    number: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "picked", "seat": self.seat, "number": self.number}


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """Steps that a move earned and that must be moved at once."""

    seat: int
    steps: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "bonus", "seat": self.seat, "steps": self.steps}


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A roll, picked number or bonus that nobody can move."""

    seat: int
    value: int
    bonus: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as `lost`, with the number under `bonus` or `value`."""
        return {"type": "lost", "seat": self.seat, "bonus" if self.bonus else "value": self.value}


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A roll that the roller can't use goes to another seat."""

    seat: int
    to: int
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "passed", "seat": self.seat, "to": self.to, "value": self.value}


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A piece came onto the board."""

    seat: int
    piece: str
    to: str

    def to_json(self) -> dict[str, Any]:
        return {"type": "entered", "seat": self.seat, "piece": self.piece, "to": self.to}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A piece moved."""

    seat: int
    piece: str
    origin: str
    to: str

    def to_json(self) -> dict[str, Any]:
        """Return it as `moved`, with the origin under `from`."""
        return {"type": "moved", "seat": self.seat, "piece": self.piece, "from": self.origin, "to": self.to}


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A piece was captured and sent home; `owner` is the seat that lost it."""

    seat: int
    piece: str
    by: str
    square: str
    owner: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `captured`, without the owner: the piece's letter identifies it."""
        return {"type": "captured", "seat": self.seat, "piece": self.piece, "by": self.by, "square": self.square}


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A seat's turn began; `colours` lists the colours that move in it, if the game has any."""

    seat: int
    colours: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as `turn`, with `colours` only if there are any."""
        fields: dict[str, Any] = {"type": "turn", "seat": self.seat}
        return fields if self.colours is None else fields | {"colours": list(self.colours)}


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A side finished while the others play on for the next place."""

    seats: tuple[int, ...]
    place: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "finished", "seats": list(self.seats), "place": self.place}


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over: the winners, and the place of each seat."""

    seats: tuple[int, ...]
    places: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"type": "won", "seats": list(self.seats), "places": list(self.places)}
