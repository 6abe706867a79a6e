"""Whom the engine gives so many of 100 chances wins as many, to 4 points."""

from __future__ import annotations

import shutil

import pytest

from tools.strength.calibration import PALMA_PRESETS, Pairs, palma, parchis
from tools.strength.simulator import COMPILER
from tools.strength.tables import DUEL

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")


def assert_true(pairs: Pairs) -> None:
    """Check that of each tenth there are some, and that it came true; of two sides, that they mirror each other."""
    assert len(pairs) == 10
    for pair, mirrored in zip(pairs, reversed(pairs), strict=True):
        assert pair is not None
        assert mirrored is not None
        assert pair[0] == pytest.approx(pair[1], abs=4)
        assert pair == pytest.approx([100 - each for each in mirrored], abs=0.5)


@pytest.mark.parametrize("preset", PALMA_PRESETS)
def test_win_chances_of_palma_come_true(preset: str) -> None:
    assert_true(palma(preset, 10_000, 1))


@pytest.mark.parametrize(("preset", "games"), [("spanish", 2_000), ("italian", 2_000), ("diceless", 1_500)])
def test_win_chances_of_duels_come_true(preset: str, games: int) -> None:
    assert_true(parchis(preset, DUEL, games, 1))
