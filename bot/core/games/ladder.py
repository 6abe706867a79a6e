"""A ladder on which players are ranked: a game, and a family of its rules.

Rules that a table may switch change a game a little and are played by the same people: they share a ladder. What asks
for another skill has its own: Parchís without dice, and Palma with penalties, where pieces slide back.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder; `name` is what people write and buttons carry.

    `least` is how many throws and choices of their own everybody needs for a game to count: far less than anybody has
    in a whole game, and before anybody knows who wins it. Measured by `python -m tools.decisions`.
    """

    name: str
    game: str
    family: str
    title: str
    least: int
