"""The board, pieces and sticks of Palma as plain data (H1, H2, H10, H23, H24, H25).

A hole is its number, the hand is `HAND`; side 0 is the hounds, side 1 the jackals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

SIDES: Final = ("D", "J")
"""The letters of the seats: hounds on the right, jackals on the left (H1)."""

PIECES: Final = 5
"""The usual number of a side's pieces (H1, H4)."""
HAND: Final = -1
TOP: Final = 0
LAST: Final = 29
HOME: Final = frozenset(range(25, LAST + 1))
"""Where all of the winner's pieces stand (H30)."""

MARKED: Final = (5, 15)
"""The holes that may carry a rethrow or a stake (H25)."""

THROWS: Final[Mapping[int, int]] = {1: 3, 2: 3, 3: 1, 5: 1}
"""The values of three sticks, with their odds in eighths (H10)."""

ENTERING: Final = 5
"""The roll that enters a piece and gives another roll (H10, H21)."""

LINKS: Final = ((10, 24), (20, 22))
"""The lines between holes: forward slides for all (H23), and the way back as a penalty (H24)."""

_FORWARD: Final = dict(LINKS)
_BOTH_WAYS: Final = _FORWARD | {high: low for low, high in LINKS}


def slides(*, penalty: bool) -> Mapping[int, int]:
    """Return where a piece slides from each hole (H23, H24)."""
    return _BOTH_WAYS if penalty else _FORWARD


def is_home(pieces: Sequence[int]) -> bool:
    """Return whether all of a side's pieces stand in 25…29 (H30)."""
    return HOME.issuperset(pieces)


# --- text forms -----------------------------------------------------------------------------------------------------

HOLE_NAMES: Final[Mapping[int, str]] = {HAND: "H"} | {hole: str(hole) for hole in range(LAST + 1)}
HOLES_BY_NAME: Final[Mapping[str, int]] = {name: hole for hole, name in HOLE_NAMES.items()}


def piece_name(side: int, index: int) -> str:
    """Name a piece, `D1`…`D5`, `J1`…`J5`; the index counts from 0."""
    return f"{SIDES[side]}{index + 1}"


# --- for drawing (H2) -----------------------------------------------------------------------------------------------

Point = tuple[int, int]

GRID: Final[Point] = (24, 33)
"""Width and height of the grid of the points; y points up."""


def _right_side() -> tuple[Point, ...]:
    shoulder = [(12, 33), (14, 33), (16, 32), (18, 31), (20, 30)]
    edge = [(21, 28 - 2 * (hole - 5)) for hole in range(5, 20)]
    trunk = [(15, 3 * (hole - 20)) for hole in range(20, LAST + 1)]
    return (*shoulder, *edge, *trunk)


def _mirrored(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((GRID[0] - x, y) for x, y in points)


HOLES: Final[tuple[tuple[Point, ...], tuple[Point, ...]]] = (_right_side(), _mirrored(_right_side()))
"""Points of each side's holes 0…29; hole 0 is the same for both (H1)."""
