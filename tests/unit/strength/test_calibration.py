"""Players to whom the engine gives a win chance win that often, to 4 points in 100."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import engine.players
from engine.players.parchis_corrections import FILE, as_they_come_true
from tools.strength.calibration import PALMA_PRESETS, Pairs, correct, palma, parchis
from tools.strength.simulator import COMPILER
from tools.strength.tables import DUEL, FOUR, TURNS

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")

SHIPPED = Path(engine.players.__file__).with_name("weights")


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


def test_win_chances_that_the_net_errs_about_are_told_as_they_come_true() -> None:
    assert_true(parchis("italian", TURNS, 2_000, 1))
    for pair in parchis("quick", FOUR, 1_500, 1):
        assert pair is not None
        assert pair[0] == pytest.approx(pair[1], abs=4)


def test_a_correction_of_a_leader_leaves_the_others_in_proportion_and_changes_no_choice() -> None:
    state = FOUR.opening(preset="quick")
    told = as_they_come_true(state.setup, (0.85, 0.08, 0.05, 0.02))
    assert sum(told) == pytest.approx(1)
    assert 0.79 < told[0] < 0.83
    assert told[1] / told[3] == pytest.approx(4)
    assert as_they_come_true(state.setup, (0.4, 0.3, 0.2, 0.1)) == (0.4, 0.3, 0.2, 0.1)
    assert as_they_come_true(state.setup, (1.0, 0.0, 0.0, 0.0)) == (1.0, 0.0, 0.0, 0.0)


def test_the_corrections_are_of_tables_that_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games say which kinds there are, and how the file is made of them, though not much of what comes true."""
    (tmp_path / "weights").mkdir()
    monkeypatch.setattr(engine.players, "__file__", str(tmp_path / "__init__.py"))
    correct(20, 1)
    made, shipped = (json.loads((folder / FILE).read_text()) for folder in (tmp_path / "weights", SHIPPED))
    assert list(made["kinds"]) == list(shipped["kinds"])
    for points in (*made["kinds"].values(), *shipped["kinds"].values()):
        assert (points[0], points[-1]) in (([0, 0], [0.5, 0.5]), ([0.5, 0.5], [1, 1]))
        assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(points))
