"""How explanations name players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.core.i18n.lists import OR, listed
from bot.core.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of a table's people for one of them, whose colours are `own`."""

    own: str
    name: Callable[[int], str]
    """Returns the name of a seat's player."""

    def names(self, t: Translator, seats: Sequence[int]) -> str:
        """Return several names: `Ana and Bea`."""
        return listed(t, [self.name(seat) for seat in seats])


def rolls(t: Translator, numbers: Sequence[int]) -> str:
    """Return rolls: `a 3 or a 5`."""
    return listed(t, [t("a {value}", value=number) for number in numbers], OR)
