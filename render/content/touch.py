"""Say where on a picture people may touch what can be done now."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Move

Disc = tuple[float, float, float]
"""A middle in pixels of the picture, y down, and a radius."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one choice is touched: the piece that would go, if one does, and where it lands.

    `move` is empty where there is nothing to choose: at a throw, where the dice lie.
    """

    move: Move
    landing: Disc
    piece: Disc | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """What a picture offers: its choices, and the colour of whose turn it is as `#rrggbb`, nothing at the end."""

    reaches: tuple[Reach, ...] = ()
    tint: str = ""


def hexadecimal(colour: tuple[int, ...]) -> str:
    """Write a colour as style sheets do."""
    return "#" + "".join(f"{channel:02x}" for channel in colour[:3])
