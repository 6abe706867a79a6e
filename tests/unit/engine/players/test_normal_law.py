"""The project's normal law is the one of the mathematics library, and never falls."""

from __future__ import annotations

from math import erf, sqrt

import pytest

from engine.players.normal_law import normal

DEVIATIONS = [step / 100 for step in range(-1000, 1001)]


def test_it_is_the_normal_law() -> None:
    for deviations in DEVIATIONS:
        assert normal(deviations) == pytest.approx(0.5 * (1 + erf(deviations / sqrt(2))), abs=2e-7)
    assert normal(0) == 0.5


def test_more_is_never_less_likely() -> None:
    found = [normal(deviations) for deviations in DEVIATIONS]
    assert found == sorted(found)
    assert 0 < found[0] < found[-1] <= 1
