"""Points of win chance as text: whole, with a true minus."""

from __future__ import annotations

from bot.core.i18n.translator import Translator


def signed(points: float) -> str:
    """Return points with their sign; none for what rounds to zero."""
    rounded = round(points)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def give_or_take(margin: float) -> int:
    """Return a figure's margin of error in points, at least one."""
    return max(1, round(margin))


def given_away(error: int, t: Translator) -> str:
    """Return how much somebody's choices gave away."""
    return t.plural(
        "{n} point of win chance given away per 100 choices",
        "{n} points of win chance given away per 100 choices",
        error,
    )
