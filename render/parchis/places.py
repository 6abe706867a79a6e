"""The parts of a board: squares, homes and goals, in units of one row's height."""

from __future__ import annotations

from dataclasses import dataclass

from render.drawing.geometry import Point, Polygon, plus

_REACH_OF_SHAPES, _REACH_OF_LIGHT, _APART = 1.24, 1.51, 2.1
"""The reach of a piece's corners and of its glow, and the distance of two pieces: in radii."""
PIECE, LARGEST_OF_TWO = 0.47, 0.43
"""The radius of a single piece, in rows, and the largest of two side by side."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A square: its outline, the place of a single piece, and the place of its number if shown.

    Several things are side by side in the direction `aside` from `start`, within `room`, clear of the number.
    """

    outline: Polygon
    centre: Point
    number: Point
    aside: Point
    start: Point
    room: float
    numbered: bool = True
    mitred: bool = False

    def radius(self, count: int) -> float:
        """Return the radius of `count` pieces side by side, with room for their glow."""
        if count == 1:
            return PIECE
        return min(LARGEST_OF_TWO, self.room / (_REACH_OF_SHAPES + _APART * (count - 1) + _REACH_OF_LIGHT))

    def places(self, count: int) -> tuple[Point, ...]:
        if count == 1:
            return (self.centre,)
        radius = self.radius(count)
        reaches = (radius * (_REACH_OF_SHAPES + _APART * index) for index in range(count))
        return tuple(plus(self.start, self.aside, reach) for reach in reaches)


@dataclass(frozen=True, slots=True)
class Home:
    """A colour's home: the field between two arms, the round nest with its four places, and places for the name.

    Of the `names`, the nearest comes first, and the last has most room.
    """

    field: Polygon
    centre: Point
    radius: float
    places: tuple[Point, ...]
    names: tuple[NamePlace, ...]


@dataclass(frozen=True, slots=True)
class NamePlace:
    """A place for a name, which may slide sideways between the ends of its room."""

    middle: Point
    room: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Goal:
    """A colour's part of the centre and the places of its four pieces."""

    outline: Polygon
    places: tuple[Point, ...]
