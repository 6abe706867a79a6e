"""A table's pace: how long a person has for each decision. None, live (seconds) or daily (hours)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.refusal import Refusal
from bot.core.texts import N_

HOUR = 3600.0


class Kind(StrEnum):
    """No limit; seconds for people who sit together now; hours for people who look in once or twice a day."""

    NONE = "none"
    LIVE = "live"
    DAILY = "daily"


USUAL = f"{Kind.DAILY.value}:48"
"""The pace of new tables unless their chat or whoever opens them wants another: gentle, since who looks in once a day
does so at another hour each day."""
OFFERED = {Kind.LIVE: (30, 60, 120, 300), Kind.DAILY: (8, 12, 24, 48)}
"""What the lobby's buttons offer; `/play pace=…` takes any number within the bounds."""
BOUNDS = {Kind.LIVE: (10, 3600), Kind.DAILY: (1, 168)}


@dataclass(frozen=True, slots=True)
class Tempo:
    """A pace: `amount` is seconds if it is live, hours if it is daily, and 0 if there is none."""

    kind: Kind = Kind.NONE
    amount: int = 0

    @property
    def seconds(self) -> float:
        """The time for a decision; 0 if there is no limit."""
        return self.amount * HOUR if self.kind is Kind.DAILY else float(self.amount)

    def __str__(self) -> str:
        return self.kind.value if self.kind is Kind.NONE else f"{self.kind.value}:{self.amount}"


def tempo_of(text: str) -> Tempo:
    """A pace from its text: `none`, `live:60`, `daily:24`; raises Refusal."""
    word, _, number = text.strip().lower().partition(":")
    if word not in tuple(Kind):
        raise _not_a_pace(text)
    kind = Kind(word)
    if kind is Kind.NONE:
        if number not in ("", "0"):
            raise _not_a_pace(text)
        return Tempo()
    least, most = BOUNDS[kind]
    if not (number.isascii() and number.isdecimal() and len(number) <= 4 and least <= int(number) <= most):
        raise _not_a_pace(text)
    return Tempo(kind, int(number))


def _not_a_pace(text: str) -> Refusal:
    ranges = [f"{kind.value}:{least}–{most}" for kind, (least, most) in BOUNDS.items()]
    choices = ", ".join((Kind.NONE.value, *ranges))
    return Refusal(N_("{name} can be {choices}, not {value}."), name="pace", choices=choices, value=text[:32])
