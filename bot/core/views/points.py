"""Points of win chance as text: whole, with a true minus."""

from __future__ import annotations


def signed(points: float) -> str:
    """Return points with their sign; none for what rounds to zero."""
    rounded = round(points)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def give_or_take(margin: float) -> int:
    """Return a figure's margin of error in points, at least one."""
    return max(1, round(margin))
