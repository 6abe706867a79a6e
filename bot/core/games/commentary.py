"""A game's comments besides its moves: headlines of events, and what is at stake in the next roll.

Both are English sentences, marked by `N_`, with the seats and numbers for their placeholders. Views add names and
translate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.events import Event
from engine.plies import Ply


@dataclass(frozen=True, slots=True)
class Headline:
    """A highlight of a ply, for a separate sentence.

    `variants`: wordings with places for `player`, for `victim` if there is one, and for `values`. The wording depends
    on how often the same has happened in the game: `ordinal`, from 1, if the position shows it; else the earlier
    events of `event`'s type that are `alike`.
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
    """What the next roll, or number, may bring to the player to act.

    `sentence` has places for `numbers` (3 or 5), or for `rolls` (a 3 or a 5), for `victim` if there is one, and for
    `hole` if one is given.
    """

    sentence: str
    numbers: tuple[int, ...]
    victim: int | None = None
    hole: int | None = None


def arrival(
    counts: Sequence[int], totals: Sequence[int], seat: int, told: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], int]:
    """Return the wordings for a piece that has finished, and its number among those with this wording.

    `counts` of `totals` of each seat have finished; none ever leaves. `told`: the variants for a piece, for the last
    but one, and for the last one if the game goes on after it.
    """
    missing = totals[seat] - counts[seat]
    if missing == 0:
        return told[2], sum(count == total for count, total in zip(counts, totals, strict=True))
    if missing == 1:
        return told[1], sum(count >= total - 1 for count, total in zip(counts, totals, strict=True))
    return told[0], sum(min(count, total - 2) for count, total in zip(counts, totals, strict=True))
