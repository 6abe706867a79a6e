"""What happens in a game, in order, as small frozen values; the line protocol alone writes them as JSON.

Here is the vocabulary that games share: whoever counts, tells or draws a game knows these. A game may have events of
its own besides, in its package; whoever does not know an event leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Event:
    """Something that happened. Its `type` on the wire never changes: programs out there know it."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the event as the line protocol says it: a `type`, and the fields of docs/protocol.md in order."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """A seat's throw; `opening`: for the first turn of a game."""

    seat: int
    value: int
    opening: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as `thrown`; `opening` is there only if it is true."""
        fields = {"type": "thrown", "seat": self.seat, "value": self.value}
        return fields | {"opening": True} if self.opening else fields


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """Several seats threw the highest for the first turn, and throw again."""

    seats: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as `tied`."""
        return {"type": "tied", "seats": list(self.seats)}


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A number taken where nothing is thrown; 0 is the null, which passes."""

    seat: int
    number: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `picked`."""
        return {"type": "picked", "seat": self.seat, "number": self.number}


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """Steps that a move has earned, to be moved at once."""

    seat: int
    steps: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `bonus`."""
        return {"type": "bonus", "seat": self.seat, "steps": self.steps}


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A throw, picked number or bonus that nobody can move."""

    seat: int
    value: int
    bonus: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as `lost`; the number is called `bonus` or `value`."""
        return {"type": "lost", "seat": self.seat, "bonus" if self.bonus else "value": self.value}


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A throw that its thrower cannot use goes over to another seat."""

    seat: int
    to: int
    value: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `passed`."""
        return {"type": "passed", "seat": self.seat, "to": self.to, "value": self.value}


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A piece came on the board."""

    seat: int
    piece: str
    to: str

    def to_json(self) -> dict[str, Any]:
        """Return it as `entered`."""
        return {"type": "entered", "seat": self.seat, "piece": self.piece, "to": self.to}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A piece went its way."""

    seat: int
    piece: str
    origin: str
    to: str

    def to_json(self) -> dict[str, Any]:
        """Return it as `moved`; the origin is called `from`."""
        return {"type": "moved", "seat": self.seat, "piece": self.piece, "from": self.origin, "to": self.to}


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A piece was sent home by another one; `owner` is the seat that lost it."""

    seat: int
    piece: str
    by: str
    square: str
    owner: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `captured`, without the owner, whom the piece's letter names."""
        return {"type": "captured", "seat": self.seat, "piece": self.piece, "by": self.by, "square": self.square}


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The turn is a seat's; `colours`, where there are any, are those that move in it, by number."""

    seat: int
    colours: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as `turn`."""
        fields: dict[str, Any] = {"type": "turn", "seat": self.seat}
        return fields if self.colours is None else fields | {"colours": list(self.colours)}


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """Seats that won or lost together are done, and the others play on for the next place."""

    seats: tuple[int, ...]
    place: int

    def to_json(self) -> dict[str, Any]:
        """Return it as `finished`."""
        return {"type": "finished", "seats": list(self.seats), "place": self.place}


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over: who won, and the place of each seat."""

    seats: tuple[int, ...]
    places: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as `won`."""
        return {"type": "won", "seats": list(self.seats), "places": list(self.places)}
