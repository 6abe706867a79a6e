"""The normal distribution from sums, products and quotients alone: the same to the last bit on every machine."""

from __future__ import annotations

from typing import Final

_HALF_ROOT: Final = 0.7071067811865476
_TERMS: Final = (0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638)


def normal(deviations: float) -> float:
    """Return the probability that a normal variable is below this many deviations above its mean, to 2e-7.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.28.
    """
    size = abs(deviations) * _HALF_ROOT
    root = 0.0
    for term in reversed(_TERMS):
        root = (root + term) * size
    above = 1 / (1 + root)
    for _ in range(4):  # its sixteenth power; `**` would use the system's library
        above *= above
    return 1 - above / 2 if deviations > 0 else above / 2
