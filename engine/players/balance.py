"""What moved each side's win chances over a game: luck, choices, and the evaluation's change of mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.players.analysis import PlyReport


@dataclass(frozen=True, slots=True)
class Balance:
    """A side's way from `start` to `final`: start + luck + choices + drift = final.

    All rolls and all choices count, of every side: the others' errors raise a side's chances. `drift` is the rest:
    before a ply, the evaluation judges the position differently than it did after the last one.
    """

    start: float
    luck: float
    choices: float
    drift: float
    final: float

    @property
    def luckless(self) -> float:
        """Return the luck-adjusted result: the final chance minus the luck."""
        return self.final - self.luck


def balances(reports: Sequence[PlyReport]) -> tuple[Balance, ...]:
    """Return the balance of each side, from the reports on successive plies, at least one."""
    return tuple(_balance(reports, side) for side in range(len(reports[0].chances)))


def _balance(reports: Sequence[PlyReport], side: int) -> Balance:
    start, final = reports[0].chances[side] - reports[0].swing[side], reports[-1].chances[side]
    luck = sum(report.swing[side] for report in reports if report.luck is not None)
    choices = sum(report.swing[side] for report in reports if report.luck is None)
    return Balance(start, luck, choices, final - start - luck - choices, final)
