"""Whom the engine gives so many of 100 chances wins as many, to 4 points."""

from __future__ import annotations

import shutil

import pytest

from tools.strength.calibration import PALMA_PRESETS, palma_tenths, points, tenths
from tools.strength.simulator import COMPILER
from tools.strength.tables import DUEL

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")


@pytest.mark.parametrize("preset", PALMA_PRESETS)
def test_win_chances_of_palma_come_true(preset: str) -> None:
    found = palma_tenths(preset, 10_000, 1)
    for pair in points(found):
        assert pair is not None
        assert pair[0] == pytest.approx(pair[1], abs=4)
    assert list(found.count[:4]) == list(reversed(found.count[6:])), "one side's chance is what the other's is not"
    assert sum(found.won) * 2 == sum(found.count)


@pytest.mark.parametrize("preset", ["spanish", "italian"])
def test_win_chances_of_parchis_come_true(preset: str) -> None:
    found = tenths(preset, DUEL, 2_000, 1)
    for pair in points(found):
        assert pair is not None
        assert pair[0] == pytest.approx(pair[1], abs=4)


def test_without_dice_no_two_games_are_alike() -> None:
    """From the start strong players would always play the same: of a tenth either nothing would come true, or all."""
    said_and_true = [pair for pair in points(tenths("diceless", DUEL, 60, 1)) if pair is not None]
    assert len(said_and_true) == 10
    assert all(0 < true < 100 for _, true in said_and_true[2:8])
