"""Points of win chance as they are written: whole, with a true minus."""

from __future__ import annotations


def signed(points: float) -> str:
    """Write points with their sign; what rounds to nothing has none."""
    rounded = round(points)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def give_or_take(margin: float) -> int:
    """Return how many points a figure may be off, one at least."""
    return max(1, round(margin))
