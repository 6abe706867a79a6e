"""A ladder for rankings: a game, and a family of its rules.

Rules that a table may switch change a game a little, so they share a ladder. Games with different skills have their
own: Parchís without dice, and Palma with penalties, where pieces slide back.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder; `name` is for commands and buttons.

    `least` is the number of own rolls and choices that each player needs for a rated game. It is far below that of a
    whole game, and reached before the winner is known. Measured by `python -m tools.decisions`.
    """

    name: str
    game: str
    family: str
    title: str
    least: int
