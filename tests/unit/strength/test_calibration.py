"""Whom the engine gives so many of 100 chances at Palma wins as many, to 4 points."""

from __future__ import annotations

import shutil

import pytest

from tools.strength.calibration import PALMA_PRESETS, palma_tenths, points
from tools.strength.simulator import COMPILER

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")


@pytest.mark.parametrize("preset", PALMA_PRESETS)
def test_win_chances_of_palma_come_true(preset: str) -> None:
    found = palma_tenths(preset, 10_000, 1)
    for pair in points(found):
        assert pair is not None
        assert pair[0] == pytest.approx(pair[1], abs=4)
    assert list(found.count[:4]) == list(reversed(found.count[6:])), "one side's chance is what the other's is not"
    assert sum(found.won) * 2 == sum(found.count)
