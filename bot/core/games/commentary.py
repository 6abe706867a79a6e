"""What a game has to say beside its moves: headlines of what happened, and what is at stake in the next roll.

Both are sentences in English, as `N_` marks them, with the seats and numbers that belong in their places. Names and
translations are the views' business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.events import Event
from engine.plies import Ply


@dataclass(frozen=True, slots=True)
class Headline:
    """Something remarkable that a ply brought, for a sentence of its own.

    `variants`: ways to say it, with places for `player`, for `victim` where there is one, and for `values`. Which of
    them is taken goes by how often the same has happened in the game: `ordinal`, from 1, where the position tells,
    and else the earlier events of the type of `event` that are `alike`.
    """

    variants: tuple[str, ...]
    event: Event
    seat: int
    victim: int | None = None
    values: Mapping[str, str | int] = field(default_factory=dict)
    ordinal: int | None = None
    alike: Callable[[Ply[Any], Any], bool] | None = None

    def before(self, plies: Sequence[Ply[Any]]) -> int:
        """Return how often the same has happened in earlier plies."""
        if self.ordinal is not None:
            return self.ordinal - 1
        kind, alike = type(self.event), self.alike
        found = ((ply, event) for ply in plies for event in ply.events if type(event) is kind)
        return sum(alike is None or alike(ply, event) for ply, event in found)


@dataclass(frozen=True, slots=True)
class Stake:
    """What the next roll, or number, may bring to who is to act.

    `sentence` has places for `numbers` (3 or 5), or for `rolls` (a 3 or a 5), for `victim` where there is one, and
    for `hole` where one is given.
    """

    sentence: str
    numbers: tuple[int, ...]
    victim: int | None = None
    hole: int | None = None


def arrival(
    counts: Sequence[int], totals: Sequence[int], seat: int, told: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], int]:
    """Return how it is told that a seat's piece has come to the end of its way, and its number among those told so.

    `counts` of `totals` of each seat are there; none ever leaves. `told`: the variants for a piece, for the last but
    one, and, where the game goes on after it, for the last one.
    """
    missing = totals[seat] - counts[seat]
    if missing == 0:
        return told[2], sum(count == total for count, total in zip(counts, totals, strict=True))
    if missing == 1:
        return told[1], sum(count >= total - 1 for count, total in zip(counts, totals, strict=True))
    return told[0], sum(min(count, total - 2) for count, total in zip(counts, totals, strict=True))
