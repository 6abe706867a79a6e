"""The layout of a board of N arms (P8), in units of one row's height, y up, the centre at (0, 0).

An arm has an axis and a sideways direction, counter-clockwise of it; rows count from the outside in, 1 to 8. The
middle column has the mouth and the corridor; the ring comes in along the counter-clockwise side and goes out along
the other. The innermost squares of neighbouring arms meet in a mitre half-way between the arms.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cache

from engine.parchis.board import ARM, CORRIDOR, PIECES, Board
from render.drawing.geometry import HalfPlane, Point, Polygon, between, cut, direction, edges, plus
from render.parchis.places import Cell, Goal, Home, NamePlace

ROWS = 8
WIDTH = 2.4
"""The width of a column in rows, so that two pieces fit side by side and leave the number visible."""

_HALF = WIDTH / 2
_SIDE = WIDTH * 1.5
_DIGITS = {3: 0.46, 4: 0.44, 5: 0.46, 6: 0.47}
"""The font height of the numbers, by colours, to be legible on a phone 390 pixels wide."""
_GAP = 0.16
_MARGIN = 0.2
FRAME = 0.56
"""The width of the frame around the board."""
_EDGE = 0.63
"""How far the frame extends beyond the squares."""

Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One board. `ring` is indexed by number (0 unused), `corridors` by colour and corridor square minus one."""

    colours: int
    plate: Polygon
    ring: tuple[Cell, ...]
    corridors: tuple[tuple[Cell, ...], ...]
    goals: tuple[Goal, ...]
    homes: tuple[Home, ...]
    axes: tuple[Point, ...]
    bounds: Bounds
    digits: float
    """The font height of all numbers."""

    @property
    def upright(self) -> bool:
        """Whether all squares are upright: pictures then have room for more."""
        return self.colours == 4

    def numbered(self, number: int, board: Board) -> bool:
        """Return whether a square of the ring shows its number.

        Large boards are shown smaller: only starts, safe squares, every fifth square and those at a mitre have one.
        """
        cell = self.ring[number]
        return cell.numbered and (self.colours < 5 or number % 5 == 0 or cell.mitred or number in board.shelters)

    def cell(self, colour: int, square: str) -> Cell:
        """Return the ring or corridor square of a text (`17`, `c3`)."""
        if square.startswith("c"):
            return self.corridors[colour][int(square[1:]) - 1]
        return self.ring[int(square)]


@cache
def layout(colours: int, pieces: int = PIECES) -> Layout:
    """Return a board's layout, with as many places at home and in the goal as a colour has pieces (P9)."""
    if pieces != PIECES:
        full = layout(colours)
        goals = tuple(replace(goal, places=_fewer_in_goal(goal.places, pieces)) for goal in full.goals)
        homes = tuple(replace(home, places=_round_nest(home, pieces)) for home in full.homes)
        return replace(full, goals=goals, homes=homes)
    arms = tuple(_Arm(colours, index) for index in range(colours))
    length = ARM * colours
    ring: list[Cell | None] = [None] * (length + 1)
    for index, arm in enumerate(arms):
        mouth = ARM * index
        ring[mouth or length] = arm.middle(1)
        for row in range(1, ROWS + 1):
            ring[mouth + row] = arm.square(row, 1)
            ring[(mouth - row - 1) % length + 1] = arm.square(row, -1)
    plate = cut(_frame(arms, _EDGE))
    xs, ys = zip(*plate, strict=True)
    bounds = (min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN)
    return Layout(
        colours=colours,
        plate=plate,
        ring=tuple(cell or arms[0].middle(1) for cell in ring),
        corridors=tuple(tuple(arm.middle(row + 2) for row in range(CORRIDOR)) for arm in arms),
        goals=tuple(arm.goal() for arm in arms),
        homes=tuple(_home(arms, index, bounds) for index in range(colours)),
        axes=tuple(arm.axis for arm in arms),
        bounds=bounds,
        digits=_DIGITS[colours],
    )


class _Arm:
    """One arm, whose squares are cut out of the plane by lines."""

    def __init__(self, colours: int, index: int) -> None:
        self.colours = colours
        angle = 360 / colours * index - 90
        self.axis = direction(angle)
        self.left = direction(angle + 90)
        self.bisector = direction(angle + 180 / colours)
        """Half-way to the next arm."""
        self.wedge = math.tan(math.pi / colours)
        apex = _SIDE / self.wedge
        self.hub = apex if colours == 3 else apex - 1
        """From the centre to the innermost row. Three arms stand apart and are joined by a filled corner; the rows of
        more arms run into each other and are cut."""
        self.tip = self.hub + ROWS

    def point(self, out: float, side: float) -> Point:
        """Return a point by its distance along the axis and sideways."""
        return plus(plus((0.0, 0.0), self.axis, out), self.left, side)

    @property
    def around(self) -> tuple[HalfPlane, ...]:
        """The arm with a small margin, as far as the centre."""
        x, y = self.axis
        long = (HalfPlane(self.axis, self.tip + _GAP), HalfPlane((-x, -y), 0.0))
        return (*long, *self._columns(-_SIDE - _GAP, _SIDE + _GAP))

    def _rows(self, row: int) -> tuple[HalfPlane, HalfPlane]:
        outer = self.tip - row + 1
        x, y = self.axis
        return (HalfPlane(self.axis, outer), HalfPlane((-x, -y), 1 - outer))

    def _columns(self, low: float, high: float) -> tuple[HalfPlane, HalfPlane]:
        x, y = self.left
        return (HalfPlane(self.left, high), HalfPlane((-x, -y), -low))

    def middle(self, row: int) -> Cell:
        """Return the mouth (row 1) or a corridor square."""
        outline = cut((*self._rows(row), *self._columns(-_HALF, _HALF)))
        out = self.tip - row + 0.5
        mouth, long = row == 1, self.colours == 6
        left = -0.27 if long else -0.47
        return Cell(
            outline=outline,
            centre=self.point(out, (0.24 if long else 0.15) if mouth else 0),
            number=self.point(out, -0.79 if long else -0.86),
            aside=self.left,
            start=self.point(out, left if mouth else -_HALF + 0.03),
            room=_HALF - left - 0.03 if mouth else 2 * _HALF - 0.06,
            numbered=mouth,
        )

    def square(self, row: int, side: int) -> Cell:
        """Return a ring square on the counter-clockwise (1) or clockwise (-1) side."""
        if row == ROWS:
            return self._mitred(side)
        low, high = sorted((_HALF * side, _SIDE * side))
        out = self.tip - row + 0.5
        outline = cut((*self._rows(row), *self._columns(low, high)))
        slanting = self.colours > 4
        number = _SIDE - (0.43 if slanting else 0.36)
        return Cell(
            outline=outline,
            centre=self.point(out, (_HALF + 0.91) * side),
            number=self.point(out, number * side),
            aside=(self.left[0] * side, self.left[1] * side),
            start=self.point(out, (_HALF + 0.03) * side),
            room=1.53 if slanting else 1.74,
        )

    def _mitred(self, side: int) -> Cell:
        """Return a square in row 8: its number is in the corner at the mitre, away from its pieces."""
        out, long = self.hub + 0.5, _SIDE - 0.36
        if self.colours > 3:
            out = self.hub + 0.68
            long = (out - 0.24) * self.wedge - 0.24
        return Cell(
            outline=self._innermost(side),
            centre=self.point(self.hub + 0.47, (_HALF + 0.68) * side),
            number=self.point(out, long * side),
            aside=(self.left[0] * side, self.left[1] * side),
            start=self.point(self.hub + 0.45, (_HALF + 0.03) * side),
            room=min(1.74, long - _HALF - 0.28),
            mitred=True,
        )

    def _innermost(self, side: int) -> Polygon:
        """Return the outline in row 8: cut half-way to the next arm, or (three arms) extended to there."""
        far = 2 * _SIDE
        low, high = (_HALF, far) if side > 0 else (-far, -_HALF)
        turn = 90 + 180 / self.colours if side > 0 else -90 - 180 / self.colours
        angle = math.degrees(math.atan2(self.axis[1], self.axis[0]))
        planes = [*self._rows(ROWS), *self._columns(low, high), HalfPlane(direction(angle + turn), 0)]
        if self.colours == 3:
            across = direction(angle + side * 180 / self.colours)
            planes.append(HalfPlane(across, _chord(self)))
        return cut(planes)

    def goal(self) -> Goal:
        """Return the triangle between the innermost row and the centre.

        It has two rows of places, the wider one outside.
        """
        reach = self.hub * self.wedge
        outline = ((0.0, 0.0), self.point(self.hub, -reach), self.point(self.hub, reach))
        if self.colours == 3:
            places = [self.point(self.hub - 0.6, side) for side in (-1.5, -0.5, 0.5, 1.5)]
        else:
            first, step = _GOAL_ROWS[self.colours]
            places = [self.point(self.hub - first, side) for side in (-step, 0.0, step)]
            places.append(self.point(self.hub - first - 0.95 * step, 0.0))
        return Goal(outline, tuple(places))


def _chord(arm: _Arm) -> float:
    """Return the distance, half-way between two arms, of the straight line between their rows 8."""
    half = math.pi / arm.colours
    return (arm.hub + 1) * math.cos(half) + _SIDE * math.sin(half)


_GOAL_ROWS = {4: (0.68, 1.04), 5: (1.0, 1.16), 6: (1.12, 1.24)}
"""The distance of the row of three places from the goal's edge, and the distance between its places."""

_REACH = {3: 10.2, 4: 99.0, 5: 14.1, 6: 14.75}
"""Where the corners of the plate are cut off."""


def _fewer_in_goal(places: tuple[Point, ...], pieces: int) -> tuple[Point, ...]:
    """Return the places in the goal of a colour with two or three pieces: in one row, in its middle."""
    first, second, third = places[:3]
    flat = abs(
        (second[0] - first[0]) * (places[3][1] - first[1]) - (second[1] - first[1]) * (places[3][0] - first[0])
    )
    if flat < 0.01:  # three arms have a row of four
        first, second, third = (
            between(first, second, 0.5),
            between(second, third, 0.5),
            between(third, places[3], 0.5),
        )
    return (first, second, third) if pieces == 3 else (between(first, second, 0.5), between(second, third, 0.5))


def _round_nest(home: Home, pieces: int) -> tuple[Point, ...]:
    """Return the places at home of a colour with two or three pieces, around what lies in the middle."""
    (x, y), (across, up) = home.centre, home.places[0]
    out = math.hypot(across - x, up - y)
    return tuple(plus(home.centre, direction(turn), out) for turn in _NEST[pieces])


_NEST = {2: (135, 315), 3: (135, 45, 270)}
"""The angles of fewer pieces around a nest's middle."""


def _frame(arms: tuple[_Arm, ...], margin: float) -> list[HalfPlane]:
    sides = [HalfPlane(arm.axis, arm.tip + margin) for arm in arms]
    corners = [HalfPlane(arm.bisector, _REACH[arm.colours] + margin) for arm in arms]
    return sides + corners


def _home(arms: tuple[_Arm, ...], index: int, bounds: Bounds) -> Home:
    arm, after = arms[index], arms[(index + 1) % len(arms)]
    x, y = arm.left
    planes = [HalfPlane((-x, -y), -_SIDE), HalfPlane(after.left, -_SIDE), *_frame(arms, _GAP)]
    if arm.colours == 3:
        u, v = arm.bisector
        planes.append(HalfPlane((-u, -v), -_chord(arm)))
    field = cut(plane.inset(_GAP) for plane in planes)
    middle, free = _widest_disc(field, arm.bisector)
    outwards = 1 if arm.bisector[1] > -0.01 else -1
    radius = free * (0.91 if arm.colours == 3 else 0.76)
    centre = plus(middle, (0.0, -outwards * (free - radius) * 0.6))
    out = radius * (0.7 if arm.colours == 6 else 0.64)  # a row of numbers lies between the pieces
    places = tuple(plus(centre, direction(turn), out) for turn in (135, 45, 225, 315))
    height = centre[1] + outwards * (radius + 0.62)
    name = (centre[0], height)
    if abs(arm.bisector[1]) < 0.01:  # the empty table above has more room
        side = 1 if arm.bisector[0] > 0 else -1
        rooms = [(y, _table_beside(arms, bounds, y, side)) for y in _BESIDE]
        return Home(field, centre, radius, places, tuple(NamePlace((sum(room) / 2, y), room) for y, room in rooms))
    if arm.colours == 4:  # homes are wide, and the table is narrow
        room = (min(x for x, _ in field), max(x for x, _ in field))
    else:
        room = _gap_between(arms, bounds, name)
    return Home(field, centre, radius, places, (NamePlace(name, room),))


_BESIDE = (6.6, 7.5, 8.4, 9.3, 10.2)
"""Heights for the names of the homes at either end of a six-arm board: longer names go higher."""


def _table_beside(arms: tuple[_Arm, ...], bounds: Bounds, y: float, side: int) -> tuple[float, float]:
    """Return the limits of the empty table at a height, right (1) or left (-1) of the board.

    A name may overlap the frame's edge, as others do.
    """
    planes = _frame(arms, _EDGE - 0.3)
    ends = [
        (plane.reach - plane.normal[1] * (y + lean)) / plane.normal[0] * side
        for plane in planes
        for lean in (-0.45, 0.45)
        if plane.normal[0] * side > 0.01
    ]
    edge, outer = max(min(ends[::2]), min(ends[1::2])) * side, bounds[2 if side > 0 else 0] - 0.12 * side
    return (min(edge, outer), max(edge, outer))


def _widest_disc(field: Polygon, along: Point) -> tuple[Point, float]:
    """Return centre and radius of the largest disc in a field symmetrical about a line from the centre."""
    planes = edges(field)

    def disc(step: int) -> tuple[Point, float]:
        spot = plus((0.0, 0.0), along, step / 50)
        return spot, -max(plane.excess(spot) for plane in planes)

    # the field is convex: the free radius grows up to the widest disc, then shrinks
    return disc(bisect_left(range(1000), x=True, key=lambda step: disc(step + 1)[1] <= disc(step)[1]))


def _gap_between(arms: tuple[_Arm, ...], bounds: Bounds, spot: Point) -> tuple[float, float]:
    """Return the left and right limits of a line of text around a spot, clear of arms and the picture's edge."""
    low, high = bounds[0] + 0.12, bounds[2] - 0.12
    for arm in arms:
        for y in (spot[1] - 0.45, spot[1] + 0.45):
            covered = sorted(x for x, _ in cut(arm.around, ((low, y), (high, y))))
            if covered and covered[-1] <= spot[0]:
                low = max(low, covered[-1])
            elif covered:
                high = min(high, covered[0])
    return (low, high)
