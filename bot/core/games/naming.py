"""Whom an explanation speaks to and about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.core.i18n.conjunctions import OR, listed
from bot.core.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Naming:
    """How the people of a table are named to one of them, whose colours are `own`."""

    own: str
    name: Callable[[int], str]
    """Names who sits at a seat."""

    def names(self, t: Translator, seats: Sequence[int]) -> str:
        """Name several: `Ana and Bea`."""
        return listed(t, [self.name(seat) for seat in seats])


def rolls(t: Translator, numbers: Sequence[int]) -> str:
    """Name rolls: `a 3 or a 5`."""
    return listed(t, [t("a {value}", value=number) for number in numbers], OR)
