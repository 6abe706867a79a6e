"""Where on a picture people may touch the current choices."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Move

Disc = tuple[float, float, float]
"""A middle in pixels of the picture, y down, and a radius."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one choice can be touched: its piece, if any, and its landing.

    `move` is empty before a roll: the landing is then the dice.
    """

    move: Move
    landing: Disc
    piece: Disc | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """The choices of a picture, and the colour of whose turn it is as `#rrggbb`, empty at the end."""

    reaches: tuple[Reach, ...] = ()
    tint: str = ""


def hexadecimal(colour: tuple[int, ...]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour[:3])
